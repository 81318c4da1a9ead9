//! Names of instructions in other systems: CUDA, SASS, SoftFloat, LLVM, C and RISC-V's vectors.
//!
//! One table, [`synonyms`], has a meaning for each name. A name with one meaning is taken. A name that leaves something
//! open, or differs from every instruction, is refused with the instructions to choose from.

mod conversions;
mod expand;
mod functions;
mod pattern;
mod roundings;
mod systems;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use expand::expand;
pub use pattern::{synonym_patterns, SynonymPattern};
pub(crate) use pattern::{Meaning, Row};
use roundings::translations;

use crate::error::ParseError;
use crate::instruction::Instruction;
use crate::parse::{check_operands, quote, Statement};

/// A system with names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// Intrinsic functions and types of CUDA's headers.
    Cuda,
    /// The assembly language of NVIDIA's GPUs.
    Sass,
    /// Functions of Berkeley SoftFloat, which Berkeley TestFloat names alike.
    SoftFloat,
    /// Intrinsic functions, instructions and types of LLVM.
    Llvm,
    /// Functions and types of C.
    C,
    /// The vector extension of RISC-V.
    RiscvVector,
    /// Several systems, in which the name differs in meaning.
    Several,
}

impl System {
    /// Every system, in the order of the table.
    pub const ALL: [System; 7] = [
        System::Cuda,
        System::Sass,
        System::SoftFloat,
        System::Llvm,
        System::C,
        System::RiscvVector,
        System::Several,
    ];

    /// Returns the name of the system.
    pub const fn name(self) -> &'static str {
        match self {
            System::Cuda => "CUDA",
            System::Sass => "SASS",
            System::SoftFloat => "SoftFloat and TestFloat",
            System::Llvm => "LLVM",
            System::C => "C",
            System::RiscvVector => "RISC-V's vectors",
            System::Several => "Several systems",
        }
    }
}

/// A name in another system, with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonym {
    /// The name as its system writes it.
    pub name: String,
    /// The system.
    pub system: System,
    /// The meaning.
    pub meaning: SynonymMeaning,
}

/// The meaning of a name in another system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SynonymMeaning {
    /// Exactly one instruction.
    Instruction {
        /// The canonical mnemonic.
        mnemonic: String,
        /// A restriction or an addition for the reader, if there is any.
        remark: Option<String>,
    },
    /// The name leaves something open that an instruction fixes.
    Choice {
        /// The part that is open. It follows the name in a sentence.
        reason: String,
        /// The canonical mnemonics that it may stand for.
        choices: Vec<String>,
    },
    /// No instruction has the same results.
    Different {
        /// The difference. It follows the name in a sentence.
        difference: String,
        /// The canonical mnemonics of the nearest instructions.
        nearest: Vec<String>,
    },
}

/// An instruction, with the reading of its name if the name is that of another system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedInstruction {
    /// The instruction.
    pub instruction: Instruction,
    /// The reading of a name in another system, such as `__hfma is fma.rn.f16`.
    pub reading: Option<String>,
}

static ALL: LazyLock<Vec<Synonym>> = LazyLock::new(|| {
    let tables = [functions::TABLE, conversions::TABLE, systems::TABLE];
    let mut all: Vec<Synonym> = tables.into_iter().flatten().flat_map(expand).collect();
    all.sort_by_key(|synonym| synonym.system);
    all
});

static BY_NAME: LazyLock<HashMap<String, &'static Synonym>> =
    LazyLock::new(|| ALL.iter().map(|synonym| (key(synonym), synonym)).collect());

/// Returns every name of other systems, by system.
pub fn synonyms() -> &'static [Synonym] {
    &ALL
}

/// Returns the key of a name. SASS is written in any case.
fn key(synonym: &Synonym) -> String {
    match synonym.system {
        System::Sass => sass_key(&synonym.name),
        _ => synonym.name.clone(),
    }
}

/// Returns the key of a name of SASS, which differs from the names of all other systems.
fn sass_key(name: &str) -> String {
    format!("SASS {}", name.to_ascii_uppercase())
}

/// Looks up a name of another system.
///
/// ```
/// use halfpipe_isa::{synonym, SynonymMeaning};
///
/// let found = synonym("__hfma").unwrap();
/// assert!(matches!(&found.meaning, SynonymMeaning::Instruction { mnemonic, .. } if mnemonic == "fma.rn.f16"));
/// assert!(matches!(synonym("f16_mulAdd").unwrap().meaning, SynonymMeaning::Choice { .. }));
/// assert_eq!(synonym("fma.rn.f16"), None);
/// ```
pub fn synonym(name: &str) -> Option<&'static Synonym> {
    let found = BY_NAME.get(name).or_else(|| BY_NAME.get(&sass_key(name)));
    found.copied()
}

impl Synonym {
    /// Returns the instruction of the name.
    ///
    /// # Errors
    ///
    /// Fails if the name leaves something open or differs from every instruction.
    pub fn instruction(&self) -> Result<NamedInstruction, ParseError> {
        let name = self.name.clone();
        match &self.meaning {
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
            return found.instruction();
        }
        let named = match synonym(&mnemonic) {
            Some(found) => found.instruction()?,
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
    roundings::check(mnemonic, &parts)?;
    let mut found = translations(&parts).filter_map(|translated| translated.parse::<Instruction>().ok());
    Ok(found.next().map(|instruction| NamedInstruction {
        instruction,
        reading: Some(format!("{} is {instruction}", quote(mnemonic))),
    }))
}

/// Operations that round the product in some systems, and do not in others. PTX has the first one on f32.
const ACCUMULATE: [&str; 3] = ["mad", "mac", "fmac"];

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

/// Operations of extensions of RISC-V that the table of instructions lacks. Some are spelt almost like others.
const ABSENT: [(&str, &str); 10] = [
    ("fleq", "Zfa"),
    ("fltq", "Zfa"),
    ("fli", "Zfa"),
    ("fminm", "Zfa"),
    ("fmaxm", "Zfa"),
    ("fround", "Zfa"),
    ("froundnx", "Zfa"),
    ("fcvtmod", "Zfa"),
    ("flh", "Zfhmin"),
    ("fsh", "Zfhmin"),
];

/// True if a word is an operation in another system. It is no misspelt operation then.
pub(crate) fn is_operation_elsewhere(word: &str) -> bool {
    ACCUMULATE.contains(&word) || ABSENT.iter().any(|(name, _)| *name == word) || synonym(word).is_some()
}

impl fmt::Display for System {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
