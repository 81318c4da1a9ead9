//! Properties for any input.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding, Type};
use halfpipe_test_support::cases;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, Index};

/// Returns the words of a modifier as PTX separates them.
fn words(modifier: Modifier) -> impl Iterator<Item = &'static str> {
    modifier.name().split('.')
}

/// Generates words that occur in mnemonics, and some that almost do.
fn word() -> impl Strategy<Value = String> {
    let mut known: Vec<&str> = Modifier::ALL.into_iter().flat_map(words).collect();
    known.extend(Operation::ALL.map(Operation::name));
    known.extend(Operation::ALL.into_iter().filter_map(Operation::riscv_name));
    known.extend(Rounding::ALL.map(Rounding::riscv_name));
    known.extend(["h", "s", "w", "wu", "l", "lu", "x"]);
    known.extend(["f16", "f16x2", "bf16", "bf16x2", "f32", "", " ", ";", "//", "d, a, b"]);
    prop_oneof![4 => select(known).prop_map(String::from), 1 => "\\PC{0,4}"]
}

/// Returns the instructions with PTX names: all but those of RISC-V.
fn of_ptx_or_like_it() -> Vec<Instruction> {
    let all = Instruction::all().iter().copied();
    all.filter(|one| !one.is_riscv()).collect()
}

fn check(text: &str) {
    match text.parse::<Instruction>() {
        Ok(instruction) => {
            assert!(Instruction::all().contains(&instruction.with_fixed_rounding(Rounding::NearestEven)))
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(message.len() < 1000, "{message}");
        }
    }
}

