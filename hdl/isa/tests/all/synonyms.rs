//! Names of other systems: each row of their table, and suggestions for words that are almost right.

use std::collections::BTreeSet;

use halfpipe_isa::{
    synonym, synonym_patterns, synonyms, Instruction, Modifier, NamedInstruction, Operation, ParseError, Rounding,
    SynonymMeaning, System,
};
use halfpipe_test_support::cases;
use proptest::prelude::*;
use proptest::sample::{select, Index};

/// Returns the instruction of a name, with its reading; or the refusal.
fn read(name: &str) -> Result<(String, Option<String>), String> {
    let named = NamedInstruction::parse(name).map_err(|error| error.to_string())?;
    Ok((named.instruction.to_string(), named.reading))
}

/// Returns the mnemonic of a name that has exactly one meaning.
fn meaning(name: &str) -> String {
    let (instruction, reading) = read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let reading = reading.unwrap_or_else(|| panic!("{name} has no reading"));
    assert!(reading.starts_with(&format!("{name} is {instruction}")), "{reading}");
    instruction
}

#[test]
fn each_name_means_instructions_that_exist() {
    let exists = |mnemonic: &String| {
        let parsed: Result<Instruction, ParseError> = mnemonic.parse();
        let instruction = parsed.unwrap_or_else(|error| panic!("{mnemonic}: {error}"));
        assert_eq!(instruction.mnemonic(), *mnemonic);
    };
    for synonym in synonyms() {
        let name = &synonym.name;
        match &synonym.meaning {
            SynonymMeaning::Instruction { mnemonic, .. } => {
                exists(mnemonic);
                assert_eq!(meaning(name), *mnemonic);
            }
            SynonymMeaning::Choice { choices: named, .. } | SynonymMeaning::Different { nearest: named, .. } => {
                named.iter().for_each(exists);
                let unique: BTreeSet<&String> = named.iter().collect();
                assert!(unique.len() == named.len() && !named.is_empty(), "{name}");
                let refusal = read(name).unwrap_err();
                assert!(named.iter().all(|mnemonic| refusal.contains(mnemonic)), "{refusal}");
                assert!(refusal.len() < 1000 && refusal.lines().count() == 1, "{refusal}");
            }
        }
    }
    let counted: usize = synonym_patterns().iter().map(|pattern| pattern.count).sum();
    assert_eq!(counted, synonyms().len());
    assert!(System::ALL
        .iter()
        .all(|system| synonyms().iter().any(|one| one.system == *system)));
}

#[test]
fn no_name_is_an_instruction_or_an_operation_or_occurs_twice() {
    let words = [
        "fpu",
        "zfh",
        "mma",
        "vortex",
        "fpnew",
        "all",
        "cuda",
        "dots",
        "fp8",
        "functions",
        "riscv",
        "roundings",
    ];
    let mut names = BTreeSet::new();
    for synonym in synonyms() {
        let name = &synonym.name;
        assert!(names.insert(name.to_ascii_lowercase()), "{name} occurs twice");
        assert!(name.parse::<Instruction>().is_err(), "{name} is an instruction");
        assert!(
            name.replace('_', ".").parse::<Instruction>().is_err(),
            "{name} is a module"
        );
        assert!(
            !words.contains(&name.as_str()),
            "{name} names many instructions, or a core"
        );
        assert!(!name.contains(['*', ',', ';']), "{name} is no single word");
        assert!(
            !name.chars().all(|letter| letter.is_ascii_hexdigit()) || name == "f16" || name == "bf16",
            "{name} is a number"
        );
        let is_operation = |operation: &Operation| operation.name() == name || operation.riscv_name() == Some(name);
        assert!(!Operation::ALL.iter().any(is_operation), "{name} is an operation");
    }
    let known = |instruction: &Instruction| {
        synonym(&instruction.mnemonic()).is_some() || synonym(&instruction.module_name()).is_some()
    };
    assert!(!Instruction::all().iter().any(known));
}

