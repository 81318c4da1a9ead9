//! What holds for any input.

use halfpipe_isa::{Instruction, Modifier, Operation, Type};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, Index};

/// The words of a modifier as PTX separates them.
fn words(modifier: Modifier) -> impl Iterator<Item = &'static str> {
    modifier.name().split('.')
}

/// Words that occur in mnemonics, and some that almost do.
fn word() -> impl Strategy<Value = String> {
    let mut known: Vec<&str> = Modifier::ALL.into_iter().flat_map(words).collect();
    known.extend(Operation::ALL.map(Operation::name));
    known.extend(["f16", "f16x2", "bf16", "bf16x2", "f32", "", " ", ";", "//", "d, a, b"]);
    prop_oneof![4 => select(known).prop_map(String::from), 1 => "\\PC{0,4}"]
}

fn check(text: &str) {
    match text.parse::<Instruction>() {
        Ok(instruction) => assert!(Instruction::all().contains(&instruction)),
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(message.len() < 1000, "{message}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_parses_or_is_refused(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_words_parse_or_are_refused(words in vec(word(), 0..8)) {
        check(&words.join("."));
    }

    #[test]
    fn modifiers_may_stand_in_any_order_and_repeat(
        instruction in select(Instruction::all()),
        places in vec(any::<Index>(), 16),
        repeated in any::<Index>(),
    ) {
        let mut parts: Vec<&str> = instruction.modifiers().flat_map(words).collect();
        if !parts.is_empty() {
            parts.push(parts[repeated.index(parts.len())]);
        }
        // The two words of a mixed type keep their order; each word goes to any place that allows it.
        let mut spelt: Vec<&str> = instruction.ty().name().split('.').collect();
        for (part, place) in parts.into_iter().zip(places) {
            spelt.insert(place.index(spelt.len() + 1), part);
        }
        let text = format!("{}.{}", instruction.operation(), spelt.join("."));
        prop_assert_eq!(text.parse(), Ok(instruction), "{}", text);
    }
}

/// The rounding that may be left out of a canonical name.
fn has_default_rounding(instruction: Instruction) -> bool {
    let is_mixed_fma = instruction.operation() == Operation::Fma && instruction.ty().is_mixed();
    instruction.has(Modifier::Rn) && !is_mixed_fma
}

#[test]
fn round_to_nearest_is_the_default() {
    for &instruction in Instruction::all() {
        let shorter = instruction.mnemonic().replace(".rn", "");
        let expected = has_default_rounding(instruction) || !instruction.has(Modifier::Rn);
        assert_eq!(shorter.parse() == Ok(instruction), expected, "{shorter}");
    }
}

/// Tries every set of modifiers with every operation and type.
#[test]
fn nothing_else_is_an_instruction() {
    let mut accepted = 0;
    for operation in Operation::ALL {
        for ty in Type::ALL {
            for set in 0_u32..1 << Modifier::ALL.len() {
                let chosen = Modifier::ALL.iter().filter(|&&m| set >> m as u32 & 1 == 1);
                let modifiers: String = chosen.map(|m| format!(".{m}")).collect();
                let text = format!("{operation}{modifiers}.{ty}");
                match text.parse::<Instruction>() {
                    Ok(instruction) => {
                        let with_rounding = text.replacen('.', ".rn.", 1);
                        let name = instruction.mnemonic();
                        assert!(name == text || name == with_rounding, "{text} is {name}");
                        accepted += 1;
                    }
                    Err(error) => assert!(!error.to_string().contains('\n'), "{text}"),
                }
            }
        }
    }
    let shortened = Instruction::all().iter().filter(|&&i| has_default_rounding(i));
    assert_eq!(accepted, Instruction::all().len() + shortened.count());
}
