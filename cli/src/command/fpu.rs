//! The core, which the word `fpu` stands for in the place of a mnemonic.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::export::{Manifest, PortEntry};
use halfpipe_hdl::fpu::{Core, CoreError, NAME, UNKNOWN_RESULT};
use halfpipe_isa::{Instruction, Operation};
use halfpipe_testbench::core::{CoreEngine, Program, Simulated};
use serde::Serialize;

use super::write_json;
use crate::error::Error;
use crate::product::{self, Extras};
use crate::{hardware, select, table};

/// The word.
pub const WORD: &str = "fpu";

/// Width of the tag unless one is given.
const TAG_BITS: u32 = 8;

/// The latency for which none is asked, if the core has room for it.
const USUAL_LATENCY: u32 = 4;

/// Operations that a core is compared on before it is written.
const CHECKED_OPERATIONS: usize = 100_000;

/// The seed of the programs that check a core.
const SEED: u64 = 1;

/// Which core is asked for.
#[derive(Debug, Default)]
pub struct Request<'r> {
    /// The instructions, separated by commas; none for all.
    pub instructions: Option<&'r str>,
    /// Clock cycles from operands to result.
    pub latency: Option<u32>,
    /// Width of the tag in bits.
    pub tag_width: Option<u32>,
}

impl Request<'_> {
    fn instructions(&self) -> Result<Vec<Instruction>, Error> {
        let words: Vec<String> = self
            .instructions
            .unwrap_or("all")
            .split(',')
            .map(|word| word.trim().to_owned())
            .collect();
        if words.iter().any(String::is_empty) {
            return Err(Error::usage(
                "--instructions has an empty name: it takes mnemonics or patterns separated by commas, or all",
            ));
        }
        select::instructions(&words)
    }

    /// Builds the core.
    fn core(&self) -> Result<Core, Error> {
        Ok(core(&self.instructions()?, self.latency, self.tag_width)?)
    }
}

/// Builds the core of these instructions, with what is usual where nothing is asked for.
pub fn core(instructions: &[Instruction], latency: Option<u32>, tag_width: Option<u32>) -> Result<Core, CoreError> {
    let latency = match latency {
        Some(latency) => latency,
        None => Core::max_latency(instructions)?.min(USUAL_LATENCY),
    };
    Core::new(instructions, latency, tag_width.unwrap_or(TAG_BITS))
}

/// Whether the mnemonics of a command line are the word for the core. The options that only a core has, those that were
/// given, are refused for anything else.
pub fn is_asked_for(words: &[String], options: &[(&str, bool)]) -> Result<bool, Error> {
    let asked = words.iter().any(|word| word == WORD);
    if asked && words.len() > 1 {
        return Err(Error::usage(format!(
            "`{WORD}` stands alone: its instructions are named by --instructions, separated by commas"
        )));
    }
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) if !asked => Err(Error::usage(format!(
            "{option} is only for the core: write `{WORD}` in place of a mnemonic"
        ))),
        _ => Ok(asked),
    }
}

/// Writes the core's files, checked first unless that is not wanted.
pub fn generate(
    request: &Request,
    checked: bool,
    extras: Extras,
    folder: &Path,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let core = request.core()?;
    if checked {
        check_simulated(&core, output)?;
    }
    product::write(&product::of_core(&core, extras), folder, output)
}

/// Compares the core in the embedded simulator with the model.
pub fn check_simulated(core: &Core, output: &mut dyn Write) -> Result<(), Error> {
    check(core, &mut Simulated::new(core), output)
}

/// Compares the core with the model.
fn check(core: &Core, engine: &mut dyn CoreEngine, output: &mut dyn Write) -> Result<(), Error> {
    for program in Program::pair(core, CHECKED_OPERATIONS, SEED) {
        if let Some(fault) = program.run(engine).map_err(Error::failure)?.first {
            writeln!(
                output,
                "{NAME}: the hardware differs from the model, nothing is written\n{fault}"
            )?;
            return Err(Error::Found);
        }
    }
    Ok(())
}

/// What there is to say of a core.
#[derive(Serialize)]
struct Explanation {
    module: &'static str,
    operations: Vec<Row>,
    /// What an op that is not among them gives.
    unknown_result: String,
    /// Those of the default latency.
    ports: Vec<PortEntry>,
    default_latency: u32,
    latencies: Vec<Pipeline>,
}

/// An operation and the hardware that it shares with others.
#[derive(Serialize)]
struct Row {
    op: u32,
    mnemonic: String,
    lanes: Vec<u32>,
    datapath: String,
    computes: &'static str,
}

#[derive(Serialize)]
struct Pipeline {
    latency: u32,
    registers_after: Vec<String>,
}

impl Row {
    fn of(op: u32, instruction: Instruction) -> Row {
        let (datapath, computes) = datapath(instruction);
        Row {
            op,
            mnemonic: instruction.mnemonic(),
            lanes: (0..instruction.ty().lanes()).collect(),
            datapath,
            computes,
        }
    }
}

