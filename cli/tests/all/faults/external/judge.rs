//! Simulation as a check that is independent of the proof. Icarus Verilog has four-valued logic, and Verilator replaces
//! undefined values by random ones. A module that `prove` accepts must show no wrong and no undefined output in either.

use std::path::Path;
use std::process::Command;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_simulation::model::expected;
use halfpipe_simulation::stimulus::{Cycle, ExpectedOutput, Stream};
use halfpipe_simulation::CycleOut;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{CycleEngine, EngineKind};
use halfpipe_testbench::foreign::{Foreign, PortMap};
use halfpipe_yosys::external::VerilogSources;
use halfpipe_yosys::Mapping;

use super::corpus::Variant;

/// The seed of the vectors, stalls and resets.
const SEED: u64 = 20;

/// The number of vectors for each module.
const VECTORS: usize = 600;

/// The initial value of registers in Icarus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PowerUp {
    /// Each bit is x.
    Unknown,
    /// Each bit is random.
    Random,
}

impl PowerUp {
    /// Returns a text whose registers have these initial values.
    fn applied(self, text: &str) -> String {
        match self {
            PowerUp::Unknown => text.to_owned(),
            PowerUp::Random => with_random_registers(text),
        }
    }
}

/// The input cycles of a simulation, and its expected results.
pub struct Judge {
    interface: Interface,
    cycles: Vec<Cycle>,
    results: Vec<Vec<u64>>,
}

impl Judge {
    /// Creates the judge for the modules of an instruction at a latency.
    pub fn new(mnemonic: &str, latency: u32) -> Judge {
        let design = Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let interface = design.interface().clone();
        let stream = Stream::from_device(&design, SEED, VECTORS);
        let results = stream.vectors().iter().map(|vector| expected(&interface, vector));
        let results = results.map(|result| {
            (0..interface.outputs().count())
                .map(|place| result.word(place))
                .collect()
        });
        Judge {
            results: results.collect(),
            cycles: stream.collect(),
            interface,
        }
    }

