//! A module as a bit graph: synthesised by Yosys, with its ports in a fixed order.
//!
//! - a [`Mapping`] is the target of the synthesis;
//! - [`mod@reader`], [`cell`] and [`memory`] read Yosys' netlist into a graph of gates and registers.

mod cell;
mod drivers;
pub(crate) mod error;
mod lanes;
mod mapping;
mod memory;
mod memory_reader;
mod net_reader;
mod pins;
mod reader;

use std::ops::Range;
use std::path::{Path, PathBuf};

use halfpipe_aig::{plane, Aig};
use halfpipe_hdl::design::control_inputs::{IN_VALID, OUT_VALID};
use halfpipe_hdl::design::{Interface, Port, Role};
use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::Tool;

use crate::error::Error;
use crate::external::{CellModels, Elaborated, Values};
use crate::netlist::{Bit, YosysModule, YosysPort};
use crate::simulate::{code, Machine};
use crate::{VerilogDut, Yosys};

use mapping::BLOCKS;

pub use error::NetlistError;
pub use mapping::{Mapping, UnknownMapping};
pub use reader::read_netlist;
pub(crate) use reader::{read_netlist_with, register_names};

/// The assignment of a module's ports to the inputs and outputs of the graph.
#[derive(Clone, Debug)]
pub struct Ports {
    /// True if there are control signals: the first three inputs and the first output.
    pub pipelined: bool,
    /// The inputs of each data input.
    pub inputs: Vec<Bits>,
    /// The outputs of each data output.
    pub outputs: Vec<Bits>,
}

impl Ports {
    fn from_interface(interface: &Interface) -> Ports {
        let pipelined = interface.latency() > 0;
        let after = |control: usize| if pipelined { control + 1 } else { 0 };
        Ports {
            pipelined,
            inputs: consecutive_ranges(interface.inputs(), after(IN_VALID)),
            outputs: consecutive_ranges(interface.outputs(), after(OUT_VALID)),
        }
    }
}

/// Returns the bits of consecutive ports.
fn consecutive_ranges<'p>(ports: impl Iterator<Item = &'p Port>, mut first: usize) -> Vec<Bits> {
    let bits = |port: &Port| {
        let bits = first..first + port.width as usize;
        first = bits.end;
        Bits(bits)
    };
    ports.map(bits).collect()
}

/// Returns the port names of the inputs and of the outputs in the order of the graph: control ports first, then the data
/// ports. The output `in_ready`, which only iterative units have, comes last.
fn names(interface: &Interface) -> (Vec<&str>, Vec<&str>) {
    let control = |role: Role| interface.port(role).into_iter();
    let inputs = [Role::Reset, Role::Enable, Role::InValid].into_iter().flat_map(control);
    let inputs = inputs.chain(interface.input_ports()).map(|port| port.name.as_str());
    let outputs = control(Role::OutValid)
        .chain(interface.output_ports())
        .chain(control(Role::InReady));
    (inputs.collect(), outputs.map(|port| port.name.as_str()).collect())
}

/// The inputs or outputs of one port, its lowest bit first.
#[derive(Clone, Debug)]
pub struct Bits(Range<usize>);

impl Bits {
    /// Returns the port's 16-bit slices, or the whole port if it is no wider.
    pub fn slices(&self) -> impl Iterator<Item = PortSlice> + use<> {
        let whole = self.0.clone();
        whole
            .clone()
            .step_by(plane::BITS)
            .enumerate()
            .map(move |(number, first)| PortSlice {
                shift: (number * plane::BITS) as u32,
                bits: first..whole.end.min(first + plane::BITS),
            })
    }
}

/// Sixteen bits of a port.
#[derive(Clone, Debug)]
pub struct PortSlice {
    /// The number of port bits below these.
    pub shift: u32,
    /// The inputs or outputs.
    pub bits: Range<usize>,
}

/// A unit as Yosys synthesised it.
#[derive(Clone, Debug)]
pub struct Circuit {
    module: String,
    latency: u32,
    interval: u32,
    mapping: Mapping,
    ports: Ports,
    aig: Aig,
}

impl Circuit {
    /// Has Yosys synthesise a module.
    ///
    /// # Errors
    ///
    /// When Yosys is missing or rejects the Verilog, or the cache cannot be used.
    pub fn synthesise(device: &dyn VerilogDut, mapping: Mapping) -> Result<Circuit, Error> {
        match device.elaborated() {
            Some(elaborated) if mapping == Mapping::Generic => {
                Ok(Circuit::from_elaborated(device.interface(), elaborated)?)
            }
            _ => Circuit::from_netlist(device, mapping, &netlist(device, mapping)?),
        }
    }

    /// Returns the circuit of a module's netlist.
    ///
    /// # Errors
    ///
    /// When the netlist has an unknown cell type.
    pub fn from_netlist(device: &dyn VerilogDut, mapping: Mapping, netlist: &YosysModule) -> Result<Circuit, Error> {
        Ok(Circuit::new(
            device.interface(),
            mapping,
            mapping,
            Values::Known,
            netlist,
        )?)
    }

    /// Returns the circuit of an external module, without optimisation. Its undefined values are arbitrary.
    ///
    /// # Errors
    ///
    /// When the netlist has an unknown cell type or a net without a driver.
    pub fn from_elaborated(interface: &Interface, elaborated: &Elaborated) -> Result<Circuit, NetlistError> {
        let cells = elaborated.family.map_or(Mapping::Generic, Mapping::Cells);
        Circuit::new(interface, Mapping::Generic, cells, Values::Any, &elaborated.module)
    }

