//! Unit tests of `src/lines.rs`.

use super::*;

/// An input that returns a few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn lines_are_whole_however_they_arrive() {
    let text: Vec<u8> = (0..60_000)
        .flat_map(|number| format!("line {number}\n").into_bytes())
        .collect();
    for step in [1, 7, 4096, BLOCK, BLOCK + 1] {
        let mut lines = Lines::new(Slow(&text[..text.len() - 1], step));
        let mut seen = Vec::new();
        while let Some(block) = lines.next_block().unwrap() {
            assert!(block.ends_with(b"\n") || seen.len() + block.len() == text.len() - 1);
            seen.extend_from_slice(block);
        }
        assert_eq!(seen, text[..text.len() - 1], "{step} bytes at a time");
    }
}

#[test]
fn an_endless_line_is_refused_after_the_lines_before_it() {
    let mut text = b"first\n".to_vec();
    text.resize(10 * BLOCK, b'0');
    let mut lines = Lines::new(&text[..]);
    assert_eq!(lines.next_block().unwrap(), Some(&b"first\n"[..]));
    assert!(matches!(lines.next_block(), Err(LineError::TooLong)));
}
