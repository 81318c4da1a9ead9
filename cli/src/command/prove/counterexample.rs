//! A counterexample, with the results of hardware and model.

use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_hdl::design::{Interface, Port};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::contract::{INPUTS, INPUTS_OF_WORD, OUTPUT, REGISTER};
use halfpipe_prove::run::WrongResult;
use halfpipe_request::operands::{hexadecimal, hexadecimal_words};
use halfpipe_simulation::{stimulus, vector, Vector};
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{Finding, Mismatch};
use halfpipe_testbench::{scoreboard, Difference};
use halfpipe_yosys::VerilogDut;
use halfpipe_yosys::{Circuit, Mapping};

use crate::command::report::described;
use crate::error::Error;
use crate::replay::{mismatch_text, Rerun};

/// The number of vectors that look for a handshake violation.
const VECTORS: u64 = 20_000;
/// The seed of these vectors.
const SEED: u64 = 1;

/// Simulates the counterexample if its words are operands. Otherwise lists the words.
pub fn describe(device: &dyn VerilogDut, mapping: Option<Mapping>, words: &[(String, u128)]) -> Result<String, Error> {
    let Some(inputs) = inputs(device, words) else {
        let listed: Vec<String> = words.iter().map(|(name, value)| format!("{name} {value:#x}")).collect();
        return Ok(listed.join(", "));
    };
    Ok(match run(device, mapping, &mut vec![inputs.clone()].into_iter(), 1)? {
        Some(finding) => described(&finding, Difference::find(device, &finding).as_ref(), None),
        None if device.elaborated().is_some() => undefined(device, mapping, &inputs)?,
        None => "the result of these operands is correct: the fault shows elsewhere in the lemma".to_owned(),
    })
}

/// Describes the violation of a lemma about control signals: the register or output, with the inputs of one clock
/// cycle. The words are those of the unoptimised netlist of a file.
pub fn describe_violation(device: &dyn VerilogDut, words: &[(String, u128)]) -> Option<String> {
    let registers = Circuit::register_names(device.elaborated()?);
    let number = |name: &str, prefix: &str| name.strip_prefix(prefix)?.parse::<usize>().ok();
    let place = words.iter().filter(|(_, value)| *value == 1).find_map(|(name, _)| {
        let register = number(name, REGISTER).and_then(|number| registers.get(number));
        let register = register.map(|register| format!("register {register}"));
        register.or_else(|| output_name(device.interface(), number(name, OUTPUT)?))
    })?;
    let inputs: Vec<u128> = words
        .iter()
        .filter(|(name, _)| name == INPUTS)
        .map(|(_, word)| *word)
        .collect();
    let bit = |place: usize| Some(inputs.get(place / INPUTS_OF_WORD)? >> (place % INPUTS_OF_WORD) & 1);
    let control = [("reset", RESET), ("enable", ENABLE), ("in_valid", IN_VALID)];
    let mut values: Vec<String> = control
        .iter()
        .map(|(name, place)| Some(format!("{name} {}", bit(*place)?)))
        .collect::<Option<_>>()?;
    let mut first = IN_VALID + 1;
    for port in device.interface().input_ports() {
        let places = first..first + port.width as usize;
        let word = |first: usize| {
            let places = (first..places.end.min(first + 64)).rev();
            places.map(bit).try_fold(0, |word, bit| Some(word << 1 | bit? as u64))
        };
        let words: Vec<u64> = places.clone().step_by(64).map(word).collect::<Option<_>>()?;
        values.push(format!("{} {}", port.name, hexadecimal_words(&words, port.width)));
        first = places.end;
    }
    Some(format!("the lemma fails for {place} at {}", values.join(", ")))
}

/// Returns the name of one bit of the outputs.
fn output_name(interface: &Interface, number: usize) -> Option<String> {
    let mut bit = number.checked_sub(OUT_VALID + 1);
    for port in interface.outputs() {
        match bit {
            None => break,
            Some(place) if place < port.width as usize => return Some(format!("output {}[{place}]", port.name)),
            Some(place) => bit = Some(place - port.width as usize),
        }
    }
    (number == OUT_VALID).then(|| "output out_valid".to_owned())
}

