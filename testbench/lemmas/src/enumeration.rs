//! Enumeration: a claim about few inputs, tried for all their values.

use std::collections::HashMap;
use std::ops::Range;

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::plane::{Plane, LANES};
use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::{Gate, Literal};
use rayon::prelude::*;

use crate::graph::Graph;

/// The most bits of two factors whose products are enumerated, in less than a second.
pub const MOST_BITS_OF_FACTORS: usize = 26;

/// The most inputs whose values are enumerated: two operands of 16 bits.
pub const MOST_ENUMERATED: usize = 32;

/// The number of blocks of vectors between two looks at the deadline.
const BLOCKS: u64 = 1 << 12;

/// The most parts that one processor tries. The processors decide other lemmas meanwhile.
const MOST_PARTS_IN_ORDER: u64 = 32;

/// The result of an enumeration.
pub enum Enumerated {
    /// The bits are never all 1.
    Never,
    /// The assumptions are never all 1.
    Vacuous,
    /// The bits are all 1 for these values of the nodes.
    Values(Vec<bool>),
    /// The deadline passed first.
    Undecided,
}

/// The result of some blocks.
enum Part {
    Never { is_vacuous: bool },
    Wrong { block: u64, vector: usize },
    Undecided,
}

/// Returns the nodes of the inputs that some bits depend on.
pub fn inputs_of_cone(graph: &Graph, roots: &[Literal]) -> Vec<usize> {
    let cone = graph.cone(roots).into_iter();
    cone.filter(|node| graph.gates()[*node] == Gate::Input).collect()
}

/// Looks for values of the inputs with which all assumptions and goals are 1.
///
/// # Panics
///
/// When they depend on more than [`MOST_ENUMERATED`] inputs.
pub fn enumerate(graph: &Graph, assumptions: &[Literal], goals: &[Literal], deadline: &Deadline) -> Enumerated {
    let roots = [assumptions, goals].concat();
    let inputs = inputs_of_cone(graph, &roots);
    assert!(inputs.len() <= MOST_ENUMERATED, "{} inputs are too many", inputs.len());
    let mut circuit = graph.0.clone();
    let first = circuit.outputs().len();
    roots.iter().for_each(|root| circuit.output(*root));
    let mut simulator = Simulator::new(&circuit);
    // The first inputs select one of the vectors side by side.
    let vectors = LANES.ilog2() as usize;
    let numbers: HashMap<usize, usize> = (circuit.free_inputs().enumerate())
        .map(|(number, input)| (input.node(), number))
        .collect();
    let places: Vec<usize> = inputs.iter().map(|node| numbers[node]).collect();
    for (place, input) in places.iter().enumerate().take(vectors) {
        let bits = (0..LANES).map(|vector| vector >> place & 1 == 1);
        simulator.set_input(*input, Plane::of_bits(bits));
    }
    let blocks = 1_u64 << places.len().saturating_sub(vectors);
    let try_part = |simulator: &mut Simulator, part: u64| {
        if deadline.is_past() {
            return Part::Undecided;
        }
        let mut is_vacuous = true;
        for block in part * BLOCKS..((part + 1) * BLOCKS).min(blocks) {
            for (place, input) in places.iter().skip(vectors).enumerate() {
                simulator.set_input(*input, Plane::filled(block >> place & 1 == 1));
            }
            simulator.settle();
            let all = |range: Range<usize>| {
                let bits = range.map(|output| simulator.output(first + output));
                bits.fold(Plane::filled(true), |all, bit| all.and(bit))
            };
            let assumed = all(0..assumptions.len());
            is_vacuous &= assumed == Plane::ZERO;
            let wrong = assumed.and(all(assumptions.len()..roots.len()));
            if wrong == Plane::ZERO {
                continue;
            }
            if let Some(vector) = wrong.first_one() {
                return Part::Wrong { block, vector };
            }
        }
        Part::Never { is_vacuous }
    };
    let count = blocks.div_ceil(BLOCKS);
    let parts: Vec<Part> = if count <= MOST_PARTS_IN_ORDER {
        (0..count).map(|part| try_part(&mut simulator, part)).collect()
    } else {
        let parts = (0..count).into_par_iter();
        parts.map_init(|| simulator.clone(), try_part).collect()
    };
    let wrong = parts.iter().find_map(|part| match part {
        Part::Wrong { block, vector } => Some((*block, *vector)),
        _ => None,
    });
    if let Some((block, vector)) = wrong {
        let number = |place: usize| match place.checked_sub(vectors) {
            None => vector >> place & 1 == 1,
            Some(place) => block >> place & 1 == 1,
        };
        let values = graph.simulate(|node| {
            let place = inputs.binary_search(&node);
            u64::from(place.is_ok_and(number))
        });
        return Enumerated::Values(values.iter().map(|value| value & 1 == 1).collect());
    }
    if parts.iter().any(|part| matches!(part, Part::Undecided)) {
        Enumerated::Undecided
    } else if parts
        .iter()
        .all(|part| matches!(part, Part::Never { is_vacuous: true }))
    {
        Enumerated::Vacuous
    } else {
        Enumerated::Never
    }
}
