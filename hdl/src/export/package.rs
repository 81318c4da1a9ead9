//! What other flows want beside a module: a FuseSoC core file, a file list, a template to instantiate it, a testbench.

use std::fmt::Write;

use halfpipe_isa::Instruction;

use super::bench;
use super::stream::{operand_width, stream_latency, stream_name, stream_ports};
use super::verilog::{commented, notice};
use crate::fpu::Core;
use crate::net::verilog::range;
use crate::net::{Direction, Module, ModulePort};
use crate::unit::Unit;

/// How a testbench gives operands and takes results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handshake {
    /// There is neither clock nor valid.
    None,
    /// `in_valid` and `out_valid`, so many enabled clock cycles apart.
    Valid { latency: u32 },
    /// AXI4-Stream; results come after so many clock cycles where nothing stalls.
    Stream { latency: u32 },
}

/// A module that other flows are to use.
#[derive(Clone, Debug)]
pub struct Package {
    /// The instruction, or what else it computes.
    pub(super) title: String,
    pub(super) module: String,
    /// Its source files, its own last.
    sources: Vec<String>,
    pub(super) ports: Vec<ModulePort>,
    pub(super) handshake: Handshake,
    /// The ports that a vector sets, and those that it says the values of.
    pub(super) inputs: Vec<ModulePort>,
    pub(super) outputs: Vec<ModulePort>,
}

/// The values of a module's inputs and outputs that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchVector {
    pub(super) inputs: Vec<u128>,
    pub(super) outputs: Vec<u128>,
}

impl Package {
    /// The package of a unit.
    pub fn of(unit: &Unit) -> Package {
        Package::of_module(unit.instruction().to_string(), unit.module())
    }

    /// The package of a core.
    pub fn of_core(core: &Core) -> Package {
        Package::of_module(
            format!("the core of {} instructions", core.operations().len()),
            core.module(),
        )
    }

    /// The package of a unit with AXI4-Stream ports.
    pub fn of_stream(unit: &Unit) -> Package {
        let module = stream_name(unit);
        let port = |name: &str, width| ModulePort {
            name: name.to_owned(),
            direction: Direction::In,
            width,
        };
        Package {
            title: format!("{} with AXI4-Stream ports", unit.instruction()),
            sources: vec![format!("{}.v", unit.module().name), format!("{module}.v")],
            module,
            ports: stream_ports(unit),
            handshake: Handshake::Stream {
                latency: stream_latency(unit),
            },
            inputs: vec![port("s_axis_tdata", operand_width(unit))],
            outputs: vec![port("m_axis_tdata", unit.instruction().result_width())],
        }
    }

    fn of_module(title: String, module: &Module) -> Package {
        let ports = module.ports();
        let control = ["clock", "reset", "enable", "in_valid", "out_valid"];
        let data = |direction| {
            let chosen = ports
                .iter()
                .filter(|port| port.direction == direction && !control.contains(&port.name.as_str()));
            chosen.cloned().collect()
        };
        Package {
            title,
            module: module.name.clone(),
            sources: vec![format!("{}.v", module.name)],
            inputs: data(Direction::In),
            outputs: data(Direction::Out),
            handshake: match module.latency {
                0 => Handshake::None,
                latency => Handshake::Valid { latency },
            },
            ports,
        }
    }

    /// The module's name, with which the names of its files begin.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// The source files.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The FuseSoC core file: targets `lint`, `sim` and `synth`.
    pub fn core_file(&self) -> String {
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
      verilator_options: [-Wall]
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
    description: Synthesise for iCE40 with Yosys
    flow: generic
    flow_options:
      tool: yosys
      arch: ice40
      output_format: json
    filesets: [rtl]
    toplevel: {module}
",
            notice = notice(),
            version = env!("CARGO_PKG_VERSION"),
        )
    }

    /// Nets for the ports, and an instance of the module connected to them.
    pub fn template(&self) -> String {
        let width = self.ports.iter().map(|port| port.name.len()).max().unwrap_or_default();
        let mut text = commented(&[format!("Copy this to use {}: {}.", self.module, self.title), notice()]);
        for port in &self.ports {
            let _ = writeln!(text, "wire {}{};", range(port.width), port.name);
        }
        let _ = write!(text, "\n{} {}_instance (\n", self.module, self.module);
        let connections: Vec<String> = self
            .ports
            .iter()
            .map(|port| format!("    .{:<width$} ({})", port.name, port.name))
            .collect();
        text + &connections.join(",\n") + "\n);\n"
    }

    /// A testbench that compares the module with the vectors, in plain Verilog. It ends with `$finish`, after a mismatch
    /// with `$stop`.
    pub fn testbench(&self, vectors: &[BenchVector]) -> String {
        bench::testbench(self, vectors)
    }

    /// The vector of a unit or its stream.
    pub fn unit_vector(&self, instruction: Instruction, operands: [u32; 3], result: u32) -> BenchVector {
        let values = instruction.operands().iter().zip(operands);
        let inputs = match self.handshake {
            Handshake::Stream { .. } => {
                let (packed, _) = values.fold((0, 0), |(packed, low), (operand, value)| {
                    (packed | u128::from(value) << low, low + operand.width())
                });
                vec![packed]
            }
            _ => values.map(|(_, value)| value.into()).collect(),
        };
        BenchVector {
            inputs,
            outputs: vec![result.into()],
        }
    }

    /// The vector of a core: what an operation takes, the values of `a`, `b` and `c`, and its result.
    pub fn core_vector(&self, op: u32, tag: u64, operands: [u32; 3], result: u32) -> BenchVector {
        let [a, b, c] = operands;
        let value = |port: &ModulePort| match port.name.as_str() {
            "op" => op.into(),
            "tag_in" | "tag_out" => tag.into(),
            "a" => a.into(),
            "b" => b.into(),
            "c" => c.into(),
            _ => result.into(),
        };
        BenchVector {
            inputs: self.inputs.iter().map(value).collect(),
            outputs: self.outputs.iter().map(value).collect(),
        }
    }
}

/// A list of source files as simulators and synthesis tools take it.
pub fn file_list(sources: &[String]) -> String {
    sources.iter().map(|source| format!("{source}\n")).collect()
}