proptest! {
    #![proptest_config(cases::configure(256))]

    #[test]
    fn any_text_parses_or_is_refused_at_any_seed(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_words_parse_or_are_refused_at_any_seed(words in vec(word(), 0..8)) {
        check(&words.join("."));
    }

    #[test]
    fn modifiers_may_stand_in_any_order_and_repeat_at_any_seed(
        instruction in select(of_ptx_or_like_it()),
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

/// True if the rounding may be left out of a canonical name.
fn has_default_rounding(instruction: Instruction) -> bool {
    let operation = instruction.operation();
    let is_mixed_fma = operation == Operation::Fma && instruction.ty().is_mixed();
    instruction.has(Modifier::Rn) && !is_mixed_fma && !operation.is_conversion() && !operation.is_dot()
}

#[test]
fn round_to_nearest_is_the_default() {
    for instruction in of_ptx_or_like_it() {
        let shorter = instruction.mnemonic().replacen(".rn.", ".", 1);
        let expected = has_default_rounding(instruction) || !instruction.has(Modifier::Rn);
        assert_eq!(shorter.parse() == Ok(instruction), expected, "{shorter}");
    }
}

#[test]
fn a_name_of_riscv_without_a_rounding_has_a_port() {
    for &instruction in Instruction::riscv() {
        let name = instruction.mnemonic();
        let rounding = format!(".{}", instruction.rounding().riscv_name());
        let expected = match name.strip_suffix(&rounding) {
            Some(_) => instruction.with_rounding_port(),
            None => Some(instruction),
        };
        let shorter: Instruction = name.strip_suffix(&rounding).unwrap_or(&name).parse().unwrap();
        assert_eq!(Some(shorter), expected, "{name}");
        assert_eq!(
            shorter.with_fixed_rounding(instruction.rounding()),
            instruction,
            "{name}"
        );
    }
}

/// Returns every set of at most `most` modifiers.
fn sets(modifiers: &[Modifier], most: usize) -> Vec<Vec<Modifier>> {
    let [first, rest @ ..] = modifiers else {
        return vec![Vec::new()];
    };
    let mut all = sets(rest, most);
    if most > 0 {
        let longer = sets(rest, most - 1);
        all.extend(longer.into_iter().map(|set| [&[*first], &set[..]].concat()));
    }
    all
}

/// Returns the operations that are like one: arithmetic, comparisons or conversions.
fn alike(operation: Operation) -> impl Iterator<Item = Operation> {
    let kind = |operation: Operation| (operation.is_comparison(), operation.is_conversion());
    Operation::ALL
        .into_iter()
        .filter(move |other| kind(*other) == kind(operation))
}

/// Tries sets of the modifiers of arithmetic with each arithmetic operation, up to one more than any instruction has. It
/// does the same for sets as large as a comparison has with each comparison, and for sets as large as a conversion has
/// with cvt, and with each function. Each set is tried with every type of operations that are alike, and so is every set
/// of two of all modifiers. Each modifier is tried with all operations and all types.
#[test]
fn nothing_else_is_an_instruction() {
    let has = |operation: Operation, modifier: Modifier| {
        let mut instructions = Instruction::all().iter().filter(|one| one.operation() == operation);
        instructions.any(|instruction| instruction.has(modifier))
    };
    let modifiers_of = |operation: Operation| -> Vec<Modifier> {
        let is_of_one = |modifier: &Modifier| alike(operation).any(|operation| has(operation, *modifier));
        Modifier::ALL.into_iter().filter(is_of_one).collect()
    };
    // A dot product has one modifier, and no other operation has those of tensor cores.
    let mut of_arithmetic = modifiers_of(Operation::Add);
    of_arithmetic.retain(|modifier| !Modifier::TENSOR_CORES.contains(modifier));
    let of_a_dot_product = sets(&modifiers_of(Operation::Dot2), 2);
    let counts = Instruction::arithmetic()
        .iter()
        .map(|instruction| instruction.modifiers().count());
    let of_any_arithmetic = sets(&of_arithmetic, counts.max().unwrap() + 1);
    let of_a_function = sets(&of_arithmetic, 3);
    let of_a_comparison = sets(&modifiers_of(Operation::Set), 3);
    let of_a_conversion = sets(&modifiers_of(Operation::Cvt), 3);
    let of_one = sets(&Modifier::ALL, 1);
    let of_two = sets(&Modifier::ALL, 2);
    let all: BTreeSet<Instruction> = of_ptx_or_like_it().into_iter().collect();
    let mut accepted = BTreeSet::new();
    for operation in Operation::ALL.into_iter().filter(|one| !one.is_riscv_only()) {
        let own = match operation {
            Operation::Set | Operation::Setp => &of_a_comparison,
            Operation::Cvt => &of_a_conversion,
            function if function.is_function() => &of_a_function,
            dot if dot.is_dot() => &of_a_dot_product,
            _ => &of_any_arithmetic,
        };
        let types: BTreeSet<Type> = alike(operation)
            .flat_map(|operation| operation.forms())
            .filter(|form| !form.is_riscv())
            .flat_map(|form| form.types().iter().copied())
            .collect();
        let with = |types: Vec<Type>, sets: &[Vec<Modifier>]| -> Vec<(Type, Vec<Modifier>)> {
            let pairs = types
                .into_iter()
                .flat_map(|ty| sets.iter().map(move |set| (ty, set.clone())));
            pairs.collect()
        };
        let types: Vec<Type> = types.into_iter().collect();
        let mut tried = with(types.clone(), own);
        tried.extend(with(types, &of_two));
        tried.extend(with(Type::ALL.to_vec(), &of_one));
        for (ty, set) in tried {
            let modifiers: String = set.iter().map(|modifier| format!(".{modifier}")).collect();
            let text = format!("{operation}{modifiers}.{ty}");
            match text.parse::<Instruction>() {
                Ok(instruction) => {
                    let with_rounding = text.replacen('.', ".rn.", 1);
                    let name = instruction.mnemonic();
                    let is_in_other_order =
                        instruction.has(Modifier::Satfinite) && set.iter().all(|one| instruction.has(*one));
                    assert!(
                        name == text || name == with_rounding || is_in_other_order,
                        "{text} is {name}"
                    );
                    // The other ones are in any format.
                    if all.contains(&instruction) {
                        accepted.insert(text);
                    }
                }
                Err(error) => assert!(!error.to_string().contains('\n'), "{text}"),
            }
        }
    }
    let shortened = all.iter().filter(|&&i| has_default_rounding(i));
    assert_eq!(accepted.len(), all.len() + shortened.count());
}

/// Tries every operation name, of PTX and of RISC-V, with every type and every rounding of RISC-V. It tries the types of
/// RISC-V with up to two words: a rounding or a modifier, before the type or behind it. Only the canonical names, and those with a rounding port, are accepted.
#[test]
fn nothing_else_is_an_instruction_of_riscv() {
    let mut words: BTreeSet<&str> = Modifier::ALL.into_iter().flat_map(words).collect();
    words.extend(Rounding::ALL.map(Rounding::riscv_name));
    words.extend(["dyn", "rod", "rtz.rtz"]);
    let operations = Operation::ALL.into_iter();
    let names = operations.clone().map(Operation::name);
    let names: BTreeSet<&str> = names.chain(operations.filter_map(Operation::riscv_name)).collect();
    let own = [
        "h.h",
        "bf16.bf16",
        "h.d",
        "d.h",
        "s.s",
        "x.bf16",
        "bf16.x",
        "w.s",
        "d",
        "s",
        "h2",
    ];
    let of_riscv = Type::ALL.into_iter().filter(|ty| ty.is_riscv()).map(Type::name);
    let riscv_types: BTreeSet<&str> = of_riscv.chain(own).collect();
    let types: BTreeSet<&str> = Type::ALL.into_iter().map(Type::name).chain(own).collect();
    let mut accepted = BTreeSet::new();
    let mut attempt = |text: String| {
        if let Ok(instruction) = text.parse::<Instruction>() {
            if instruction.is_riscv() {
                assert_eq!(instruction.mnemonic(), text);
                accepted.insert(text);
            }
        }
    };
    for name in names {
        for ty in &types {
            attempt(format!("{name}.{ty}"));
            for rounding in Rounding::ALL.map(Rounding::riscv_name) {
                attempt(format!("{name}.{ty}.{rounding}"));
            }
        }
        for (ty, word) in riscv_types
            .iter()
            .flat_map(|ty| words.iter().map(move |word| (ty, word)))
        {
            attempt(format!("{name}.{ty}.{word}"));
            attempt(format!("{name}.{word}.{ty}"));
            attempt(format!("{name}.rne.{ty}.{word}"));
            attempt(format!("{name}.{ty}.{word}.rne"));
        }
    }
    let fixed = Instruction::riscv().iter().copied();
    let expected: BTreeSet<String> = fixed
        .chain(Instruction::riscv_with_rm())
        .map(Instruction::mnemonic)
        .collect();
    assert_eq!(accepted, expected);
}
