//! Exchanges over a noisy line: none may end with the result of other operands.

use std::io::ErrorKind;
use std::num::NonZeroU16;
use std::time::Duration;

use halfpipe_fpga::board::HX8K;
use halfpipe_hdl::design::Function;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_synth::board::protocol::{answer, Request, Status, ANSWER, CHECK, HEADER};
use halfpipe_synth::board::{Client, ClientError, Transport};
use halfpipe_test_support::seed;
use halfpipe_testbench::board::{Exchange, Symbol};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::model::{Model, Rules};
use super::noise::NoisyLine;
use super::{arithmetic, simulated, unit, FAST, SEED};

/// The outcomes of exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    right: u32,
    refused: u32,
    silent: u32,
    /// Exchanges that ended with the result of other operands.
    wrong: u32,
    /// Requests that were refused although they reached the board unchanged.
    refused_wrongly: u32,
}

/// The number of exchanges after which another client takes over, with whatever is still on the line.
const CLIENT_LIFE: u32 = 1000;

/// The timeout by the clock of the line. Time passes only when nothing arrives.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns a result that differs for nearly all other operands.
fn mixed(_: &Function, operands: &[u64]) -> Vec<u64> {
    let result = operands.iter().fold(0x9E37_79B9, |result: u32, operand| {
        (result ^ *operand as u32).wrapping_mul(0x85EB_CA6B).rotate_left(13)
    });
    vec![result.into()]
}

/// Draws the first sequence number of a client.
fn first_number(random: &mut ChaCha8Rng) -> NonZeroU16 {
    NonZeroU16::new(random.random()).unwrap_or(NonZeroU16::MIN)
}

/// Sends `count` requests to a board over a noisy line.
fn tally<B: FnMut(&[Symbol]) -> Vec<u8>>(
    instruction: Instruction,
    board: B,
    results: impl Fn(&Function, &[u64]) -> Vec<u64>,
    count: u32,
    seed: u64,
) -> Tally {
    let mut line = NoisyLine::new(board, seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut stimulus = Stimulus::new(instruction, seed);
    let function = Function::from(instruction);
    let count_of_operands = function.signature().operands().len();
    let mut tally = Tally::default();
    for asked in (0..count).step_by(CLIENT_LIFE as usize) {
        let mut client = Client::new(&mut line, first_number(&mut random), PATIENCE);
        for _ in asked..count.min(asked + CLIENT_LIFE) {
            let operands: Vec<u64> = stimulus.any().words(count_of_operands).collect();
            match client.request(&function, &operands) {
                Ok(found) if found == results(&function, &operands) => tally.right += 1,
                Ok(_) => tally.wrong += 1,
                Err(ClientError::Refused(_)) if client.line().came_whole => tally.refused_wrongly += 1,
                Err(ClientError::Refused(_)) => tally.refused += 1,
                Err(ClientError::Silent { .. }) => tally.silent += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    tally
}

/// Checks that no answer was taken for another's and that none was refused without reason. The noise must leave some
/// answers intact and spoil others.
fn check(tally: Tally) {
    assert_eq!((tally.wrong, tally.refused_wrongly), (0, 0), "{tally:?}");
    assert!(
        [tally.right, tally.refused, tally.silent]
            .iter()
            .all(|count| *count > 0),
        "{tally:?}"
    );
}

#[test]
fn no_answer_of_a_million_goes_to_another_request_at_any_seed() {
    const COUNT: u32 = 1_000_000;
    let seed = seed::seed();
    let instruction: Instruction = "add.f32.f16".parse().unwrap();
    let mut model = Model::new(&[instruction.into()], Rules::OWN, mixed);
    let counted = tally(instruction, |symbols| model.exchange(symbols), mixed, COUNT, seed);
    check(counted);
    if seed::is_fixed(seed) {
        let known = Tally {
            right: 617_828,
            refused: 62_447,
            silent: 319_725,
            ..Tally::default()
        };
        assert_eq!(counted, known);
    }
}

#[test]
fn no_answer_of_the_boards_verilog_goes_to_another_request() {
    const COUNT: u32 = 4000;
    let unit = unit("add.f32.bf16", 1);
    let instruction = unit.instruction();
    let mut model = Model::new(&[instruction.into()], Rules::OWN, arithmetic);
    let mut running = simulated(&HX8K, &unit, FAST).start().unwrap();
    let board = |symbols: &[Symbol]| {
        let expected = model.exchange(symbols);
        let exchange = Exchange {
            symbols: symbols.to_vec(),
            awaited: expected.len(),
        };
        let answers = running.exchange(&exchange).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            answers.iter().copied().eq(expected.iter().map(|byte| u16::from(*byte))),
            "{symbols:?}"
        );
        expected
    };
    let known = Tally {
        right: 2470,
        refused: 249,
        silent: 1281,
        ..Tally::default()
    };
    assert_eq!(tally(instruction, board, arithmetic, COUNT, SEED), known);
}

/// Sends one request by weaker rules, which accept the first answer that satisfies them.
fn ask_by(rules: Rules, line: &mut impl Transport, request: &Request) -> Option<u64> {
    line.send(request.bytes(), Duration::MAX).unwrap();
    let mut received = Vec::new();
    let mut buffer = [0; 8];
    loop {
        match line.receive(&mut buffer, Duration::ZERO) {
            Ok(count) => received.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::TimedOut => break,
            Err(error) => panic!("{error}"),
        }
    }
    received.windows(HEADER + 4 + CHECK).find_map(|bytes| {
        let &[ANSWER, low, high, 0, ref rest @ ..] = bytes else {
            return None;
        };
        let (result, found) = rest.split_at(4);
        let numbers = [&request.bytes()[1..3], &[low, high]];
        let expected = answer(&[], u16::from_le_bytes([low, high]), Status::Done, result);
        let fits = expected[HEADER + 4..][..rules.check_bytes] == found[..rules.check_bytes]
            && (!rules.sequence || numbers[0] == numbers[1]);
        fits.then(|| result.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    })
}

/// Returns the number of exchanges that end with the result of other operands if board and client follow weaker rules.
fn wrong_by(rules: Rules) -> u32 {
    const COUNT: usize = 200_000;
    let instruction: Instruction = "add.f32.f16".parse().unwrap();
    let function = Function::from(instruction);
    let mut model = Model::new(std::slice::from_ref(&function), rules, mixed);
    let mut line = NoisyLine::new(|symbols: &[Symbol]| model.exchange(symbols), SEED);
    let mut stimulus = Stimulus::new(instruction, SEED);
    let numbers = (1..=u16::MAX).map(|number| NonZeroU16::new(number).expect("it is not 0"));
    let wrong = numbers.cycle().take(COUNT).filter(|number| {
        let operands: Vec<u64> = stimulus.any().words(2).collect();
        let request = Request::new(&function, *number, &operands);
        ask_by(rules, &mut line, &request).is_some_and(|result| vec![result] != mixed(&function, &operands))
    });
    wrong.count() as u32
}

#[test]
fn weaker_protocols_give_answers_to_other_requests() {
    let weak = |check_bytes, sequence| Rules {
        check_bytes,
        bound: false,
        sequence,
    };
    // A repeated or late answer is taken for the next one.
    let without_numbers = wrong_by(weak(CHECK, false));
    let old = wrong_by(weak(1, false));
    // One in 256 garbled requests and answers passes.
    let short_check = wrong_by(weak(1, true));
    assert_eq!([without_numbers, old, short_check], [7193, 7395, 24]);
}
