//! Unit tests of `src/board/mod.rs`.

use super::*;

/// Returns the error of some exchanges with a program that is not a board.
fn refused(program: &str) -> String {
    let board = SimulatedBoard {
        program: program.into(),
        bit: 2048,
    };
    let exchange = Exchange {
        symbols: vec![Symbol::Glitch; 1 << 16],
        awaited: 1,
    };
    board.exchange(&[exchange]).unwrap_err().to_string()
}

#[test]
fn a_failure_is_told_in_the_words_of_the_program() {
    // `cat` takes the bit length for a file name and ends without reading its input.
    let error = refused("cat");
    assert!(error.contains("exit status: 1: cat: "), "{error}");
    assert!(error.contains("2048"), "{error}");
}

#[test]
fn a_program_that_says_too_little_is_no_board() {
    // `true` prints nothing. `echo` prints fewer bytes than the count at the start of its answer.
    for program in ["true", "echo"] {
        let error = refused(program);
        assert!(
            error.ends_with("it did not carry out all exchanges"),
            "{program}: {error}"
        );
    }
}

#[test]
fn answers_are_whole() {
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<u8>>();
    let said = bytes(&[2, 0x68, 0x101, 0, 1, 7]);
    let mut answers = &said[..];
    for expected in [vec![0x68, 0x101], vec![], vec![7]] {
        assert_eq!(read_answer(&mut answers).unwrap(), expected);
    }
    for end in [0, 1, 4, 8, 11] {
        assert!(read_answer(&mut &said[..end]).is_err(), "{end} bytes");
    }
}
