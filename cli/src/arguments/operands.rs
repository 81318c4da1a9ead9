//! Operands on a command line.

use std::ffi::OsString;

/// The rules for operands, in the help of each command that takes some.
pub const WORDS: &str = "\
An operand is a number (1.5, -2, 1e-3, 0x1p-3, inf, nan) or hexadecimal bits (0x1, 3c00).
Ambiguous ones such as 2 are refused. Two lanes take 32 bits, or two numbers from lane 0: 1.5,-2.0.
On standard input hexadecimal digits are always bits. docs/commands.md has all rules.";

/// The name that operands have in the definitions of the commands.
const OPERANDS: &str = "operands";

/// The command line with negative operands that clap does not take for numbers marked as values: clap would take `-inf` for
/// options in short. The mark is a blank in front, which means nothing between operands.
pub fn with_negatives_marked(definition: &clap::Command, command_line: Vec<OsString>) -> Vec<OsString> {
    if !takes_operands(definition, &command_line) {
        return command_line;
    }
    let marked = |word: OsString| match word.to_str() {
        Some(text) if is_negative(text) => format!(" {text}").into(),
        _ => word,
    };
    command_line.into_iter().map(marked).collect()
}

/// True if the command of a command line takes operands.
fn takes_operands(definition: &clap::Command, command_line: &[OsString]) -> bool {
    let mut command = definition;
    for word in command_line.iter().skip(1) {
        match word.to_str().and_then(|name| command.find_subcommand(name)) {
            Some(named) => command = named,
            None => break,
        }
    }
    command.get_arguments().any(|argument| argument.get_id() == OPERANDS)
}

/// True if a word begins like a negative number and is no integer, which clap accepts and options take. No option of a
/// command with operands begins like that.
fn is_negative(word: &str) -> bool {
    let magnitude = word.strip_prefix('-').unwrap_or_default().to_ascii_lowercase();
    let is_integer = magnitude.bytes().all(|digit| digit.is_ascii_digit());
    magnitude.starts_with(|first: char| first.is_ascii_digit() || first == '.') && !is_integer
        || ["inf", "nan"].iter().any(|name| magnitude.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_operands_are_marked_and_nothing_else() {
        let definition = crate::arguments::definition();
        let marked = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let words = with_negatives_marked(&definition, words).into_iter();
            words
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
                .join("|")
        };
        assert_eq!(
            marked("halfpipe eval fma.f16 -1.5 -inf -0x1p-3 --latency -5 -h"),
            "halfpipe|eval|fma.f16| -1.5| -inf| -0x1p-3|--latency|-5|-h"
        );
        assert_eq!(
            marked("halfpipe wave neg.f16x2 -.5,-1"),
            "halfpipe|wave|neg.f16x2| -.5,-1"
        );
        assert_eq!(
            marked("halfpipe board run --port x neg.f16 -NaN"),
            "halfpipe|board|run|--port|x|neg.f16| -NaN"
        );
        assert_eq!(
            marked("halfpipe verify neg.f16 --vectors -5"),
            "halfpipe|verify|neg.f16|--vectors|-5"
        );
    }
}
