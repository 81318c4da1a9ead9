//! The first net of an external module that differs from the generated module's net of the same name.
//!
//! Both modules run the same clock cycles: the generated one in the embedded simulator, the file as Yosys' netlist. The
//! nets are compared in dataflow order, so the inputs of the first net that differs are still right.

use std::collections::HashSet;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::verilog::net_paths;
use halfpipe_hdl::net::Op;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_simulation::CycleIn;
use halfpipe_simulation::Vector;
use halfpipe_yosys::external::Elaborated;
use halfpipe_yosys::netlist::{Bit, YosysModule};
use halfpipe_yosys::{circuit, Circuit, Machine, VerilogDut};

use crate::engine::gates::{write_inputs, ControlPlanes};

/// A net of an external module with another value than the generated module's net of the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetDifference {
    /// The name in the file, with that of the lane.
    pub net: String,
    /// The stage that it belongs to; None for a port.
    pub stage: Option<String>,
    /// The clock cycle, if the finding has several. It is counted as in the finding.
    pub cycle: Option<usize>,
    /// The width in bits.
    pub width: u32,
    /// The value in the file.
    pub actual: u128,
    /// The value in the generated module.
    pub generated: u128,
    /// True if the file has nine tenths of the generated names, as an edited module has.
    pub(crate) is_edited: bool,
}

impl NetDifference {
    /// Returns the first difference for one vector. None for a generated module, for a file with few names of the
    /// generated module, and where no named net differs.
    ///
    /// The operands are held until every net has settled.
    pub(crate) fn from_vector(device: &dyn VerilogDut, vector: &Vector) -> Option<NetDifference> {
        let running = CycleIn::running(Some(vector.clone()));
        if let Some(steady) = Comparison::new(device)?.steady(&running) {
            return Some(steady);
        }
        // A control signal may change the data, so that only the vector's own cycle is wrong.
        let mut idle = running.clone();
        idle.controls.in_valid = false;
        let mut cycles = vec![CycleIn::RESET, running];
        cycles.resize(cycles.len() + device.latency() as usize + 1, idle);
        let difference = NetDifference::from_cycles(device, &cycles, 0)?;
        Some(NetDifference {
            cycle: None,
            ..difference
        })
    }

    /// Returns the first difference in clock cycles, of which the first has this number.
    pub(crate) fn from_cycles(device: &dyn VerilogDut, cycles: &[CycleIn], first: usize) -> Option<NetDifference> {
        let mut comparison = Comparison::new(device)?;
        // A full pipeline in front of the cycles shows a reset without effect.
        for _ in 0..device.latency() {
            comparison.cycle(&CycleIn::running(Some(Vector::ZERO)));
        }
        cycles.iter().zip(first..).find_map(|(input, cycle)| {
            let difference = comparison.cycle(input)?;
            Some(NetDifference {
                cycle: Some(cycle),
                ..difference
            })
        })
    }
}

/// Both modules in simulation.
struct Comparison {
    latency: u32,
    file: Machine,
    ports: circuit::Ports,
    generated: NetlistSimulator,
    inputs: usize,
    nets: Vec<NamedNet>,
    /// The place of the first named net among the outputs of the file's netlist.
    first_probe: usize,
    /// True if the file has nine tenths of the generated names.
    is_edited: bool,
}

/// A net that both modules have.
struct NamedNet {
    name: String,
    stage: Option<String>,
    width: u32,
    source: NetSource,
    /// The bits in the file. An undriven bit, such as one that no result depends on, is 0.
    bits: Vec<Bit>,
    /// The driven bits.
    mask: u128,
}

/// The source of a net's value in the generated module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NetSource {
    /// The shift register of `in_valid`.
    Valid,
    OutValid,
    /// A signal, by its position among the simulator's.
    Signal(usize),
    /// A data output, by its position.
    Output(usize),
}

impl Comparison {
    fn new(device: &dyn VerilogDut) -> Option<Comparison> {
        let elaborated = device.elaborated()?;
        let (design, nets, is_edited) = generated(device, elaborated)?;
        let words = nets.iter().map(|net| net.bits.clone()).collect();
        let circuit = Circuit::with_probes(device.interface(), elaborated, words).ok()?;
        let probes: usize = nets.iter().map(|net| net.width as usize).sum();
        Some(Comparison {
            latency: device.latency(),
            file: circuit.interpret(),
            ports: circuit.ports().clone(),
            generated: NetlistSimulator::new(design.module()),
            inputs: device.interface().inputs().count(),
            nets,
            is_edited,
            first_probe: circuit.aig().outputs().len() - probes,
        })
    }

    /// Returns the first difference once every net has settled.
    fn steady(mut self, running: &CycleIn) -> Option<NetDifference> {
        if self.latency > 0 {
            self.cycle(&CycleIn::RESET);
        }
        for _ in 0..self.latency {
            self.cycle(running);
        }
        self.cycle(running)
    }

