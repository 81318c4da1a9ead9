//! Unit tests of `src/select.rs`.

use super::*;

fn count(words: &[&str]) -> usize {
    let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    select(&words, |_| true).unwrap().len()
}

#[test]
fn patterns_stand_for_every_name_they_match() {
    assert_eq!(count(&["all"]), Instruction::arithmetic().len());
    assert_eq!(count(&["*"]), 2163);
    assert_eq!(count(&["set.*", "setp_*"]), 1680);
    assert_eq!(count(&["cvt*"]), 313);
    assert_eq!(count(&["cuda"]), 318);
    assert_eq!(count(&["roundings"]), 468);
    assert_eq!(count(&["roundings", "add.rz.f16"]), 468);
    assert_eq!(count(&["dots"]), 599);
    assert_eq!(count(&["dots", "dot*"]), 599);
    assert_eq!(count(&["fp8"]), 84);
    assert_eq!(count(&["fp8", "add.e4m3"]), 84);
    assert_eq!(count(&["fma.*"]), 40);
    assert_eq!(count(&["*.f32.*"]), 54);
    assert_eq!(count(&["fma.rn.*bf16*"]), 10);
    assert_eq!(count(&["add.rn.f16"]), 1);
}

#[test]
fn a_pattern_that_ptx_lacks_stands_for_instructions_beyond_it() {
    assert_eq!(count(&["cvt*ue5m3*"]), 21);
    assert_eq!(count(&["cvt_rz_satfinite_e*"]), 15);
    assert_eq!(count(&["add.rna.*f16"]), 6);
    assert!(select(&["rem*".to_owned()], |_| true).is_err());
}

#[test]
fn a_pattern_of_riscv_stands_for_rounding_ports_or_for_a_fixed_rounding() {
    let names = |pattern: &str| {
        let named = select(&[pattern.to_owned()], |_| true).unwrap().into_iter();
        named.map(Instruction::mnemonic).collect::<Vec<_>>()
    };
    assert_eq!(names("fadd.*"), ["fadd.h", "fadd.bf16", "fadd.s"]);
    assert_eq!(names("fadd_*"), names("fadd.*"));
    assert_eq!(names("fadd.*.rne"), ["fadd.h.rne", "fadd.bf16.rne", "fadd.s.rne"]);
    assert_eq!(
        names("fmul.h.*"),
        ["rne", "rtz", "rdn", "rup", "rmm"].map(|rounding| format!("fmul.h.{rounding}"))
    );
    assert_eq!(names("fsgnj*.h"), ["fsgnj.h", "fsgnjn.h", "fsgnjx.h"]);
    assert_eq!(
        names("fcvt.s.*"),
        [
            "fcvt.s.h",
            "fcvt.s.w",
            "fcvt.s.wu",
            "fcvt.s.l",
            "fcvt.s.lu",
            "fcvt.s.bf16"
        ]
    );
    assert_eq!(names("fround*.h"), ["fround.h", "froundnx.h"]);
    assert_eq!(count(&["riscv"]), 109);
    assert_eq!(count(&["riscv", "f*.h", "fcvt*"]), 109);
    assert_eq!(count(&["riscv", "fadd.h", "fadd.h.rne"]), 110);
    assert!(select(&["riscv".to_owned()], |_| true)
        .unwrap()
        .iter()
        .all(|one| one.is_riscv()));
}

#[test]
fn f16_in_a_pattern_is_no_end_of_bf16() {
    let names = |pattern: &str| {
        let named = select(&[pattern.to_owned()], |_| true).unwrap().into_iter();
        named.map(Instruction::mnemonic).collect::<Vec<_>>()
    };
    assert_eq!(names("neg*f16"), ["neg.f16", "neg.ftz.f16"]);
    assert_eq!(names("neg*_bf16"), ["neg.bf16"]);
    assert_eq!(names("neg.b*"), ["neg.bf16", "neg.bf16x2"]);
    // A pattern without the whole name of a type covers both.
    assert_eq!(count(&["fma.*16"]), count(&["fma.*f16", "fma.*bf16"]));
    assert!(names("cvt*f16*").contains(&"cvt.rn.bf16.f16".to_owned()));
}

#[test]
fn the_name_of_a_module_is_a_mnemonic_too() {
    for named in Instruction::arithmetic() {
        assert_eq!(instruction(&named.module_name()), Ok(*named));
        assert_eq!(instruction(&named.mnemonic()), Ok(*named));
    }
    assert_eq!(count(&["fma_rn_*"]), count(&["fma.rn.*"]));
    let refused = instruction("fma_rn_f61").unwrap_err().to_string();
    assert!(refused.contains("did you mean `f16`"), "{refused}");
}

#[test]
fn a_listing_takes_operations_for_their_families() {
    let listed = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        select_for_listing(&words).map(|chosen| chosen.len())
    };
    assert_eq!(listed(&[]).unwrap(), Instruction::arithmetic().len());
    assert_eq!(listed(&["all", "fma"]).unwrap(), count(&["all"]));
    assert_eq!(listed(&["fma"]).unwrap(), count(&["fma.*"]));
    assert_eq!(
        listed(&["fma", "fma.f16", "*.f16x2"]).unwrap(),
        count(&["fma.*", "*.f16x2"])
    );
    assert!(listed(&["fmaa"]).is_err());
    assert_eq!(listed(&["fadd"]).unwrap(), 3);
    assert_eq!(
        listed(&["fadd", "fmsub", "fcvt", "fmv", "fli"]).unwrap(),
        3 + 3 + 30 + 4 + 3
    );
    assert_eq!(listed(&["div"]).unwrap(), 40);
    // Commands that build or measure modules take a pattern for an operation's instructions.
    assert!(select(&["fma".to_owned()], |_| true).is_err());
}

#[test]
fn an_instruction_named_twice_is_chosen_once() {
    assert_eq!(count(&["add.f16", "add.rn.f16", "add.rn.f16*"]), 2);
}

#[test]
fn all_and_cuda_stand_for_what_is_possible_and_a_name_for_itself() {
    let possible = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let has_two_lanes = |instruction: Instruction| instruction.ty().lanes() == 2;
        select(&words, has_two_lanes).unwrap().len()
    };
    let is_arithmetic = |instruction: &Instruction| instruction.operation().is_arithmetic();
    let packed = select(&["*x2".to_owned()], |_| true).unwrap();
    let of_two_lanes = packed.into_iter().filter(is_arithmetic).count();
    assert_eq!(possible(&["all"]), of_two_lanes);
    assert_eq!(possible(&["all", "fma.rn.f16", "fma.rn.f16x2"]), of_two_lanes + 1);
    assert_eq!(possible(&["fma.rn.f16", "neg.*f16"]), 1 + count(&["neg.*f16"]));
    let packed_of_cuda = select(&["cuda".to_owned()], |_| true).unwrap().into_iter();
    let packed_of_cuda = packed_of_cuda
        .filter(|instruction| instruction.ty().lanes() == 2)
        .count();
    assert_eq!(possible(&["cuda"]), packed_of_cuda);
    assert!((1..count(&["cuda"])).contains(&packed_of_cuda));
}

#[test]
fn a_pattern_must_match_something() {
    let error = select(&["rem*".to_owned()], |_| true).unwrap_err();
    assert!(matches!(error, Error::Usage(_)), "{error:?}");
}
