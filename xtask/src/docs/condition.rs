//! Conditions in words: the instructions of a family for which a statement holds.

use std::collections::BTreeSet;

use halfpipe_isa::{DotFormats, ElementType, FloatFormat, Instruction, Modifier, Type};

/// A property that an instruction may have.
#[derive(Clone, Copy)]
enum Property {
    Operation(&'static str),
    /// A type of RISC-V.
    In(Type),
    /// A conversion of RISC-V to an integer.
    ToInteger,
    With(Modifier),
    Without(Modifier),
    /// A dot product whose elements have infinities, or none.
    Infinities(bool),
    /// A dot product with scales of a format.
    Scale(FloatFormat),
}

impl Property {
    fn holds(self, instruction: Instruction) -> bool {
        match self {
            Property::Operation(operation) => first_word(instruction) == operation,
            Property::In(ty) => instruction.ty() == ty,
            Property::ToInteger => {
                let result = instruction.ty().result();
                instruction.is_riscv() && matches!(result, ElementType::Signed(_) | ElementType::Unsigned(_))
            }
            Property::With(modifier) => instruction.has(modifier),
            Property::Without(modifier) => !instruction.has(modifier),
            Property::Infinities(has) => {
                let elements = DotFormats::from_instruction(instruction).elements;
                has == elements.iter().any(|element| element.has_infinity())
            }
            Property::Scale(format) => instruction.ty().scale_format() == Some(format),
        }
    }

    fn words(self) -> String {
        match self {
            Property::Operation(operation) => format!("`{operation}`"),
            Property::In(ty) => format!("in `.{ty}`"),
            Property::ToInteger => "to an integer".to_owned(),
            Property::With(modifier) => format!("with `.{modifier}`"),
            Property::Without(modifier) => format!("without `.{modifier}`"),
            Property::Infinities(true) => "with infinite elements".to_owned(),
            Property::Infinities(false) => "without infinite elements".to_owned(),
            Property::Scale(format) => format!("with scales of `.{format}`"),
        }
    }
}

/// Returns the operation's name in the mnemonic: that of PTX, or of RISC-V.
fn first_word(instruction: Instruction) -> &'static str {
    let operation = instruction.operation();
    if instruction.is_riscv() {
        operation.riscv_name().unwrap_or(operation.name())
    } else {
        operation.name()
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
    // The types of fli have the names of others.
    let has_own_name = |ty: &Type| types.iter().filter(|other| other.name() == ty.name()).count() == 1;
    let types = types.iter().copied().filter(|ty| ty.is_riscv() && has_own_name(ty));
    let of_type = types.map(Property::In);
    let of_result = [Property::ToInteger].into_iter();
    let is_dot = |instruction: &Instruction| instruction.operation().is_dot();
    let of_elements = [true, false].map(Property::Infinities).into_iter();
    let of_elements = of_elements.filter(|_| instructions.iter().all(is_dot));
    let mut scales: Vec<FloatFormat> = instructions.iter().filter_map(|one| one.ty().scale_format()).collect();
    scales.dedup();
    let properties: Vec<Property> = of_operation
        .chain(of_type)
        .chain(of_result)
        .chain(of_elements)
        .chain(scales.into_iter().map(Property::Scale))
        .chain(of_modifier)
        .collect();
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
    // The mnemonics, if nothing shorter describes them.
    let names = || {
        let names = holders.iter().map(|holder| format!("`{holder}`"));
        names.collect::<Vec<_>>().join(", ")
    };
    let shortest = || by_classes(instructions, holders).unwrap_or_else(names);
    Some(single.chain(pairs).find(describes).map_or_else(shortest, words))
}

/// A division of instructions into classes.
#[derive(Clone, Copy, PartialEq)]
enum Aspect {
    Operation,
    /// By the rounding or the generation of tensor cores.
    Mode,
    With(Modifier),
    Type,
    /// By the format of the result of a dot product, which is that of c.
    Result,
    /// By the format of a dot product's elements.
    Elements,
}

impl Aspect {
    /// Returns the class of an instruction; empty if its name has nothing for this aspect.
    fn class(self, instruction: Instruction) -> String {
        let with = |is_it: &dyn Fn(Modifier) -> bool| {
            let found = instruction.modifiers().find(|modifier| is_it(*modifier));
            found.map_or(String::new(), |modifier| format!("`.{modifier}`"))
        };
        match self {
            Aspect::Operation => format!("`{}`", first_word(instruction)),
            Aspect::Mode => with(&is_mode),
            Aspect::With(modifier) => with(&|other| other == modifier),
            Aspect::Type => format!("`.{}`", instruction.ty()),
            Aspect::Result => instruction.ty().result_format().to_string(),
            Aspect::Elements => instruction.ty().operand_format().to_string(),
        }
    }

