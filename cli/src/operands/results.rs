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
mod tests {
    use halfpipe_isa::{FloatFormat, Instruction, Signature};

    use super::*;

    fn line(operation: &Function, words: &[(u64, u32)]) -> String {
        let mut text = Vec::new();
        append_words(&mut text, words.iter().copied());
        let words: Vec<u64> = words.iter().map(|(word, _)| *word).collect();
        append_values(&mut text, Some(operation), &words);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn words_are_printed_at_their_full_width() {
        let mut text = Vec::new();
        append_words(&mut text, [(0x1, 1), (0xDEADBEEF, 64), (0xABC, 16)]);
        assert_eq!(text, b"0x1 0x00000000deadbeef 0x0abc");
    }

    #[test]
    fn values_stand_beside_their_words_lane_0_first() {
        let function = |mnemonic: &str| Function::from(mnemonic.parse::<Instruction>().unwrap());
        assert_eq!(line(&function("neg.f16"), &[(0x4200, 16)]), "0x4200  3");
        assert_eq!(line(&function("neg.f16"), &[(0xFE01, 16)]), "0xfe01  -nan");
        assert_eq!(line(&function("neg.bf16"), &[(0x8000, 16)]), "0x8000  -0");
        assert_eq!(
            line(&function("neg.f16x2"), &[(0xFC00_3E00, 32)]),
            "0xfc003e00  1.5,-inf"
        );
        // A core's result port may be wider than the operation's result.
        assert_eq!(line(&function("neg.f16"), &[(0x3C00, 32)]), "0x00003c00  1");
    }

    #[test]
    fn what_is_no_number_of_a_format_has_a_value_too() {
        let a = [Operand::new("a", ElementType::Bits(8))];
        let pairs = Operand {
            lanes: 2,
            ..Operand::new("s", ElementType::Signed(8))
        };
        let results = [
            Operand::new("p", ElementType::Predicate),
            pairs,
            Operand::new("b", ElementType::Bits(5)),
            Operand::new("u", ElementType::Unsigned(4)),
            Operand::new("d", ElementType::Number(FloatFormat::F32)),
        ];
        let function = Function::new("all", Signature::new(&a, &results).unwrap()).unwrap();
        assert_eq!(
            line(&function, &[(1, 1), (0x05FB, 16), (0x1F, 5), (9, 4), (0x3F80_0000, 32)]),
            "0x1 0x05fb 0x1f 0x9 0x3f800000  true -5,5 0x1f 9 1"
        );
    }
}
