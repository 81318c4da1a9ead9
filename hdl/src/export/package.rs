//! Files for other flows: a FuseSoC core file, a file list, an instantiation template and a testbench.

use std::fmt::{self, Write};

use super::comment::{commented, notice};
use crate::design::{Design, Port, Role};
use crate::net::verilog::range;

/// Handshake by which a testbench drives operands and receives results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handshake {
    /// No clock and no valid bits.
    None,
    /// `in_valid` and `out_valid`, `latency` enabled clock cycles apart.
    Valid { latency: u32 },
    /// `in_valid`, `in_ready` and `out_valid`, of a unit that works on one operation at a time.
    Ready { latency: u32 },
    /// AXI4-Stream. Results follow after `latency` clock cycles if nothing stalls.
    Stream { latency: u32, is_iterative: bool },
    /// `in_valid`, `in_ready`, `out_valid` and `out_ready`, with a tag that leaves with the result.
    Tagged { latency: u32 },
    /// The same without a tag. The first input says whether a step has a result.
    Steps { latency: u32 },
}

/// The width of the tag in a testbench, which numbers its vectors.
const TAG_BITS: u32 = 16;

/// A module packaged for other flows.
#[derive(Clone, Debug)]
pub struct Package {
    /// The instruction or other function.
    pub(super) title: String,
    pub(super) module: String,
    /// Its source files, its own last.
    pub(super) sources: Vec<String>,
    /// True if a source file has parts of the module beside it, each a module of its own.
    pub(super) has_parts: bool,
    /// The parameters that an instance sets, and their values.
    pub(super) parameters: Vec<(&'static str, u32)>,
    pub(super) ports: Vec<Port>,
    pub(super) handshake: Handshake,
    /// The ports that a vector sets, and the ports whose expected values it holds.
    pub(super) inputs: Vec<Port>,
    pub(super) outputs: Vec<Port>,
    /// The widths of the words of a vector: those of the data inputs and of the data outputs.
    pub(super) words: [Vec<u32>; 2],
}

/// FPGAs of the core file's target `synth`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Synthesis {
    /// The name of the architecture in Yosys' commands: `ice40`.
    pub architecture: &'static str,
    /// The vendor's name.
    pub title: &'static str,
}

/// Values of a module's inputs, and of the outputs that belong to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchVector {
    pub(super) inputs: Vec<Packed>,
    pub(super) outputs: Vec<Packed>,
}

impl Package {
    /// Returns the package of a design.
    pub fn from_design(design: &Design) -> Package {
        let interface = design.interface();
        let source = |design: &Design| format!("{}.v", design.name());
        let title = interface.title();
        Package {
            title: match design.inner() {
                Some(_) => format!("{title} with AXI4-Stream ports"),
                None => title,
            },
            module: design.name().to_owned(),
            sources: design.inner().into_iter().chain([design]).map(source).collect(),
            has_parts: false,
            parameters: Vec::new(),
            ports: interface.ports().to_vec(),
            inputs: interface.input_ports().cloned().collect(),
            outputs: interface.output_ports().cloned().collect(),
            handshake: match (design.inner(), interface.latency(), interface.is_iterative()) {
                (Some(_), latency, is_iterative) => Handshake::Stream { latency, is_iterative },
                (None, latency, true) => Handshake::Ready { latency },
                (None, 0, false) => Handshake::None,
                (None, latency, false) => Handshake::Valid { latency },
            },
            words: {
                let widths = |ports: Vec<&Port>| ports.iter().map(|port| port.width).collect();
                let unit = design.inner().unwrap_or(design).interface();
                [widths(unit.inputs().collect()), widths(unit.outputs().collect())]
            },
        }
    }

    /// Returns the package of a module whose operations have tags, with these data inputs and outputs. Beside them it has the
    /// ports `clock`, `reset_n`, `flush`, `in_valid`, `in_ready`, `tag_in`, `out_valid`, `out_ready`, `tag_out` and `busy`, and
    /// the parameter `TAG_BITS`, as the core of RISC-V. `latency` is the longest from operands to result.
    pub fn tagged(title: &str, module: &str, [inputs, outputs]: [Vec<Port>; 2], latency: u32) -> Package {
        let ports = [
            vec![
                Port::input("clock", 1, Role::Clock),
                Port::input("reset_n", 1, Role::Reset),
                Port::input("flush", 1, Role::Reset),
                Port::input("in_valid", 1, Role::InValid),
                Port::output("in_ready", 1, Role::InReady),
            ],
            inputs.clone(),
            vec![
                Port::input("tag_in", TAG_BITS, Role::TagIn),
                Port::output("out_valid", 1, Role::OutValid),
                Port::input("out_ready", 1, Role::Enable),
            ],
            outputs.clone(),
            vec![
                Port::output("tag_out", TAG_BITS, Role::TagOut),
                Port::output("busy", 1, Role::OutValid),
            ],
        ];
        let widths = |ports: &[Port]| ports.iter().map(|port| port.width).collect();
        Package {
            title: title.to_owned(),
            module: module.to_owned(),
            sources: vec![format!("{module}.v")],
            has_parts: true,
            parameters: vec![("TAG_BITS", TAG_BITS)],
            ports: ports.concat(),
            handshake: Handshake::Tagged { latency },
            words: [widths(&inputs), widths(&outputs)],
            inputs,
            outputs,
        }
    }

