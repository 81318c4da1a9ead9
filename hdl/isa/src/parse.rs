//! Parser from a line of PTX to an instruction or an error.

use std::str::FromStr;

use crate::any_format::{canonical_word, find_any_format, pair_of_types, with_special_values_of_ieee};
use crate::error::{ParseError, TypedOperation};
use crate::form::{Form, Incomplete};
use crate::instruction::Instruction;
use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::operation::Operation;
use crate::quote::quote;
use crate::spelling::{modifier_words, suggest_modifier, suggest_operation, suggest_type};
use crate::suggestion::Suggestion;
use crate::types::Type;

/// The two halves of [`Modifier::XorsignAbs`], which PTX writes as two modifiers.
const XORSIGN: &str = "xorsign";
const ABS: &str = "abs";

/// The other types that PTX compares.
const OTHER_TYPES: [&str; 10] = ["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f64"];

impl FromStr for Instruction {
    type Err = ParseError;

    /// Parses a mnemonic, alone or as a line of PTX with operands, `;` and a comment.
    ///
    /// Modifiers may come in any order, after the type and more than once. The rounding of add,
    /// sub, mul and of fma in half precision may be left out.
    fn from_str(text: &str) -> Result<Instruction, ParseError> {
        let Statement { mnemonic, operands, .. } = Statement::read(text)?;
        let instruction = parse_mnemonic(&mnemonic)?;
        check_operands(instruction, &mnemonic, &operands)?;
        Ok(instruction)
    }
}

/// A line of PTX without comments and semicolon.
pub(crate) struct Statement {
    /// The whole of it.
    pub(crate) text: String,
    /// The word before the first blank.
    pub(crate) mnemonic: String,
    /// The text behind it.
    pub(crate) operands: String,
}

impl Statement {
    /// Reads a line of PTX.
    pub(crate) fn read(text: &str) -> Result<Statement, ParseError> {
        let text = statement(text)?;
        let (mnemonic, operands) = match text.split_once(char::is_whitespace) {
            Some((mnemonic, operands)) => (mnemonic.to_owned(), operands.trim().to_owned()),
            None => (text.clone(), String::new()),
        };
        Ok(Statement {
            text,
            mnemonic,
            operands,
        })
    }
}

/// Returns the text without comments and up to its semicolon.
fn statement(text: &str) -> Result<String, ParseError> {
    let without_comment = |line| str::split_once(line, "//").map_or(line, |(code, _)| code);
    let lines: Vec<&str> = text.lines().map(without_comment).collect();
    let code = lines.join(" ");
    let (statement, rest) = code.split_once(';').unwrap_or((&code, ""));
    if statement.trim().is_empty() {
        return Err(ParseError::Empty);
    }
    if !rest.trim().is_empty() {
        return Err(ParseError::AfterSemicolon { found: quote(rest) });
    }
    Ok(statement.trim().to_owned())
}

fn parse_mnemonic(mnemonic: &str) -> Result<Instruction, ParseError> {
    let mut parts = mnemonic.split('.');
    if parts.clone().any(str::is_empty) {
        return Err(ParseError::EmptyPart {
            mnemonic: quote(mnemonic),
        });
    }
    let first = parts.next().unwrap_or(mnemonic);
    if let Some(operation) = Operation::from_riscv_name(first) {
        return parse_riscv(mnemonic, operation, parts.collect());
    }
    let operation = parse_operation(first)?;
    // The names of types, known and unknown, have a digit; those of modifiers have none.
    let (types, modifiers): (Vec<&str>, Vec<&str>) =
        parts.partition(|part| part.contains(|c: char| c.is_ascii_digit()));
    let ty = parse_type(mnemonic, operation, &types)?;
    let operation = TypedOperation { operation, ty };
    let written = parse_modifiers(operation, &modifiers)?;
    choose(operation, written)
}

