//! Fault detection of the testbench that `--package` ships.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use halfpipe_hdl::design::{self, Port};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Instruction;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_prove::netlist_equivalence::graph_lemmas;
use halfpipe_prove::versions::{EquivalenceVerdict, VersionProver};
use halfpipe_tools::Tool;
use halfpipe_yosys::netlist::Bit;
use halfpipe_yosys::{Circuit, Mapping};

use crate::common::{halfpipe, SOON};
use xtask::mutants::mutable_module::{switch, SELECTOR, SELECTOR_BITS};
use xtask::mutants::subject::MutationSubject;
use xtask::mutants::{MutableModule, Mutation, MutationLevel};

/// The number of mutants of each module.
const MUTANTS: usize = 100;

/// The seed of Yosys' choice of mutations.
const SEED: u64 = 11;

/// Verilator's own objects, which every program is linked with. They are compiled once.
static RUNTIME: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("idle.v"),
        "module idle; initial #1 $finish; endmodule\n",
    )
    .unwrap();
    verilator(folder.path(), "idle", &["idle.v"], &[]);
    folder
});

/// Runs Verilator to build a program from these files. Warnings are not errors.
fn verilator(folder: &Path, top: &str, files: &[&str], options: &[&str]) {
    let built = Command::new(Tool::Verilator.find().unwrap())
        .args(["--binary", "-Wno-fatal", "-Wno-lint", "--top", top])
        .args(options)
        .args(files)
        .current_dir(folder)
        .env("MAKEFLAGS", SOON)
        .output()
        .expect("Verilator starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// A module with a testbench.
struct Shipped {
    /// The arguments of `generate` for the module.
    words: String,
    name: String,
    verilog: String,
    ports: Vec<Port>,
    subject: ShippedSubject,
}

/// The subject of the proofs about mutants.
enum ShippedSubject {
    /// A pipeline.
    Pipeline(MutationSubject),
    /// An iterative unit.
    Iterative(design::Design),
    /// There are no proofs about a stream.
    Stream,
}

impl Shipped {
    fn new(words: String, design: &design::Design, subject: ShippedSubject) -> Shipped {
        Shipped {
            words,
            name: design.name().to_owned(),
            verilog: verilog(design) + &design.inner().map(verilog).unwrap_or_default(),
            ports: design.interface().ports().to_vec(),
            subject,
        }
    }

    fn unit(mnemonic: &str, latency: u32) -> Shipped {
        let unit = design::Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let words = format!("{mnemonic} --latency {latency}");
        Shipped::new(
            words,
            &unit,
            ShippedSubject::Pipeline(MutationSubject::new(unit.clone())),
        )
    }

    fn stream(mnemonic: &str, latency: u32) -> Shipped {
        let unit = design::Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
        let words = format!("{mnemonic} --latency {latency} --stream");
        Shipped::new(words, &unit.stream(), ShippedSubject::Stream)
    }

    /// An iterative unit. Options give it flags or a rounding port.
    fn iterative(mnemonic: &str, options: &str) -> Shipped {
        let mut instruction: Instruction = mnemonic.parse().unwrap();
        if options.contains("--flags") {
            instruction = instruction.with_flags().unwrap();
        }
        if options.contains("--rounding port") {
            instruction = instruction.with_rounding_port().unwrap();
        }
        let unit = design::Design::from_spec(&design::DesignSpec::iterative(instruction)).unwrap();
        let words = format!("{mnemonic} --iterative {options}");
        Shipped::new(words, &unit, ShippedSubject::Iterative(unit.clone()))
    }

    fn core(mnemonics: &[&str], latency: u32) -> Shipped {
        let instructions: Vec<_> = mnemonics.iter().map(|mnemonic| mnemonic.parse().unwrap()).collect();
        let core = design::Design::core(&instructions, latency).unwrap();
        let words = format!("fpu --instructions {} --latency {latency}", mnemonics.join(","));
        Shipped::new(
            words,
            &core,
            ShippedSubject::Pipeline(MutationSubject::new(core.clone())),
        )
    }
}

/// Returns a wrapper with the module's name, around a module with many mutations. `+mutant=N` selects one.
fn selector(name: &str, ports: &[Port]) -> String {
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

/// Returns the numbers of the mutants that the testbench in a folder misses. They count from 1, and number 0 has no
/// mutation.
fn survivors(folder: &Path, shipped: &Shipped, design: &MutableModule, mutations: &[Mutation]) -> Vec<usize> {
    let name = &shipped.name;
    let mutants = design.verilog(mutations).unwrap();
    let renamed = mutants.replacen(&format!("module {name}("), &format!("module {name}_mutants("), 1);
    assert_ne!(mutants, renamed);
    let text = renamed + &selector(name, &shipped.ports);
    std::fs::write(folder.join("mutants.v"), text).unwrap();
    let bench = format!("{name}_tb");
    let objects = RUNTIME.path().join("obj_dir");
    let objects = ["verilated.o", "verilated_timing.o", "verilated_threads.o"].map(|name| objects.join(name));
    let objects = objects.map(|path| path.display().to_string()).join(" ");
    let options = ["-MAKEFLAGS", "VK_GLOBAL_OBJS=", "-LDFLAGS", &objects];
    verilator(folder, &bench, &["mutants.v", &format!("{bench}.v")], &options);
    let program = folder.join(format!("obj_dir/V{bench}"));
    (0..=mutations.len())
        .filter(|mutant| passes(&program, *mutant))
        .collect()
}

/// True if the testbench finds no fault in that mutant. Its first output decides, and the rest is not read.
fn passes(program: &Path, mutant: usize) -> bool {
    // stdbuf makes the output line-buffered, as on a terminal.
    let mut child = Command::new("stdbuf")
        .arg("--output=L")
        .arg(program)
        .arg(format!("+{SELECTOR}={mutant}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut first = String::new();
    let output = child.stdout.take().expect("its output is taken");
    BufReader::new(output).read_line(&mut first).expect("it says something");
    // The process may have ended already.
    let _ = child.kill();
    child.wait().expect("it ends");
    first.ends_with(", no mismatch\n")
}

/// Returns the surviving mutants that are not equivalent to the module.
fn missed<'a>(subject: &MutationSubject, design: &MutableModule, survivors: &'a [Mutation]) -> Vec<&'a Mutation> {
    let ports = subject.ports();
    let network = ports
        .network(&design.netlist(survivors).unwrap(), survivors.len())
        .unwrap();
    let prover = VersionProver::new(&network, ports.latency, survivors.len());
    let changes = |number: &usize| !matches!(prover.prove(*number), EquivalenceVerdict::Equivalent(_));
    let numbered = (1..=survivors.len()).zip(survivors);
    let missed = numbered.filter(|(number, _)| changes(number));
    missed.map(|(_, mutation)| mutation).collect()
}

/// True unless a mutant of an iterative unit is proven to keep the handshake and the results.
fn changes(unit: &design::Design, design: &MutableModule, mutation: &Mutation) -> bool {
    let mut netlist = design.netlist(std::slice::from_ref(mutation)).unwrap();
    let active = netlist.ports.get(&switch(1)).unwrap().bits[0].clone();
    let cells = netlist.cells.values_mut();
    for bit in cells.flat_map(|cell| cell.connections.values_mut()).flatten() {
        if *bit == active {
            *bit = Bit::Constant("1".to_owned());
        }
    }
    let circuit = Circuit::from_netlist(unit, Mapping::Generic, &netlist).unwrap();
    let lemmas = graph_lemmas(Arc::new(circuit.aig().clone()), unit).unwrap();
    lemmas.iter().any(|lemma| lemma.decide().verdict != LemmaVerdict::Holds)
}

/// Checks that the testbench of a module finds all non-equivalent mutants, except for a known number.
fn finds_mutants(shipped: &Shipped, level: MutationLevel, known: usize) {
    let Shipped { words, name, .. } = shipped;
    let folder = tempfile::tempdir().unwrap();
    let generate = format!("generate {words} --package --no-check");
    halfpipe(&generate).current_dir(folder.path()).assert().success();
    let (design, mutations) = MutableModule::list(&shipped.verilog, name, level, MUTANTS, SEED).unwrap();
    let survivors = survivors(folder.path(), shipped, &design, &mutations);
    assert_eq!(
        survivors.first(),
        Some(&0),
        "{words}: the testbench refuses the module itself"
    );

    let survivors: Vec<Mutation> = survivors[1..]
        .iter()
        .map(|number| mutations[number - 1].clone())
        .collect();
    let missed = match &shipped.subject {
        ShippedSubject::Pipeline(subject) => missed(subject, &design, &survivors),
        ShippedSubject::Iterative(unit) => {
            let missed = survivors.iter();
            missed.filter(|mutation| changes(unit, &design, mutation)).collect()
        }
        ShippedSubject::Stream => survivors.iter().collect(),
    };
    assert_eq!(missed.len(), known, "{words}: {missed:#?} are not found");
}

#[test]
fn mutants_of_a_pipelined_fma() {
    finds_mutants(&Shipped::unit("fma.rn.f16", 5), MutationLevel::Word, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_mixed_fma() {
    finds_mutants(&Shipped::unit("fma.rz.f32.bf16", 2), MutationLevel::Gate, 4);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_combinational_sum_in_mixed_precision() {
    finds_mutants(&Shipped::unit("add.f32.bf16", 0), MutationLevel::Word, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_product() {
    finds_mutants(&Shipped::unit("mul.rn.sat.f16", 3), MutationLevel::Word, 3);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_two_lanes() {
    finds_mutants(&Shipped::unit("min.f16x2", 1), MutationLevel::Word, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_power_of_two() {
    finds_mutants(&Shipped::unit("ex2.approx.ftz.bf16", 3), MutationLevel::Gate, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_hyperbolic_tangent() {
    finds_mutants(&Shipped::unit("tanh.approx.f16", 2), MutationLevel::Gate, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_stream() {
    finds_mutants(&Shipped::stream("neg.bf16x2", 1), MutationLevel::Word, 3);
}

#[test]
fn mutants_of_an_iterative_division() {
    finds_mutants(&Shipped::iterative("div.rn.f16", ""), MutationLevel::Word, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_iterative_roots_with_flags() {
    finds_mutants(&Shipped::iterative("sqrt.rn.bf16x2", "--flags"), MutationLevel::Word, 0);
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_an_iterative_division_with_a_rounding_port() {
    finds_mutants(
        &Shipped::iterative("div.bf16", "--flags --rounding port"),
        MutationLevel::Gate,
        1,
    );
}

#[test]
#[ignore = "of `make test-all`: another simulation to be compiled"]
fn mutants_of_a_core() {
    finds_mutants(
        &Shipped::core(&["fma.rn.relu.f16", "min.bf16x2", "abs.f16"], 3),
        MutationLevel::Word,
        2,
    );
}