/// Looks for a handshake violation by simulation, and describes it; None if none is found.
pub fn find_violation(device: &dyn VerilogDut, mapping: Option<Mapping>) -> Result<Option<String>, Error> {
    let mut source = stimulus::make_module_source(device.interface(), SEED);
    let finding = run(device, mapping, source.as_mut(), VECTORS)?;
    Ok(finding.map(|finding| {
        let rerun = Rerun::Verify { seed: SEED };
        described(&finding, Difference::find(device, &finding).as_ref(), Some(rerun))
    }))
}

/// Compares vectors with the model; returns the first finding.
fn run(
    device: &dyn VerilogDut,
    mapping: Option<Mapping>,
    source: &mut dyn stimulus::VectorSource,
    count: u64,
) -> Result<Option<Finding>, Error> {
    let kind = mapping.map_or(EngineKind::Simulator, EngineKind::Gates);
    let mut engine = engine::open(kind, device).map_err(Error::failure)?;
    let report = scoreboard::verify(device, engine.as_mut(), source, count, &mut |_| {});
    Ok(report.map_err(Error::failure)?.first)
}

/// Describes a result of a file that is wrong by its own conventions, with the command that shows it again.
pub fn describe_wrong(device: &dyn VerilogDut, mapping: Option<Mapping>, wrong: &WrongResult) -> String {
    let interface = device.interface();
    let value = |port: &Port| {
        let mut operands = wrong.operands.iter();
        operands
            .find(|(name, _)| *name == port.name)
            .map_or(0, |(_, value)| *value as u64)
    };
    let words = |result: u128| {
        let mut below = 0;
        let words = interface.outputs().map(|port| {
            let word = (result >> below) as u64 & (u64::MAX >> (u64::BITS - port.width));
            below += port.width;
            word
        });
        vector(words.collect::<Vec<_>>())
    };
    let [actual, expected] = wrong.results.map(words);
    let mismatch = Mismatch {
        interface: interface.clone(),
        engine: EngineKind::Gates(mapping.unwrap_or(Mapping::Generic)),
        file_options: device.file_options().to_vec(),
        inputs: vector(interface.inputs().map(value).collect::<Vec<_>>()),
        expected,
        actual,
    };
    mismatch_text(&mismatch)
}

/// Reports that an external module gives different results for the same operands.
fn undefined(device: &dyn VerilogDut, mapping: Option<Mapping>, inputs: &Vector) -> Result<String, Error> {
    let interface = device.interface();
    let operands = interface.inputs().zip(inputs.iter());
    let operands = operands.map(|(port, value)| format!("{} {}", port.name, hexadecimal(*value, port.width)));
    let operands: Vec<String> = operands.collect();
    let circuit = Circuit::synthesise(device, mapping.unwrap_or(Mapping::Generic)).map_err(Error::failure)?;
    let open = match circuit.aig().undefined_places().len() {
        0 => String::new(),
        1 => ", and on 1 value that the file leaves undefined".to_owned(),
        count => format!(", and on {count} values that the file leaves undefined"),
    };
    Ok(format!(
        "the result of {} is correct in one run; it depends on the initial contents of registers{open}",
        operands.join(", ")
    ))
}

/// Returns the data inputs of a counterexample. Operands of a single lane are applied to every lane.
fn inputs(device: &dyn VerilogDut, words: &[(String, u128)]) -> Option<Vector> {
    let interface = device.interface();
    let lanes = interface.instruction().map_or(1, Instruction::independent_lanes);
    // All lanes have one rounding.
    let rounding = interface.instruction().and_then(|instruction| {
        let signature = instruction.signature();
        let place = signature.rounding()?;
        Some(signature.operands()[place].name.to_owned())
    });
    let word = |name: &str| {
        words
            .iter()
            .find(|(word, _)| word == name)
            .map(|(_, value)| *value as u64)
    };
    let inputs: Option<Vec<u64>> = interface
        .inputs()
        .map(|port| {
            let value = word(&port.name)?;
            let width = port.width / lanes;
            let is_of_one_lane = lanes > 1 && value >> width == 0 && Some(&port.name) != rounding.as_ref();
            Some(if is_of_one_lane { value | value << width } else { value })
        })
        .collect();
    inputs.map(vector)
}
