//! Lists of operations, types and modifiers in messages.

use std::collections::BTreeSet;
use std::fmt;

use crate::form::{lines_of_any_format, Form};
use crate::modifier::Modifier;
use crate::operation::Operation;
use crate::types::Type;

/// The types of cvt in short; a full list would be long.
pub const CONVERTED: &str =
    "two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as \
                         .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2";

/// The formats that have no type of their own.
const ANY_FORMAT: &str = ", or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2";

/// The formats of result and elements that have no type of their own.
const ANY_TWO_FORMATS: &str =
    ", in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as \
                               .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, \
                               Y 1 to 23), the result's first, such as .f32.e3m4";

/// Lists the operations, then those of RISC-V under the names that they have there.
pub fn operations() -> String {
    let all = Operation::ALL.into_iter();
    let of_ptx = all.clone().filter(|operation| !operation.is_riscv_only());
    let names = of_ptx.map(Operation::name).chain(all.filter_map(Operation::riscv_name));
    names.collect::<Vec<_>>().join(", ")
}

/// Lists the types of an operation of RISC-V, and its roundings if it has any.
pub fn riscv_types(operation: Operation) -> String {
    let forms = || operation.forms().filter(Form::is_riscv);
    let rounds = forms().any(|form| form.modifiers().iter().next().is_some());
    let roundings = if rounds {
        ", and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm"
    } else {
        ""
    };
    format!("{}{roundings}", list_types(forms(), |_| true))
}

/// Lists the types of an operation.
pub fn types(operation: Operation) -> String {
    if operation.is_conversion() {
        CONVERTED.to_owned()
    } else {
        let has_any = lines_of_any_format(operation).next().is_some();
        let others = match has_any {
            true if operation.is_dot() => ANY_TWO_FORMATS,
            true => ANY_FORMAT,
            false => "",
        };
        // The types of a and b apart, and those with scales, are too many for a message.
        let is_listed = |ty: &Type| ty.operand() == ty.second_operand() && (!has_any || ty.scale_format().is_none());
        list_types(operation.forms().filter(|form| !form.is_riscv()), is_listed) + others
    }
}

/// Lists types of syntax lines, each once and in the order of `Type::ALL`.
fn list_types(forms: impl Iterator<Item = Form>, is_listed: impl Fn(&Type) -> bool) -> String {
    let types = forms.flat_map(|form| form.types()).copied();
    let types: BTreeSet<Type> = types.filter(is_listed).collect();
    dotted(types)
}

/// Describes the types that an operation takes, where a mnemonic has too many.
pub fn too_many_types(operation: Operation) -> String {
    if operation.is_conversion() {
        format!("three types; {operation} takes {CONVERTED}")
    } else {
        format!("two types; {operation} takes one of {}", types(operation))
    }
}

/// Lists words of mnemonics, each with its dot.
pub fn dotted(words: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!(".{word}")).collect();
    words.join(", ")
}

/// Says of which modifiers one is missing.
pub fn absent(choices: &[Modifier]) -> String {
    match choices {
        [modifier] => format!("`.{modifier}` is"),
        choices => format!("one of {} is", dotted(choices)),
    }
}
