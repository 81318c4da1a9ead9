//! The printed form of results: words, with their values on request.

use std::io::IsTerminal;

use halfpipe_hdl::design::{Function, Interface, Role};
use halfpipe_isa::{flag_names, ElementType, FloatFormat, Operand};
use halfpipe_model::value::in_single_precision;

use super::number;
use super::shown::hexadecimal;

/// The option that asks for values.
#[derive(Clone, Debug, clap::Args)]
pub struct DecimalOption {
    /// Print values beside bits, as on a terminal; lane 0 first
    #[arg(long)]
    pub decimal: bool,
}

impl DecimalOption {
    /// True if values are printed.
    pub fn is_wanted(&self) -> bool {
        self.decimal || std::io::stdout().is_terminal()
    }
}

/// Returns the position of each result among the data outputs, and its width in bits.
pub fn results(interface: &Interface) -> Vec<(usize, u32)> {
    let outputs = interface.outputs().enumerate();
    let results = outputs.filter(|(_, port)| matches!(port.role, Role::Result(_) | Role::Flags));
    results.map(|(position, port)| (position, port.width)).collect()
}

/// Appends words separated by blanks. Each word has `0x` and all hexadecimal digits of its width.
pub fn append_words(text: &mut Vec<u8>, values: impl IntoIterator<Item = (u64, u32)>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (number, (value, width)) in values.into_iter().enumerate() {
        text.extend_from_slice(if number == 0 { b"0x" } else { b" 0x" });
        text.extend(
            (0..width.div_ceil(4))
                .rev()
                .map(|digit| DIGITS[(value >> (4 * digit)) as usize & 15]),
        );
    }
}

/// Appends the values of an operation's results. Appends nothing if the core lacks the operation.
pub fn append_values(text: &mut Vec<u8>, operation: Option<&Function>, results: &[u64]) {
    let registers = operation.iter().flat_map(|operation| operation.signature().results());
    for (number, (register, word)) in registers.zip(results).enumerate() {
        text.extend_from_slice(if number == 0 { b"  " } else { b" " });
        text.extend_from_slice(value(register, *word).as_bytes());
    }
}

/// Appends the elements of a row, and their values on request.
pub fn append_elements(text: &mut Vec<u8>, element: ElementType, row: &[u32], with_values: bool) {
    let element = Operand::new("d", element);
    append_words(text, row.iter().map(|bits| (u64::from(*bits), element.width())));
    if with_values {
        let values: Vec<String> = row.iter().map(|bits| value(&element, (*bits).into())).collect();
        text.extend_from_slice(format!("  {}", values.join(" ")).as_bytes());
    }
}

/// Formats the value of each lane in a register, lane 0 first.
fn value(register: &Operand, word: u64) -> String {
    let lanes = (0..register.lanes).map(|lane| {
        let (bits, word) = (register.element_type.bits(), register.lane(word, lane));
        match register.element_type {
            ElementType::Number(element) => number::value(element, word as u32),
            ElementType::Small(small) => number::value(FloatFormat::F32, in_single_precision(small, word)),
            ElementType::Unsigned(_) => word.to_string(),
            ElementType::Signed(_) => register.element_type.sign_extended(word).to_string(),
            ElementType::Bits(_) => hexadecimal(word, bits),
            ElementType::Predicate => (word == 1).to_string(),
            ElementType::Rounding => register.name_of_code(word).unwrap_or("unspecified").to_owned(),
            ElementType::Flags => flag_names(word),
        }
    });
    lanes.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
#[path = "../../tests/unit/operands/results.rs"]
mod tests;
