//! A session with a board: requests, some of them wrong, and the bytes that must come back.

use std::collections::BTreeMap;

use halfpipe_isa::Instruction;
use halfpipe_reference::evaluate;
use halfpipe_synth::board::protocol::{check_byte, request, Sizes, Status, ANSWER, IDLE_BITS, REQUEST};
use halfpipe_testbench::board::{Exchange, Symbol};
use halfpipe_testbench::stimulus::Stimulus;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What is put on the line in one exchange.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// A request.
    Sound,
    /// A request with a short pause in it, and a glitch before it.
    Halting,
    /// A bit of an operand or of the check byte is another.
    WrongBit,
    /// A byte has no stop bit.
    Broken,
    /// Bytes that do not begin as a request does.
    Garbage,
    /// A request for another instruction, of any length.
    Other,
    /// The end of a request is missing.
    Cut,
    /// More bytes follow right behind a request.
    Overrun,
    /// Half of a request, and the other half while the answer to the first is being sent.
    Torn,
    /// Half of a request, and the other half after the answer to the first.
    Apart,
}

const WRONG: [Kind; 8] = [
    Kind::WrongBit,
    Kind::Broken,
    Kind::Garbage,
    Kind::Other,
    Kind::Cut,
    Kind::Overrun,
    Kind::Torn,
    Kind::Apart,
];

struct Step {
    kind: Kind,
    symbols: Vec<Symbol>,
    /// The bytes that must come back.
    answers: Vec<u8>,
}

/// A list of exchanges with what must come of them.
pub struct Session {
    steps: Vec<Step>,
}

impl Session {
    /// So many exchanges with a board that has `instruction` in it; about a quarter is wrong in some way.
    pub fn new(instruction: Instruction, count: usize, seed: u64) -> Session {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut stimulus = Stimulus::new(instruction, seed);
        let mut steps: Vec<Step> = Vec::new();
        while steps.len() < count {
            // What follows a wrong request is a sound one, at once.
            let is_after_wrong = steps.last().is_some_and(|step| WRONG.contains(&step.kind));
            let kind = match random.random_range(0..10) {
                _ if is_after_wrong => Kind::Sound,
                0..6 => Kind::Sound,
                6 => Kind::Halting,
                _ => WRONG[random.random_range(0..WRONG.len())],
            };
            steps.push(step(instruction, kind, stimulus.any(), &mut random));
        }
        // Nothing more may come, however long one waits.
        let mut last = step(instruction, Kind::Sound, stimulus.any(), &mut random);
        last.symbols.insert(0, Symbol::Pause(3 * u16::from(IDLE_BITS)));
        steps.push(last);
        let mut kinds = BTreeMap::new();
        steps.iter().for_each(|step| *kinds.entry(step.kind).or_insert(0) += 1);
        assert!(kinds.len() == WRONG.len() + 2, "some kind does not occur: {kinds:?}");
        Session { steps }
    }

    /// What the board is to be told.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let exchange = |step: &Step| Exchange {
            symbols: step.symbols.clone(),
            awaited: step.answers.len(),
        };
        self.steps.iter().map(exchange).collect()
    }

    /// Holds what came back against what must come back; says where they first differ.
    pub fn judge(&self, answers: &[Vec<u16>]) -> Result<(), String> {
        assert_eq!(answers.len(), self.steps.len());
        for (index, (step, answer)) in self.steps.iter().zip(answers).enumerate() {
            let expected: Vec<u16> = step.answers.iter().map(|byte| u16::from(*byte)).collect();
            if *answer != expected {
                return Err(format!(
                    "exchange {index}, {:?}: {:?} was answered by {answer:x?} in place of {expected:x?}",
                    step.kind, step.symbols
                ));
            }
        }
        Ok(())
    }
}

/// An answer of the board.
fn answer(instruction: Instruction, status: Status, result: u32) -> Vec<u8> {
    let mut bytes = vec![ANSWER, status.number()];
    if status == Status::Done {
        bytes.extend(&result.to_le_bytes()[..Sizes::of(instruction).result]);
    }
    bytes.push(check_byte(&bytes));
    bytes
}

fn step(instruction: Instruction, kind: Kind, operands: [u32; 3], random: &mut ChaCha8Rng) -> Step {
    let mut bytes = request(instruction, &operands);
    let done = answer(instruction, Status::Done, evaluate(instruction, &operands));
    let refused = |status| answer(instruction, status, 0);
    let whole = |bytes: &[u8]| bytes.iter().map(|byte| Symbol::Byte(*byte)).collect::<Vec<_>>();
    // A place behind at least one byte and before at least one.
    let middle = random.random_range(1..bytes.len());
    let parted = |bits| {
        let mut symbols = whole(&bytes);
        symbols.insert(middle, Symbol::Pause(bits));
        symbols
    };
    let idle = u16::from(IDLE_BITS);
    let (symbols, answers) = match kind {
        Kind::Sound => (whole(&bytes), done),
        Kind::Halting => {
            let mut symbols = parted(idle - 20);
            symbols.insert(0, Symbol::Glitch);
            (symbols, done)
        }
        Kind::WrongBit => {
            let place = random.random_range(2..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
            (whole(&bytes), refused(Status::WrongCheck))
        }
        Kind::Broken => {
            let mut symbols = whole(&bytes);
            let place = random.random_range(0..bytes.len());
            symbols[place] = Symbol::Broken(bytes[place]);
            (symbols, refused(Status::BrokenByte))
        }
        Kind::Garbage => {
            let mut garbage: Vec<u8> = (0..random.random_range(1..40)).map(|_| random.random()).collect();
            if garbage[0] == REQUEST {
                garbage[0] = !REQUEST;
            }
            // What looks like a request in the middle of garbage is none.
            garbage.extend(&bytes[..random.random_range(0..=bytes.len())]);
            (whole(&garbage), refused(Status::UnknownByte))
        }
        Kind::Other => {
            let others = Instruction::all().iter().filter(|other| **other != instruction);
            let others: Vec<&Instruction> = others.collect();
            let other = *others[random.random_range(0..others.len())];
            let mut bytes = request(other, &operands);
            if random.random() {
                // The board's own instruction but for a bit of its number.
                bytes = request(instruction, &operands);
                bytes[1] ^= 1 << random.random_range(0..8);
                let end = bytes.len() - 1;
                bytes[end] = check_byte(&bytes[..end]);
            }
            (whole(&bytes), refused(Status::OtherInstruction))
        }
        Kind::Cut => (whole(&bytes[..middle]), refused(Status::Incomplete)),
        Kind::Overrun => {
            let mut symbols = whole(&bytes);
            symbols.extend((0..random.random_range(1..20)).map(|_| Symbol::Byte(random.random())));
            (symbols, [done, refused(Status::Overrun)].concat())
        }
        Kind::Torn => {
            let answers = [refused(Status::Incomplete), refused(Status::Overrun)];
            (parted(idle + 10), answers.concat())
        }
        Kind::Apart => {
            let mut symbols = whole(&bytes);
            // The other half is garbage, whatever it begins with.
            symbols[middle] = Symbol::Byte(!REQUEST);
            symbols.insert(middle, Symbol::Pause(2 * idle));
            let answers = [refused(Status::Incomplete), refused(Status::UnknownByte)];
            (symbols, answers.concat())
        }
    };
    Step { kind, symbols, answers }
}
