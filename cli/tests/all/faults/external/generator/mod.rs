//! Drawn Verilog. Where `prove` accepts it, the netlist of the proof is what Icarus Verilog and Verilator compute for every
//! input driven. A refusal is no difference, but most of what is drawn must be accepted.
//!
//! - [`draw`] draws constructs, each a module of its own; [`construct`] puts many in one file;
//! - [`reading`] is what `prove` accepts of a file;
//! - [`cycles`] are the inputs, [`simulation`] the outputs in [`icarus`] and [`verilator`].

mod construct;
mod cycles;
mod draw;
mod icarus;
mod reading;
mod simulation;
mod verilator;

use std::path::Path;

use construct::{Construct, Kind};
use cycles::{cycles, in_netlist, Outputs, CYCLES};
use halfpipe_test_support::{seed, share};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reading::{read, Reading};
use simulation::{is_undefined, Simulator};

use crate::common::for_each;

/// The constructs that are drawn.
const COUNT: usize = 2000;

/// The constructs that are drawn for one model of a simulator: a quarter of each kind.
const TOGETHER: usize = 100;

/// The constructs in one file for `prove`. Each refusal costs one more reading of such a file.
const IN_FILE: usize = 25;

/// The models: Verilog and SystemVerilog by turns.
const MODELS: usize = COUNT / TOGETHER;

/// The least share that `prove` accepts, in percent.
const ACCEPTED: usize = 80;

/// The constructs of one model, by their outcome.
struct Judged {
    drawn: usize,
    /// The constructs whose netlist is compared and has no undefined output.
    accepted: usize,
    /// The words of the refusals.
    refused: Vec<String>,
    /// The constructs with an output that depends on undefined values: `prove` refutes them.
    undefined: Vec<String>,
    /// The words of simulators about accepted constructs that they do not read.
    unread: Vec<String>,
    /// The constructs that a simulator computes otherwise than the netlist.
    differences: Vec<String>,
}

/// Draws the constructs of a model, and judges them.
fn judged(seed: u64, number: usize) -> Judged {
    let is_system = number % 2 == 1;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number as u64);
    let constructs = (0..TOGETHER)
        .map(|number| draw::construct(Kind::ALL[number % Kind::ALL.len()], is_system, number, &mut random))
        .collect();
    let cycles = cycles(&mut random);
    let folder = tempfile::tempdir().unwrap();
    judge(folder.path(), constructs, is_system, &cycles)
}

/// Reads constructs as `prove` does, and simulates those that it accepts.
fn judge(folder: &Path, constructs: Vec<Construct>, is_system: bool, cycles: &[cycles::Cycle]) -> Judged {
    let drawn = constructs.len();
    let mut accepted = Vec::new();
    let mut netlist: Outputs = vec![Vec::new(); CYCLES];
    let mut refused = Vec::new();
    for file in constructs.chunks(IN_FILE) {
        let reading: Reading = read(folder, file.to_vec(), is_system);
        for (circuit, own) in reading.circuits {
            let outputs = in_netlist(&circuit, &own, cycles);
            netlist.iter_mut().zip(outputs).for_each(|(all, own)| all.extend(own));
            accepted.extend(own);
        }
        refused.extend(
            reading
                .refused
                .into_iter()
                .map(|(construct, said)| format!("{}: {said}", construct.name)),
        );
    }
    let simulated = [Simulator::Icarus, Simulator::Verilator]
        .map(|simulator| simulator.simulate(folder, &accepted, is_system, cycles));
    let undefined: Vec<String> = (0..accepted.len())
        .filter(|place| is_undefined(&netlist, *place))
        .map(|place| accepted[place].text.clone())
        .collect();
    let said = simulated
        .iter()
        .flat_map(|simulated| &simulated.unread)
        .map(|(_, said)| said.clone());
    let differences = simulated
        .iter()
        .flat_map(|simulated| simulated.differences(&netlist, cycles))
        .filter(|found| found.simulator == Simulator::Verilator || !accepted[found.construct].is_unsized);
    Judged {
        drawn,
        accepted: accepted.len() - undefined.len(),
        refused,
        unread: said.collect(),
        differences: differences
            .map(|found| format!("{}\n{}", found.shown, accepted[found.construct].text))
            .collect(),
        undefined,
    }
}

/// True if a model is simulated. A test of a commit takes one of each language; all others are for `make test-fresh` and
/// `make test-all`.
fn is_tried(seed: u64, model: usize) -> bool {
    share::all() || !seed::is_fixed(seed) || model < 2
}

