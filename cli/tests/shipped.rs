//! The testbench that `--package` ships, held against modules with faults.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::halfpipe;
use halfpipe_hdl::net::ModulePort;
use halfpipe_hdl::unit::Unit;
use halfpipe_mutants::design::{SELECTOR, SELECTOR_BITS};
use halfpipe_mutants::proof::{Prover, Verdict};
use halfpipe_mutants::subject::Subject;
use halfpipe_mutants::{Design, Level, Mutation};
use halfpipe_synth::tools::Tool;

/// Mutants of each module.
const MUTANTS: usize = 100;

/// Where Yosys' choice of mutations starts.
const SEED: u64 = 11;

/// The share of the mutants that change something which the testbench has to find.
const KILLED: f64 = 0.95;

/// Runs a program in a folder; its output, whatever its status.
fn run(folder: &Path, program: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    output.unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// A module of the instruction's name around one with many mutations: `+mutant=N` says which is there.
fn selector(name: &str, ports: &[ModulePort]) -> String {
    let declared: Vec<String> = ports
        .iter()
        .map(|port| {
            let direction = if port.is_input() { "input" } else { "output" };
            format!("{direction} wire [{}:0] {}", port.width - 1, port.name)
        })
        .collect();
    let connected: String = ports.iter().map(|port| format!(", .{0}({0})", port.name)).collect();
    format!(
        "module {name} ({});\n    reg [{}:0] {SELECTOR};\n    initial if (!$value$plusargs(\"{SELECTOR}=%d\", {SELECTOR})) {SELECTOR} = 0;\n    \
         {name}_mutants mutants (.{SELECTOR}({SELECTOR}){connected});\nendmodule\n",
        declared.join(", "),
        SELECTOR_BITS - 1
    )
}

/// The numbers of the mutants that the testbench in a folder does not find, counted from 1; none is there in number 0.
fn survivors(folder: &Path, unit: &Unit, design: &Design, mutations: &[Mutation]) -> Vec<usize> {
    let name = &unit.module().name;
    let mutants = design.verilog(mutations).unwrap();
    let renamed = mutants.replacen(&format!("module {name}("), &format!("module {name}_mutants("), 1);
    assert_ne!(mutants, renamed);
    let text = renamed + &selector(name, &unit.module().ports());
    std::fs::write(folder.join("mutants.v"), text).unwrap();
    let bench = format!("{name}_tb");
    let built = run(
        folder,
        &Tool::Verilator.find().unwrap(),
        &[
            "--binary",
            "-Wno-fatal",
            "-Wno-lint",
            "-MAKEFLAGS",
            "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
            "--top",
            &bench,
            "mutants.v",
            &format!("{bench}.v"),
        ],
    );
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let program = folder.join(format!("obj_dir/V{bench}"));
    let passes = |mutant: &usize| {
        let output = run(folder, &program, &[&format!("+{SELECTOR}={mutant}")]);
        String::from_utf8_lossy(&output.stdout).contains(", no mismatch\n")
    };
    (0..=mutations.len()).filter(passes).collect()
}

/// Compares what the testbench finds of a module with what there is to find.
fn finds_mutants(mnemonic: &str, latency: u32, level: Level) {
    let folder = tempfile::tempdir().unwrap();
    let generate = format!("generate {mnemonic} --latency {latency} --package --no-check");
    halfpipe(&generate).current_dir(folder.path()).assert().success();
    let unit = Unit::new(mnemonic.parse().unwrap(), latency).unwrap();
    let subject = Subject::Unit(Box::new(unit.clone()));
    let (design, mutations) = Design::list(&subject.verilog(), subject.module(), level, MUTANTS, SEED).unwrap();
    let survivors = survivors(folder.path(), &unit, &design, &mutations);
    assert_eq!(
        survivors.first(),
        Some(&0),
        "{mnemonic}: the testbench refuses the module itself"
    );

    let survivors: Vec<Mutation> = survivors[1..]
        .iter()
        .map(|number| mutations[number - 1].clone())
        .collect();
    let ports = subject.ports();
    let network = ports
        .network(&design.netlist(&survivors).unwrap(), survivors.len())
        .unwrap();
    let prover = Prover::new(&network, &ports, survivors.len()).unwrap();
    let missed: Vec<&Mutation> = survivors
        .iter()
        .zip(1..)
        .filter(|(_, number)| !matches!(prover.prove(*number).unwrap(), Verdict::Equivalent(_)))
        .map(|(mutation, _)| mutation)
        .collect();
    let killed = mutations.len() - survivors.len();
    println!(
        "{subject}: {} mutants, {killed} killed, {} missed",
        mutations.len(),
        missed.len()
    );
    let share = killed as f64 / (killed + missed.len()) as f64;
    assert!(share >= KILLED, "{subject}: only {share:.3} of them killed");
}

#[test]
fn mutants_of_a_pipelined_fma() {
    finds_mutants("fma.rn.f16", 5, Level::Word);
}

#[test]
fn mutants_of_a_combinational_sum_in_mixed_precision() {
    finds_mutants("add.f32.bf16", 0, Level::Gate);
}

#[test]
fn mutants_of_two_lanes() {
    finds_mutants("min.f16x2", 1, Level::Word);
}

#[test]
fn mutants_of_a_table() {
    finds_mutants("ex2.approx.ftz.bf16", 3, Level::Gate);
}
