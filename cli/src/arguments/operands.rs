//! Operands on a command line.

use std::ffi::OsString;

/// What every command that takes operands says of them.
pub const WORDS: &str = "\
An operand is a number or its bits. A number has a point, a sign or a binary exponent, or is inf or nan: 1.5, -2, 1e-3,
0x1p-3. It is rounded to the nearest that the operand's format has, and it is said where that is another number. Bits are
hexadecimal, with 0x or with all their digits: 0x1, 3c00. What may be meant either way, such as 2, is refused. An operand of
two lanes takes 32 bits, or two numbers, lane 0 (the low half) first: 1.5,-2.0. Between words are blanks or commas.
In standard input a word of hexadecimal digits is bits, however few they are. Blank lines are skipped.";

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

/// Whether the command that a command line names takes operands.
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

/// Whether a word begins like a negative number, and is no integer: clap knows those, and options take them. No option of a
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