#[test]
fn intrinsic_functions_of_cuda() {
    for (name, expected) in [
        ("__hfma", "fma.rn.f16"),
        ("__hadd", "add.rn.f16"),
        ("__hadd_rn", "add.rn.f16"),
        ("__hadd_sat", "add.rn.sat.f16"),
        ("__hadd2", "add.rn.f16x2"),
        ("__hfma2_relu", "fma.rn.relu.f16x2"),
        ("__hmax", "max.f16"),
        ("__hmax_nan", "max.NaN.f16"),
        ("__hltu", "setp.ltu.f16"),
        ("__hne2_mask", "set.ne.u32.f16x2"),
        ("__float2half", "cvt.rn.f16.f32"),
        ("__float2half_rn", "cvt.rn.f16.f32"),
        ("__float2half_rd", "cvt.rm.f16.f32"),
        ("__float2half_ru", "cvt.rp.f16.f32"),
        ("__half2float", "cvt.f32.f16"),
        ("__half2short_rz", "cvt.rzi.s16.f16"),
        ("__half2uchar_rz", "cvt.rzi.u8.f16"),
        ("__ull2half_ru", "cvt.rp.f16.u64"),
        ("__bfloat162int_rd", "cvt.rmi.s32.bf16"),
        ("hceil", "cvt.rpi.f16.f16"),
        ("hrcp", "rcp.rn.f16"),
        ("htanh_approx", "tanh.approx.f16"),
    ] {
        assert_eq!(meaning(name), expected, "{name}");
    }
    for name in [
        "htanh",
        "hexp2",
        "h2exp2",
        "hsqrt",
        "__hdiv",
        "__floats2half2_rn",
        "__hbeq2",
        "__hisnan",
    ] {
        let refusal = read(name).unwrap_err();
        assert!(refusal.contains("; the nearest is "), "{refusal}");
    }
}

#[test]
fn each_instruction_that_cuda_emits_for_a_function_is_its_instruction() {
    let emitted: BTreeSet<&Instruction> = Instruction::cuda().iter().collect();
    let own = synonyms()
        .iter()
        .filter(|one| one.system == System::Cuda && one.name.starts_with("__"));
    for one in own {
        if let SynonymMeaning::Instruction { mnemonic, .. } = &one.meaning {
            let instruction: Instruction = mnemonic.parse().unwrap();
            assert!(emitted.contains(&instruction), "{} is {mnemonic}", one.name);
        }
    }
}

#[test]
fn names_of_other_systems() {
    for (name, expected) in [
        ("HFMA2", "fma.rn.f16x2"),
        ("HFMA2.MMA", "fma.rn.f16x2"),
        ("HFMA2.BF16_V2", "fma.rn.bf16x2"),
        ("HFMA2.RELU", "fma.rn.relu.f16x2"),
        ("llvm.fma.f16", "fma.rn.f16"),
        ("llvm.fma.bfloat", "fma.rn.bf16"),
        ("llvm.fma.v2f16", "fma.rn.f16x2"),
        ("llvm.maximum.f16", "max.NaN.f16"),
        ("llvm.minnum.f16", "min.f16"),
        ("llvm.fptosi.sat.i32.f16", "cvt.rzi.s32.f16"),
        ("fadd half", "add.rn.f16"),
        ("fcmp ult <2 x half>", "setp.ltu.f16x2"),
        ("fmaf16", "fma.rn.f16"),
        ("fminf16", "min.f16"),
        ("sqrtf16", "sqrt.rn.f16"),
        ("roundf16", "cvt.rnai.f16.f16"),
        ("vfwcvtbf16.f.f.v", "fcvt.s.bf16"),
    ] {
        assert_eq!(meaning(name), expected, "{name}");
    }
    assert_eq!(read("hfma2.relu"), read("HFMA2.RELU"));
    assert_eq!(
        read("__HFMA").unwrap_err(),
        "__HFMA".parse::<Instruction>().unwrap_err().to_string()
    );
}

