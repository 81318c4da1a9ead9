//! Words and values as messages show them.

/// The number of bytes of a word that a message shows.
pub const SHOWN: usize = 24;

/// Shortens a word for a message and escapes unprintable bytes.
pub fn shown(word: &[u8]) -> String {
    let mut text: String = word[..word.len().min(SHOWN)].escape_ascii().to_string();
    if word.len() > SHOWN {
        text.push('…');
    }
    text
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
