//! Every pair of 16-bit operands against the integer model, which is itself compared with the golden model on every pair
//! of two instructions and on a share of the others.

use halfpipe_arrays::Evaluator;
use halfpipe_isa::Instruction;
use halfpipe_model::value::IntegerModel;
use rayon::prelude::*;

/// The instructions to try: `HALFPIPE_ARRAY_PAIRS` names others, separated by blanks.
const NAMED: &str =
    "add.rn.f16 sub.rz.f16 mul.rn.f16 mul.rp.ftz.f16 add.rn.bf16 mul.rm.bf16 add.rn.sat.f16 div.rn.f16 \
                     max.f16 min.xorsign.abs.bf16";

/// The arrays of a row: all operands b for one a.
struct Row {
    left: Vec<u64>,
    right: Vec<u16>,
    columns: Vec<u64>,
    found: Vec<u64>,
    expected: Vec<u16>,
}

impl Row {
    fn new() -> Row {
        let right: Vec<u16> = (0..=u16::MAX).collect();
        Row {
            left: vec![0; right.len()],
            columns: right.iter().map(|b| (*b).into()).collect(),
            found: vec![0; right.len()],
            expected: vec![0; right.len()],
            right,
        }
    }

    /// Returns the first mismatch of the row of a.
    fn compare(&mut self, evaluator: &Evaluator, model: &IntegerModel, a: u16) -> Option<String> {
        self.left.fill(a.into());
        model.fill(a, &self.right, &mut self.expected);
        evaluator.evaluate(&[&self.left, &self.columns], &mut [&mut self.found]);
        let mut results = self.right.iter().zip(self.found.iter().zip(&self.expected));
        let wrong = results.find(|(_, (found, expected))| **found != u64::from(**expected));
        wrong.map(|(b, (found, expected))| format!("{a:#x} and {b:#x}: found {found:#x}, the model has {expected:#x}"))
    }
}

#[test]
#[ignore = "2^32 pairs of ten instructions, two CPU minutes each"]
fn named_instructions() {
    let named = std::env::var("HALFPIPE_ARRAY_PAIRS");
    for name in named.as_deref().unwrap_or(NAMED).split_whitespace() {
        let instruction: Instruction = name.parse().unwrap();
        let model = IntegerModel::from_instruction(instruction).expect("an instruction with two 16-bit operands");
        let evaluator = Evaluator::new(instruction);
        let mismatch = (0..=u16::MAX)
            .into_par_iter()
            .map_init(Row::new, |row, a| row.compare(&evaluator, &model, a))
            .find_map_any(|mismatch| mismatch);
        assert_eq!(mismatch, None, "{instruction}");
        println!("{instruction}: 2^32 pairs, no mismatch");
    }
}