/// Parses the type of an instruction of RISC-V, and behind it the rounding. Without one, the rounding is an operand.
fn parse_riscv(mnemonic: &str, operation: Operation, mut words: Vec<&str>) -> Result<Instruction, ParseError> {
    let rounding = words.last().and_then(|last| {
        let mut all = Rounding::ALL.into_iter();
        all.find(|rounding| rounding.riscv_name() == *last)
    });
    if rounding.is_some() {
        words.pop();
    }
    let name = words.join(".");
    let unknown = || ParseError::RiscvType {
        mnemonic: quote(mnemonic),
        operation,
        name: operation.riscv_name().unwrap_or(operation.name()),
    };
    let types_of = |form: Form| form.types().iter().map(move |ty| (form, *ty));
    let mut all = operation.forms().filter(Form::is_riscv).flat_map(types_of);
    let (form, ty) = all.find(|(_, ty)| ty.name() == name).ok_or_else(unknown)?;
    let asked = rounding.unwrap_or(Rounding::NearestEven);
    let all = form.modifiers();
    let own: Modifiers = all
        .iter()
        .filter(|modifier| modifier.rounding() == Some(asked))
        .collect();
    let found = Instruction::find(operation, ty, own).ok_or_else(unknown)?;
    match (rounding, found.with_rounding_port()) {
        (None, port) => Ok(port.unwrap_or(found)),
        (Some(_), Some(_)) => Ok(found),
        (Some(_), None) => Err(ParseError::RiscvExact {
            mnemonic: quote(mnemonic),
            exact: found.mnemonic(),
        }),
    }
}

fn parse_operation(found: &str) -> Result<Operation, ParseError> {
    let all = Operation::ALL.into_iter();
    let known = all.clone().filter(|operation| !operation.is_riscv_only());
    known
        .clone()
        .find(|operation| operation.name() == found)
        .ok_or_else(|| ParseError::UnknownOperation {
            found: quote(found),
            suggestion: suggest_operation(
                found,
                known.map(Operation::name).chain(all.filter_map(Operation::riscv_name)),
            ),
        })
}

fn parse_type(mnemonic: &str, operation: Operation, words: &[&str]) -> Result<Type, ParseError> {
    let words: Vec<String> = words.iter().map(|word| canonical_word(word)).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let forms = operation.forms().filter(|form| !form.is_riscv());
    let known = forms.flat_map(|form| form.types().iter().copied());
    let is_known = |name: &str| known.clone().any(|ty| ty.name() == name);
    // A dot product whose a and b have the same elements names their type once, unless it has scales.
    let has_scales = words.last().is_some_and(|last| last.starts_with("ue"));
    if operation.is_dot() && words.len() > 2 && words[1] == words[2] && !has_scales {
        words.remove(2);
    }
    let (name, rest) = match &words[..] {
        [] => {
            return Err(ParseError::MissingType {
                mnemonic: quote(mnemonic),
                operation,
            })
        }
        // Dot products with scales.
        words if operation.is_dot() && has_scales => (words.join("."), &[][..]),
        // Dot products of two element types.
        [result, first, second, rest @ ..] if operation.is_dot() && is_known(&format!("{result}.{first}.{second}")) => {
            (format!("{result}.{first}.{second}"), rest)
        }
        // set, cvt and dot products name the type of the result before that of the operands.
        [result, operand, rest @ ..] if matches!(operation, Operation::Set | Operation::Cvt) || operation.is_dot() => {
            (format!("{result}.{operand}"), rest)
        }
        ["f32", half, rest @ ..] => (format!("f32.{half}"), rest),
        [half, "f32", rest @ ..] => (format!("{half}.f32"), rest),
        [name, rest @ ..] => ((*name).to_owned(), rest),
    };
    let listed = known.clone().find(|ty| ty.name() == name).map(|ty| (ty, rest));
    let find_other = || find_any_format(operation, &name, &words).filter(|_| !has_scales || !operation.is_dot());
    let Some((ty, rest)) = listed.or_else(find_other) else {
        refuse_out_of_scope(operation, &words, &name)?;
        return Err(ParseError::UnknownType {
            operation,
            found: quote(&name),
            suggestion: suggest_typed(operation, &words, &name, known.map(Type::name)),
        });
    };
    match rest.first() {
        None => Ok(ty),
        Some(second) => Err(ParseError::TwoTypes {
            operation,
            first: ty.name().to_owned(),
            second: quote(second),
        }),
    }
}

