//! Instructions by their mnemonics or by names of other systems.

use crate::error::ParseError;
use crate::instruction::Instruction;
use crate::modifier::Rounding;
use crate::parse::{check_operands, find_riscv, quote, Statement};
use crate::synonym::{synonym, Synonym, SynonymMeaning, ABSENT, ACCUMULATE};

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
    if let Some((_, extension)) = ABSENT.iter().find(|(name, _)| *name == operation) {
        return Err(ParseError::Absent {
            name: quote(mnemonic),
            extension,
        });
    }
    let parts: Vec<&str> = mnemonic.split('.').collect();
    refuse_open_rounding(mnemonic, &parts)?;
    let mut found = translations(&parts).filter_map(|translated| translated.parse::<Instruction>().ok());
    Ok(found.next().map(|instruction| NamedInstruction {
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

/// Words for roundings in PTX, in place of those of RISC-V. `rm` is missing: it is an input of RISC-V's instructions too.
const PTX_WORDS: [(&str, Rounding); 4] = [
    ("rn", Rounding::NearestEven),
    ("rz", Rounding::TowardZero),
    ("rp", Rounding::TowardPositive),
    ("rna", Rounding::NearestAway),
];

/// Refuses a rounding of RISC-V that names a register or an input.
fn refuse_open_rounding(mnemonic: &str, parts: &[&str]) -> Result<(), ParseError> {
    let [operation, rest @ ..] = parts else { return Ok(()) };
    let Some(last) = rest.last().filter(|_| find_riscv(operation).is_some()) else {
        return Ok(());
    };
    let port = parts[..parts.len() - 1].join(".");
    let open = |reason: String, choices: Vec<String>| {
        Err(ParseError::OpenName {
            name: quote(mnemonic),
            reason,
            choices,
        })
    };
    let is_instruction = port.parse::<Instruction>().is_ok_and(|one| one.has_rounding_port());
    match *last {
        _ if !is_instruction => Ok(()),
        "rm" => open(
            "is the input of RISC-V or the suffix of PTX".to_owned(),
            vec![port.clone(), format!("{port}.rdn")],
        ),
        last if last.eq_ignore_ascii_case("dyn") => open(
            "takes the rounding from the register frm, which a module replaces by its input rm".to_owned(),
            vec![port],
        ),
        _ => Ok(()),
    }
}

/// Returns the mnemonics in which a rounding of PTX or RISC-V is in place of a word for it.
fn translations(parts: &[&str]) -> impl Iterator<Item = String> {
    let operation = parts.first().copied().unwrap_or_default();
    let translate = |word_of: fn(Rounding) -> &'static str, own: &'static [(&'static str, Rounding)]| {
        let part = |(place, part): (usize, &&str)| {
            let own = own.iter().find(|(name, _)| name == part).map(|(_, rounding)| *rounding);
            let rounding = Rounding::from_foreign_word(part).or(own).filter(|_| place > 0);
            (
                rounding.map_or((*part).to_owned(), |rounding| word_of(rounding).to_owned()),
                rounding,
            )
        };
        let (words, roundings): (Vec<String>, Vec<Option<Rounding>>) = parts.iter().enumerate().map(part).unzip();
        roundings.iter().any(Option::is_some).then(|| words.join("."))
    };
    let translated = if find_riscv(operation).is_some() {
        vec![translate(Rounding::riscv_name, &PTX_WORDS)]
    } else {
        vec![
            translate(|rounding| rounding.modifier().name(), &[]),
            translate(|rounding| rounding.modifier_to_integer().name(), &[]),
        ]
    };
    translated.into_iter().flatten()
}
