//! Comparing an engine's results with the exact model.

use std::fmt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use halfpipe_isa::{Element, Instruction};
use halfpipe_reference::{describe, evaluate, Format};
use rayon::prelude::*;

use crate::device::Device;
use crate::engine::{Engine, EngineError, EngineKind};
use crate::stimulus::Source;
use crate::Vector;

/// Vectors that an engine is given at once.
const CHUNK: u64 = 1 << 16;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many vectors were compared.
    pub vectors: u64,
    /// How many of them have another result than the model's.
    pub mismatches: u64,
    /// The first of those.
    pub first: Option<Mismatch>,
}

/// A result that is not the model's. Displays as a text of several lines: operands and results decoded, lane by lane,
/// and the command that runs this one vector again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// What was computed.
    pub instruction: Instruction,
    /// The unit's latency.
    pub latency: u32,
    /// What computed it.
    pub engine: EngineKind,
    /// The file of its Verilog, where it is not generated.
    pub file: Option<PathBuf>,
    /// The operands.
    pub operands: Vector,
    /// The model's result.
    pub expected: u32,
    /// The engine's result.
    pub actual: u32,
}

/// Compares `count` vectors of a source, or as many as it has.
///
/// While the engine computes a chunk of vectors, the model computes the same chunk on the other cores, and the source
/// makes the next one. `on_progress` is told after each chunk how many vectors are done.
///
/// # Errors
///
/// When the engine fails, or does not give a result for each vector.
pub fn verify(
    device: &dyn Device,
    engine: &mut dyn Engine,
    source: &mut dyn Source,
    count: u64,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Report, EngineError> {
    let instruction = device.instruction();
    let kind = engine.kind();
    let mut report = Report {
        vectors: 0,
        mismatches: 0,
        first: None,
    };
    let mut results = Vec::new();
    let mut asked = count.min(CHUNK);
    let mut vectors = source.fill(asked as usize);
    while !vectors.is_empty() {
        let next_chunk = (count - asked).min(CHUNK);
        asked += next_chunk;
        results.clear();
        let (evaluated, (expected, next)) = thread::scope(|scope| {
            let running = scope.spawn(|| engine.evaluate(&vectors, &mut results));
            let rest = rayon::join(
                || expected_results(instruction, &vectors),
                || source.fill(next_chunk as usize),
            );
            (running.join().unwrap_or_else(|panic| resume_unwind(panic)), rest)
        });
        evaluated?;
        EngineError::check_count(vectors.len(), results.len())?;
        for ((operands, expected), actual) in vectors.iter().zip(&expected).zip(&results) {
            if expected != actual {
                report.mismatches += 1;
                report.first.get_or_insert(Mismatch {
                    instruction,
                    latency: device.latency(),
                    engine: kind,
                    file: device.file().map(Path::to_owned),
                    operands: *operands,
                    expected: *expected,
                    actual: *actual,
                });
            }
        }
        report.vectors += vectors.len() as u64;
        on_progress(report.vectors);
        vectors = next;
    }
    Ok(report)
}

fn expected_results(instruction: Instruction, vectors: &[Vector]) -> Vec<u32> {
    vectors
        .par_iter()
        .with_min_len(1024)
        .map(|vector| evaluate(instruction, vector))
        .collect()
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch {
            instruction,
            latency,
            engine,
            ..
        } = self;
        writeln!(formatter, "{instruction} at latency {latency}, engine {engine}")?;
        let ty = instruction.ty();
        for lane in 0..ty.lanes() {
            if ty.lanes() > 1 {
                let differs = if self.lane_differs(lane) { "" } else { ", which agrees" };
                writeln!(formatter, "lane {lane}{differs}")?;
            }
            let mut line = |name: &str, element: Element, register: u32| {
                let value = register >> (lane * element.bits());
                writeln!(formatter, "  {name:<8}  {}", describe(Format::from(element), value))
            };
            for (operand, register) in instruction.operands().iter().zip(self.operands) {
                line(&operand.name.to_string(), operand.element, register)?;
            }
            line("expected", ty.result_element(), self.expected)?;
            line("actual", ty.result_element(), self.actual)?;
        }
        write!(formatter, "again: {}", self.command())
    }
}

