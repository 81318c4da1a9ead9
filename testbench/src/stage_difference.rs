//! The first stage of a generated module that an external module with other names computes differently.
//!
//! Nets are compared by function: both modules get the same vectors, and a net of the generated module is present in
//! the file if some net there has its value, or the complement, for each of them.

use std::cmp::Reverse;
use std::collections::HashSet;

use halfpipe_aig::plane::{Plane, LANES};
use halfpipe_hdl::design::{ControlInputs, Design, DesignSpec};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::verilog::net_paths;
use halfpipe_hdl::net::Op;
use halfpipe_simulation::{stimulus, vector, Vector};
use halfpipe_yosys::external::Elaborated;
use halfpipe_yosys::netlist::Bit;
use halfpipe_yosys::{Circuit, VerilogDut};

use crate::engine::gates::{write_inputs, ControlPlanes};
use crate::net_difference::driven_bits;

/// The first stage with a net that the file lacks and a wrong result depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageDifference {
    /// The title of the stage.
    pub stage: String,
    /// The bit that the file lacks, by its name in the generated module.
    pub bit: String,
}

/// The number of vectors: enough to tell unequal nets apart.
const VECTORS: usize = 4 * LANES;
/// The most vectors that differ from the mismatch in one or two bits.
const NEIGHBOURS: usize = VECTORS / 2;
/// The seed of the other vectors.
const SEED: u64 = 1;

impl StageDifference {
    /// Returns the first stage that differs, for a vector with a wrong result. `before` names a net that is known to
    /// differ: only nets in front of it count. None for a generated module, and where
    /// the file has no net that is computed before it.
    ///
    /// The search starts at the results and goes back through nets that the file lacks, to the net on which most of
    /// these depend. A synthesiser may absorb such a net, so the fault may be in a stage behind the one that is
    /// returned.
    pub(crate) fn from_vector(
        device: &dyn VerilogDut,
        mismatch: &Vector,
        before: Option<&str>,
    ) -> Option<StageDifference> {
        let elaborated = device.elaborated()?;
        let design = Design::from_spec(&DesignSpec {
            name: None,
            ..device.interface().spec()?
        });
        let design = design.ok()?;
        let vectors = vectors(device, mismatch);
        let (ports, file) = file_values(device, elaborated, &vectors)?;
        let generated = generated_values(&design, &vectors);
        let module = design.module();
        let count = module.lane.nodes.len();
        let node = |position: usize| &module.lane.nodes[position % count];
        let constant = normalised(vec![Plane::filled(false); VECTORS / LANES]);
        let is_present = |bit: &Values| *bit == constant || file.contains(bit);

        let mut lacking = vec![false; generated.len()];
        let results = module.lane.outputs.iter().map(|port| port.net.index());
        let lanes = (0..generated.len()).step_by(count);
        let mut open: Vec<usize> = lanes
            .flat_map(|first| results.clone().map(move |result| first + result))
            .collect();
        while let Some(position) = open.pop() {
            if !lacking[position] && !generated[position].iter().all(is_present) {
                lacking[position] = true;
                let first = position / count * count;
                open.extend(node(position).operands.iter().map(|operand| first + operand.index()));
            }
        }

        let paths = net_paths(module);
        let named = |position: &usize| paths[*position].is_some() && node(*position).op != Op::Input;
        let dependents = |position: usize| {
            let mut reached = HashSet::from([position]);
            for later in (position + 1..generated.len()).filter(|later| lacking[*later]) {
                let first = later / count * count;
                let mut operands = node(later).operands.iter();
                if operands.any(|operand| reached.contains(&(first + operand.index()))) {
                    reached.insert(later);
                }
            }
            reached.len()
        };
        let lacked = (0..generated.len()).filter(|position| lacking[*position]).filter(named);
        let first = lacked.max_by_key(|position| (dependents(*position), Reverse(*position)))?;
        let known = before.and_then(|name| paths.iter().position(|path| path.as_deref() == Some(name)));
        if known.is_some_and(|known| known <= first) {
            return None;
        }
        // A bit of an operand is in every file.
        let is_computed = |bit: &Values| *bit != constant && file.contains(bit) && !ports.contains(bit);
        if !(0..first)
            .filter(named)
            .any(|position| generated[position].iter().any(is_computed))
        {
            return None;
        }
        let bit = generated[first].iter().position(|bit| !is_present(bit))?;
        let name = paths[first].clone()?;
        Some(StageDifference {
            stage: module.lane.stages[node(first).stage].title(),
            bit: match node(first).width {
                1 => name,
                _ => format!("{name}[{bit}]"),
            },
        })
    }
}

/// The values of one bit for all vectors. Those of the complement are the same.
type Values = Vec<[u16; LANES / 16]>;

