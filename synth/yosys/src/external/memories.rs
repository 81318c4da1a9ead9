//! Files that fill memories.

use super::circuit_facts::{CircuitFacts, MemoryReader};
use super::refusal::Refusal;

/// The limit on the number of words with which a file may fill a memory.
const MOST_WORDS: i64 = 1 << 20;

/// Refuses files whose words do not fit their memories: tools fill these differently. `written_name` returns the name
/// of such a file in the user's text.
///
/// # Errors
///
/// [`Refusal`] of the first such call.
pub fn check<'a>(facts: &'a CircuitFacts, written_name: impl Fn(&'a str) -> &'a str) -> Result<(), Refusal> {
    for reader in &facts.readers {
        let call = format!("{}(\"{}\")", reader.task, written_name(&reader.file));
        let refuse = |reason: String| Refusal::new(reader.line, call.clone(), reason);
        if !reader.is_literal {
            return Err(refuse("write the name of the file in quotes".to_owned()));
        }
        let text = std::fs::read(&reader.file).map_err(|error| refuse(error.to_string()))?;
        check_words(reader, &String::from_utf8_lossy(&text)).map_err(refuse)?;
    }
    Ok(())
}

/// Checks the words of a file against the addresses of its memory.
fn check_words(reader: &MemoryReader, text: &str) -> Result<(), String> {
    let [left, right] = reader.range[..] else {
        return Err("its second argument is no memory".to_owned());
    };
    let ends: Option<Vec<i64>> = reader.ends.iter().copied().collect();
    let ends = ends.ok_or("write the first and last address as constants")?;
    let [low, high] = [left.min(right), left.max(right)];
    let first = ends.first().copied().unwrap_or(low);
    let last = ends.get(1).copied().unwrap_or(high);
    if !(low..=high).contains(&first) || !(first..=high).contains(&last) {
        return Err(format!(
            "its addresses are none of the memory; use {low} to {high}, the first one first"
        ));
    }
    let is_hexadecimal = reader.task.ends_with('h');
    let mut address = first;
    for (number, line) in without_comments(text).lines().enumerate() {
        let number = number + 1;
        for word in line.split_whitespace() {
            if let Some(digits) = word.strip_prefix('@') {
                let known = i64::from_str_radix(digits, 16).ok().filter(|known| *known < MOST_WORDS);
                address = known.ok_or_else(|| format!("line {number}: invalid address @{digits}"))?;
                continue;
            }
            let digits = word.replace('_', "");
            let is_digit =
                |digit: char| digit.is_digit(if is_hexadecimal { 16 } else { 2 }) || matches!(digit, 'x' | 'X');
            if digits.is_empty() || !digits.chars().all(is_digit) {
                let digits = if is_hexadecimal { "hexadecimal" } else { "binary" };
                return Err(format!("line {number}: invalid word {word}; use {digits} digits"));
            }
            let bits = digits.trim_start_matches('0').len() * if is_hexadecimal { 4 } else { 1 };
            if bits >= reader.width + if is_hexadecimal { 4 } else { 1 } {
                return Err(format!("line {number}: {word} has more than {} bits", reader.width));
            }
            if address > last || address < low {
                return Err(format!(
                    "line {number}: the file has more words than the memory; it ends at {last}"
                ));
            }
            address += 1;
        }
    }
    Ok(())
}

/// Returns a text with blanks in the place of its comments.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        kept += &rest[..start];
        let end = if rest[start..].starts_with("//") { "\n" } else { "*/" };
        let comment = &rest[start..];
        let length = comment[2..]
            .find(end)
            .map_or(comment.len(), |place| place + 2 + end.len());
        kept.extend(comment[..length].chars().filter(|character| *character == '\n'));
        kept.push(' ');
        rest = &comment[length..];
    }
    kept + rest
}
