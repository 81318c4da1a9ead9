//! The core of RISC-V in the embedded simulator: each part against the golden model.

use halfpipe_hdl::design::Function;
use halfpipe_hdl::export::riscv::vector_inputs;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::zfh::{parts, Encoding, Part, ZfhError, ZfhSpec, HALF_BITS};
use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operand, Operation};

use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::model::results;
use crate::stimulus::{make_function_source, sample};
use crate::Vector;

/// An instruction whose part of a core differs from the golden model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZfhMismatch {
    /// The instruction.
    pub instruction: Instruction,
    /// Its operands, and the rounding if it is an operand.
    pub operands: Vec<u64>,
    /// The content of the core's result port in the model, and the flags.
    pub expected: (u64, u64),
    /// The same of the part. None if it shows no result in time.
    pub found: Option<(u64, u64)>,
}

/// Compares the parts of a core with the golden model, on a sample of `count` vectors for each instruction or on as many
/// of its stimulus. Returns the number of vectors, and the first difference.
///
/// # Errors
///
/// Returns an error if there is no such core.
pub fn check_parts(
    spec: &ZfhSpec,
    vectors: Vectors,
    count: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<(u64, Option<ZfhMismatch>), ZfhError> {
    let mut done = 0;
    for part in parts(spec)? {
        let mut simulator = NetlistSimulator::new(&part.module);
        let is_of_part = |instruction: &Instruction| spec.computes(&part, &Encoding::from_instruction(*instruction));
        for instruction in spec.instructions().into_iter().filter(is_of_part) {
            for vector in vectors.draw(instruction, count) {
                if let Some(mismatch) = compare(spec, &part, &mut simulator, instruction, &vector) {
                    return Ok((done, Some(mismatch)));
                }
                done += 1;
            }
            progress(done);
        }
    }
    Ok((done, None))
}

/// The source of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// A sample of all kinds, with this seed.
    Sample(u64),
    /// The stimulus from its beginning, with this seed.
    Stimulus(u64),
}

impl Vectors {
    fn draw(self, instruction: Instruction, count: usize) -> Vec<Vector> {
        let function = Function::from(instruction);
        match self {
            Vectors::Sample(seed) => sample(&function, seed, count),
            // A part of the stimulus need not have each class of values.
            Vectors::Stimulus(seed) => {
                let mut vectors = sample(&function, seed, count / 4);
                vectors.extend(make_function_source(&function, seed).fill(count - vectors.len()));
                vectors
            }
        }
    }
}

fn compare(
    spec: &ZfhSpec,
    part: &Part,
    simulator: &mut NetlistSimulator,
    instruction: Instruction,
    vector: &Vector,
) -> Option<ZfhMismatch> {
    let signature = instruction.signature();
    let operands: Vec<u64> = vector.iter().copied().take(signature.operands().len()).collect();
    let found = run(
        spec,
        part,
        simulator,
        instruction,
        &registers(spec, instruction, &operands),
    );
    let wanted = results(instruction, &operands);
    let expected = (spec.result_word(instruction, wanted[0]), wanted[1]);
    (found != Some(expected)).then_some(ZfhMismatch {
        instruction,
        operands,
        expected,
        found,
    })
}

/// Returns the registers with these operands, each with its box.
fn registers(spec: &ZfhSpec, instruction: Instruction, operands: &[u64]) -> Vec<u64> {
    let word = |(operand, value): (&Operand, &u64)| spec.operand_word(operand.element_type, *value);
    instruction
        .signature()
        .operands()
        .iter()
        .zip(operands)
        .map(word)
        .collect()
}

/// Returns the code of an instruction's rounding, which the last register has if it is an operand.
fn rounding_code(instruction: Instruction, registers: &[u64]) -> u64 {
    if instruction.has_rounding_port() {
        registers[registers.len() - 1]
    } else {
        instruction.rounding().code()
    }
}

/// Runs an instruction in its part. Returns the content of the result port, and the flags; None if the part shows no
/// result in time.
fn run(
    spec: &ZfhSpec,
    part: &Part,
    simulator: &mut NetlistSimulator,
    instruction: Instruction,
    registers: &[u64],
) -> Option<(u64, u64)> {
    let encoding = Encoding::from_instruction(instruction);
    let rounding = rounding_code(instruction, registers);
    let register = |name: &str| {
        let place = encoding.ports.iter().position(|port| *port == name)?;
        Some(registers[place])
    };
    for (position, port) in part.module.lane.inputs.iter().enumerate() {
        let value = if let Some(value) = encoding.control(&port.name, rounding) {
            value
        } else if let Some(operand) = port.name.strip_prefix(BOXED) {
            // The core's wire `boxed_a` is the AND of the bits above the number.
            let own = part.format.map_or(HALF_BITS, FloatFormat::width);
            let above = spec.register_bits() - own;
            register(operand).map_or(1, |word| u64::from((word >> own).trailing_ones() >= above))
        } else {
            register(&port.name).unwrap_or(u64::MAX)
        };
        simulator.set_input(position, value & (u64::MAX >> (u64::BITS - port.width)));
    }
    simulator.set_valid(true);
    simulator.settle();
    let is_iterative = part.lane.iteration.is_some();
    for _ in 0..part.module.latency {
        simulator.tick(true, false);
        simulator.set_valid(false);
        simulator.settle();
        // The small divider may take fewer cycles.
        if is_iterative && simulator.out_valid() {
            break;
        }
    }
    let is_in_time = !is_iterative || simulator.out_valid();
    let output = |name: &str| {
        let position = part.module.lane.outputs.iter().position(|port| port.name == name)?;
        let width = part.module.lane.outputs[position].width;
        Some((simulator.output(position) as u64, width))
    };
    let (result, width) = output("result").expect("a part has a result");
    let d = instruction.signature().results()[0].element_type;
    let is_number = matches!(d, ElementType::Number(_));
    let fill = match (output("fill"), spec.boxes()) {
        (Some((fill, _)), true) => fill == 1,
        (Some((fill, _)), false) => fill == 1 && is_number && result >> (width - 1) & 1 == 1,
        (None, true) => true,
        (None, false) => result >> (width - 1) & 1 == 1,
    };
    let above = if fill && width < spec.width() {
        u64::MAX << width & (u64::MAX >> (u64::BITS - spec.width()))
    } else {
        0
    };
    let (flags, _) = output("flags").expect("a part has flags");
    is_in_time.then_some((result | above, flags))
}

