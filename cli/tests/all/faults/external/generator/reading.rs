//! The netlists that `prove` makes of a file of constructs, and its refusals.

use std::path::Path;

use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::{Foreign, PortMap};
use halfpipe_yosys::external::VerilogSources;
use halfpipe_yosys::{Circuit, Mapping};

use super::construct::{interface, Construct, Source};

/// The outcome of `prove` on constructs.
#[derive(Default)]
pub struct Reading {
    /// Netlists, each with the constructs that it has.
    pub circuits: Vec<(Circuit, Vec<Construct>)>,
    /// The constructs that are refused, each with the words.
    pub refused: Vec<(Construct, String)>,
}

/// Reads constructs in one file. Leaves out those that a refusal names, and reads the others again. If it names none,
/// reads the halves of the file apart.
pub fn read(folder: &Path, mut constructs: Vec<Construct>, is_system: bool) -> Reading {
    let mut reading = Reading::default();
    while !constructs.is_empty() {
        let source = Source::write(folder, &constructs, is_system);
        let said = match circuit(&source, &constructs) {
            Ok(circuit) => {
                reading.circuits.push((circuit, constructs));
                return reading;
            }
            Err(said) => said,
        };
        let named = source.named(&said);
        if named.is_empty() && constructs.len() > 1 {
            let second = constructs.split_off(constructs.len() / 2);
            for half in [constructs, second] {
                let half = read(folder, half, is_system);
                reading.circuits.extend(half.circuits);
                reading.refused.extend(half.refused);
            }
            return reading;
        }
        for (place, construct) in std::mem::take(&mut constructs).into_iter().enumerate() {
            if named.contains(&place) || named.is_empty() {
                reading.refused.push((construct, said.clone()))
            } else {
                constructs.push(construct)
            }
        }
    }
    reading
}

/// Reads a file. Returns its netlist, or the words of its refusal.
fn circuit(source: &Source, constructs: &[Construct]) -> Result<Circuit, String> {
    let contract = |latency: u32| interface(constructs).at_latency(latency);
    let engine = EngineKind::Gates(Mapping::Generic);
    let sources = VerilogSources::from_file(&source.path);
    let foreign = Foreign::read(&sources, &contract, Some(1), engine, &[], &PortMap::default());
    let foreign = foreign.map_err(|error| error.to_string())?;
    Circuit::synthesise(&foreign, Mapping::Generic).map_err(|error| error.to_string())
}