#[test]
fn drawn_constructs_are_read_as_simulators_read_them_at_any_seed() {
    let seed = seed::seed();
    let models: Vec<usize> = (0..MODELS).filter(|model| is_tried(seed, *model)).collect();
    let all = for_each(&models, |model| judged(seed, *model));
    for said in all
        .iter()
        .flat_map(|judged| judged.refused.iter().chain(&judged.unread))
    {
        println!("{said}");
    }
    for text in all.iter().flat_map(|judged| &judged.undefined) {
        println!("undefined outputs: {text}");
    }
    let count = |count: fn(&Judged) -> usize| all.iter().map(count).sum::<usize>();
    let [drawn, accepted] = [|judged: &Judged| judged.drawn, |judged: &Judged| judged.accepted].map(count);
    println!(
        "{drawn} drawn, {accepted} accepted, {} refused, {} with undefined outputs, {} that a simulator does not read",
        count(|judged| judged.refused.len()),
        count(|judged| judged.undefined.len()),
        count(|judged| judged.unread.len()),
    );
    let differences: Vec<&str> = all
        .iter()
        .flat_map(|judged| &judged.differences)
        .map(String::as_str)
        .collect();
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
    if seed::is_fixed(seed) {
        assert!(accepted * 100 >= drawn * ACCEPTED, "{accepted} of {drawn} are accepted");
    }
}

/// Returns a construct with this text between its inputs and an output of eight bits.
fn construct(name: &str, body: &str) -> Construct {
    let inputs = construct::INPUTS.map(|(name, width, is_signed)| {
        format!(
            "input {}[{}:0] {name}, ",
            if is_signed { "signed " } else { "" },
            width - 1
        )
    });
    Construct {
        name: name.to_owned(),
        text: format!(
            "module {name}(input clock, input reset, input enable, {}output [7:0] y);\n{body}endmodule\n",
            inputs.concat()
        ),
        parameters: String::new(),
        width: 8,
        is_unsized: false,
        files: Vec::new(),
    }
}

/// Five constructs, each with the words of a reading that is wrong.
const READ_WRONGLY: [(&str, &str, &str, &str); 5] = [
    ("sum", "assign y = a + b[7:0];\n", "a + b", "a - b"),
    ("order", "assign y = s < t[7:0] ? c : a;\n", "s < t", "$signed(s) < $signed(t"),
    ("none", "assign y = a & b;\n", "", ""),
    ("register", "reg [7:0] q;\nalways @(posedge clock) if (reset) q <= 0; else q <= q + c;\nassign y = q;\n", "q + c", "q + c + 1"),
    (
        "lookup",
        "reg [7:0] words [1:4];\ninteger i;\ninitial for (i = 1; i < 5; i = i + 1) words[i] = i * 37;\nassign y = words[c[1:0] + 1];\n",
        "i * 37",
        "i * 36",
    ),
];

/// The netlist is that of other text than the simulators read: in each construct but one, both simulators find it.
#[test]
fn a_wrong_reading_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let cycles = cycles(&mut ChaCha8Rng::seed_from_u64(seed::FIXED));
    let right: Vec<Construct> = READ_WRONGLY.map(|(name, body, ..)| construct(name, body)).to_vec();
    let wrong: Vec<Construct> = READ_WRONGLY
        .map(|(name, body, words, wrong)| {
            // The second operand of the comparison has a bracket to close.
            let body = body.replacen(words, wrong, usize::from(!words.is_empty()));
            construct(name, &body.replace("$signed(t[7:0]", "$signed(t[7:0])"))
        })
        .to_vec();
    let mut reading = read(folder.path(), wrong, false);
    assert!(reading.refused.is_empty(), "{:?}", reading.refused);
    let (circuit, own) = reading.circuits.pop().expect("a netlist");
    let netlist = in_netlist(&circuit, &own, &cycles);
    for simulator in [Simulator::Icarus, Simulator::Verilator] {
        let simulated = simulator.simulate(folder.path(), &right, false, &cycles);
        let found = simulated.differences(&netlist, &cycles);
        let found: Vec<&str> = found.iter().map(|found| right[found.construct].name.as_str()).collect();
        assert_eq!(found, ["sum", "order", "register", "lookup"], "{simulator:?}");
    }
}

/// A construct that is refused costs no other its judgement, and an undefined output is no difference but is counted.
#[test]
fn a_refused_construct_leaves_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let cycles = cycles(&mut ChaCha8Rng::seed_from_u64(seed::FIXED));
    let constructs = vec![
        construct("first", "assign y = a + 1;\n"),
        construct("latch", "reg [7:0] q;\nalways @* if (c[0]) q = a;\nassign y = q;\n"),
        construct("outside", "assign y = a[c];\n"),
        construct("last", "assign y = ~a;\n"),
    ];
    let judged = judge(folder.path(), constructs, false, &cycles);
    assert_eq!((judged.drawn, judged.accepted), (4, 2));
    assert!(
        matches!(&judged.refused[..], [only] if only.starts_with("latch: ")),
        "{:?}",
        judged.refused
    );
    assert!(
        matches!(&judged.undefined[..], [only] if only.contains("module outside")),
        "{:?}",
        judged.undefined
    );
    assert_eq!((judged.differences, judged.unread), (Vec::<String>::new(), Vec::new()));
}
