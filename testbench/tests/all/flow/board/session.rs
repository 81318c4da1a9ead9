//! A session with a board: requests, some of them faulty, and the bytes that must come back.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use halfpipe_hdl::design::Function;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::{Stimulus, WordVectors};
use halfpipe_simulation::Vector;
use halfpipe_synth::board::protocol::{check, number as number_of, Request, Status, CHECK, HEADER, IDLE_BITS, REQUEST};
use halfpipe_testbench::board::{Exchange, Symbol};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::model::{Model, Rules};

/// The kind of one exchange.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// A correct request.
    Sound,
    /// A request with a short pause in it, and a glitch before it.
    Halting,
    /// A flipped bit in an operand or in the check.
    WrongBit,
    /// A byte without a stop bit.
    Broken,
    /// Bytes that do not begin as a request does.
    Garbage,
    /// A request for another instruction, of any length.
    Other,
    /// A request without its end.
    Cut,
    /// A request immediately followed by more bytes.
    Overrun,
    /// Half of a request. The other half arrives while the answer to the first is being sent.
    Torn,
    /// Half of a request. The other half arrives after the answer to the first.
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

/// The function that computes a board's results.
pub type Results = fn(&Function, &[u64]) -> Vec<u64>;

/// A list of exchanges with their expected answers.
pub struct Session {
    steps: Vec<Step>,
}

impl Session {
    /// Draws `count` exchanges with a board that has some functions with these results. About a quarter of them are
    /// faulty.
    pub fn new(functions: &[Function], results: Results, count: usize, seed: u64) -> Session {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut vectors: Vec<Vectors> = functions.iter().map(|own| vectors(own, seed)).collect();
        let mut model = Model::new(functions, Rules::OWN, results);
        let mut symbols = |kind, random: &mut ChaCha8Rng| {
            let chosen = random.random_range(0..functions.len());
            symbols(functions, &functions[chosen], kind, &vectors[chosen](), random)
        };
        let mut steps: Vec<Step> = Vec::new();
        while steps.len() < count {
            // A correct request follows a faulty one at once.
            let is_after_wrong = steps.last().is_some_and(|step| WRONG.contains(&step.kind));
            let kind = match random.random_range(0..10) {
                _ if is_after_wrong => Kind::Sound,
                0..6 => Kind::Sound,
                6 => Kind::Halting,
                _ => WRONG[random.random_range(0..WRONG.len())],
            };
            let symbols = symbols(kind, &mut random);
            steps.push(Step::new(kind, symbols, &mut model));
        }
        // Nothing more may come back, however long one waits.
        let mut last = symbols(Kind::Sound, &mut random);
        last.insert(0, Symbol::Pause(3 * u16::from(IDLE_BITS)));
        steps.push(Step::new(Kind::Sound, last, &mut model));
        let mut kinds = BTreeMap::new();
        steps.iter().for_each(|step| *kinds.entry(step.kind).or_insert(0) += 1);
        assert!(kinds.len() == WRONG.len() + 2, "some kind does not occur: {kinds:?}");
        Session { steps }
    }

    /// Returns the exchanges to run on the board.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let exchange = |step: &Step| Exchange {
            symbols: step.symbols.clone(),
            awaited: step.answers.len(),
        };
        self.steps.iter().map(exchange).collect()
    }

    /// Compares the answers with the expected ones, and reports the first difference.
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

impl Step {
    /// Creates the step with the model's answer, which must fit the kind of exchange.
    fn new(kind: Kind, symbols: Vec<Symbol>, model: &mut Model<Results>) -> Step {
        let answers = model.exchange(&symbols);
        let said = match answers[..] {
            [_, _, _, status, ..] => Status::ALL[usize::from(status)],
            _ => panic!("{kind:?} has no answer"),
        };
        let expected = match kind {
            Kind::Sound | Kind::Halting | Kind::Overrun => Status::Done,
            Kind::WrongBit => Status::WrongCheck,
            Kind::Broken => Status::BrokenByte,
            Kind::Garbage => Status::UnknownByte,
            Kind::Other => Status::OtherInstruction,
            Kind::Cut | Kind::Torn | Kind::Apart => Status::Incomplete,
        };
        assert_eq!(said, expected, "{kind:?}: {symbols:?}");
        Step { kind, symbols, answers }
    }
}

