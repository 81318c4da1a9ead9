//! The core of RISC-V in the embedded simulator: each part against the golden model.

use halfpipe_hdl::design::Function;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::zfh::{parts, Encoding, Part, ZfhError, ZfhSpec};
use halfpipe_isa::{ElementType, Instruction};

use crate::model::results;
use crate::stimulus::{of_function, sample};
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
            Vectors::Stimulus(seed) => of_function(&function, seed).fill(count),
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
    let encoding = Encoding::from_instruction(instruction);
    let operands: Vec<u64> = vector.iter().copied().take(signature.operands().len()).collect();
    let rounding = match instruction.has_rounding_port() {
        true => operands[operands.len() - 1],
        false => instruction.rounding().code(),
    };
    for (position, port) in part.module.lane.inputs.iter().enumerate() {
        let operand = encoding.ports.iter().position(|name| *name == port.name);
        let value = match (encoding.control(&port.name, rounding), operand) {
            (Some(value), _) => value,
            (None, Some(operand)) => spec.operand_word(signature.operands()[operand].element_type, operands[operand]),
            // Every operand has its box.
            (None, None) => u64::MAX,
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
    let d = signature.results()[0].element_type;
    let is_number = matches!(d, ElementType::Number(_));
    let fill = match (output("fill"), spec.boxes()) {
        (Some((fill, _)), true) => fill == 1,
        (Some((fill, _)), false) => fill == 1 && is_number && result >> (width - 1) & 1 == 1,
        (None, true) => true,
        (None, false) => result >> (width - 1) & 1 == 1,
    };
    let above = match fill && width < spec.width() {
        true => u64::MAX << width & (u64::MAX >> (u64::BITS - spec.width())),
        false => 0,
    };
    let (flags, _) = output("flags").expect("a part has flags");
    let found = is_in_time.then_some((result | above, flags));
    let wanted = results(instruction, &operands);
    let expected = (spec.result_word(instruction, wanted[0]), wanted[1]);
    (found != Some(expected)).then_some(ZfhMismatch {
        instruction,
        operands,
        expected,
        found,
    })
}