/// Returns the values of a bit, or of its complement, whichever is 0 for the first vector.
fn normalised(planes: Vec<Plane>) -> Values {
    let mask = if planes[0].bit(0) { u16::MAX } else { 0 };
    planes.iter().map(|plane| plane.0.map(|column| column ^ mask)).collect()
}

/// Returns the vectors: the mismatch, its neighbours and others.
fn vectors(device: &dyn VerilogDut, mismatch: &Vector) -> Vec<Vector> {
    let widths: Vec<u32> = device.interface().inputs().map(|port| port.width).collect();
    let places = widths.iter().enumerate();
    let places: Vec<(usize, u32)> = places
        .flat_map(|(port, width)| (0..*width).map(move |bit| (port, bit)))
        .collect();
    let flipped = |from: &Vector, (port, bit): (usize, u32)| {
        let words = from.words(widths.len()).enumerate();
        vector(words.map(|(position, word)| if position == port { word ^ 1 << bit } else { word }))
    };
    let one_bit: Vec<Vector> = places.iter().map(|place| flipped(mismatch, *place)).collect();
    let two_bits = one_bit
        .iter()
        .enumerate()
        .flat_map(|(number, one)| places[number + 1..].iter().map(|place| flipped(one, *place)));
    let neighbours = one_bit.iter().cloned().chain(two_bits);
    let mut vectors: Vec<Vector> = [mismatch.clone()]
        .into_iter()
        .chain(neighbours)
        .take(NEIGHBOURS)
        .collect();
    let count = VECTORS - vectors.len();
    vectors.extend(stimulus::make_module_source(device.interface(), SEED).fill(count));
    vectors.resize(VECTORS, mismatch.clone());
    vectors
}

/// Returns the settled values of the bits of the file's ports, and those of all its nets.
fn file_values(
    device: &dyn VerilogDut,
    elaborated: &Elaborated,
    vectors: &[Vector],
) -> Option<(HashSet<Values>, HashSet<Values>)> {
    let module = &elaborated.module;
    let port_bits = |name: &str| {
        let port = module.ports.0.iter().find(|(port, _)| port == name);
        port.map_or(Vec::new(), |(_, port)| port.bits.clone())
    };
    let inputs = device.interface().inputs();
    let inputs: Vec<Bit> = inputs.flat_map(|port| port_bits(&port.name)).collect();
    let clock = port_bits("clock");
    let mut driven: Vec<u64> = driven_bits(module).into_iter().collect();
    driven.sort_unstable();
    let mut bits: Vec<Bit> = driven.into_iter().map(Bit::Net).collect();
    bits.retain(|bit| !inputs.contains(bit) && !clock.contains(bit));
    let probes = bits.len() + inputs.len();
    let operands = inputs.len();
    let circuit = Circuit::with_probes(device.interface(), elaborated, vec![inputs, bits]).ok()?;
    let first = circuit.aig().outputs().len() - probes;
    let ports = circuit.ports();
    let mut machine = circuit.interpret();
    let mut values = vec![Vec::new(); probes];
    for vectors in vectors.chunks(LANES) {
        for cycle in 0..=device.latency() + 1 {
            let controls = ControlInputs {
                reset: cycle == 0,
                ..ControlInputs::FLOWING
            };
            write_inputs(&mut machine, ports, ControlPlanes::filled(controls), vectors.iter());
            let settled = machine.step();
            if cycle == device.latency() + 1 {
                for (values, plane) in values.iter_mut().zip(&settled[first..]) {
                    values.push(*plane);
                }
            }
        }
    }
    let values: Vec<Values> = values.into_iter().map(normalised).collect();
    let ports = values[..operands].iter().cloned().collect();
    Some((ports, values.into_iter().collect()))
}

/// Returns the settled values of the bits of each signal of the generated module.
fn generated_values(design: &Design, vectors: &[Vector]) -> Vec<Vec<Values>> {
    let module = design.module();
    let inputs = design.interface().inputs().count();
    let mut simulator = NetlistSimulator::new(module);
    let count = net_paths(module).len();
    let mut words: Vec<Vec<u128>> = vec![Vec::new(); count];
    for vector in vectors {
        for (position, word) in vector.words(inputs).enumerate() {
            simulator.set_input(position, word);
        }
        simulator.set_valid(true);
        for _ in 0..design.latency() {
            simulator.settle();
            simulator.tick(true, false);
        }
        simulator.settle();
        for (words, signal) in words.iter_mut().zip(simulator.signals()) {
            words.push(simulator.value(signal));
        }
    }
    let widths = module.lane.nodes.iter().map(|node| node.width).cycle();
    let bits = words.iter().zip(widths).map(|(words, width)| {
        let plane = |bit: u32| {
            let chunks = words.chunks(LANES);
            chunks.map(move |words| Plane::of_bits(words.iter().map(|word| word >> bit & 1 == 1)))
        };
        (0..width).map(|bit| normalised(plane(bit).collect())).collect()
    });
    bits.collect()
}