    /// Returns the same circuit with some words of the netlist as further outputs, in this order.
    ///
    /// # Errors
    ///
    /// As for [`Circuit::from_elaborated`], also when one of these bits is undriven or in a loop.
    pub fn with_probes(
        interface: &Interface,
        elaborated: &Elaborated,
        words: Vec<Vec<Bit>>,
    ) -> Result<Circuit, NetlistError> {
        let mut probed = elaborated.clone();
        let (inputs, mut outputs) = names(interface);
        let ports: Vec<String> = (0..words.len()).map(|number| format!("probe {number}")).collect();
        for (port, bits) in ports.iter().zip(words) {
            let direction = "output".to_owned();
            probed
                .module
                .ports
                .0
                .push((port.clone(), YosysPort { direction, bits }));
        }
        outputs.extend(ports.iter().map(String::as_str));
        let cells = elaborated.family.map_or(Mapping::Generic, Mapping::Cells);
        Ok(Circuit {
            module: interface.name().to_owned(),
            latency: interface.latency(),
            interval: interface.interval(),
            mapping: Mapping::Generic,
            ports: Ports::from_interface(interface),
            aig: reader::read_netlist_with(&probed.module, cells, Values::Any, &inputs, &outputs)?,
        })
    }

    /// Returns the names of the registers of the circuit of an external module, in its order. The registers of memories
    /// come after these and have no names.
    pub fn register_names(elaborated: &Elaborated) -> Vec<String> {
        let cells = elaborated.family.map_or(Mapping::Generic, Mapping::Cells);
        reader::register_names(&elaborated.module, cells)
    }

    /// Returns the circuit of a netlist with the cells of a mapping.
    fn new(
        interface: &Interface,
        mapping: Mapping,
        cells: Mapping,
        values: Values,
        netlist: &YosysModule,
    ) -> Result<Circuit, NetlistError> {
        let (inputs, outputs) = names(interface);
        Ok(Circuit {
            module: interface.name().to_owned(),
            latency: interface.latency(),
            interval: interface.interval(),
            mapping,
            ports: Ports::from_interface(interface),
            aig: reader::read_netlist_with(netlist, cells, values, &inputs, &outputs)?,
        })
    }

    /// Returns the module's name.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// Returns the number of enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// Returns the least number of enabled clock cycles between operations.
    pub fn interval(&self) -> u32 {
        self.interval
    }

    /// Returns the target of the synthesis.
    pub fn mapping(&self) -> Mapping {
        self.mapping
    }

    /// Returns the assignment of ports to inputs and outputs.
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Returns the gates and registers. The inputs are the control signals, if any, then the data inputs. The outputs
    /// are `out_valid`, then the data outputs, then `in_ready` of an iterative unit.
    pub fn aig(&self) -> &Aig {
        &self.aig
    }

    /// Returns a hash of exactly these gates between exactly these ports: 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        cache::key(&[&code::function(&self.aig)])
    }

    /// Returns a machine that evaluates the circuit gate by gate.
    pub fn interpret(&self) -> Machine {
        Machine::interpret(&self.aig)
    }

    /// Compiles the circuit.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn compile(&self) -> Result<Machine, Error> {
        Machine::compile(&self.module, &self.aig)
    }
}

/// The file of the models of cells.
const MODELS: &str = "models.v";

/// Returns Yosys' commands that substitute the models of cells. They elaborate only the cells in use, because the large
/// memories take minutes.
fn replacing_cells(models: &CellModels, module: &str) -> String {
    let macros: String = models.macros().map(|name| format!(" -D {name}")).collect();
    format!(
        "read_verilog -defer{macros} {MODELS}\nhierarchy -check -top {module}\nproc -norom\nflatten\nhierarchy -top {module}\n"
    )
}

/// Returns Yosys' netlist of a module, from the cache or newly synthesised.
///
/// # Errors
///
/// As for [`Circuit::synthesise`].
pub fn netlist(device: &dyn VerilogDut, mapping: Mapping) -> Result<YosysModule, Error> {
    let module = device.name();
    let verilog = device.verilog();
    let models = verilog.models.filter(|models| !mapping.knows(models.family));
    // Attributes that only record the source of nets are not hardware.
    let script = format!(
        "{}{} module.v\n{}{}delete t:$scopeinfo\nwrite_json netlist.json\n",
        verilog.reader,
        mapping.reading(),
        models
            .as_ref()
            .map(|models| replacing_cells(models, module))
            .unwrap_or_default(),
        mapping.script(module)
    );
    let yosys = Yosys::find()?;
    let version = format!("{:?}", Tool::Yosys.version()?);
    let models = models.map_or(String::new(), |models| models.text);
    let blocks = mapping.blocks();
    let key = cache::key(&[&verilog.text, &models, &blocks, &script, &version]);
    let name = Name {
        kind: "netlist",
        key: &key,
        ending: ".json",
    };
    let make = |staging_dir: &Path| -> Result<PathBuf, Error> {
        for (name, text) in [("module.v", &verilog.text), (MODELS, &models), (BLOCKS, &blocks)] {
            let source = staging_dir.join(name);
            std::fs::write(&source, text).map_err(cache::failed(&source))?;
        }
        yosys.run(staging_dir, "script.ys", &script)?;
        Ok(staging_dir.join("netlist.json"))
    };
    let read = |_: &Path, json: &[u8]| Ok(YosysModule::parse(&String::from_utf8_lossy(json), module)?);
    let (_, netlist) = Cache::open()?.entry(name, make, read)?;
    Ok(netlist)
}
