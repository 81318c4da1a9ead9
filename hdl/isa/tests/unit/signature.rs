//! Unit tests of `src/signature.rs`.

use super::*;
use crate::element_type::flag_names;

const A: Operand = Operand::new("a", ElementType::Bits(64));
const P: Operand = Operand::new("p", ElementType::Predicate);

#[test]
fn any_number_of_operands_of_1_to_64_bits() {
    let d = Operand {
        lanes: 2,
        ..Operand::new("d", ElementType::Signed(8))
    };
    let signature = Signature::new(&[A], &[P, d]).unwrap();
    assert_eq!(signature.to_string(), "p:pred, d:s8x2, a:b64");
    assert_eq!((signature.result_width(), signature.lanes()), (17, 1));
    assert_eq!(
        [0x7F, 0x80, 0xFF].map(|lane| d.element_type.sign_extended(lane)),
        [127, -128, -1]
    );
    assert_eq!(signature.lane_operand_width(), 64);
    let lanes = Signature::new(&[d], &[Operand { name: "q", ..d }]).unwrap();
    assert_eq!((lanes.lanes(), lanes.lane_operand_width()), (2, 8));
    assert_eq!(
        [d.lane(0x12F3, 0), d.lane(0x12F3, 1), A.lane(u64::MAX, 0)],
        [0xF3, 0x12, u64::MAX]
    );
}

#[test]
fn flags_are_those_of_all_lanes() {
    let lanes = |name| Operand {
        lanes: 2,
        ..Operand::new(name, ElementType::Unsigned(16))
    };
    let plain = Signature::new(&[lanes("a")], &[lanes("d")]).unwrap();
    let flagged = plain.with_flags();
    assert_eq!(flagged.to_string(), "d:u16x2, flags:flags, a:u16x2");
    assert_eq!((plain.flags(), flagged.flags()), (None, Some(1)));
    assert_eq!((flagged.lanes(), flagged.result_width()), (2, 37));
    assert_eq!([0b00101, 0b11010, 0].map(flag_names), ["OF|NX", "NV|DZ|UF", "none"]);
}

#[test]
fn lanes_of_comparisons_are_separate_although_they_share_a_predicate() {
    let lanes = |mnemonic: &str| {
        let instruction: crate::Instruction = mnemonic.parse().unwrap();
        let signature = instruction.signature();
        (signature.lanes(), signature.separate_lanes())
    };
    assert_eq!(lanes("add.rn.f16"), (1, 1));
    assert_eq!(lanes("add.rn.e4m3x4"), (4, 4));
    assert_eq!(lanes("set.eq.and.f16x2.f16x2"), (1, 2));
    assert_eq!(lanes("setp.eq.f16x2"), (1, 2));
    assert_eq!(lanes("setp.eq.and.bf16x2"), (1, 2));
    assert_eq!(lanes("setp.eq.and.bf16"), (1, 1));
    assert_eq!(lanes("cvt.rn.satfinite.e4m3x2.f16x2"), (2, 2));
    // A result of all lanes does not separate them.
    assert_eq!(lanes("cvt.rn.f16x2.f32"), (1, 1));
    assert_eq!(lanes("dot2.ada.f16.e4m3"), (1, 1));
}

#[test]
fn what_no_module_can_have_is_refused() {
    let said = |operands: &[Operand], results: &[Operand]| Signature::new(operands, results).unwrap_err().to_string();
    assert_eq!(
        said(&[A], &[]),
        "a signature needs at least one operand and one result; this one has no result"
    );
    assert_eq!(
        said(&[Operand::new("b", ElementType::Bits(65))], &[P]),
        "b has 65 bits; an operand or result has 1 to 64"
    );
    assert_eq!(
        said(&[Operand { lanes: 0, ..A }], &[P]),
        "a has 0 bits; an operand or result has 1 to 64"
    );
    assert_eq!(said(&[A, P], &[P]), "duplicate name p among the operands and results");
}
