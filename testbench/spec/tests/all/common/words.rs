//! Numbers side by side: a word of each bit, as [`Words`](halfpipe_spec::Words) computes.

/// Count of numbers side by side.
pub const SIDE_BY_SIDE: usize = 64;

/// Returns the words of numbers.
pub fn words_of(width: usize, number: impl Fn(usize) -> u32) -> Vec<u64> {
    let mut words = vec![0; width];
    for place in 0..SIDE_BY_SIDE {
        let number = u64::from(number(place));
        for (bit, word) in words.iter_mut().enumerate() {
            *word |= (number >> bit & 1) << place;
        }
    }
    words
}

/// Returns one of the numbers in the words.
pub fn number_of(words: &[u64], place: usize) -> u32 {
    words
        .iter()
        .rev()
        .fold(0, |number, word| number << 1 | (word >> place & 1) as u32)
}
