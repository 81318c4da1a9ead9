//! A record that was changed after it had been written is not believed.

use std::path::PathBuf;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::{Label, Op};
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::default_latency;
use halfpipe_testbench::engine::{Circuit, Mapping};
use halfpipe_testbench::exhaustive::{Blocks, Digest, Doubt, Identity, Record, Runner, Standing, BLOCK, ROWS};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// A run with its record.
struct Recorded {
    unit: Design,
    circuit: Circuit,
    new: Record,
    record: Record,
    folder: TempDir,
}

impl Recorded {
    fn of(mnemonic: &str, shard: &str) -> Recorded {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let unit = Design::unit(instruction, default_latency(instruction)).unwrap();
        let circuit = Circuit::synthesise(&unit, Mapping::Generic).unwrap();
        let new = Record::new(Identity::of(&unit, &circuit).unwrap(), shard.parse().unwrap());
        let mut record = new.clone();
        record.advance(&Runner::new(&unit, &circuit).unwrap(), ROWS).unwrap();
        let folder = tempfile::tempdir().unwrap();
        Recorded {
            unit,
            circuit,
            new,
            record,
            folder,
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("record.json")
    }

    /// The standing of a file with this text.
    fn standing_of_text(&self, text: &str, seed: u64) -> Standing {
        std::fs::write(self.file(), text).unwrap();
        Standing::of(&self.file(), &self.new, &self.unit, &self.circuit, seed).unwrap()
    }

    /// The standing of the record after an edit by somebody who makes the checksum and the sums anew.
    fn standing_after(&self, seed: u64, edit: impl FnOnce(&mut Record)) -> Standing {
        let mut record = self.record.clone();
        edit(&mut record);
        self.standing_of_text(&record.to_json(), seed)
    }

    fn is_damaged_after(&self, edit: impl FnOnce(&mut Record)) -> bool {
        matches!(self.standing_after(0, edit), Standing::Damaged(_))
    }
}

/// A function of two operands, 16 blocks of rows; and one of a single operand, all rows.
fn both() -> [Recorded; 2] {
    [Recorded::of("max.f16", "5/64"), Recorded::of("neg.ftz.f16x2", "1/1")]
}

fn exchange(record: &mut Record, one: u32, other: u32) {
    let swapped = record.blocks.iter().map(|(row, digest)| match row {
        row if row == one => (other, digest),
        row if row == other => (one, digest),
        row => (row, digest),
    });
    let mut blocks = Blocks::default();
    swapped.for_each(|(row, digest)| blocks.add(row, digest));
    assert_ne!(blocks, record.blocks);
    record.blocks = blocks;
}

#[test]
fn what_was_written_is_believed_with_every_seed() {
    for recorded in both() {
        for seed in 0..3 {
            let standing = recorded.standing_after(seed, |_| {});
            assert_eq!(standing, Standing::Believed(recorded.record.clone()));
        }
    }
    let [recorded, _] = both();
    let folder = recorded.folder.path();
    let nowhere = Standing::of(
        &folder.join("none.json"),
        &recorded.new,
        &recorded.unit,
        &recorded.circuit,
        0,
    );
    assert_eq!(nowhere.unwrap(), Standing::Missing);
}

#[test]
fn no_letter_or_digit_of_a_file_can_be_changed_unnoticed() {
    for recorded in both() {
        let text = recorded.record.to_json();
        let places: Vec<usize> = (0..text.len())
            .filter(|place| text.as_bytes()[*place].is_ascii_alphanumeric())
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let place = places[random.random_range(0..places.len())];
            let new = b"0123456789abcdef"[random.random_range(0..16)];
            if text.as_bytes()[place] == new {
                continue;
            }
            let mut edited = text.clone().into_bytes();
            edited[place] = new;
            let edited = String::from_utf8(edited).unwrap();
            let standing = recorded.standing_of_text(&edited, 0);
            assert!(matches!(standing, Standing::Damaged(_)), "byte {place}: {standing:?}");
        }
    }
}

#[test]
fn a_file_that_ends_too_early_is_noticed() {
    let recorded = Recorded::of("neg.ftz.f16x2", "1/1");
    let text = recorded.record.to_json();
    for length in (0..text.len() - 1).step_by(97) {
        let standing = recorded.standing_of_text(&text[..length], 0);
        assert!(matches!(standing, Standing::Damaged(_)), "{length} bytes: {standing:?}");
    }
}

#[test]
fn a_record_of_something_else_is_stale_or_misplaced() {
    for recorded in both() {
        let edits: [fn(&mut Identity); 5] = [
            |identity| identity.latency += 1,
            |identity| identity.mapping = "ice40".to_owned(),
            |identity| identity.netlist.replace_range(..1, "x"),
            |identity| identity.yosys = "0.71".to_owned(),
            |identity| identity.model.replace_range(..1, "x"),
        ];
        for edit in edits {
            let standing = recorded.standing_after(0, |record| edit(&mut record.identity));
            assert_eq!(standing, Standing::Stale);
        }
    }
    let [pairs, single] = both();
    let renamed = pairs.standing_after(0, |record| record.identity.mnemonic = "min.f16".to_owned());
    assert_eq!(
        renamed,
        Standing::Damaged(Doubt::Instruction {
            mnemonic: "min.f16".to_owned()
        })
    );
    assert!(single.is_damaged_after(|record| record.identity.mnemonic = "abs.f16x2".to_owned()));
    let part = Recorded::of("neg.ftz.f16x2", "2/3");
    assert_eq!(
        single.standing_after(0, |record| *record = part.record.clone()),
        Standing::Damaged(Doubt::Rows {
            first_row: 21845,
            end_row: 43690
        })
    );
}

