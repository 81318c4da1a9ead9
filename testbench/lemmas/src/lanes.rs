//! Lanes of instructions and of netlists.

use halfpipe_isa::{Instruction, Rounding};
use halfpipe_spec::Logic;

use crate::graph::{Graph, Literal, PortWords};

/// Returns the instruction whose module is one lane of this one: the same modifiers, without x2 or x4. The lanes of a
/// comparison share a predicate, so they are proven together, and so are those of a conversion.
pub fn find_lane(instruction: Instruction) -> Instruction {
    if !instruction.operation().is_arithmetic() || instruction.ty().lanes() == 1 {
        return instruction;
    }
    let plain = instruction.with_fixed_rounding(Rounding::NearestEven);
    let (ty, all) = (instruction.ty(), Instruction::all().iter());
    let is_lane = |other: &&Instruction| {
        other.ty().lanes() == 1
            && (other.ty().operand_format(), other.ty().result_format()) == (ty.operand_format(), ty.result_format())
            && other.operation() == instruction.operation()
            && other.modifiers().eq(plain.modifiers())
    };
    // A format of one's own is in no list.
    let name = plain.without_flags().mnemonic();
    let scalar = ["x2", "x4"].iter().find_map(|lanes| name.strip_suffix(lanes));
    let parsed = || {
        scalar
            .and_then(|scalar| scalar.parse().ok())
            .filter(|lane| is_lane(&lane))
    };
    let lane = all
        .copied()
        .find(|other| is_lane(&other))
        .or_else(parsed)
        .unwrap_or(plain);
    let rounded = lane.with_rounding_port().filter(|_| instruction.has_rounding_port());
    let lane = rounded.unwrap_or(lane);
    lane.with_flags().filter(|_| instruction.has_flags()).unwrap_or(lane)
}

/// Returns the outputs of several lanes for their shares of the inputs: the values side by side, and the OR of the flags,
/// which follow a value. Each lane has a whole input that is shared.
pub fn join_lanes(
    graph: &mut Graph,
    lanes: usize,
    inputs: &PortWords,
    is_shared: impl Fn(usize) -> bool,
    mut compute: impl FnMut(&mut Graph, &PortWords) -> PortWords,
) -> PortWords {
    let mut value = Vec::new();
    let mut flags: Option<Vec<Literal>> = None;
    for lane in 0..lanes {
        let share = |(place, word): (usize, &Vec<Literal>)| {
            let width = word.len() / lanes;
            if is_shared(place) {
                word.clone()
            } else {
                word[lane * width..][..width].to_vec()
            }
        };
        let shares = inputs.iter().enumerate().map(share).collect();
        let outputs = compute(graph, &shares);
        value.extend(&outputs[0]);
        flags = match (flags, outputs.get(1)) {
            (Some(flags), Some(raised)) => Some(join_flags(graph, &flags, raised)),
            (_, raised) => raised.cloned(),
        };
    }
    [Some(value), flags].into_iter().flatten().collect()
}

/// Returns the OR of the flags of two lanes.
pub fn join_flags(graph: &mut Graph, one: &[Literal], other: &[Literal]) -> Vec<Literal> {
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| graph.or(*one, *other)).collect()
}