/// Refuses a type that is out of scope with the reason.
fn refuse_out_of_scope(operation: Operation, words: &[&str], name: &str) -> Result<(), ParseError> {
    if let Some(compared) = name.rsplit('.').next().filter(|_| operation.is_comparison()) {
        if OTHER_TYPES.contains(&compared) && (operation == Operation::Setp || name.contains('.')) {
            return Err(ParseError::NotHalf {
                operation,
                compared: compared.to_owned(),
            });
        }
    }
    if let (true, Some((result, operand))) = (operation.is_conversion(), name.split_once('.')) {
        if let Some(reason) = conversion_out_of_scope(result, operand) {
            return Err(ParseError::NotConverted {
                result: quote(result),
                operand: quote(operand),
                reason,
            });
        }
    }
    if let (false, [word, ..]) = (operation.is_conversion() || operation.is_dot(), words) {
        if let Some((name, suffix)) = with_special_values_of_ieee(word) {
            return Err(ParseError::NoNan {
                operation,
                found: (*word).to_owned(),
                ieee: name + suffix,
            });
        }
    }
    Ok(())
}

/// Returns the reason why a PTX conversion is out of scope.
fn conversion_out_of_scope(result: &str, operand: &str) -> Option<&'static str> {
    let both = [result, operand];
    let is_other = |name: &str| OTHER_TYPES.contains(&name) || matches!(name, "u8" | "s8" | "b8");
    if both.contains(&"f64") {
        Some("double precision is out of scope")
    } else if both.contains(&"tf32") {
        Some("tf32 is single precision with a shorter significand; .e8m10 has its numbers in 19 bits")
    } else if both.into_iter().all(is_other) {
        Some("neither type is a floating-point format")
    } else {
        None
    }
}

/// Suggests a close type, or the two words of a mixed type in their right order.
fn suggest_typed<I>(operation: Operation, words: &[&str], name: &str, known: I) -> Option<Suggestion>
where
    I: Iterator<Item = &'static str> + Clone,
{
    if let (true, [result, element, scale]) = (operation.is_dot(), words) {
        // Both element types are written where a scale follows.
        let both = format!("{result}.{element}.{element}.{scale}");
        if let Some(word) = known.clone().find(|word| *word == both) {
            return Some(Suggestion { word, only_case: false });
        }
    }
    let [half, "f32", ..] = words else {
        return suggest_type(name, known);
    };
    let swapped = format!("f32.{half}");
    let found = known.into_iter().find(|word| *word == swapped);
    let found = found.or_else(|| pair_of_types(operation, "f32", half).map(Type::name));
    found.map(|word| Suggestion { word, only_case: false })
}

fn parse_modifiers(operation: TypedOperation, words: &[&str]) -> Result<Modifiers, ParseError> {
    let allowed = operation.allowed();
    let mut written = Modifiers::NONE;
    for &word in words {
        let unknown = || ParseError::UnknownModifier {
            operation,
            found: quote(word),
            suggestion: suggest_modifier(operation, word),
        };
        let (modifier, name) = modifier_named(word).ok_or_else(unknown)?;
        // `.nan` is a relation, and min and max have `.NaN`.
        let is_other_case = |name: &str| name != word && name.eq_ignore_ascii_case(word);
        if !allowed.contains(modifier) && modifier_words(allowed).any(is_other_case) {
            return Err(unknown());
        }
        if !allowed.contains(modifier) {
            return Err(ParseError::NotAllowed {
                operation,
                modifier: name,
            });
        }
        written = written.with_modifier(modifier);
    }
    for (half, other) in [(XORSIGN, ABS), (ABS, XORSIGN)] {
        if words.contains(&half) && !words.contains(&other) {
            return Err(ParseError::Unpaired {
                operation,
                written: half,
                missing: other,
            });
        }
    }
    Ok(written)
}

