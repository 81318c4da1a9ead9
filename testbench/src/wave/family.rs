//! Save files for every dump of a family.

use halfpipe_hdl::unit::Unit;
use halfpipe_isa::{Element, Instruction, Operation};

use super::layout::{self, Shown};
use super::save::SaveFile;

/// A save file that fits the dumps of every instruction with one of the operations and of the format, at every
/// latency and with every modifier, in one lane or two.
///
/// It names its traces by patterns: GTKWave takes a line with an asterisk as a regular expression and shows what it
/// finds. So it lists whole stages, and what a dump does not have is not shown. `name` is the file's own.
pub fn family_view(operations: &[Operation], element: Element, name: &str) -> String {
    let in_family = |instruction: &&Instruction| {
        let ty = instruction.ty();
        operations.contains(&instruction.operation()) && ty.element() == element && !ty.is_mixed()
    };
    let family: Vec<Instruction> = Instruction::all().iter().filter(in_family).copied().collect();
    let title: Vec<String> = operations
        .iter()
        .map(|operation| format!("{operation}.{element}"))
        .collect();
    let mut file = SaveFile::new(&title.join(" and "));
    file.own_name(name);
    file.window();
    for bit in ["clock", "reset", "enable", "in_valid"] {
        file.trace(&top_level(bit), 1, Shown::Hexadecimal);
    }
    let number = Shown::Number(element);
    for operand in family.first().map_or(&[][..], |instruction| instruction.operands()) {
        file.trace(&top_level(&format!("{}[[]", operand.name)), element.bits(), number);
    }
    file.trace(&top_level("out_valid"), 1, Shown::Hexadecimal);
    file.trace(&top_level("d[[]"), element.bits(), number);
    file.trace(r".*\.check\.expected[[]", element.bits(), number);
    file.trace(r".*\.check\.mismatch$", 1, Shown::Hexadecimal);
    let stages = stages(&family);
    for lane in 0..2 {
        let title = format!("lane {lane}");
        file.begin_group(&title, lane == 0);
        for stage in &stages {
            let title = stage.replace('_', " ");
            file.begin_group(&title, true);
            file.trace(
                &format!(r".*\.lane{lane}\.{stage}\."),
                element.bits(),
                Shown::Hexadecimal,
            );
            file.end_group(&title, true);
        }
        file.end_group(&title, lane == 0);
    }
    file.text
}

/// The pattern of a name in the outermost scope.
fn top_level(name: &str) -> String {
    format!(r"\(^[^.]*\.{name}\)")
}

/// The stages that the instructions have, in dataflow order.
fn stages(family: &[Instruction]) -> Vec<String> {
    let mut stages: Vec<String> = Vec::new();
    for unit in family.iter().filter_map(|instruction| Unit::new(*instruction, 0).ok()) {
        let mut after = 0;
        for stage in layout::of(&unit).scopes.iter().flat_map(|lane| &lane.scopes) {
            after = match stages.iter().position(|known| *known == stage.name) {
                Some(position) => position + 1,
                None => {
                    stages.insert(after, stage.name.clone());
                    after + 1
                }
            };
        }
    }
    stages
}