#[test]
fn names_that_need_a_choice() {
    for (name, choices) in [
        (
            "f16_mulAdd",
            "fma.rn.f16, fma.rz.f16, fma.rm.f16, fma.rp.f16, fma.rna.f16 or fmadd.h",
        ),
        ("f16_to_f32", "cvt.f32.f16 or fcvt.s.h"),
        (
            "vfwmacc.vv",
            "fma.rn.f32.f16, fma.rz.f32.f16, fma.rm.f32.f16, fma.rp.f32.f16 or fma.rna.f32.f16",
        ),
        ("vfmin.vf", "fmin.h or fmin.bf16"),
        ("half", "add.rn.f16, fma.rn.f16 or cvt.rn.f16.f32"),
        ("mad.f16", "fma.rn.f16"),
        ("mac.f16", "fma.rn.f16"),
        ("mac.rz.bf16x2", "fma.rz.bf16x2"),
        ("mad.rd.f16", "fma.rm.f16"),
        ("mad.rn.f32.f16", "fma.rn.f32.f16"),
        ("fadd.h.dyn", "fadd.h"),
        ("fadd.h.rm", "fadd.h or fadd.h.rdn"),
        ("HMNMX2.NAN", "min.NaN.f16x2 or max.NaN.f16x2"),
    ] {
        let refusal = read(name).unwrap_err();
        assert!(refusal.ends_with(&format!("; write {choices}")), "{refusal}");
    }
}

#[test]
fn roundings_of_other_systems() {
    for (name, expected) in [
        ("add.rd.f16", "add.rm.f16"),
        ("add.ru.f16", "add.rp.f16"),
        ("add.RNE.f16", "add.rn.f16"),
        ("add.rtz.f16", "add.rz.f16"),
        ("mul.rmm.bf16", "mul.rna.bf16"),
        ("cvt.rdn.f16.f32", "cvt.rm.f16.f32"),
        ("cvt.rd.s32.f16", "cvt.rmi.s32.f16"),
        ("fma.rtn.relu.f16x2", "fma.rm.relu.f16x2"),
        ("fadd.h.RNE", "fadd.h.rne"),
        ("fadd.h.rz", "fadd.h.rtz"),
        ("fcvt.w.h.ru", "fcvt.w.h.rup"),
    ] {
        assert_eq!(meaning(name), expected, "{name}");
        assert!(name.parse::<Instruction>().is_err());
    }
    assert_eq!(read("add.rd.f16 d, a, b;"), read("add.rd.f16"));
    for wrong in [
        "neg.rd.f16",
        "min.RNE.f16",
        "rd.f16",
        "add.rd.f16 d, a",
        "fmin.h.rn",
        "tanh.rne.f16",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn instructions_of_other_extensions_of_riscv_are_no_misspelt_ones() {
    for (name, extension) in [
        ("fcvtmod.w.d", "Zfa"),
        ("fmvh.x.d", "Zfa"),
        ("fmvp.d.x", "Zfa"),
        ("flh", "Zfhmin"),
        ("fsh", "Zfhmin"),
    ] {
        let refusal = read(name).unwrap_err();
        let reason = format!("RISC-V's {extension}, which is not supported");
        assert!(refusal.contains(&reason), "{refusal}");
        assert!(!refusal.contains("did you mean"), "{refusal}");
    }
}

/// Returns the suggested word, unless it differs in case only.
fn suggested(error: &ParseError) -> Option<&'static str> {
    match error {
        ParseError::UnknownOperation { suggestion, .. }
        | ParseError::UnknownType { suggestion, .. }
        | ParseError::UnknownModifier { suggestion, .. } => suggestion.map(|suggestion| suggestion.word),
        _ => None,
    }
}

/// Returns a word with one character inserted, deleted, replaced, or swapped with the next.
fn edited(word: &str, edit: usize, place: Index, letter: char) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = place.index(letters.len());
    match edit {
        0 => letters.insert(at, letter),
        1 => drop(letters.remove(at)),
        2 => letters[at] = letter,
        _ => letters.swap(at, (at + 1).min(word.len() - 1)),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases::configure(4096))]

    /// A suggestion for a word that one edit changed is the word before it. It never has another rounding, format or
    /// meaning.
    #[test]
    fn a_suggestion_is_the_word_before_the_edit_at_any_seed(
        instruction in select(Instruction::all().to_vec()),
        part in any::<Index>(),
        edit in 0..4usize,
        place in any::<Index>(),
        letter in select("abcdefghijklmnopqrstuvwxyz0123456789".chars().collect::<Vec<_>>()),
    ) {
        let mnemonic = instruction.mnemonic();
        let mut parts: Vec<String> = mnemonic.split('.').map(str::to_owned).collect();
        let at = part.index(parts.len());
        let before = std::mem::take(&mut parts[at]);
        parts[at] = edited(&before, edit, place, letter);
        // A rounding of another system is no misspelt word.
        prop_assume!(Rounding::from_foreign_word(&parts[at]).is_none());
        if let Err(error) = NamedInstruction::parse(&parts.join(".")) {
            if let Some(word) = suggested(&error) {
                let words: Vec<&str> = word.split('.').collect();
                prop_assert!(words.contains(&before.as_str()), "{}: {}", parts.join("."), error);
            }
        }
    }
}

