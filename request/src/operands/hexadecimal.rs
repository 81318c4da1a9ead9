//! Words of hexadecimal digits.

/// A word of hexadecimal digits, with or without `0x`.
pub struct Hexadecimal {
    /// The value, limited to the largest one of 128 bits.
    pub value: u128,
    /// True if it begins with `0x`.
    pub has_prefix: bool,
    /// The number of its digits.
    pub digits: usize,
}

impl Hexadecimal {
    /// Reads a word. Returns `None` if it is not hexadecimal.
    pub fn read(word: &[u8]) -> Option<Hexadecimal> {
        let prefixes: [&[u8]; 2] = [b"0x", b"0X"];
        let behind = prefixes.iter().find_map(|prefix| word.strip_prefix(*prefix));
        let digits = behind.unwrap_or(word);
        if digits.is_empty() {
            return None;
        }
        let mut value: u128 = 0;
        for digit in digits {
            let digit = char::from(*digit).to_digit(16)?;
            value = value
                .checked_mul(16)
                .map_or(u128::MAX, |value| value | u128::from(digit));
        }
        Some(Hexadecimal {
            value,
            has_prefix: behind.is_some(),
            digits: digits.len(),
        })
    }

    /// True for zero.
    pub fn is_zero(&self) -> bool {
        self.value == 0
    }

    /// Returns the digits of the word that was read, without leading zeros.
    pub fn significant_digits<'w>(&self, word: &'w [u8]) -> &'w [u8] {
        let digits = &word[word.len() - self.digits..];
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        &digits[zeros..]
    }
}