/// A source of vectors for one function.
type Vectors = Box<dyn FnMut() -> Vector>;

fn vectors(function: &Function, seed: u64) -> Vectors {
    match function.instruction() {
        Some(instruction) => {
            let mut stimulus = Stimulus::new(instruction, seed);
            Box::new(move || stimulus.any())
        }
        None => {
            let mut words = WordVectors::new(function.signature(), seed);
            Box::new(move || words.any())
        }
    }
}

/// Draws the symbols of a step with a board that has some functions, and requests one of them.
fn symbols(
    functions: &[Function],
    function: &Function,
    kind: Kind,
    operands: &Vector,
    random: &mut ChaCha8Rng,
) -> Vec<Symbol> {
    let number = |random: &mut ChaCha8Rng| NonZeroU16::new(random.random_range(1..=u16::MAX)).expect("it is not 0");
    let request = |function: &Function, random: &mut ChaCha8Rng| {
        let words: Vec<u64> = operands.words(function.signature().operands().len()).collect();
        Request::new(function, number(random), &words)
    };
    let mut bytes = request(function, random).bytes().to_vec();
    let whole = |bytes: &[u8]| bytes.iter().map(|byte| Symbol::Byte(*byte)).collect::<Vec<_>>();
    // A place behind at least one byte and before at least one.
    let middle = random.random_range(1..bytes.len());
    let parted = |bits| {
        let mut symbols = whole(&bytes);
        symbols.insert(middle, Symbol::Pause(bits));
        symbols
    };
    let idle = u16::from(IDLE_BITS);
    match kind {
        Kind::Sound => whole(&bytes),
        Kind::Halting => {
            let mut symbols = parted(idle - 20);
            symbols.insert(0, Symbol::Glitch);
            symbols
        }
        Kind::WrongBit => {
            let place = random.random_range(HEADER..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
            whole(&bytes)
        }
        Kind::Broken => {
            let mut symbols = whole(&bytes);
            let place = random.random_range(0..bytes.len());
            symbols[place] = Symbol::Broken(bytes[place]);
            symbols
        }
        Kind::Garbage => {
            let mut garbage: Vec<u8> = (0..random.random_range(1..40)).map(|_| random.random()).collect();
            if garbage[0] == REQUEST {
                garbage[0] = !REQUEST;
            }
            // A request pattern in the middle of garbage is no request.
            garbage.extend(&bytes[..random.random_range(0..=bytes.len())]);
            whole(&garbage)
        }
        Kind::Other => {
            let has = |other: &Instruction| functions.iter().any(|own| own.instruction() == Some(*other));
            let others: Vec<&Instruction> = Instruction::arithmetic().iter().filter(|other| !has(other)).collect();
            if !others.is_empty() && random.random() {
                let other = *others[random.random_range(0..others.len())];
                return whole(request(&other.into(), random).bytes());
            }
            // A number that the board does not have, among those that differ from the requested one in the fewest bits.
            let has = |byte: &u8| functions.iter().any(|own| number_of(own) == *byte);
            let own = bytes[HEADER - 1];
            let numbers: Vec<u8> = (0..=u8::MAX).filter(|byte| !has(byte)).collect();
            let distance = |byte: &u8| (byte ^ own).count_ones();
            let nearest = numbers.iter().map(distance).min();
            let numbers: Vec<u8> = numbers
                .into_iter()
                .filter(|byte| Some(distance(byte)) == nearest)
                .collect();
            bytes[HEADER - 1] = numbers[random.random_range(0..numbers.len())];
            let covered = bytes.len() - CHECK;
            let check = check(&bytes[..covered]);
            bytes[covered..].copy_from_slice(&check);
            whole(&bytes)
        }
        Kind::Cut => whole(&bytes[..middle]),
        Kind::Overrun => {
            let mut symbols = whole(&bytes);
            symbols.extend((0..random.random_range(1..20)).map(|_| Symbol::Byte(random.random())));
            symbols
        }
        Kind::Torn => parted(idle + 10),
        Kind::Apart => {
            let mut symbols = whole(&bytes);
            // The other half is garbage, whatever it begins with.
            symbols[middle] = Symbol::Byte(!REQUEST);
            symbols.insert(middle, Symbol::Pause(2 * idle));
            symbols
        }
    }
}
