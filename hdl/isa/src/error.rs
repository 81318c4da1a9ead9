//! Errors in the text of an instruction.

use std::fmt;

use thiserror::Error;

use crate::form::{lines_of_any_format, Form};
use crate::listing::{absent, dotted, operations, riscv_types, too_many_types, types, CONVERTED};
use crate::modifier::{Modifier, Modifiers};
use crate::operation::Operation;
use crate::suggestion::{hint, Suggestion};
use crate::types::Type;

/// An error in the text of an instruction. The message is one line and says what is allowed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is only white space and comments.
    #[error("no instruction is given; write a mnemonic such as add.rn.f16")]
    Empty,

    /// The mnemonic has two dots in a row, or one at an end.
    #[error("`{mnemonic}` has an empty part; a mnemonic is operation.modifiers.type, such as add.rn.f16")]
    EmptyPart {
        /// The mnemonic as written.
        mnemonic: String,
    },

    /// The first word is no half- or mixed-precision operation.
    #[error("unknown operation `{found}`{}; the operations are {}", hint(.suggestion), operations())]
    UnknownOperation {
        /// The word as written.
        found: String,
        /// A likely intended spelling.
        suggestion: Option<Suggestion>,
    },

    /// A name of another system leaves something open that an instruction fixes.
    #[error("`{name}` {reason}; write {}", alternatives(.choices))]
    OpenName {
        /// The name as written.
        name: String,
        /// The part that is open. It follows the name.
        reason: String,
        /// The mnemonics to choose from.
        choices: Vec<String>,
    },

    /// A name of another system has other results than each instruction.
    #[error("`{name}` {difference}; the nearest is {}", alternatives(.nearest))]
    OtherMeaning {
        /// The name as written.
        name: String,
        /// The difference. It follows the name.
        difference: String,
        /// The mnemonics of the nearest instructions.
        nearest: Vec<String>,
    },

    /// An instruction of an extension of RISC-V that has none in the table.
    #[error(
        "`{name}` is an instruction of RISC-V's {extension}, which is not supported; `halfpipe list riscv` prints those \
         that are"
    )]
    Absent {
        /// The mnemonic as written.
        name: String,
        /// The extension.
        extension: &'static str,
    },

    /// An operation of RISC-V does not have the type.
    #[error("`{mnemonic}` is no instruction; {name} takes {}", riscv_types(*.operation))]
    RiscvType {
        /// The mnemonic as written.
        mnemonic: String,
        /// The operation.
        operation: Operation,
        /// Its name in RISC-V.
        name: &'static str,
    },

    /// An instruction of RISC-V does not have the rounding.
    #[error("`{mnemonic}` has no rounding; write {exact}")]
    RiscvExact {
        /// The mnemonic as written.
        mnemonic: String,
        /// The mnemonic without a rounding.
        exact: String,
    },

    /// The operation does not have the type.
    #[error("{operation} has no type `.{found}`{}; {operation} takes {}", hint(.suggestion), types(*.operation))]
    UnknownType {
        /// The operation.
        operation: Operation,
        /// The type as written, without its leading dot.
        found: String,
        /// A likely intended spelling.
        suggestion: Option<Suggestion>,
    },

    /// A format without a NaN has no arithmetic.
    #[error("{operation} needs a NaN, which .{found} lacks; write .{ieee}, or convert .{found} with cvt")]
    NoNan {
        /// The operation.
        operation: Operation,
        /// The type as written, without its leading dot.
        found: String,
        /// The type of the same widths that has a NaN.
        ieee: String,
    },

    /// A comparison works on a type other than floating-point numbers.
    #[error("{operation} compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not {}", other(.compared))]
    NotHalf {
        /// The operation.
        operation: Operation,
        /// The type of the operands as written, without its leading dot.
        compared: String,
    },

    /// A conversion is in PTX, but does not involve halves.
    #[error("unsupported conversion cvt.{result}.{operand}: {reason}; cvt takes {CONVERTED}")]
    NotConverted {
        /// The type of the result as written, without its leading dot.
        result: String,
        /// The type of the operand as written, without its leading dot.
        operand: String,
        /// The reason why it is out of scope.
        reason: &'static str,
    },

    /// No type is written.
    #[error("`{mnemonic}` has no type; {operation} takes {}", types(*.operation))]
    MissingType {
        /// The mnemonic as written.
        mnemonic: String,
        /// Its operation.
        operation: Operation,
    },

    /// More than one type is written.
    #[error("`.{first}` and `.{second}` are {}", too_many_types(*.operation))]
    TwoTypes {
        /// The operation.
        operation: Operation,
        /// The first type as written.
        first: String,
        /// The next type as written.
        second: String,
    },

    /// A word is neither a type nor a modifier.
    #[error("unknown modifier `.{found}` in {operation}{}; {operation} takes {}", hint(.suggestion), operation.modifiers())]
    UnknownModifier {
        /// The operation and type.
        operation: TypedOperation,
        /// The word as written, without its leading dot.
        found: String,
        /// A likely intended spelling.
        suggestion: Option<Suggestion>,
    },

    /// The modifier exists, but not for this operation and type.
    #[error("`.{modifier}` is not allowed in {operation}; {operation} takes {}", operation.modifiers())]
    NotAllowed {
        /// The operation and type.
        operation: TypedOperation,
        /// The modifier as written, without its leading dot.
        modifier: &'static str,
    },

    /// Only one half of `.xorsign.abs` is written.
    #[error("`.{written}` needs `.{missing}` in {operation}; write .xorsign.abs")]
    Unpaired {
        /// The operation and type.
        operation: TypedOperation,
        /// The half that is written.
        written: &'static str,
        /// The half that is missing.
        missing: &'static str,
    },

    /// Two modifiers are written of which an instruction takes only one.
    #[error("`.{first}` and `.{second}` exclude each other in {operation}; write one of {}", dotted(*.choices))]
    TwoOfOne {
        /// The operation and type.
        operation: TypedOperation,
        /// One modifier, in canonical order.
        first: Modifier,
        /// The other.
        second: Modifier,
        /// The modifiers of which an instruction takes only one.
        choices: &'static [Modifier],
    },

    /// Both modifiers are allowed, but not together.
    #[error("`.{first}` and `.{second}` do not go together in {operation}; write {}", operation.syntax([*.first, *.second]))]
    Conflict {
        /// The operation and type.
        operation: TypedOperation,
        /// One modifier, in canonical order.
        first: Modifier,
        /// The other.
        second: Modifier,
    },

    /// A mandatory modifier is left out.
    #[error("{} missing in {operation}; write {form}", absent(.choices))]
    Missing {
        /// The operation and type.
        operation: TypedOperation,
        /// The modifiers, one of which is needed.
        choices: &'static [Modifier],
        /// The syntax line that needs it.
        form: String,
    },

    /// The operands after the mnemonic are not those of the instruction.
    #[error("{mnemonic} takes the operands {expected}; found `{found}`")]
    Operands {
        /// The mnemonic as written.
        mnemonic: String,
        /// The operands that PTX gives the instruction.
        expected: String,
        /// The text as written.
        found: String,
    },

    /// A predicate is negated, which a module does not support.
    #[error(
        "`{operand}` in {mnemonic}: a module has no negated predicate; negate it outside the module, and write it without `!`"
    )]
    Negated {
        /// The mnemonic as written.
        mnemonic: String,
        /// The operand as written.
        operand: String,
    },

    /// Text follows the semicolon.
    #[error("`{found}` follows the `;`; give one instruction at a time")]
    AfterSemicolon {
        /// The text as written.
        found: String,
    },
}

