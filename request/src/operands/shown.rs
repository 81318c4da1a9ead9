//! Words and values as messages show them.

/// The number of characters of a word that a message shows.
pub const SHOWN: usize = 24;

/// Shortens a word for a message and escapes characters that cannot be printed.
pub fn shown(word: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(word) else {
        return shortened(word.iter().map(|byte| byte.escape_ascii().to_string()));
    };
    shortened(text.chars().map(|character| match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => byte.escape_ascii().to_string(),
        _ => character.escape_debug().to_string(),
    }))
}

/// Joins the first parts of a word.
fn shortened(mut parts: impl Iterator<Item = String>) -> String {
    let text: String = parts.by_ref().take(SHOWN).collect();
    match parts.next() {
        Some(_) => text + "…",
        None => text,
    }
}

/// Formats a value of `width` bits, such as `0x3c00`.
pub fn hexadecimal(value: u64, width: u32) -> String {
    format!("0x{value:0digits$x}", digits = width.div_ceil(4) as usize)
}

/// Formats a value of `width` bits like [`hexadecimal`], from its words, the lowest bits first.
pub fn hexadecimal_words(words: &[u64], width: u32) -> String {
    let Some((highest, below)) = words.split_last() else {
        return hexadecimal(0, width);
    };
    let highest = hexadecimal(*highest, width - u64::BITS * below.len() as u32);
    let below = below.iter().rev().map(|word| format!("{word:016x}"));
    highest + &below.collect::<String>()
}
