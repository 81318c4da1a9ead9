//! A line that loses, repeats, delays and garbles bytes in both directions.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::time::Duration;

use halfpipe_synth::board::Transport;
use halfpipe_testbench::board::Symbol;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Pauses in bits: within a request, long enough to end one, within the answer to an error, and after it. None is close
/// enough to one of these limits for a board to disagree with its model.
const PAUSES: [u16; 5] = [3, 20, 160, 235, 500];

/// An accident to all bytes that are sent at once.
#[derive(Clone, Copy)]
enum Accident {
    /// They get lost.
    Lost,
    /// They arrive twice.
    Doubled,
    /// They arrive with, or after, later bytes.
    Late,
    /// Only their beginning arrives; their end arrives with later bytes.
    Torn,
    /// Spurious bytes precede them.
    NoiseBefore,
    /// Spurious bytes follow them.
    NoiseBehind,
}

const ACCIDENTS: [Accident; 6] = [
    Accident::Lost,
    Accident::Doubled,
    Accident::Late,
    Accident::Torn,
    Accident::NoiseBefore,
    Accident::NoiseBehind,
];

/// The line between a client and `board`, which computes the answers.
pub struct NoisyLine<B> {
    board: B,
    random: ChaCha8Rng,
    clock: Duration,
    /// The bytes that reach the board with the next request.
    late: Vec<Symbol>,
    /// The bytes that reach the client after so many more requests.
    late_answers: Vec<(u32, Vec<u8>)>,
    /// The bytes that have reached the client.
    received: VecDeque<u8>,
    /// True if the last request reached the board unchanged and alone.
    pub came_whole: bool,
}

impl<B: FnMut(&[Symbol]) -> Vec<u8>> NoisyLine<B> {
    pub fn new(board: B, seed: u64) -> NoisyLine<B> {
        NoisyLine {
            board,
            random: ChaCha8Rng::seed_from_u64(seed),
            clock: Duration::ZERO,
            late: Vec::new(),
            late_answers: Vec::new(),
            received: VecDeque::new(),
            came_whole: true,
        }
    }

    /// True in one of so many cases.
    fn one_in(&mut self, count: u32) -> bool {
        self.random.random_range(0..count) == 0
    }

    fn accident(&mut self) -> Option<Accident> {
        if self.one_in(6) {
            ACCIDENTS.choose(&mut self.random).copied()
        } else {
            None
        }
    }

    fn noise(&mut self) -> Vec<Symbol> {
        let count = self.random.random_range(1..30);
        (0..count).map(|_| Symbol::Byte(self.random.random())).collect()
    }

    /// Garbles bytes one by one.
    fn garbled(&mut self, bytes: &[u8]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        // Many arrive unchanged.
        let is_quiet = self.one_in(2);
        for &byte in bytes {
            if is_quiet || !self.one_in(40) {
                symbols.push(Symbol::Byte(byte));
                continue;
            }
            let any = Symbol::Byte(self.random.random());
            let pause = Symbol::Pause(*PAUSES.choose(&mut self.random).expect("there are pauses"));
            let own = Symbol::Byte(byte);
            let wrong_bit = Symbol::Byte(byte ^ 1 << self.random.random_range(0..8));
            symbols.extend(match self.random.random_range(0..7) {
                0 => vec![],
                1 => vec![own, own],
                2 => vec![wrong_bit],
                3 => vec![any],
                4 => vec![any, own],
                5 => vec![pause, own],
                _ => vec![Symbol::Broken(byte)],
            });
        }
        symbols
    }

    /// Returns the symbols that arrive for some bytes at once, and those that arrive later.
    fn transmitted(&mut self, bytes: &[u8]) -> (Vec<Symbol>, Vec<Symbol>) {
        let mut symbols = self.garbled(bytes);
        match self.accident() {
            None => (symbols, Vec::new()),
            Some(Accident::Lost) => (Vec::new(), Vec::new()),
            Some(Accident::Late) => (Vec::new(), symbols),
            Some(Accident::Torn) => {
                let end = symbols.split_off(self.random.random_range(0..=symbols.len()));
                (symbols, end)
            }
            Some(Accident::Doubled) => {
                let again = self.garbled(bytes);
                (self.joined(symbols, again), Vec::new())
            }
            Some(Accident::NoiseBefore) => {
                let noise = self.noise();
                (self.joined(noise, symbols), Vec::new())
            }
            Some(Accident::NoiseBehind) => {
                let noise = self.noise();
                (self.joined(symbols, noise), Vec::new())
            }
        }
    }

    /// Joins two sequences, with or without a pause between them.
    fn joined(&mut self, mut first: Vec<Symbol>, second: Vec<Symbol>) -> Vec<Symbol> {
        let is_pause = |symbol: Option<&Symbol>| matches!(symbol, None | Some(Symbol::Pause(_)));
        if self.random.random() && !is_pause(first.last()) && !is_pause(second.first()) {
            first.push(Symbol::Pause(
                *PAUSES.choose(&mut self.random).expect("there are pauses"),
            ));
        }
        first.extend(second);
        first
    }
}

/// Returns the bytes that reach a client, which sees no pauses.
fn bytes(symbols: &[Symbol]) -> impl Iterator<Item = u8> + '_ {
    symbols.iter().filter_map(|symbol| match symbol {
        Symbol::Byte(byte) | Symbol::Broken(byte) => Some(*byte),
        Symbol::Pause(_) | Symbol::Glitch => None,
    })
}

impl<B: FnMut(&[Symbol]) -> Vec<u8>> Transport for NoisyLine<B> {
    /// Takes a whole request, and computes its answer.
    fn send(&mut self, request: &[u8], _: Duration) -> io::Result<usize> {
        let (symbols, later) = self.transmitted(request);
        let late = std::mem::replace(&mut self.late, later);
        let symbols = self.joined(late, symbols);
        self.came_whole = symbols
            .iter()
            .copied()
            .eq(request.iter().map(|byte| Symbol::Byte(*byte)));
        let answers = (self.board)(&symbols);

        let (answers, later) = self.transmitted(&answers);
        let (due, waiting) = std::mem::take(&mut self.late_answers)
            .into_iter()
            .partition::<Vec<_>, _>(|(left, _)| *left == 0);
        self.late_answers = waiting.into_iter().map(|(left, bytes)| (left - 1, bytes)).collect();
        let is_late_first = self.random.random();
        let mut answers: Vec<Vec<u8>> = vec![bytes(&answers).collect()];
        answers.extend(due.into_iter().map(|(_, bytes)| bytes));
        if is_late_first {
            answers.reverse();
        }
        self.received.extend(answers.into_iter().flatten());
        if !later.is_empty() {
            self.late_answers
                .push((self.random.random_range(0..3), bytes(&later).collect()));
        }
        Ok(request.len())
    }

    /// Returns a few bytes at a time.
    fn receive(&mut self, buffer: &mut [u8], timeout: Duration) -> io::Result<usize> {
        if self.received.is_empty() {
            self.clock += timeout;
            return Err(ErrorKind::TimedOut.into());
        }
        let count = self.random.random_range(1..=8).min(self.received.len());
        for (place, byte) in buffer.iter_mut().zip(self.received.drain(..count)) {
            *place = byte;
        }
        self.clock += Duration::from_micros(87) * count as u32;
        Ok(count)
    }

    fn now(&self) -> Duration {
        self.clock
    }
}
