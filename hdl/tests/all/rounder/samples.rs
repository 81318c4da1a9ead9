//! Single-precision operands where the roundings to another format differ.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::model::Value;
use super::Kind;

/// The number of additional random operands.
const RANDOM: usize = 20_000;

/// The number of magnitudes next to an end of a format's range that are all taken.
const DENSE: u64 = 40;

/// The number of steps into which the whole range is divided.
const STEPS: u64 = 500;

/// Returns f32 encodings of a format's values, of the midpoints between neighbours, and of the operands next to both.
/// It adds those at the ends of f32's own range, and random ones.
pub fn around(target: &Kind) -> Vec<u32> {
    let mut samples: Vec<u32> = magnitudes(target)
        .into_iter()
        .flat_map(|magnitude| beside(target, magnitude))
        .collect();
    for end in [0, 0x0080_0000, 0x7F80_0000, 0x7FC0_0000, 0x7FFF_FFFF] {
        samples.extend(next_to(end));
    }
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(target.format.width()));
    samples.extend((0..RANDOM).map(|_| random.random::<u32>()));
    let negative: Vec<u32> = samples.iter().map(|bits| bits ^ 1 << 31).collect();
    samples.extend(negative);
    samples.sort_unstable();
    samples.dedup();
    samples
}

/// Returns magnitudes of the target: all next to zero, to the smallest normal and to the largest number, and some
/// between.
fn magnitudes(target: &Kind) -> Vec<u64> {
    let largest = target.encodings.largest;
    let normal = 1 << target.format.fraction_bits;
    let step = (largest / STEPS).max(1) as usize;
    let near = [0, normal, largest]
        .into_iter()
        .flat_map(|end: u64| end.saturating_sub(DENSE)..=end + DENSE);
    near.chain((0..=largest).step_by(step))
        .filter(|magnitude| *magnitude <= largest)
        .collect()
}

/// Returns a magnitude's own value and the midpoint between it and the next one, with their neighbours.
fn beside(target: &Kind, magnitude: u64) -> Vec<u32> {
    let value = |magnitude: u64| {
        let Value::Number { integer, unit, .. } = target.encodings.value(magnitude) else {
            return None;
        };
        let integer = u64::try_from(&integer).expect("a significand") as f64;
        Some(integer * (unit as f64).exp2())
    };
    let own = value(magnitude).expect("a finite magnitude");
    // Beyond the largest number the distance is that below it.
    let next = value(magnitude + 1)
        .filter(|_| magnitude < target.encodings.largest)
        .unwrap_or_else(|| 2.0 * own - value(magnitude - 1).expect("a finite magnitude"));
    let exact = |number: f64| {
        let single = number as f32;
        (f64::from(single) == number && single.is_finite()).then(|| single.to_bits())
    };
    let middle = exact(f64::midpoint(own, next));
    let both = [exact(own), middle, exact(next)];
    both.into_iter().flatten().flat_map(next_to).collect()
}

/// Returns an encoding and its neighbours.
fn next_to(bits: u32) -> impl Iterator<Item = u32> {
    (-2..=2)
        .filter_map(move |offset| bits.checked_add_signed(offset))
        .filter(|bits| *bits <= 0x7FFF_FFFF)
}
