//! Unit tests of `src/exhaustive/exact.rs`.

use std::collections::HashSet;

use super::*;

fn rows(mnemonic: &str) -> ExactRows {
    ExactRows::new(mnemonic.parse().unwrap())
}

#[test]
fn pieces_are_the_rows_and_each_lane_has_every_input_of_them_once() {
    for (mnemonic, per_row, lanes, width) in [
        ("neg.f16x2", 1, 2, 16),
        ("fsqrt.h", 5, 1, 16),
        ("add.rn.e4m3x4", 256, 4, 8),
        ("cvt.rn.f16x2.e2m1x2", 1, 2, 4),
    ] {
        let rows = rows(mnemonic);
        assert_eq!(rows.per_row(), per_row, "{mnemonic}");
        let pieces = rows.pieces(0..1 << width);
        let numbers: Vec<u64> = pieces.into_iter().flatten().collect();
        assert!(numbers.iter().copied().eq(0..per_row << width));
        for lane in 0..lanes {
            let all = numbers
                .iter()
                .map(|number| (rows.operands(*number, lane), rows.selection(*number)));
            assert_eq!(
                all.collect::<HashSet<_>>().len(),
                numbers.len(),
                "{mnemonic}, lane {lane}"
            );
        }
        let differs = |number: &u64| {
            let all: HashSet<_> = (0..lanes).map(|lane| rows.operands(*number, lane)).collect();
            all.len() == lanes as usize
        };
        assert!(numbers.iter().all(differs), "{mnemonic}");
    }
}

#[test]
fn opposites_stand_before_and_after_each_clock_cycle() {
    for (mnemonic, numbers) in [
        ("setp.eq.and.bf16x2", 70_000..71_234),
        ("fcvt.w.h", 0..1),
        ("add.rn.e4m3x4", 256..768),
    ] {
        let rows = rows(mnemonic);
        let vectors = rows.with_opposites(numbers.clone());
        assert_eq!(vectors.len() % LANES, 0);
        for (position, number) in numbers.enumerate() {
            let place = place(position);
            assert_eq!(vectors[place], rows.vector(number), "{mnemonic}");
            let opposite = rows.opposite(number);
            assert_eq!(vectors[place - LANES], opposite);
            // The least significant bits are those that distinguish the vectors of a cycle.
            let after = &vectors[place + LANES];
            assert!(after.len() == opposite.len() && *after != vectors[place], "{mnemonic}");
        }
    }
}