    /// Runs a clock cycle; returns the first difference in it.
    fn cycle(&mut self, input: &CycleIn) -> Option<NetDifference> {
        let controls = input.controls;
        write_inputs(
            &mut self.file,
            &self.ports,
            ControlPlanes::filled(controls),
            [&input.data].into_iter(),
        );
        let mut probes = self.file.step()[self.first_probe..].iter();
        let simulator = &mut self.generated;
        simulator.set_valid(controls.in_valid);
        for (position, word) in input.data.words(self.inputs).enumerate() {
            simulator.set_input(position, word);
        }
        simulator.settle();
        let mut first = None;
        for net in &self.nets {
            let bits = probes.by_ref().take(net.width as usize);
            let actual = word(bits.map(|plane| plane.bit(0)));
            let generated = match net.source {
                NetSource::Valid => word((1..=self.latency as usize).map(|cycle| simulator.valid(cycle))),
                NetSource::OutValid => simulator.valid(self.latency as usize).into(),
                NetSource::Signal(position) => simulator.value(&simulator.signals()[position]),
                NetSource::Output(position) => simulator.output(position),
            };
            let generated = generated & net.mask;
            if actual != generated && first.is_none() {
                first = Some(NetDifference {
                    net: net.name.clone(),
                    stage: net.stage.clone(),
                    cycle: None,
                    width: net.width,
                    actual,
                    generated,
                    is_edited: self.is_edited,
                });
            }
        }
        simulator.tick(controls.enable, controls.reset);
        first
    }
}

/// Returns the number with these bits, the lowest first.
fn word(bits: impl Iterator<Item = bool>) -> u128 {
    bits.enumerate().map(|(place, bit)| u128::from(bit) << place).sum()
}

/// Returns the generated module that shares the most names with a file, the nets of these names in dataflow order, and
/// true if these are nine tenths of its names.
/// None if the file has fewer than half of the names.
fn generated(device: &dyn VerilogDut, elaborated: &Elaborated) -> Option<(Design, Vec<NamedNet>, bool)> {
    let spec = DesignSpec {
        name: None,
        ..device.interface().spec()?
    };
    let registered = DesignSpec {
        register_ports: true,
        ..spec.clone()
    };
    let block = spec.clone().with_multiplier(Multiplier::Block(multiplier_blocks()));
    let driven = driven_bits(&elaborated.module);
    let is_driven = |bit: &Bit| match bit {
        Bit::Net(net) => driven.contains(net),
        Bit::Constant(value) => value == "0" || value == "1",
    };
    let in_file = |net: NamedNet| {
        let bits = &elaborated.module.netnames.get(&net.name)?.bits;
        let mask = word(bits.iter().map(is_driven));
        let known = bits.iter().map(|bit| {
            if is_driven(bit) {
                bit.clone()
            } else {
                Bit::Constant("0".to_owned())
            }
        });
        let found = NamedNet {
            bits: known.collect(),
            mask,
            ..net
        };
        (mask != 0 && bits.len() == found.width as usize).then_some(found)
    };
    let mut best: Option<(usize, Design, Vec<NamedNet>, bool)> = None;
    for spec in [spec, registered, block] {
        let Ok(design) = Design::from_spec(&spec) else { continue };
        let nets = nets(&design);
        let count = |nets: &[NamedNet]| nets.iter().filter(|net| net.stage.is_some()).count();
        let all = count(&nets);
        let nets: Vec<NamedNet> = nets.into_iter().filter_map(in_file).collect();
        let shared = count(&nets);
        let is_better = best.as_ref().is_none_or(|(most, ..)| shared > *most);
        if shared > 0 && 2 * shared >= all && is_better {
            best = Some((shared, design, nets, 10 * shared >= 9 * all));
        }
    }
    best.map(|(_, design, nets, is_edited)| (design, nets, is_edited))
}

/// Returns the named nets of a generated module and its outputs, in dataflow order, without their bits in a file.
fn nets(design: &Design) -> Vec<NamedNet> {
    let (interface, module) = (design.interface(), design.module());
    let net = |name: &str, stage: Option<String>, width: u32, source: NetSource| NamedNet {
        name: name.to_owned(),
        stage,
        width,
        source,
        bits: Vec::new(),
        mask: 0,
    };
    let mut nets = Vec::new();
    if design.latency() > 0 {
        let stage = Some("valid".to_owned());
        nets.push(net("valid", stage, design.latency(), NetSource::Valid));
        nets.push(net("out_valid", None, 1, NetSource::OutValid));
    }
    let nodes = module.lane.nodes.iter().cycle();
    for ((position, path), node) in net_paths(module).into_iter().enumerate().zip(nodes) {
        let Some(name) = path.filter(|_| node.op != Op::Input) else {
            continue;
        };
        let stage = Some(module.lane.stages[node.stage].title());
        nets.push(net(&name, stage, node.width, NetSource::Signal(position)));
    }
    for (position, port) in interface.outputs().enumerate() {
        nets.push(net(&port.name, None, port.width, NetSource::Output(position)));
    }
    nets
}

/// Returns the nets that a port or a cell drives.
pub(crate) fn driven_bits(module: &YosysModule) -> HashSet<u64> {
    let inputs = module.ports.0.iter().filter(|(_, port)| port.direction == "input");
    let inputs = inputs.flat_map(|(_, port)| &port.bits);
    let pins = module.cells.values().flat_map(|cell| {
        let is_output = |pin: &str| {
            cell.port_directions
                .get(pin)
                .is_some_and(|direction| direction == "output")
        };
        let pins = cell.connections.iter().filter(move |(pin, _)| is_output(pin));
        pins.flat_map(|(_, bits)| bits)
    });
    let number = |bit: &Bit| match bit {
        Bit::Net(net) => Some(*net),
        Bit::Constant(_) => None,
    };
    inputs.chain(pins).filter_map(number).collect()
}
