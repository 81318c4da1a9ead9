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

/// Returns the first mismatch of a row: all operands b for one a.
fn compare_row(evaluator: &Evaluator, model: &IntegerModel, a: u16) -> Option<String> {
    let right: Vec<u16> = (0..=u16::MAX).collect();
    let mut expected = vec![0; right.len()];
    model.fill(a, &right, &mut expected);
    let columns: Vec<u64> = right.iter().map(|b| (*b).into()).collect();
    let mut found = vec![0; right.len()];
    evaluator.evaluate(&[&vec![a.into(); right.len()], &columns], &mut [&mut found]);
    let mut results = right.iter().zip(found.iter().zip(&expected));
    let wrong = results.find(|(_, (found, expected))| **found != u64::from(**expected));
    wrong.map(|(b, (found, expected))| format!("{a:#x} and {b:#x}: found {found:#x}, the model has {expected:#x}"))
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
            .find_map_any(|a| compare_row(&evaluator, &model, a));
        assert_eq!(mismatch, None, "{instruction}");
        println!("{instruction}: 2^32 pairs, no mismatch");
    }
}
