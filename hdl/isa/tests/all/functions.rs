//! Functions of halves that PTX has on f32 only.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, InstructionSource, Rounding};

use super::grammar::spelt;

#[test]
fn they_are_the_whole_grammar() {
    let quotients_and_roots = spelt("{div,rcp,sqrt}.{rn,rz,rm,rp,rna}{,.ftz}.{f16,bf16}{,x2}");
    let elementary = spelt("{rsqrt,lg2,exp,log,sigmoid,silu,gelu,erf,sin,cos}.approx.{f16,bf16}{,x2}");
    let expected: BTreeSet<String> = quotients_and_roots.into_iter().chain(elementary).collect();
    let found: BTreeSet<String> = Instruction::functions().iter().map(|one| one.mnemonic()).collect();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 160);
}

#[test]
fn they_are_marked_as_not_ptx_and_have_flags() {
    for instruction in Instruction::functions() {
        assert_eq!(instruction.source(), InstructionSource::Extension, "{instruction}");
        assert!(instruction.with_flags().is_some(), "{instruction}");
    }
}

#[test]
fn quotients_and_roots_have_a_rounding_port() {
    for instruction in Instruction::functions() {
        let Some(any) = instruction.with_rounding_port() else {
            assert!(instruction.operation().is_elementary(), "{instruction}");
            continue;
        };
        assert!(instruction.operation().is_quotient_or_root(), "{instruction}");
        assert_eq!(any.with_fixed_rounding(instruction.rounding()), *instruction);
        let count = instruction.signature().operands().len();
        assert_eq!(any.signature().operands().len(), count + 1, "{instruction}");
    }
}

#[test]
fn the_rounding_is_to_nearest_even_by_default() {
    for operation in ["div", "rcp", "sqrt"] {
        let plain: Instruction = format!("{operation}.bf16").parse().unwrap();
        assert_eq!(plain.mnemonic(), format!("{operation}.rn.bf16"));
        assert_eq!(plain.rounding(), Rounding::NearestEven);
    }
}