/// The datapath that computes an instruction in each of its lanes, and what it is given to compute.
fn datapath(instruction: Instruction) -> (String, &'static str) {
    let (name, computes) = match (instruction.operation(), instruction.ty().is_mixed()) {
        (Operation::Add, false) => ("fma", "a * 1 + b"),
        (Operation::Add, true) => ("fma", "a * 1 + c"),
        (Operation::Sub, false) => ("fma", "a * 1 - b"),
        (Operation::Sub, true) => ("fma", "a * 1 - c"),
        (Operation::Mul, _) => ("fma", "a * b + 0"),
        (Operation::Fma, _) => ("fma", "a * b + c"),
        (Operation::Min, _) => ("min/max", "the smaller of a, b"),
        (Operation::Max, _) => ("min/max", "the larger of a, b"),
        (Operation::Neg, _) => ("neg/abs", "a, its sign changed"),
        (Operation::Abs, _) => ("neg/abs", "a, its sign 0"),
        (Operation::Tanh, _) => ("tanh", "tanh a"),
        (Operation::Ex2, _) => ("ex2", "2 to the power a"),
    };
    let name = match instruction.operation() {
        // Their tables are those of one format.
        Operation::Tanh | Operation::Ex2 => format!("{name} {}", instruction.ty().element()),
        _ => name.to_owned(),
    };
    (name, computes)
}

impl Explanation {
    fn of(request: &Request) -> Result<Explanation, Error> {
        let usual = request.core()?;
        let max = Core::max_latency(usual.operations())?;
        let pipeline = |latency| {
            let core = Core::new(usual.operations(), latency, usual.tag_bits())?;
            let registers_after = core.cuts().into_iter().map(|cut| cut.replace('_', " ")).collect();
            Ok(Pipeline {
                latency,
                registers_after,
            })
        };
        Ok(Explanation {
            module: NAME,
            operations: usual
                .operations()
                .iter()
                .zip(0..)
                .map(|(operation, op)| Row::of(op, *operation))
                .collect(),
            unknown_result: format!("0x{UNKNOWN_RESULT:X}"),
            ports: Manifest::of_core(&usual).ports,
            default_latency: usual.latency(),
            latencies: (0..=max).map(pipeline).collect::<Result<_, Error>>()?,
        })
    }
}

/// Tells which operations share which datapaths, and what the core's ports and latencies are.
pub fn explain(request: &Request, json: bool, output: &mut dyn Write) -> Result<(), Error> {
    let explanation = Explanation::of(request)?;
    if json {
        return write_json(&explanation, output);
    }
    let Explanation {
        module,
        operations,
        unknown_result,
        ports,
        default_latency,
        latencies,
    } = explanation;
    writeln!(
        output,
        "{module}: {} instructions; those with the same datapath share it lane by lane\n",
        operations.len()
    )?;
    let mut rows = table::titled(["op", "mnemonic", "lanes", "datapath", "computes"]);
    for row in &operations {
        let lanes: Vec<String> = row.lanes.iter().map(u32::to_string).collect();
        rows.add_row([
            &row.op.to_string(),
            &row.mnemonic,
            &lanes.join(", "),
            &row.datapath,
            row.computes,
        ]);
    }
    indented(&table::text(&rows), output)?;
    writeln!(output, "  Any other op gives {unknown_result}, the canonical NaN.")?;
    writeln!(output, "\nPorts at latency {default_latency}")?;
    let mut rows = table::titled(["port", "direction", "width"]);
    for port in &ports {
        rows.add_row([&port.name, &port.direction, &port.width.to_string()]);
    }
    indented(&table::text(&rows), output)?;
    writeln!(
        output,
        "  A 16-bit operand or result is in the low half. At latency 0 there is no clock, reset, enable or valid."
    )?;
    writeln!(output, "\nLatencies")?;
    for Pipeline {
        latency,
        registers_after,
    } in &latencies
    {
        let what = match registers_after.as_slice() {
            [] => "combinational".to_owned(),
            places => format!("registers after {}", places.join(", ")),
        };
        let mark = if *latency == default_latency { " (default)" } else { "" };
        writeln!(output, "  {latency:>2}  {what}{mark}")?;
    }
    writeln!(output, "{}", hardware::beyond())?;
    Ok(())
}

fn indented(text: &str, output: &mut dyn Write) -> Result<(), Error> {
    for line in text.lines() {
        writeln!(output, "  {line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use halfpipe_testbench::core::{CoreIn, CoreOut};
    use halfpipe_testbench::engine::EngineError;

    use super::*;

    /// A core whose results have a wrong bit.
    struct Wrong(Simulated);

    impl CoreEngine for Wrong {
        fn core_cycles(&mut self, inputs: &[CoreIn]) -> Result<Vec<CoreOut>, EngineError> {
            let outputs = self.0.core_cycles(inputs)?;
            Ok(outputs
                .into_iter()
                .map(|output| CoreOut {
                    d: output.d ^ 0x100,
                    ..output
                })
                .collect())
        }
    }

    #[test]
    fn a_core_that_differs_is_reported() {
        let request = Request {
            instructions: Some("neg.f16, abs.f16"),
            ..Request::default()
        };
        let core = request.core().unwrap();
        assert_eq!(check(&core, &mut Simulated::new(&core), &mut Vec::new()), Ok(()));
        let mut output = Vec::new();
        assert_eq!(
            check(&core, &mut Wrong(Simulated::new(&core)), &mut output),
            Err(Error::Found)
        );
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.starts_with("halfpipe_fpu: the hardware differs from the model, nothing is written\n"),
            "{output}"
        );
    }
}
