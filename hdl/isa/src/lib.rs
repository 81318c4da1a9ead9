//! Half- and mixed-precision floating-point instructions of PTX (sections 9.7.4, 9.7.5, 9.7.7 and 9.7.9.21), as data.
//!
//! One table, written like the syntax lines of the PTX text, defines every instruction. The list of all instructions,
//! parsing, printing, error messages and the displayed syntax derive from it.
//!
//! ```
//! use halfpipe_isa::{Instruction, Modifier, Type};
//!
//! let fma: Instruction = "fma.oob.relu.bf16x2 d, a, b, c;".parse()?;
//! assert_eq!(fma.to_string(), "fma.rn.oob.relu.bf16x2");
//! assert_eq!(fma.ty(), Type::Bf16x2);
//! assert!(fma.has(Modifier::Oob));
//!
//! let refused = "add.ftz.bf16".parse::<Instruction>().unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "`.ftz` is not allowed in add.bf16; add.bf16 takes .rn, .rz, .rm, .rp, .rna"
//! );
//! # Ok::<(), halfpipe_isa::ParseError>(())
//! ```

mod any_format;
mod dot_formats;
mod element_type;
mod entry;
mod error;
mod form;
mod format;
mod instruction;
mod instruction_lists;
mod interned;
mod lane_formats;
mod listing;
pub mod meaning;
mod modifier;
mod named;
mod named_enum;
mod operand;
mod operation;
mod out_of_bounds;
mod parse;
mod quote;
mod signature;
mod spelling;
mod suggestion;
mod synonym;
mod table;
mod type_facts;
mod types;

pub use dot_formats::{DotFormats, DotScales, TensorBlock};
pub use element_type::{flag_names, ElementType, FLAGS};
pub use error::{ParseError, TypedOperation};
pub use form::{syntax_lines, Form};
pub use format::{FloatFormat, SpecialValues};
pub use instruction::{Instruction, FLAGS_MARK, ROUNDING_MARK};
pub use lane_formats::LaneFormats;
pub use modifier::{Modifier, Modifiers, Rounding};
pub use named::NamedInstruction;
pub use operand::{Operand, RegisterPart, WIDEST};
pub use operation::Operation;
pub use signature::{Signature, SignatureError};
pub use suggestion::Suggestion;
pub use synonym::{synonym, synonym_patterns, synonyms, Synonym, SynonymMeaning, SynonymPattern, System};
pub use table::{InstructionSource, Introduced};
pub use types::{ComposedType, Type};

/// Magnitude (bits 14 to 0) of the out-of-bounds NaN that `.oob` tests its operands for.
///
/// It is the same in f16 and bf16, and the sign bit is ignored. Canonical NaN, 0x7FFF, differs from it.
pub const OOB_NAN_MAGNITUDE: u16 = 0x7FF7;