/// Returns the modifier of a word between dots, with the word itself. The word may be half of `.xorsign.abs`.
fn modifier_named(word: &str) -> Option<(Modifier, &'static str)> {
    Modifier::ALL.into_iter().find_map(|modifier| {
        let name = modifier.name().split('.').find(|name| *name == word)?;
        Some((modifier, name))
    })
}

/// Returns the instruction of an operation, a type and modifiers, all of which are allowed there.
fn choose(operation: TypedOperation, written: Modifiers) -> Result<Instruction, ParseError> {
    let forms = operation.forms().filter(|form| written.is_subset_of(form.modifiers()));
    let mut obstacle = None;
    for form in forms {
        match form.complete(written) {
            Ok(modifiers) => {
                let found = Instruction::find(operation.operation, operation.ty, modifiers);
                return Ok(found.expect("a complete set of modifiers is one of the table"));
            }
            Err(incomplete) => {
                obstacle.get_or_insert((form, incomplete));
            }
        }
    }
    Err(match obstacle {
        Some((_, Incomplete::TwoOf(first, second, choices))) => ParseError::TwoOfOne {
            operation,
            first,
            second,
            choices,
        },
        Some((form, Incomplete::NoneOf(choices))) => ParseError::Missing {
            operation,
            choices,
            form: form.written_for(operation.ty),
        },
        None => conflict(operation, written),
    })
}

/// Names two of the modifiers that no syntax line has together.
fn conflict(operation: TypedOperation, written: Modifiers) -> ParseError {
    let together = |pair: Modifiers| {
        let mut forms = operation.forms();
        forms.any(|form: Form| pair.is_subset_of(form.modifiers()))
    };
    let pairs = written.iter().flat_map(|first| {
        let later = written.iter().skip_while(move |&m| m != first).skip(1);
        later.map(move |second| (first, second))
    });
    let (first, second) = pairs
        .into_iter()
        .find(|&(first, second)| !together([first, second].into_iter().collect()))
        .expect("modifiers that pairwise share a syntax line share one");
    ParseError::Conflict {
        operation,
        first,
        second,
    }
}

/// Checks that the number of operands, if there are any, is that of the instruction.
pub(crate) fn check_operands(instruction: Instruction, mnemonic: &str, operands: &str) -> Result<(), ParseError> {
    let signature = instruction.signature();
    // Two predicates are written as `p|q`.
    let results: Vec<&str> = signature.results().iter().map(|result| result.name).collect();
    let mut expected = vec![results.join("|")];
    // A wide register is several operands of the signature, and one here.
    expected.extend(signature.operand_registers().map(|register| register.name.to_owned()));
    let found: Vec<&str> = operands.split(',').map(str::trim).collect();
    let is_one_word = |operand: &str| operand.split_whitespace().count() == 1;
    let has_results = found[0].split('|').count() == results.len() && found[0].split('|').all(is_one_word);
    if operands.is_empty()
        || (found.len() == expected.len() && has_results && found[1..].iter().copied().all(is_one_word))
    {
        let negated = found.iter().find(|operand| operand.starts_with('!'));
        return match negated {
            None => Ok(()),
            Some(operand) => Err(ParseError::Negated {
                mnemonic: quote(mnemonic),
                operand: quote(operand),
            }),
        };
    }
    Err(ParseError::Operands {
        mnemonic: quote(mnemonic),
        expected: expected.join(", "),
        found: quote(operands),
    })
}
