//! Save files that fit every dump of an instruction family.

use halfpipe_hdl::design::{Design, Role};
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction, Operand, Operation, Signature};
use halfpipe_simulation::wave::lay_out;
use halfpipe_simulation::wave::Shown;

use super::save::SaveFile;

/// Instructions whose dumps have the same stages, so one saved view fits all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaveFamily {
    name: &'static str,
    operations: &'static [Operation],
    is_mixed: bool,
}

impl WaveFamily {
    const fn new(name: &'static str, operations: &'static [Operation]) -> WaveFamily {
        WaveFamily {
            name,
            operations,
            is_mixed: false,
        }
    }

    const fn mixed(name: &'static str, operations: &'static [Operation]) -> WaveFamily {
        WaveFamily {
            name,
            operations,
            is_mixed: true,
        }
    }

    /// The families whose operations share stages, or have other formats.
    const LISTED: [WaveFamily; 9] = [
        WaveFamily::new("add", &[Operation::Add, Operation::Sub]),
        WaveFamily::new("mul", &[Operation::Mul]),
        WaveFamily::new("fma", &[Operation::Fma]),
        WaveFamily::new("min", &[Operation::Min, Operation::Max]),
        WaveFamily::new("neg", &[Operation::Neg, Operation::Abs]),
        WaveFamily::new("tanh", &[Operation::Tanh]),
        WaveFamily::new("ex2", &[Operation::Ex2]),
        WaveFamily::mixed("add_f32", &[Operation::Add, Operation::Sub]),
        WaveFamily::mixed("fma_f32", &[Operation::Fma]),
    ];

    /// Returns all families. Each arithmetic instruction under a name of PTX is in one: any other operation is a
    /// family of its own. Dot products have none, because their stages depend on the number of products.
    pub fn all() -> Vec<WaveFamily> {
        const OPERATIONS: &[Operation] = &Operation::ALL;
        let is_listed = |operation: &Operation| {
            WaveFamily::LISTED
                .iter()
                .any(|family| family.operations.contains(operation))
        };
        let has_family =
            |operation: &&Operation| operation.is_arithmetic() && !operation.is_riscv_only() && !operation.is_dot();
        let others = OPERATIONS
            .iter()
            .filter(|operation| has_family(operation) && !is_listed(operation));
        let others = others.map(|operation| WaveFamily::new(operation.name(), std::slice::from_ref(operation)));
        WaveFamily::LISTED.into_iter().chain(others).collect()
    }

    /// Returns the family's instructions of a format; for mixed precision, the format of the narrow operands.
    pub fn instructions(self, element: FloatFormat) -> impl Iterator<Item = Instruction> {
        let belongs = move |instruction: &Instruction| {
            let ty = instruction.ty();
            self.operations.contains(&instruction.operation())
                && ty.is_mixed() == self.is_mixed
                && ty.operand_format() == element
        };
        let all = Instruction::arithmetic().iter().chain(Instruction::functions());
        all.copied().filter(belongs)
    }

    /// Returns the name of its save file for a format.
    pub fn file_name(self, element: FloatFormat) -> String {
        format!("{}_{element}.gtkw", self.name)
    }

    /// Returns a save file that fits the dumps of all its instructions of a format, at every latency and with every
    /// modifier, in one lane or two.
    ///
    /// It names its traces by patterns. GTKWave treats a line with an asterisk as a regular expression and shows the
    /// matches. The file lists whole stages, and GTKWave omits traces that a dump lacks.
    pub fn view(self, element: FloatFormat) -> String {
        let instructions: Vec<Instruction> = self.instructions(element).collect();
        let operations: Vec<String> = self.operations.iter().map(Operation::to_string).collect();
        let kind = if self.is_mixed { "f32." } else { "" };
        let mut file = SaveFile::new(&format!("{} on {kind}{element}", operations.join(" and ")));
        file.own_name(&self.file_name(element));
        file.usual_window();
        for bit in [Role::Clock, Role::Reset, Role::Enable, Role::InValid] {
            file.trace(&top_level(bit.contract_name()), 1, Shown::Hexadecimal);
        }
        let registers = |of: fn(&Signature) -> &[Operand]| {
            let first = instructions.first();
            first.map_or(&[][..], |first| of(first.signature()))
        };
        let trace = |file: &mut SaveFile, path: &str, register: &Operand| {
            file.trace(path, register.element_type.bits(), Shown::from_register(register));
        };
        for operand in registers(Signature::operands) {
            trace(&mut file, &top_level(&pattern(operand)), operand);
        }
        file.trace(&top_level(Role::OutValid.contract_name()), 1, Shown::Hexadecimal);
        for result in registers(Signature::results) {
            trace(&mut file, &top_level(&pattern(result)), result);
        }
        for result in registers(Signature::results) {
            trace(&mut file, r".*\.check\.expected[[]", result);
        }
        file.trace(r".*\.check\.mismatch$", 1, Shown::Hexadecimal);
        let stages = stages(&instructions);
        let lanes = instructions.iter().map(|instruction| instruction.ty().lanes()).max();
        for lane in 0..lanes.unwrap_or(0) {
            let title = format!("lane {lane}");
            file.begin_group(&title, lane == 0);
            for (stage, open) in &stages {
                let title = stage.replace('_', " ");
                file.begin_group(&title, *open);
                let path = format!(r".*\.lane{lane}\.{stage}\.");
                file.trace(&path, element.register_bits(), Shown::Hexadecimal);
                file.end_group(&title, *open);
            }
            file.end_group(&title, lane == 0);
        }
        file.text
    }
}

/// Returns the pattern of a register's name, followed by a range unless the register is one bit wide.
fn pattern(register: &Operand) -> String {
    match register.width() {
        1 => format!("{}$", register.name),
        _ => format!("{}[[]", register.name),
    }
}

/// Returns the pattern of a name in the outermost scope.
fn top_level(name: &str) -> String {
    format!(r"\(^[^.]*\.{name}\)")
}

/// Returns the stages of the instructions, in dataflow order, each with true if it is initially unfolded.
fn stages(family: &[Instruction]) -> Vec<(String, bool)> {
    let mut stages: Vec<(String, bool)> = Vec::new();
    let longest = |instruction: Instruction| Design::unit(instruction, max_latency(instruction));
    let units = family
        .iter()
        .flat_map(|instruction| [Design::unit(*instruction, 0), longest(*instruction)])
        .flatten();
    for unit in units {
        let mut after = 0;
        for stage in lay_out(&unit).scopes.iter().flat_map(|lane| &lane.scopes) {
            after = match stages.iter().position(|(known, _)| *known == stage.name) {
                Some(position) => position + 1,
                None => {
                    stages.insert(after, (stage.name.clone(), stage.open));
                    after + 1
                }
            };
        }
    }
    stages
}
