//! Conditions in words: the instructions of a family for which a statement holds.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, Modifier, Operation};

/// A property that an instruction may have.
#[derive(Clone, Copy)]
enum Property {
    Operation(Operation),
    With(Modifier),
    Without(Modifier),
}

impl Property {
    fn holds(self, instruction: Instruction) -> bool {
        match self {
            Property::Operation(operation) => instruction.operation() == operation,
            Property::With(modifier) => instruction.has(modifier),
            Property::Without(modifier) => !instruction.has(modifier),
        }
    }

    fn words(self) -> String {
        match self {
            Property::Operation(operation) => format!("`{operation}`"),
            Property::With(modifier) => format!("with `.{modifier}`"),
            Property::Without(modifier) => format!("without `.{modifier}`"),
        }
    }
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
    let operations: BTreeSet<Operation> = instructions.iter().map(|instruction| instruction.operation()).collect();
    let modifiers: BTreeSet<Modifier> = instructions
        .iter()
        .flat_map(|instruction| instruction.modifiers())
        .collect();
    let of_operation = operations.into_iter().map(Property::Operation);
    let of_modifier = modifiers
        .into_iter()
        .flat_map(|modifier| [Property::With(modifier), Property::Without(modifier)]);
    let properties: Vec<Property> = of_operation.chain(of_modifier).collect();
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
        let of_these: BTreeSet<Operation> = holders.iter().map(|holder| holder.operation()).collect();
        let is_of_these = |instruction: &&Instruction| of_these.contains(&instruction.operation());
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