    /// Simulates a file in Icarus. Returns the fault, if any.
    pub fn in_icarus(&self, text: &str, models: Option<&str>, power_up: PowerUp, is_system: bool) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let name = if is_system { "module.sv" } else { "module.v" };
        write(folder.path(), name, &power_up.applied(text));
        self.run_icarus(folder.path(), name, models, power_up)
    }

    /// Simulates a variant in Icarus. Returns the fault, if any.
    pub fn variant_in_icarus(&self, variant: &Variant, power_up: PowerUp) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let text = power_up.applied(&variant.text);
        let name = Variant {
            text,
            ..variant.clone()
        }
        .write(folder.path());
        self.run_icarus(folder.path(), &name, None, power_up)
    }

    /// Simulates the module in a folder. Returns the fault, if any.
    fn run_icarus(&self, path: &Path, name: &str, models: Option<&str>, power_up: PowerUp) -> Option<String> {
        write(path, "bench.v", &self.bench());
        write(path, "cycles.hex", &self.cycles_text());
        let mut files = vec![name, "bench.v"];
        if let Some(models) = models {
            write(path, "models.v", models);
            files.push("models.v");
        }
        let options = ["-g2012", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-s", "bench", "-o", "run"];
        let compiled = run(path, "iverilog", &[&options[..], &files].concat());
        if let Err(said) = compiled {
            return Some(format!("Icarus Verilog does not compile it:\n{said}"));
        }
        match run(path, "vvp", &["-n", "run"]) {
            Ok(said) if said.ends_with("wrong 0\n") => None,
            Ok(said) | Err(said) => Some(format!("{power_up:?} registers: {said}")),
        }
    }

    /// Returns the testbench around the module.
    fn bench(&self) -> String {
        let slices = |ports: Vec<(&str, u32)>, word: &str| -> (u32, String) {
            let width = ports.iter().map(|(_, width)| width).sum::<u32>();
            let mut above = width;
            let mut text = String::new();
            for (name, width) in ports {
                above -= width;
                text += &format!(", .{name}({word}[{}:{above}])", above + width - 1);
            }
            (width, text)
        };
        let inputs = self
            .interface
            .inputs()
            .map(|port| (port.name.as_str(), port.width))
            .collect();
        let outputs = self
            .interface
            .outputs()
            .map(|port| (port.name.as_str(), port.width))
            .collect();
        let (inputs, inputs_text) = slices(inputs, "inputs");
        let (outputs, outputs_text) = slices(outputs, "outputs");
        include_str!("bench.v")
            .replace("@INPUTS@", &inputs.to_string())
            .replace("@OUTPUTS@", &outputs.to_string())
            .replace("@CYCLES@", &self.cycles.len().to_string())
            .replace("@MODULE@", self.interface.name())
            .replace("@PORTS@", &(inputs_text + &outputs_text))
    }

    /// Formats the cycles for the testbench.
    fn cycles_text(&self) -> String {
        let mut text = String::new();
        for cycle in &self.cycles {
            let mut bits = String::new();
            let mut push = |value: u64, width: u32| {
                bits += &(0..width)
                    .rev()
                    .map(|place| if value >> place & 1 == 1 { '1' } else { '0' })
                    .collect::<String>();
            };
            push(u64::from(cycle.expected != ExpectedOutput::Anything), 1);
            push(u64::from(matches!(cycle.expected, ExpectedOutput::Result(_))), 1);
            push(cycle.input.controls.reset.into(), 1);
            push(cycle.input.controls.enable.into(), 1);
            push(cycle.input.controls.in_valid.into(), 1);
            for (place, port) in self.interface.inputs().enumerate() {
                push(cycle.input.data.word(place), port.width);
            }
            for (place, port) in self.interface.outputs().enumerate() {
                let result = match cycle.expected {
                    ExpectedOutput::Result(number) => self.results[number][place],
                    ExpectedOutput::Anything | ExpectedOutput::Nothing => 0,
                };
                push(result, port.width);
            }
            let padded = format!("{}{bits}", "0".repeat((4 - bits.len() % 4) % 4));
            for digit in padded.as_bytes().chunks(4) {
                let digit = digit.iter().fold(0, |digit, bit| digit << 1 | u32::from(*bit == b'1'));
                text.push(char::from_digit(digit, 16).expect("four bits are a digit"));
            }
            text.push('\n');
        }
        text
    }

    /// Returns the first cycle with a wrong output, if any.
    fn fault(&self, outputs: &[CycleOut]) -> Option<String> {
        assert_eq!(outputs.len(), self.cycles.len());
        let mut both = self.cycles.iter().zip(outputs).enumerate();
        both.find_map(|(number, (cycle, output))| {
            let is_right = match cycle.expected {
                ExpectedOutput::Anything => true,
                ExpectedOutput::Nothing => !output.out_valid,
                ExpectedOutput::Result(result) => {
                    let words = self.results[result].iter().enumerate();
                    output.out_valid && words.into_iter().all(|(place, word)| output.data.word(place) == *word)
                }
            };
            (!is_right).then(|| format!("cycle {number}: {output:?} for {:?}", cycle.expected))
        })
    }
}