/// The beginning of the name of an input that is 1 if an operand has its box.
const BOXED: &str = "boxed_";

/// Evaluates instructions of a core on registers.
pub trait RegisterEvaluator {
    /// Returns the content of the result port, and the flags. There is a register for each operand of the instruction,
    /// and the code of the rounding if it is an operand. None if the hardware shows no result in time.
    ///
    /// # Panics
    ///
    /// Panics if the core does not have the instruction.
    fn evaluate(&mut self, instruction: Instruction, registers: &[u64]) -> Option<(u64, u64)>;
}

/// The parts of a core in the embedded simulator.
pub struct SimulatedCore {
    spec: ZfhSpec,
    parts: Vec<(NetlistSimulator, Part)>,
}

impl SimulatedCore {
    /// Builds the parts of a core.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such core.
    pub fn new(spec: &ZfhSpec) -> Result<SimulatedCore, ZfhError> {
        let parts = parts(spec)?.into_iter();
        Ok(SimulatedCore {
            spec: spec.clone(),
            parts: parts.map(|part| (NetlistSimulator::new(&part.module), part)).collect(),
        })
    }
}

impl RegisterEvaluator for SimulatedCore {
    fn evaluate(&mut self, instruction: Instruction, registers: &[u64]) -> Option<(u64, u64)> {
        let encoding = Encoding::from_instruction(instruction);
        let mut parts = self.parts.iter_mut();
        let own = parts.find(|(_, part)| self.spec.computes(part, &encoding));
        let (simulator, part) = own.expect("the core has the instruction");
        run(&self.spec, part, simulator, instruction, registers)
    }
}

/// Returns operations of a core: the values of its inputs, in the order of [`vector_inputs`], and those of `result` and
/// `flags` that the golden model gives. Each instruction has `count` operands of this
/// seed, and their order is random.
pub fn draw_operations(spec: &ZfhSpec, count: usize, seed: u64) -> Vec<(Vec<u64>, Vec<u64>)> {
    let instructions = spec.instructions();
    let mut operations = Vec::new();
    for instruction in instructions {
        let vectors = Vectors::Sample(seed).draw(instruction, count).into_iter();
        operations
            .extend(vectors.map(|vector| model_operation(spec, instruction, &registers(spec, instruction, &vector))));
    }
    operations.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    operations
}

/// Returns the values of a core's inputs for an instruction on registers, and those of `result` and `flags` that the golden model
/// gives.
pub fn model_operation(spec: &ZfhSpec, instruction: Instruction, registers: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (result, flags) = CoreModel::new(spec).answer(instruction, registers);
    (inputs(spec, instruction, registers), vec![result, flags])
}

/// Returns the values of a core's inputs. Those that the instruction does not read are ones.
fn inputs(spec: &ZfhSpec, instruction: Instruction, registers: &[u64]) -> Vec<u64> {
    let encoding = Encoding::from_instruction(instruction);
    let rounding = rounding_code(instruction, registers);
    let value = |name: &str| {
        let place = encoding.ports.iter().position(|port| *port == name);
        match (encoding.control(name, rounding), place) {
            (Some(code), _) => code,
            (None, Some(place)) => registers[place],
            (None, None) => u64::MAX >> (u64::BITS - spec.width()),
        }
    };
    vector_inputs().map(value).collect()
}

/// The golden model of a core.
///
/// A number without ones above it in a wider floating-point register is the canonical NaN, but for moves, which take its
/// bits (The RISC-V Instruction Set Manual, volume I, "NaN Boxing of Narrower Values").
pub struct CoreModel {
    spec: ZfhSpec,
}

impl CoreModel {
    /// Returns the model of a core.
    pub fn new(spec: &ZfhSpec) -> CoreModel {
        CoreModel { spec: spec.clone() }
    }

    /// Returns the value that an instruction takes from a register.
    fn operand(&self, instruction: Instruction, element: ElementType, register: u64) -> u64 {
        let bits = element.bits();
        let mut above = bits..self.spec.register_bits();
        let lacks_box = self.spec.boxes()
            && instruction.operation() != Operation::Fmv
            && above.any(|place| register >> place & 1 == 0);
        match element.format() {
            Some(format) if lacks_box => format.canonical_nan().into(),
            _ => register & (u64::MAX >> (u64::BITS - bits)),
        }
    }
}

impl RegisterEvaluator for CoreModel {
    fn evaluate(&mut self, instruction: Instruction, registers: &[u64]) -> Option<(u64, u64)> {
        Some(self.answer(instruction, registers))
    }
}

impl CoreModel {
    /// Returns the content of the result port, and the flags.
    fn answer(&self, instruction: Instruction, registers: &[u64]) -> (u64, u64) {
        let signature = instruction.signature();
        let places = signature.operands().iter().zip(registers);
        let operands: Vec<u64> = places
            .map(|(operand, register)| self.operand(instruction, operand.element_type, *register))
            .collect();
        let wanted = results(instruction, &operands);
        (self.spec.result_word(instruction, wanted[0]), wanted[1])
    }
}
