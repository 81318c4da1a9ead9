//! A line that loses, doubles, delays and garbles what goes over it, in both directions.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::time::Duration;

use halfpipe_synth::board::Line;
use halfpipe_testbench::board::Symbol;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Pauses in bits: within a request, long enough to end one, within the answer to what was wrong, and after it. None
/// is so near to one of these limits that a board could see it otherwise than its model.
const PAUSES: [u16; 5] = [3, 20, 160, 235, 500];

/// What happens to all that is sent at once.
#[derive(Clone, Copy)]
enum Accident {
    /// It gets lost.
    Lost,
    /// It comes twice.
    Doubled,
    /// It comes with, or after, what is sent later.
    Late,
    /// Only its beginning comes, and its end with what is sent later.
    Torn,
    /// Bytes that nobody sent come before it.
    NoiseBefore,
    /// Bytes that nobody sent come behind it.
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

/// The line between a client and `board`, which is asked what it answers.
pub struct NoisyLine<B> {
    board: B,
    random: ChaCha8Rng,
    clock: Duration,
    /// What comes to the board with the next request.
    late: Vec<Symbol>,
    /// What comes to the client after so many more requests.
    late_answers: Vec<(u32, Vec<u8>)>,
    /// What has come to the client.
    received: VecDeque<u8>,
    /// Whether the last request came to the board as it was sent, and alone.
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

    /// In one of so many cases.
    fn one_in(&mut self, count: u32) -> bool {
        self.random.random_range(0..count) == 0
    }

    fn accident(&mut self) -> Option<Accident> {
        match self.one_in(6) {
            true => ACCIDENTS.choose(&mut self.random).copied(),
            false => None,
        }
    }

    fn noise(&mut self) -> Vec<Symbol> {
        let count = self.random.random_range(1..30);
        (0..count).map(|_| Symbol::Byte(self.random.random())).collect()
    }

    /// What becomes of bytes one by one.
    fn garbled(&mut self, bytes: &[u8]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        // Many come as they were sent.
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

    /// What comes over the line of some bytes, and what comes later.
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

    /// One behind the other, at once or after a pause.
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

/// The bytes of what came to a client, which sees no pauses.
fn bytes(symbols: &[Symbol]) -> impl Iterator<Item = u8> + '_ {
    symbols.iter().filter_map(|symbol| match symbol {
        Symbol::Byte(byte) | Symbol::Broken(byte) => Some(*byte),
        Symbol::Pause(_) | Symbol::Glitch => None,
    })
}

impl<B: FnMut(&[Symbol]) -> Vec<u8>> Line for NoisyLine<B> {
    /// Takes a whole request, and has it answered.
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

    /// Hands out a few bytes at a time.
    fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        if self.received.is_empty() {
            self.clock += patience;
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