/// Compiles files together and simulates them in Verilator, each with its judge. Returns the faults. Undefined values
/// and registers start with random bits.
pub fn in_verilator(files: &[(&Path, &Judge)]) -> Vec<Option<String>> {
    let read = |(file, judge): &(&Path, &Judge)| {
        let contract = |latency: u32| judge.interface.at_latency(latency);
        let latency = Some(judge.interface.latency());
        let engine = EngineKind::Gates(Mapping::Generic);
        let sources = VerilogSources::from_file(*file);
        let read = Foreign::read(&sources, &contract, latency, engine, &[], &PortMap::default());
        read.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    let devices: Vec<Foreign> = files.iter().map(read).collect();
    let batch = Batch::build(&devices.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    let judged = files.iter().enumerate().map(|(place, (_, judge))| {
        let mut engine = batch.engine(place).unwrap();
        let inputs: Vec<_> = judge.cycles.iter().map(|cycle| cycle.input.clone()).collect();
        judge.fault(&engine.cycles(&inputs).unwrap())
    });
    judged.collect()
}

/// Adds random initial values for all registers that are assigned with `<=`, next to their declarations.
fn with_random_registers(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let assigned: Vec<&str> = text
        .match_indices("<=")
        .map(|(place, _)| {
            let before = text[..place].trim_end();
            &before[before.rfind(|c| !is_word(c)).map_or(0, |end| end + 1)..]
        })
        .collect();
    let lines = text.lines().map(|line| {
        let declaration = line.trim().strip_prefix("reg ").and_then(|rest| rest.strip_suffix(';'));
        let names = declaration.into_iter().flat_map(|names| names.split(','));
        // A range before the name is that of a word. A range after it is that of a memory.
        let names = names.map(|name| name.split(" = ").next().unwrap_or_default().trim());
        let names = names.map(|name| name.rsplit(['[', ']', ' ']).next().unwrap_or_default());
        let initial = names.filter(|name| assigned.contains(name));
        let initial: String = initial
            .map(|name| format!(" initial {name} = {{4{{$random}}}};"))
            .collect();
        format!("{line}{initial}\n")
    });
    lines.collect()
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Runs a program. Returns its output as `Ok` or `Err`, according to its status.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}: {error}; on Debian, `make icarus` installs Icarus Verilog"));
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        Err(said)
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::{generated, variants};
    use super::*;
    use crate::common::for_each;

    const POWER_UPS: [PowerUp; 2] = [PowerUp::Unknown, PowerUp::Random];

    #[test]
    fn simulators_find_nothing_wrong_in_modules_that_are_proven() {
        let judge = Judge::new("min.f16", 1);
        let right = variants("right.v", &generated());
        let faults = for_each(&right, |variant| {
            POWER_UPS.map(|power_up| {
                let fault = judge.variant_in_icarus(variant, power_up);
                fault.map(|fault| (variant.name.clone(), fault))
            })
        });
        let faults: Vec<_> = faults.into_iter().flatten().flatten().collect();
        assert!(faults.is_empty(), "{faults:#?}");
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<_> = right
            .iter()
            .enumerate()
            .map(|(place, variant)| {
                let own = folder.path().join(place.to_string());
                std::fs::create_dir(&own).unwrap();
                own.join(variant.write(&own))
            })
            .collect();
        let judged: Vec<(&Path, &Judge)> = files.iter().map(|file| (file.as_path(), &judge)).collect();
        let faults = in_verilator(&judged);
        let faults: Vec<_> = right
            .iter()
            .zip(faults)
            .filter_map(|(variant, fault)| Some((&variant.name, fault?)))
            .collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn simulators_find_faults() {
        let judge = Judge::new("min.f16", 1);
        let text = generated();
        let last = "assign d = choose_result;";
        let wrong = text.replacen(last, "assign d = a_bits14to0_1 == 15'd0 ? 16'bx : choose_result;", 1);
        for power_up in POWER_UPS {
            assert_eq!(judge.in_icarus(&text, None, power_up, false), None);
            let fault = judge.in_icarus(&wrong, None, power_up, false).expect("an x is shown");
            assert!(fault.contains("outputs xxxxxxxxxxxxxxxx"), "{fault}");
        }
        let kept = text.replacen(
            last,
            "reg q; always @(posedge clock) q <= q; assign d = choose_result ^ {15'd0, q};",
            1,
        );
        assert!(judge.in_icarus(&kept, None, PowerUp::Unknown, false).is_some());
    }
}
