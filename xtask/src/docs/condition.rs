//! Conditions in words: the instructions of a family for which a statement holds.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, Modifier, Type};

/// A property that an instruction may have.
#[derive(Clone, Copy)]
enum Property {
    Operation(&'static str),
    /// A type of RISC-V.
    In(Type),
    With(Modifier),
    Without(Modifier),
}

impl Property {
    fn holds(self, instruction: Instruction) -> bool {
        match self {
            Property::Operation(operation) => first_word(instruction) == operation,
            Property::In(ty) => instruction.ty() == ty,
            Property::With(modifier) => instruction.has(modifier),
            Property::Without(modifier) => !instruction.has(modifier),
        }
    }

    fn words(self) -> String {
        match self {
            Property::Operation(operation) => format!("`{operation}`"),
            Property::In(ty) => format!("in `.{ty}`"),
            Property::With(modifier) => format!("with `.{modifier}`"),
            Property::Without(modifier) => format!("without `.{modifier}`"),
        }
    }
}

/// Returns the operation's name in the mnemonic: that of PTX, or of RISC-V.
fn first_word(instruction: Instruction) -> &'static str {
    let operation = instruction.operation();
    match instruction.is_riscv() {
        true => operation.riscv_name().unwrap_or(operation.name()),
        false => operation.name(),
    }
}

/// Returns the operations' names in the order of the instructions, each once.
fn first_words(instructions: impl IntoIterator<Item = Instruction>) -> Vec<&'static str> {
    let mut words = Vec::new();
    for word in instructions.into_iter().map(first_word) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns every statement that holds for any of the instructions, once, in the order of first appearance. A statement
/// that does not hold for all comes with its condition on an instruction.
pub fn conditional(
    instructions: &[Instruction],
    statements: impl Fn(Instruction) -> Vec<String>,
) -> Vec<(Option<String>, String)> {
    let mut found: Vec<(String, BTreeSet<Instruction>)> = Vec::new();
    for &instruction in instructions {
        for statement in statements(instruction) {
            match found.iter_mut().find(|(other, _)| *other == statement) {
                Some((_, holders)) => {
                    holders.insert(instruction);
                }
                None => found.push((statement, BTreeSet::from([instruction]))),
            }
        }
    }
    let worded = |(statement, holders)| (condition(instructions, &holders), statement);
    found.into_iter().map(worded).collect()
}

fn condition(instructions: &[Instruction], holders: &BTreeSet<Instruction>) -> Option<String> {
    if holders.len() == instructions.len() {
        return None;
    }
    let operations = first_words(instructions.iter().copied());
    let modifiers: BTreeSet<Modifier> = instructions
        .iter()
        .flat_map(|instruction| instruction.modifiers())
        .collect();
    let of_operation = operations.into_iter().map(Property::Operation);
    let of_modifier = modifiers
        .into_iter()
        .flat_map(|modifier| [Property::With(modifier), Property::Without(modifier)]);
    let types: BTreeSet<Type> = instructions.iter().map(|one| one.ty()).collect();
    let types = types.into_iter().filter(|ty| ty.is_riscv());
    let of_type = types.map(Property::In);
    let properties: Vec<Property> = of_operation.chain(of_type).chain(of_modifier).collect();
    let single = properties.iter().map(|property| vec![*property]);
    let pairs = properties
        .iter()
        .flat_map(|first| properties.iter().map(|second| vec![*first, *second]));
    let describes = |all: &Vec<Property>| {
        let meets = |instruction: Instruction| all.iter().all(|property| property.holds(instruction));
        instructions
            .iter()
            .all(|instruction| meets(*instruction) == holders.contains(instruction))
    };
    let words = |all: Vec<Property>| {
        all.iter()
            .map(|property| property.words())
            .collect::<Vec<_>>()
            .join(" ")
    };
    // All instructions of some operations, or of any.
    let names = || {
        let of_these = first_words(holders.iter().copied());
        let is_of_these = |instruction: &&Instruction| of_these.contains(&first_word(**instruction));
        if instructions.iter().filter(is_of_these).count() == holders.len() {
            let words = of_these
                .into_iter()
                .map(|operation| Property::Operation(operation).words());
            return words.collect::<Vec<_>>().join(", ");
        }
        holders
            .iter()
            .map(|holder| format!("`{holder}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    Some(single.chain(pairs).find(describes).map_or_else(names, words))
}