    /// Returns the words for some of all classes.
    fn words(self, some: &[String], all: &[String]) -> String {
        let others: Vec<String> = all.iter().filter(|class| !some.contains(class)).cloned().collect();
        match self {
            Aspect::Operation => some.join(", "),
            Aspect::Mode | Aspect::With(_) if some.iter().any(String::is_empty) => {
                format!("without {}", either(&others))
            }
            Aspect::Mode if others.len() + 1 < some.len() && !others.iter().any(String::is_empty) => {
                format!("without {}", either(&others))
            }
            Aspect::Mode | Aspect::With(_) => format!("with {}", either(some)),
            Aspect::Type => format!("in {}", either(some)),
            Aspect::Result => format!("with d in {}", either(some)),
            Aspect::Elements => format!("with elements in {}", either(some)),
        }
    }
}

/// True for a rounding and a generation of tensor cores.
fn is_mode(modifier: Modifier) -> bool {
    modifier.rounding().is_some() || Modifier::TENSOR_CORES.contains(&modifier)
}

/// Joins names: `.rn`, `.rz` or `.rp`.
fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// Returns the classes of instructions, each once, in their order.
fn classes(aspect: Aspect, instructions: &[Instruction]) -> Vec<String> {
    let mut found = Vec::new();
    for class in instructions.iter().map(|instruction| aspect.class(*instruction)) {
        if !found.contains(&class) {
            found.push(class);
        }
    }
    found
}

/// Describes instructions by some classes of each aspect; `None` if other instructions are in these classes too.
fn by_classes(instructions: &[Instruction], holders: &BTreeSet<Instruction>) -> Option<String> {
    let modifiers: BTreeSet<Modifier> = instructions.iter().flat_map(|one| one.modifiers()).collect();
    let modifiers = modifiers.into_iter().filter(|modifier| !is_mode(*modifier));
    let of_type: &[Aspect] = if instructions.iter().all(|one| one.operation().is_dot()) {
        &[Aspect::Result, Aspect::Elements]
    } else {
        &[Aspect::Type]
    };
    let aspects = [Aspect::Operation, Aspect::Mode].into_iter();
    let aspects = aspects
        .chain(modifiers.map(Aspect::With))
        .chain(of_type.iter().copied());
    let in_order: Vec<Instruction> = instructions
        .iter()
        .copied()
        .filter(|one| holders.contains(one))
        .collect();
    let mut described: Vec<(Aspect, Vec<String>)> =
        aspects.map(|aspect| (aspect, classes(aspect, &in_order))).collect();
    let fits = |described: &[(Aspect, Vec<String>)]| {
        let is_in = |one: &&Instruction| {
            described
                .iter()
                .all(|(aspect, some)| some.contains(&aspect.class(**one)))
        };
        instructions.iter().filter(is_in).count() == holders.len()
    };
    if !fits(&described) {
        return None;
    }
    // The operations are the last aspect to be left out.
    for index in (0..described.len()).rev() {
        let mut fewer = described.clone();
        fewer.remove(index);
        if fits(&fewer) {
            described = fewer;
        }
    }
    let words = described
        .iter()
        .map(|(aspect, some)| aspect.words(some, &classes(*aspect, instructions)));
    Some(words.collect::<Vec<_>>().join(" "))
}
