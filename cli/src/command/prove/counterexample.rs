//! A counterexample, with the results of hardware and model.

use halfpipe_isa::Instruction;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::{scoreboard, vector, Vector};
use halfpipe_yosys::Dut;
use halfpipe_yosys::{Circuit, Mapping};

use crate::error::Error;
use crate::replay::finding_text;

/// Simulates the counterexample if its words are operands. Otherwise lists the words.
pub fn describe(device: &dyn Dut, mapping: Option<Mapping>, words: &[(String, u128)]) -> Result<String, Error> {
    let Some(inputs) = inputs(device, words) else {
        let listed: Vec<String> = words.iter().map(|(name, value)| format!("{name} {value:#x}")).collect();
        return Ok(listed.join(", "));
    };
    let kind = mapping.map_or(EngineKind::Simulator, EngineKind::Gates);
    let mut engine = engine::open(kind, device).map_err(Error::failure)?;
    let report = scoreboard::verify(device, engine.as_mut(), &mut vec![inputs].into_iter(), 1, &mut |_| {});
    Ok(match report.map_err(Error::failure)?.first {
        Some(finding) => finding_text(&finding),
        None if device.elaborated().is_some() => undefined(device, mapping)?,
        None => "the result of these operands is correct: the fault shows elsewhere in the lemma".to_owned(),
    })
}

/// Reports that an external module gives different results for the same operands.
fn undefined(device: &dyn Dut, mapping: Option<Mapping>) -> Result<String, Error> {
    let circuit = Circuit::synthesise(device, mapping.unwrap_or(Mapping::Generic)).map_err(Error::failure)?;
    let open = match circuit.aig().undefined_places().len() {
        0 => String::new(),
        1 => ", and on 1 value that the file leaves undefined".to_owned(),
        count => format!(", and on {count} values that the file leaves undefined"),
    };
    Ok(format!(
        "the result of these operands is correct in one run; it depends on the initial contents of registers{open}"
    ))
}

/// Returns the data inputs of a counterexample. Operands of a single lane are applied to every lane.
fn inputs(device: &dyn Dut, words: &[(String, u128)]) -> Option<Vector> {
    let interface = device.interface();
    let lanes = interface.instruction().map_or(1, Instruction::independent_lanes);
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
            let is_of_one_lane = lanes > 1 && value >> width == 0;
            Some(if is_of_one_lane { value | value << width } else { value })
        })
        .collect();
    inputs.map(vector)
}
