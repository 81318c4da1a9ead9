//! Instructions by their mnemonics or by names of other systems.

use crate::error::ParseError;
use crate::instruction::Instruction;
use crate::modifier::Rounding;
use crate::operation::Operation;
use crate::parse::{check_operands, Statement};
use crate::quote::quote;
use crate::synonym::{absent_extension, synonym, Synonym, SynonymMeaning, ACCUMULATE};

/// An instruction, with the reading of its name if the name is that of another system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedInstruction {
    /// The instruction.
    pub instruction: Instruction,
    /// The reading of a name in another system, such as `__hfma is fma.rn.f16`.
    pub reading: Option<String>,
}

impl NamedInstruction {
    /// Parses a mnemonic as [`Instruction`] does, or a name of another system with exactly one meaning. A name may be
    /// followed by the operands of the instruction.
    ///
    /// ```
    /// use halfpipe_isa::NamedInstruction;
    ///
    /// let named = NamedInstruction::parse("add.rd.f16")?;
    /// assert_eq!(named.instruction.mnemonic(), "add.rm.f16");
    /// assert_eq!(named.reading.as_deref(), Some("add.rd.f16 is add.rm.f16"));
    /// assert!(NamedInstruction::parse("f16_mulAdd").is_err());
    /// # Ok::<(), halfpipe_isa::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is no instruction, or a name that needs a choice.
    pub fn parse(text: &str) -> Result<NamedInstruction, ParseError> {
        let refused = match text.parse() {
            Ok(instruction) => {
                return Ok(NamedInstruction {
                    instruction,
                    reading: None,
                })
            }
            Err(refused) => refused,
        };
        let Ok(Statement {
            text,
            mnemonic,
            operands,
        }) = Statement::read(text)
        else {
            return Err(refused);
        };
        // LLVM's names have blanks.
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some(found) = synonym(&words.join(" ")) {
            return read_synonym(found);
        }
        let named = match synonym(&mnemonic) {
            Some(found) => read_synonym(found)?,
            None => match general(&mnemonic)? {
                Some(named) => named,
                None => return Err(refused),
            },
        };
        check_operands(named.instruction, &mnemonic, &operands)?;
        Ok(named)
    }
}

/// Reads a mnemonic of which one part has a meaning in other systems: an operation, or a rounding.
fn general(mnemonic: &str) -> Result<Option<NamedInstruction>, ParseError> {
    let (operation, rest) = mnemonic.split_once('.').unwrap_or((mnemonic, ""));
    if ACCUMULATE.contains(&operation) {
        return accumulate(mnemonic, rest);
    }
    if let Some(extension) = absent_extension(operation) {
        return Err(ParseError::Absent {
            name: quote(mnemonic),
            extension,
        });
    }
    refuse_open_rounding(mnemonic)?;
    let translated = translate_roundings(mnemonic);
    let found = translated
        .iter()
        .find_map(|translated| translated.parse::<Instruction>().ok());
    Ok(found.map(|instruction| NamedInstruction {
        instruction,
        reading: Some(format!("{} is {instruction}", quote(mnemonic))),
    }))
}

/// Returns the instruction of a name. Fails if the name leaves something open or differs from every instruction.
fn read_synonym(synonym: &Synonym) -> Result<NamedInstruction, ParseError> {
    let name = synonym.name.clone();
    match &synonym.meaning {
        SynonymMeaning::Instruction { mnemonic, remark } => Ok(NamedInstruction {
            instruction: mnemonic.parse()?,
            reading: Some(match remark {
                Some(remark) => format!("{name} is {mnemonic}; {remark}"),
                None => format!("{name} is {mnemonic}"),
            }),
        }),
        SynonymMeaning::Choice { reason, choices } => Err(ParseError::OpenName {
            name,
            reason: reason.clone(),
            choices: choices.clone(),
        }),
        SynonymMeaning::Different { difference, nearest } => Err(ParseError::OtherMeaning {
            name,
            difference: difference.clone(),
            nearest: nearest.clone(),
        }),
    }
}

/// Refuses a multiplication and addition that may round once or twice. Returns none if fma lacks its type.
fn accumulate(mnemonic: &str, rest: &str) -> Result<Option<NamedInstruction>, ParseError> {
    let with = |operation: &str| NamedInstruction::parse(&format!("{operation}.{rest}")).map(|named| named.instruction);
    let Ok(once) = with("fma") else {
        return Ok(None);
    };
    let twice = match ["mul", "add"].map(with) {
        [Ok(product), Ok(sum)] => format!("; {product} and then {sum} round twice"),
        _ => String::new(),
    };
    Err(ParseError::OpenName {
        name: quote(mnemonic),
        reason: format!("rounds once in some systems and twice in others: {once} rounds once{twice}"),
        choices: vec![once.mnemonic()],
    })
}

/// Refuses a rounding of RISC-V that names a register or an input.
fn refuse_open_rounding(mnemonic: &str) -> Result<(), ParseError> {
    let Some((port, last)) = mnemonic.rsplit_once('.') else {
        return Ok(());
    };
    let (reason, choices) = if last == "rm" {
        (
            "is the input of RISC-V or the suffix of PTX",
            vec![port.to_owned(), format!("{port}.rdn")],
        )
    } else if last.eq_ignore_ascii_case("dyn") {
        (
            "takes the rounding from the register frm, which a module replaces by its input rm",
            vec![port.to_owned()],
        )
    } else {
        return Ok(());
    };
    match port.parse::<Instruction>() {
        Ok(instruction) if instruction.is_riscv() && instruction.has_rounding_port() => Err(ParseError::OpenName {
            name: quote(mnemonic),
            reason: reason.to_owned(),
            choices,
        }),
        _ => Ok(()),
    }
}

/// Returns the rounding of a word of PTX in RISC-V's instructions, except for `rm`, which is an input of them too.
fn ptx_rounding(word: &str) -> Option<Rounding> {
    let mut all = Rounding::ALL.into_iter().filter(|_| word != "rm");
    all.find(|rounding| rounding.modifier().name() == word)
}

/// Returns the mnemonics in which a rounding of PTX or RISC-V is in place of a word for it.
fn translate_roundings(mnemonic: &str) -> Vec<String> {
    let (operation, rest) = mnemonic.split_once('.').unwrap_or((mnemonic, ""));
    let is_riscv = Operation::from_riscv_name(operation).is_some();
    let rounding = |word: &str| {
        let own = ptx_rounding(word).filter(|_| is_riscv);
        Rounding::from_foreign_word(word).or(own)
    };
    let translate = |name: fn(Rounding) -> &'static str| {
        let words = rest.split('.').map(|word| rounding(word).map_or(word, name));
        [operation].into_iter().chain(words).collect::<Vec<_>>().join(".")
    };
    let translated = if is_riscv {
        vec![translate(Rounding::riscv_name)]
    } else {
        vec![
            translate(|rounding| rounding.modifier().name()),
            translate(|rounding| rounding.modifier_to_integer().name()),
        ]
    };
    translated
        .into_iter()
        .filter(|translated| translated != mnemonic)
        .collect()
}