/// Operations of other systems.
const FOREIGN_OPERATIONS: [&str; 17] = [
    "mad", "mac", "fmac", "rem", "sad", "mma", "selp", "copysign", "fcvtmod", "fmvh", "fmvp", "flh", "fsh", "rd",
    "rup", "half", "bfloat",
];

/// Modifiers and types of other systems.
const FOREIGN_WORDS: [&str; 34] = [
    "rd", "ru", "rne", "rtz", "rdn", "rup", "rmm", "rte", "rtn", "rtp", "RNE", "RD", "b16", "b32", "s16", "u16", "f32",
    "f64", "tf32", "f16x4", "f16x8", "bf16x4", "f8", "half", "bfloat", "e3m4", "hi", "wide", "noftz", "full", "rem",
    "trunc", "x4", "i16",
];

/// True if a suggested word is the same rounding as another system's word.
fn is_same_rounding(word: &str, suggested: &str) -> bool {
    let modifier = Modifier::ALL.into_iter().find(|modifier| modifier.name() == suggested);
    let rounding = Rounding::from_foreign_word(word);
    rounding.is_some() && modifier.and_then(Modifier::rounding) == rounding
}

#[test]
fn a_suggestion_for_a_word_of_another_system_has_its_meaning() {
    let mut refused = 0;
    for instruction in Instruction::all().iter().step_by(101) {
        let mnemonic = instruction.mnemonic();
        let parts: Vec<&str> = mnemonic.split('.').collect();
        let operations = FOREIGN_OPERATIONS.map(|word| (0, word));
        let others = (1..parts.len()).flat_map(|at| FOREIGN_WORDS.map(|word| (at, word)));
        for (at, word) in operations.into_iter().chain(others) {
            let mut changed = parts.clone();
            changed[at] = word;
            let text = changed.join(".");
            // The strict parser suggests the roundings that the other one takes.
            let errors = [text.parse::<Instruction>().err(), NamedInstruction::parse(&text).err()];
            for error in errors.into_iter().flatten() {
                refused += 1;
                let suggestion = suggested(&error);
                // The two words of a mixed type may be suggested in their right order.
                let is_right = |suggested: &str| {
                    let is_swapped = suggested.split('.').all(|half| changed.contains(&half));
                    is_swapped || is_same_rounding(word, suggested)
                };
                assert!(suggestion.is_none_or(is_right), "{text}: {error}");
            }
        }
    }
    assert!(refused > 5000, "{refused}");
}