impl Mismatch {
    /// The command that runs this one vector again.
    pub fn command(&self) -> String {
        let operands = self.instruction.operands().iter().zip(self.operands);
        let words: String = operands
            .map(|(operand, value)| {
                let digits = operand.width() as usize / 4;
                format!(" 0x{value:0digits$X}")
            })
            .collect();
        let file = self.file.as_deref().map(file_option).unwrap_or_default();
        format!(
            "halfpipe eval {}{words}{file} {} --latency {}",
            self.instruction,
            self.engine.options(),
            self.latency
        )
    }

    fn lane_differs(&self, lane: u32) -> bool {
        let bits = self.instruction.ty().result_element().bits();
        (self.expected ^ self.actual) >> (lane * bits) & ((1 << bits) - 1) != 0
    }
}

/// The option that names a file, quoted where a shell would not leave it alone.
fn file_option(file: &Path) -> String {
    let name = file.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    match name.chars().all(is_plain) {
        true => format!(" --verilog {name}"),
        false => format!(" --verilog '{}'", name.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Reference;
    use crate::stimulus::Stimulus;

    /// The exact model, which keeps the last result to itself, or gives it twice.
    struct Miscounting(Reference, bool);

    impl Engine for Miscounting {
        fn kind(&self) -> EngineKind {
            self.0.kind()
        }

        fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
            self.0.evaluate(vectors, results)?;
            let last = results.pop().expect("there is a vector");
            if self.1 {
                results.extend([last; 2]);
            }
            Ok(())
        }
    }

    #[test]
    fn an_engine_that_leaves_results_out_does_not_pass() {
        let unit = Unit::new("neg.f16".parse().unwrap(), 0).unwrap();
        for (twice, results) in [(false, 99), (true, 101)] {
            let mut engine = Miscounting(Reference::new(unit.instruction()), twice);
            let mut stimulus = Stimulus::new(unit.instruction(), 1);
            let error = verify(&unit, &mut engine, &mut stimulus, 100, &mut |_| {}).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("the engine gave {results} results for 100 vectors; it has to give one for each")
            );
        }
    }

    fn mismatch(mnemonic: &str, operands: Vector, expected: u32, actual: u32) -> Mismatch {
        let instruction = mnemonic.parse().expect("a legal mnemonic");
        Mismatch {
            instruction,
            latency: 2,
            engine: EngineKind::Verilator,
            file: None,
            operands,
            expected,
            actual,
        }
    }

    #[test]
    fn a_mismatch_is_decoded_for_its_reader() {
        let text = mismatch("mul.f16", [0x3C00, 0xC000, 0], 0xC000, 0x4000).to_string();
        let lines = [
            "mul.rn.f16 at latency 2, engine verilator",
            "  a         0x3C00 + 1.0000000000 × 2^0 = 1 (normal)",
            "  b         0xC000 - 1.0000000000 × 2^1 = -2 (normal)",
            "  expected  0xC000 - 1.0000000000 × 2^1 = -2 (normal)",
            "  actual    0x4000 + 1.0000000000 × 2^1 = 2 (normal)",
            "again: halfpipe eval mul.rn.f16 0x3C00 0xC000 --engine verilator --latency 2",
        ];
        assert_eq!(text, lines.join("\n"));
    }

    #[test]
    fn lanes_are_decoded_apart() {
        let text = mismatch("neg.bf16x2", [0x3F80_0001, 0, 0], 0xBF80_8001, 0x3F80_8001).to_string();
        assert!(text.contains("\nlane 0, which agrees\n  a         0x0001 "), "{text}");
        assert!(text.contains("\nlane 1\n  a         0x3F80 "), "{text}");
    }

    #[test]
    fn operands_of_mixed_width_keep_their_width_and_name() {
        let text = mismatch("add.f32.f16", [0x3C00, 0x3F80_0000, 0], 0x4000_0000, 0).to_string();
        assert!(text.contains("\n  c         0x3F800000 "), "{text}");
        assert!(
            text.ends_with("add.rn.f32.f16 0x3C00 0x3F800000 --engine verilator --latency 2"),
            "{text}"
        );
    }
}