/// An operation and a type, which together decide the modifiers; prints as `add.bf16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedOperation {
    /// The operation.
    pub operation: Operation,
    /// The type, which the operation supports.
    pub ty: Type,
}

impl TypedOperation {
    /// Returns the syntax lines of the operation that have the type: those of the table, and those of any format if the table
    /// does not round in it.
    pub(crate) fn forms(self) -> impl Iterator<Item = Form> {
        let of_table = self.operation.forms();
        let mut forms: Vec<Form> = of_table.filter(|form| form.types().contains(&self.ty)).collect();
        // Tensor cores have some formats for which the table has no rounding.
        let is_rounded = |form: &Form| form.modifiers().iter().any(|modifier| modifier.rounding().is_some());
        if forms.is_empty() || self.operation.is_dot() && !forms.iter().any(is_rounded) {
            let of_any_format = lines_of_any_format(self.operation);
            forms.extend(of_any_format.filter(|form| form.accepts(self.ty)));
        }
        forms.into_iter()
    }

    /// Returns every modifier that some syntax line allows.
    pub(crate) fn allowed(self) -> Modifiers {
        self.forms().flat_map(|form| form.modifiers().iter()).collect()
    }

    fn modifiers(self) -> String {
        let modifiers = dotted(self.allowed().iter());
        if modifiers.is_empty() {
            "no modifiers".to_owned()
        } else {
            modifiers
        }
    }

    /// Returns the syntax lines; those of PTX alone if they have all of these modifiers.
    fn syntax(self, modifiers: [Modifier; 2]) -> String {
        let of_ptx = || self.forms().filter(Form::is_ptx);
        let is_in_ptx_on_f32 = |modifier| of_ptx().any(|form| form.modifiers().contains(modifier));
        let is_enough = modifiers.into_iter().all(is_in_ptx_on_f32);
        let forms = self.forms().filter(|form| form.is_ptx() || !is_enough);
        let forms: Vec<_> = forms.map(|form| form.written_for(self.ty)).collect();
        forms.join(" or ")
    }
}

impl fmt::Display for TypedOperation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.operation, self.ty)
    }
}

/// Lists mnemonics of which one is to be written.
fn alternatives(mnemonics: &[String]) -> String {
    match mnemonics {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Returns a description of a compared type that is out of scope.
fn other(compared: &str) -> String {
    match compared {
        "f64" => "`.f64`, which is double precision and out of scope".to_owned(),
        _ => format!("`.{compared}`, which is an integer or plain bits"),
    }
}