/// Names are no part of what was run.
#[test]
fn a_record_stays_that_of_a_unit_whose_nets_have_other_names() {
    let recorded = Recorded::of("neg.ftz.f16x2", "1/1");
    let mut lane = recorded.unit.lane().clone();
    let inner = lane.nodes.iter_mut().filter(|node| node.op != Op::Input);
    for label in inner.filter_map(|node| node.label.as_mut()) {
        *label = Label::from(format!("other_{}", label.name()));
    }
    let renamed = Design::of_lane(recorded.unit.instruction(), recorded.unit.latency(), lane);
    assert_ne!(verilog(&renamed), verilog(&recorded.unit));
    let circuit = Circuit::synthesise(&renamed, Mapping::Generic).unwrap();
    let identity = Identity::of(&renamed, &circuit).unwrap();
    assert_eq!(identity, recorded.record.identity);
}

#[test]
fn counts_that_do_not_fit_are_noticed() {
    for recorded in both() {
        let edits: [fn(&mut Record); 9] = [
            |record| record.vectors = 5,
            |record| record.vectors += 1,
            |record| record.next_row -= 1,
            |record| record.next_row = record.first_row,
            |record| record.next_row = record.end_row + 1,
            |record| record.first_row += 1,
            |record| record.end_row = record.first_row,
            |record| record.mismatches = 3,
            |record| record.first_mismatch = Some("halfpipe eval".to_owned()),
        ];
        for (number, edit) in edits.into_iter().enumerate() {
            assert!(recorded.is_damaged_after(edit), "edit {number}");
        }
    }
    // Both lanes of every operand were compared again.
    let [_, single] = both();
    let worse = single.standing_after(0, |record| {
        record.mismatches = 1;
        record.first_mismatch = Some("halfpipe eval neg.ftz.f16x2 0001".to_owned());
    });
    assert_eq!(worse, Standing::Damaged(Doubt::Mismatches { found: 0, recorded: 1 }));
}

#[test]
fn every_wrong_digest_of_a_single_operand_is_found() {
    let recorded = Recorded::of("neg.ftz.f16x2", "1/1");
    for row in [0, 0x3C00, 0xFFC0] {
        let standing = recorded.standing_after(1, |record| record.blocks.add(row, Digest(1)));
        match standing {
            Standing::Damaged(Doubt::Digest { first, last, .. }) => assert_eq!((first, last), (row, row + BLOCK - 1)),
            other => panic!("{other:?}"),
        }
    }
    assert!(recorded.is_damaged_after(|record| exchange(record, 0, 0xFFC0)));
    // Another model's digests, whose sum may well be the same.
    assert!(recorded.is_damaged_after(|record| {
        record.blocks.add(0x40, Digest(1));
        record.blocks.add(0x80, Digest(u64::MAX));
    }));
}

#[test]
fn a_wrong_digest_is_found_when_its_rows_are_drawn() {
    let recorded = Recorded::of("max.f16", "5/64");
    let row = recorded.record.first_row + 7 * BLOCK;
    let edits: [fn(&mut Record, u32); 2] = [
        |record, row| record.blocks.add(row, Digest(0x10)),
        |record, row| exchange(record, row, row + BLOCK),
    ];
    for edit in edits {
        let found = (0..64).filter(
            |seed| match recorded.standing_after(*seed, |record| edit(record, row)) {
                Standing::Believed(_) => false,
                Standing::Damaged(Doubt::Digest { first, .. }) => first == row || first == row + BLOCK,
                other => panic!("{other:?}"),
            },
        );
        // One block of 16 is drawn each time.
        assert!((1..24).contains(&found.count()));
    }
    // What is wrong everywhere is found at once.
    assert!(recorded.is_damaged_after(|record| {
        for row in record.rows().step_by(BLOCK as usize) {
            record.blocks.add(row, Digest(1));
        }
    }));
}

/// A run that was interrupted is judged by the rows that it came to.
#[test]
fn a_part_of_a_run_is_believed_as_far_as_it_goes() {
    let recorded = Recorded::of("max.f16", "5/64");
    let runner = Runner::new(&recorded.unit, &recorded.circuit).unwrap();
    let mut part = recorded.new.clone();
    assert_eq!(
        recorded.standing_of_text(&part.to_json(), 0),
        Standing::Believed(part.clone())
    );
    part.advance(&runner, 100).unwrap();
    for seed in 0..4 {
        let standing = recorded.standing_of_text(&part.to_json(), seed);
        assert_eq!(standing, Standing::Believed(part.clone()));
    }
    let mut further = part.clone();
    further.next_row += BLOCK;
    further.vectors += u64::from(BLOCK) << 16;
    assert!(matches!(
        recorded.standing_of_text(&further.to_json(), 0),
        Standing::Damaged(Doubt::Fault(_))
    ));
    part.advance(&runner, ROWS).unwrap();
    assert_eq!(part, recorded.record);
}
