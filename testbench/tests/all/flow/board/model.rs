//! A model of a board at protocol level: the bytes on its line, and the time between them.

use halfpipe_hdl::design::Function;
use halfpipe_synth::board::protocol::{
    answer, check, identity, number, size, Sizes, Status, CHECK, HEADER, IDLE_BITS, REQUEST,
};
use halfpipe_testbench::board::Symbol;

/// The checks that a board and its client make. Weaker rules show which errors they let through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of bytes of a check that are compared.
    pub check_bytes: usize,
    /// True if the check of an answer covers the bytes of its request.
    pub bound: bool,
    /// True if an answer must have the sequence number of the request.
    pub sequence: bool,
}

impl Rules {
    /// The rules of the protocol.
    pub const OWN: Rules = Rules {
        check_bytes: CHECK,
        bound: true,
        sequence: true,
    };
}

/// The state of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next byte begins a request.
    Ready,
    /// Part of a request has arrived.
    Taking,
    /// An error occurred; the board waits for an idle line.
    PassOver(Status),
}

/// A board with some functions that computes `results`.
pub struct Model<F> {
    /// The functions with their numbers.
    functions: Vec<(u8, Function)>,
    results: F,
    rules: Rules,
    state: State,
    /// The bytes received of this request, or of the last one up to the first wrong byte.
    taken: Vec<u8>,
    answers: Vec<u8>,
    time: Time,
}

/// Times in half bits.
#[derive(Clone, Copy, Default)]
struct Time {
    now: u64,
    /// The time since which the line is idle.
    idle_since: u64,
    /// The time until which an answer is sent.
    busy_until: u64,
}

/// The time from the start of a byte until it is received: half a bit before its end.
const BYTE: u64 = 2 * 10 - 1;

impl<F: Fn(&Function, &[u64]) -> Vec<u64>> Model<F> {
    pub fn new(functions: &[Function], rules: Rules, results: F) -> Model<F> {
        let numbered = |function: &Function| (number(function), function.clone());
        Model {
            functions: functions.iter().map(numbered).collect(),
            results,
            rules,
            state: State::Ready,
            taken: Vec::new(),
            answers: Vec::new(),
            time: Time::default(),
        }
    }

    /// Returns the bytes that the board sends when these symbols are put on the line and a long pause follows.
    pub fn exchange(&mut self, symbols: &[Symbol]) -> Vec<u8> {
        self.time = Time::default();
        for symbol in symbols {
            match *symbol {
                Symbol::Byte(byte) => self.receive(byte, false),
                Symbol::Broken(byte) => self.receive(byte, true),
                Symbol::Pause(bits) => self.time.now += 2 * u64::from(bits),
                Symbol::Glitch => {
                    self.refuse_before(self.time.now);
                    self.time.idle_since = self.time.now + 1;
                    self.time.now += 2;
                }
            }
        }
        self.refuse_before(u64::MAX);
        std::mem::take(&mut self.answers)
    }

    /// Returns the function with a number, if the board has it.
    fn numbered(&self, byte: u8) -> Option<&Function> {
        let found = self.functions.iter().find(|(number, _)| *number == byte);
        found.map(|(_, function)| function)
    }

    /// Returns the requested function, once its number has arrived.
    fn asked(&self) -> Option<&Function> {
        self.numbered(*self.taken.get(HEADER - 1)?)
    }

    /// Returns the number of bytes of a request that its check covers.
    fn covered(&self) -> usize {
        HEADER
            + self
                .asked()
                .map_or(0, |function| Sizes::from_function(function).operands)
    }

    fn receive(&mut self, byte: u8, is_broken: bool) {
        self.refuse_before(self.time.now);
        self.time.now += BYTE;
        let is_busy = self.time.now < self.time.busy_until;
        // The line of a broken byte is low for its whole stop bit, and then high for a bit.
        self.time.idle_since = self.time.now + u64::from(is_broken);
        if self.state == State::Ready && !is_busy {
            self.taken.clear();
        }
        self.state = match self.state {
            State::PassOver(status) => State::PassOver(status),
            _ if is_busy => State::PassOver(Status::Overrun),
            _ if is_broken => State::PassOver(Status::BrokenByte),
            _ => self.take(byte),
        };
        self.time.now += if is_broken { 3 } else { 1 };
    }

    /// Takes the next byte of a request, and answers after the last one.
    fn take(&mut self, byte: u8) -> State {
        let (place, covered) = (self.taken.len(), self.covered());
        let wrong = match place {
            0 => (byte != REQUEST).then_some(Status::UnknownByte),
            3 => self.numbered(byte).is_none().then_some(Status::OtherInstruction),
            _ if place < covered.max(HEADER) || place - covered >= self.rules.check_bytes => None,
            _ => (byte != check(&self.taken[..covered])[place - covered]).then_some(Status::WrongCheck),
        };
        if let Some(status) = wrong {
            return State::PassOver(status);
        }
        self.taken.push(byte);
        let function = match self.asked() {
            Some(function) if place + 1 == covered + CHECK => function,
            _ => return State::Taking,
        };
        let values = (self.results)(function, &self.operands(function));
        let mut results = Vec::new();
        for (register, value) in function.signature().results().iter().zip(values) {
            results.extend(&value.to_le_bytes()[..size(register)]);
        }
        results.extend(identity(function).into_iter().flatten());
        self.answer(Status::Done, &results, self.time.now);
        State::Ready
    }

    fn operands(&self, function: &Function) -> Vec<u64> {
        let mut bytes = self.taken[HEADER..].iter();
        let operands = function.signature().operands();
        let values = operands.iter().map(|operand| {
            let bytes = bytes.by_ref().take(size(operand));
            bytes
                .zip(0..)
                .fold(0, |value, (byte, place)| value | u64::from(*byte) << (8 * place))
        });
        values.collect()
    }

    /// Reports an error if the line was idle for long enough before a moment.
    fn refuse_before(&mut self, moment: u64) {
        let status = match self.state {
            State::Ready => return,
            State::Taking => Status::Incomplete,
            State::PassOver(status) => status,
        };
        let idle = self.time.idle_since + 2 * u64::from(IDLE_BITS);
        let when = idle.max(self.time.busy_until);
        if when < moment {
            self.state = State::Ready;
            self.answer(status, &[], when);
        }
    }

    fn answer(&mut self, status: Status, results: &[u8], when: u64) {
        let mut sequence = [0; 2];
        for (byte, taken) in sequence.iter_mut().zip(self.taken.iter().skip(1)) {
            *byte = *taken;
        }
        let covered = if self.rules.bound {
            self.taken.len().min(self.covered())
        } else {
            0
        };
        let bytes = answer(&self.taken[..covered], u16::from_le_bytes(sequence), status, results);
        self.time.busy_until = when + 20 * bytes.len() as u64;
        self.answers.extend(bytes);
    }
}
