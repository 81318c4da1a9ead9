//! Comparison of two readings of a file: slang's, and that of Yosys' own parser.
//!
//! Both are netlists of one text. Their outputs and the next states of their registers must be equal for all inputs and
//! all contents of the registers. Registers are paired by name. An undefined value is any value, so one reading may leave
//! a bit undefined where the other defines it; then the reading that leaves more undefined goes into the proof.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use halfpipe_aig::{Aig, Literal};

use super::difference::first_difference;
use super::gates::refuse_at;
use super::refusal::Refusal;
use super::side::{is_never, outside, possible, Possible, Side};
use crate::circuit::{Mapping, NetlistError};
use crate::netlist::YosysModule;

/// The most clauses that the solver may learn about one comparison.
const MOST_LEARNT: u64 = 10_000;

/// A reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// slang's reading.
    Slang,
    /// The reading of Yosys' own parser.
    Yosys,
}

impl fmt::Display for Reading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Reading::Slang => "slang",
            Reading::Yosys => "yosys",
        })
    }
}

/// Returns the reading whose values include those of the other.
///
/// # Errors
///
/// [`Refusal`] with a net that the readings compute differently.
pub fn compare(slang: &YosysModule, yosys: &YosysModule, mapping: Mapping) -> Result<Reading, Refusal> {
    let Ok(first) = Side::read(slang, mapping, &[]) else {
        // The reader of the netlist names the fault with its line.
        return Ok(Reading::Slang);
    };
    let second = Side::read(yosys, mapping, &[]).map_err(|error| {
        let lines = error.source_lines(yosys).unwrap_or_default();
        let reason = match &error {
            NetlistError::Undriven { net } => {
                format!(
                    "Yosys and slang read this differently: Yosys finds no driver of net {net}; write it more simply"
                )
            }
            fault => fault.to_string(),
        };
        refuse_at(lines, String::new(), reason)
    })?;
    match compare_sides(&first, &second) {
        Verdict::Included(reading) => Ok(reading),
        Verdict::Different => Err(first_difference(slang, yosys, mapping)),
        Verdict::Open => Err(Refusal::without_line(
            "Yosys and slang read the file as two circuits, and the solver does not find out if they are equal; \
             write it more simply",
        )),
    }
}

/// The result of a comparison.
enum Verdict {
    /// The values of this reading include those of the other.
    Included(Reading),
    /// The readings differ.
    Different,
    /// The solver does not decide it.
    Open,
}

fn compare_sides(first: &Side, second: &Side) -> Verdict {
    let is_alike =
        first.aig.input_count() == second.aig.input_count() && first.aig.outputs().len() == second.aig.outputs().len();
    if !is_alike {
        return Verdict::Different;
    }
    let mut graph = Aig::new();
    let inputs = graph.inputs(first.aig.input_count());
    let mut known = HashMap::new();
    let sides = [first, second];
    let held = sides.map(|side| side.register_bits(&mut graph, &mut known));
    let mut is_equal = true;
    for value in [false, true] {
        let bits: [Vec<Literal>; 2] = std::array::from_fn(|side| {
            let undefined = sides[side].aig.undefined_places().len();
            let inputs = [&inputs[..], &vec![Literal::constant(value); undefined]].concat();
            let step = graph.step(&sides[side].aig, &inputs, &held[side]);
            pair_bits(sides, side, step.outputs, step.next)
        });
        let pairs = bits[0].iter().zip(&bits[1]);
        let differences: Vec<Literal> = pairs.map(|(one, other)| graph.xor(*one, *other)).collect();
        match is_never(&mut graph, &differences, MOST_LEARNT) {
            Some(true) => {}
            Some(false) => is_equal = false,
            None => return Verdict::Open,
        }
    }
    if is_equal {
        return Verdict::Included(Reading::Slang);
    }
    let possible: [Vec<Possible>; 2] = std::array::from_fn(|side| {
        let (outputs, next) = possible(&mut graph, &sides[side].aig, &inputs, &held[side]);
        pair_bits(sides, side, outputs, next)
    });
    for (reading, inner, outer) in [(Reading::Slang, 1, 0), (Reading::Yosys, 0, 1)] {
        let outside = outside(&mut graph, possible[inner].iter().zip(&possible[outer]));
        match is_never(&mut graph, &outside, MOST_LEARNT) {
            Some(true) => return Verdict::Included(reading),
            Some(false) => {}
            None => return Verdict::Open,
        }
    }
    Verdict::Different
}

/// Returns the compared bits of a side: its outputs, then the next states of the registers that both sides have.
fn pair_bits<T: Copy>(sides: [&Side; 2], side: usize, outputs: Vec<T>, next: Vec<T>) -> Vec<T> {
    let named: [BTreeMap<&str, usize>; 2] = sides.map(|side| {
        let names = side.registers.iter().enumerate();
        names.map(|(number, name)| (name.as_str(), number)).collect()
    });
    let common = named[0].keys().filter(|name| named[1].contains_key(*name));
    let mut bits = outputs;
    bits.extend(common.map(|name| next[named[side][name]]));
    // The registers of memories come in the order of the memories' names.
    let unnamed = sides[side].registers.len();
    bits.extend(next.into_iter().skip(unnamed));
    bits
}
