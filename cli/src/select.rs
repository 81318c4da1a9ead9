//! Which instructions a command line names.

use halfpipe_isa::Instruction;

use crate::error::Error;

/// The instructions that the words name, each once, in the order of their first mention.
///
/// A word is a mnemonic in any spelling of PTX, a pattern of canonical names with `*` for any text, or `all`.
pub fn instructions(words: &[String]) -> Result<Vec<Instruction>, Error> {
    let mut chosen = Vec::new();
    for word in words {
        for instruction in named_by(word)? {
            if !chosen.contains(&instruction) {
                chosen.push(instruction);
            }
        }
    }
    Ok(chosen)
}

fn named_by(word: &str) -> Result<Vec<Instruction>, Error> {
    if word == "all" {
        return Ok(Instruction::all().to_vec());
    }
    if !word.contains('*') {
        return Ok(vec![word.parse()?]);
    }
    let all = Instruction::all().iter().copied();
    let found: Vec<_> = all
        .filter(|instruction| matches(word, &instruction.mnemonic()))
        .collect();
    if found.is_empty() {
        return Err(Error::usage(format!(
            "no instruction matches `{word}`; `halfpipe list` prints the names that a pattern is held against"
        )));
    }
    Ok(found)
}

/// Whether `name` is `pattern` with some text, or none, for each `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            let mut ends = (0..=name.len()).filter(|&end| name.is_char_boundary(end));
            ends.any(|end| matches(rest, &name[end..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(words: &[&str]) -> usize {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        instructions(&words).unwrap().len()
    }

    #[test]
    fn patterns_stand_for_every_name_they_match() {
        assert_eq!(count(&["all"]), 170);
        assert_eq!(count(&["*"]), 170);
        assert_eq!(count(&["fma.*"]), 40);
        assert_eq!(count(&["*.f32.*"]), 48);
        assert_eq!(count(&["fma.rn.*bf16*"]), 10);
        assert_eq!(count(&["add.rn.f16"]), 1);
    }

    #[test]
    fn an_instruction_named_twice_is_chosen_once() {
        assert_eq!(count(&["add.f16", "add.rn.f16", "add.rn.f16*"]), 2);
    }

    #[test]
    fn a_pattern_must_match_something() {
        let error = instructions(&["div*".to_owned()]).unwrap_err();
        assert!(matches!(error, Error::Usage(_)), "{error:?}");
    }
}