    /// Returns the name of the module, with which the names of its files begin.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// Returns the ports.
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Returns the source files.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Returns the FuseSoC core file, with the targets `lint`, `sim` and `synth`.
    pub fn core_file(&self, synthesis: Synthesis) -> String {
        let Synthesis {
            architecture,
            title: maker,
        } = synthesis;
        let Package {
            title, module, sources, ..
        } = self;
        let files: String = sources.iter().map(|source| format!("      - {source}\n")).collect();
        format!(
            "CAPI=2:
# {notice}

name: halfpipe::{module}:{version}
description: {title}

filesets:
  rtl:
    files:
{files}    file_type: verilogSource-2005
  bench:
    files:
      - {module}_tb.v
    file_type: verilogSource-2005

targets:
  default:
    filesets: [rtl]
    toplevel: {module}

  lint:
    description: Lint with Verilator, all warnings
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [{lint}]
    filesets: [rtl]
    toplevel: {module}

  sim:
    description: Compare with results of the exact model in Verilator
    flow: sim
    flow_options:
      tool: verilator
      mode: binary
      verilator_options: [--timing]
    filesets: [rtl, bench]
    toplevel: {module}_tb

  synth:
    description: Synthesise for {maker} with Yosys
    flow: generic
    flow_options:
      tool: yosys
      arch: {architecture}
      output_format: json
    filesets: [rtl]
    toplevel: {module}
",
            notice = notice(),
            // A file has the name of one of its modules.
            lint = if self.has_parts {
                "-Wall, -Wno-DECLFILENAME"
            } else {
                "-Wall"
            },
            version = env!("CARGO_PKG_VERSION"),
        )
    }

    /// Returns nets for the ports, and an instance of the module connected to them.
    pub fn template(&self) -> String {
        let width = self.ports.iter().map(|port| port.name.len()).max().unwrap_or_default();
        let mut text = commented(&[format!("Copy this to use {}: {}.", self.module, self.title), notice()]);
        for port in &self.ports {
            let _ = writeln!(text, "wire {}{};", range(port.width), port.name);
        }
        let _ = write!(
            text,
            "\n{}{} {}_instance (\n",
            self.module,
            self.overrides(),
            self.module
        );
        let connections: Vec<String> = self
            .ports
            .iter()
            .map(|port| format!("    .{:<width$} ({})", port.name, port.name))
            .collect();
        text + &connections.join(",\n") + "\n);\n"
    }

    /// Returns the parameters of an instance, in Verilog.
    pub(super) fn overrides(&self) -> String {
        let values: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, value)| format!(".{name}({value})"))
            .collect();
        if values.is_empty() {
            String::new()
        } else {
            format!(" #({})", values.join(", "))
        }
    }

    /// Returns a vector from the words of the data inputs and of the data outputs that belong to them, in the order of
    /// the ports. For AXI4-Stream ports the words are those of the design inside.
    pub fn vector(&self, inputs: &[u64], outputs: &[u64]) -> BenchVector {
        let [in_widths, out_widths] = &self.words;
        BenchVector {
            inputs: packed(inputs, in_widths, &self.inputs),
            outputs: packed(outputs, out_widths, &self.outputs),
        }
    }
}

/// The value of a port, its 64 lowest bits first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Packed(Vec<u64>);

impl Packed {
    /// Sets bits that are 0, from `low` up.
    fn set(&mut self, low: u32, word: u64) {
        let (place, shift) = ((low / u64::BITS) as usize, low % u64::BITS);
        self.0.resize(self.0.len().max(place + 2), 0);
        self.0[place] |= word << shift;
        self.0[place + 1] |= word.checked_shr(u64::BITS - shift).unwrap_or(0);
    }
}

/// Prints the value without leading zeros.
impl fmt::LowerHex for Packed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let highest = self.0.iter().rposition(|word| *word > 0).unwrap_or(0);
        write!(formatter, "{:x}", self.0.get(highest).unwrap_or(&0))?;
        let below = self.0[..highest].iter().rev();
        below.into_iter().try_for_each(|word| write!(formatter, "{word:016x}"))
    }
}

/// Packs words side by side into the ports, the first in the lowest bits.
fn packed(words: &[u64], widths: &[u32], ports: &[Port]) -> Vec<Packed> {
    let mut words = words.iter().zip(widths).peekable();
    let value = |port: &Port| {
        let mut packed = Packed(Vec::new());
        let mut low = 0;
        while let Some((word, width)) = words.next_if(|(_, width)| low + **width <= port.width) {
            packed.set(low, *word);
            low += width;
        }
        packed
    };
    ports.iter().map(value).collect()
}

/// Returns a list of source files in the format of simulators and synthesis tools.
pub fn file_list(sources: &[String]) -> String {
    sources.iter().map(|source| format!("{source}\n")).collect()
}
