//! The project's own ledger: entries for every module and for the core.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use halfpipe_figures::coverage::fast;
use halfpipe_hdl::datapath::iterative::is_iterative;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency, max_latency_of_form, Multiplier, Optimisation};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::lemma::{digests, Lemma};
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_prove::key::{MultiplierKind, TheoremKey};
use halfpipe_prove::ledger::{digest_of_formulas, Ledger};
use halfpipe_test_support::{seed, share};
use rand::Rng;

use super::format_ledger::{formats_on_file, LEDGER};
use crate::common::{halfpipe, printed};

/// The test recomputes the formulas of one in this many parts of the core. All parts would take a minute.
const ONE_IN: usize = 24;

/// Checks the ledger's theorems of instructions at every latency against today's modules.
fn assert_on_file(words: &str, instructions: &[Instruction]) {
    let latencies = instructions.iter().map(|instruction| max_latency(*instruction) + 1);
    assert_so_many_on_file(words, latencies.sum());
}

/// Checks that many theorems at every latency against today's modules.
fn assert_so_many_on_file(words: &str, count: u32) {
    let arguments = format!("prove {words} --latency all --check --ledger {LEDGER}");
    let output = halfpipe(&arguments).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let wrong: Vec<&str> = told.lines().filter(|line| !line.ends_with(": holds")).collect();
    assert!(
        wrong.is_empty(),
        "`halfpipe prove {words} --latency all --stale` proves what has changed:\n{}",
        wrong.join("\n")
    );
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(told.lines().count(), count as usize);
}

#[test]
fn every_instruction_has_its_theorem_at_every_latency() {
    assert_on_file("all", Instruction::arithmetic());
}

/// Runs `prove zfh`. Returns its exit status and its output.
fn prove_core(arguments: &str) -> (Option<i32>, String) {
    let output = halfpipe(&format!("prove zfh {arguments}")).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn cores_of_riscv_have_their_theorems() {
    for divider in ["none", "small"] {
        let (status, told) = prove_core(&format!("--divsqrt {divider} --check --ledger {LEDGER}"));
        let again = format!("`halfpipe prove zfh --divsqrt {divider} --stale` proves what has changed: {told}");
        assert_eq!((status, told.as_str()), (Some(0), "halfpipe_zfh: holds\n"), "{again}");
    }
}

#[test]
fn shards_of_a_core_of_riscv_are_together_its_function() {
    let folder = tempfile::tempdir().unwrap();
    let options = format!("--isa zfhmin --ledger {}", folder.path().display());
    let said = |status: i32, said: &str| (Some(status), format!("halfpipe_zfh{said}\n"));
    let check = || prove_core(&format!("{options} --check"));
    assert_eq!(check(), said(1, ": missing: fmv.x.h"));
    for (shard, lemmas) in [("1/2", 5), ("2/2", 6)] {
        let proven = format!(", shard {shard}: 2 instructions are correct for all operands; {lemmas} lemmas");
        assert_eq!(prove_core(&format!("{options} --shard {shard}")), said(0, &proven));
    }
    assert_eq!(check(), said(1, ": missing"));
    let proven = ": 4 instructions are correct for all operands; 16 lemmas";
    assert_eq!(prove_core(&format!("{options} --stale")), said(0, proven));
    assert_eq!(check(), said(0, ": holds"));
    // Another core has another function, and another latency another theorem.
    assert_eq!(
        prove_core(&format!("{options} --check --latency 1")),
        said(1, ": missing")
    );
    assert_eq!(
        prove_core(&format!("{options} --check --xlen 64")),
        said(1, ": missing: fmv.x.h")
    );
    // An edited line is stale.
    let file = std::fs::read_dir(folder.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let text = std::fs::read_to_string(&file).unwrap();
    let place = text.find("\"formulas\":\"").unwrap() + 12;
    std::fs::write(&file, text[..place].to_owned() + "0" + &text[place..]).unwrap();
    assert_eq!(check(), said(1, ": stale: fcvt.h.s"));
}

/// The number of instructions in other roundings, of functions, and of RISC-V, whose theorems are checked; all with
/// `HALFPIPE_TEST_ALL`.
const DRAWN: usize = 20;

fn assert_drawn_on_file(instructions: &[Instruction]) {
    let drawn = share::drawn(instructions, DRAWN, &mut seed::random());
    let names: Vec<String> = drawn.iter().map(Instruction::to_string).collect();
    assert_on_file(&names.join(" "), &drawn);
}

#[test]
fn other_roundings_have_their_theorems_at_every_latency_at_any_seed() {
    assert_drawn_on_file(Instruction::other_roundings());
}

#[test]
fn functions_have_their_theorems_at_every_latency_at_any_seed() {
    assert_drawn_on_file(Instruction::functions());
}

/// Instructions that are proven on demand, as docs/limitations.md says: 768 alignments in five roundings each.
const ON_DEMAND: [&str; 2] = ["fnmsub.s", "fnmadd.s"];

/// Returns the instructions of RISC-V, with the rounding from a port, that have a file each.
fn riscv_with_own_file() -> Vec<Instruction> {
    let mut all = Instruction::riscv_with_rm();
    all.retain(|instruction| !instruction.operation().is_conversion());
    all.retain(|instruction| !ON_DEMAND.contains(&instruction.mnemonic().as_str()));
    all
}

/// Returns the conversions of RISC-V, with the rounding from a port, which share a file.
fn riscv_conversions() -> Vec<Instruction> {
    let mut all = Instruction::riscv_with_rm();
    all.retain(|instruction| instruction.operation().is_conversion());
    all
}

#[test]
fn conversions_of_riscv_have_their_theorems_at_every_latency() {
    let all = riscv_conversions();
    let names: Vec<String> = all.iter().map(Instruction::to_string).collect();
    assert_on_file(&names.join(" "), &all);
}

#[test]
fn other_instructions_of_riscv_have_their_theorems_at_every_latency_at_any_seed() {
    assert_drawn_on_file(&riscv_with_own_file());
}

/// Returns the instructions with iterative units.
fn iterative_units() -> Vec<Instruction> {
    let all = Instruction::functions().iter().copied();
    all.filter(|instruction| is_iterative(*instruction)).collect()
}

#[test]
fn forms_have_their_theorems_at_every_latency() {
    for form in [Optimisation::Speed, Optimisation::Simulation] {
        let latencies = fast()
            .into_iter()
            .map(|instruction| max_latency_of_form(instruction, form) + 1);
        let names: Vec<String> = fast().iter().map(Instruction::to_string).collect();
        let option = format!("{} --optimise {}", names.join(" "), form.name());
        assert_so_many_on_file(&option, latencies.sum());
    }
}

#[test]
fn iterative_units_have_their_theorems() {
    let units = iterative_units();
    let names: Vec<String> = units.iter().map(Instruction::to_string).collect();
    let told = printed(&format!(
        "prove {} --iterative --check --ledger {LEDGER}",
        names.join(" ")
    ));
    let current = told.lines().filter(|line| line.ends_with(" cycles: holds"));
    assert_eq!(current.count(), units.len(), "{told}");
}

#[test]
fn netlists_have_their_theorems_of_todays_verilog_and_recipe() {
    // The recipe is one for all modules of a target, so that a few modules show a changed one.
    let runs = [
        ("add.rn.f16 fma.rn.f16 max.bf16x2 tanh.approx.f16 --latency all", "rows"),
        ("mul.rn.f16 fma.rn.bf16", "block"),
        ("fma.rn.f16 --optimise speed", "rows"),
    ];
    for target in ["ice40", "ecp5"] {
        for (words, multiplier) in runs {
            let options = format!("--target {target} --multiplier {multiplier} --check --ledger {LEDGER}");
            let told = printed(&format!("prove {words} {options}"));
            let wrong: Vec<&str> = told.lines().filter(|line| !line.ends_with(": holds")).collect();
            assert!(wrong.is_empty(), "{target}, {multiplier}:\n{}", wrong.join("\n"));
        }
    }
}

/// Returns the comparisons and conversions in the ledger.
fn others() -> Vec<Instruction> {
    let all = Instruction::cuda().iter().copied();
    all.filter(|instruction| !instruction.operation().is_arithmetic())
        .collect()
}

#[test]
fn the_comparisons_and_conversions_of_cuda_have_their_theorems_at_every_latency() {
    let others = others();
    let names: Vec<String> = others.iter().map(Instruction::to_string).collect();
    assert_on_file(&names.join(" "), &others);
}

/// The number of dot products whose formulas are built again.
const DRAWN_DOTS: usize = 3;
/// The most products of a dot product whose theorems all have to be in the ledger.
const MOST_PRODUCTS: u32 = 8;
/// The same with scales. A longer proof takes minutes where an element is e5m2.
const MOST_SCALED_PRODUCTS: u32 = 4;

/// Returns the dot products in the ledger: those of few products, and others that have a file.
fn dots() -> Vec<Instruction> {
    let ledger = Ledger::new(LEDGER.as_ref());
    let mut dots = Instruction::dots().to_vec();
    dots.retain(|dot| is_small(dot) || ledger.file(&dot.to_string()).exists());
    dots
}

fn is_small(dot: &Instruction) -> bool {
    let most = match dot.ty().scale_format() {
        Some(_) => MOST_SCALED_PRODUCTS,
        None => MOST_PRODUCTS,
    };
    dot.operation().products() <= Some(most)
}

#[test]
fn dot_products_have_their_theorems_at_every_latency_at_any_seed() {
    let mut dots = dots();
    // Modules of more products take longer to build.
    dots.retain(|dot| is_small(dot) || share::all());
    let drawn = share::drawn(&dots, DRAWN_DOTS, &mut seed::random());
    let names: Vec<String> = drawn.iter().map(Instruction::to_string).collect();
    assert_on_file(&names.join(" "), &drawn);
}

#[test]
fn each_dot_product_of_few_products_has_a_line_for_every_latency() {
    let ledger = Ledger::new(LEDGER.as_ref());
    for dot in dots() {
        let records = ledger.read(&dot.to_string()).unwrap();
        assert_eq!(records.parts.keys().collect::<Vec<_>>(), [&None], "{dot}");
        let key = |latency| TheoremKey {
            theorem: dot.to_string(),
            latency,
            multiplier: MultiplierKind::Rows,
            optimise: Optimisation::Area,
            register_ports: false,
            flags: false,
            iterative: false,
            target: None,
            configuration: None,
        };
        let wanted: Vec<TheoremKey> = (0..=max_latency(dot)).map(key).collect();
        assert_eq!(records.theorems.into_keys().collect::<Vec<_>>(), wanted, "{dot}");
    }
}

fn core(latency: u32) -> Design {
    Design::core(Instruction::arithmetic(), latency).unwrap()
}

#[test]
fn the_core_of_all_has_its_theorem_at_every_latency_at_any_seed() {
    let combinational = core(0);
    let lemmas = ProofSubject::Core(&combinational).lemmas().unwrap();
    let on_file = Ledger::new(Path::new(LEDGER))
        .read(&theorem::ledger_name(&combinational))
        .unwrap();
    let again = "`halfpipe prove fpu --latency all --stale` proves what has changed";

    let mut parts: BTreeMap<Option<String>, Vec<Lemma>> = BTreeMap::new();
    for lemma in lemmas {
        parts.entry(lemma.part.clone()).or_default().push(lemma);
    }
    let known: Vec<_> = on_file.parts.keys().collect();
    assert_eq!(parts.keys().collect::<Vec<_>>(), known, "{again}");
    let first = seed::random().random_range(0..ONE_IN);
    for (place, (part, lemmas)) in parts.iter().enumerate() {
        let line = &on_file.parts[part];
        assert_eq!(line.lemmas, lemmas.len(), "{again}: {part:?}");
        if share::is_tried(place + first, ONE_IN) {
            let formulas = digest(&digests(lemmas));
            assert_eq!(line.formulas, formulas, "{again}: {part:?}");
        }
    }

    let function: Vec<String> = on_file.parts.into_values().map(|line| line.formulas).collect();
    let function = digest(&function);
    let longest = fpu::max_latency(Instruction::arithmetic(), Multiplier::Rows).unwrap();
    for latency in 0..=longest {
        let design = core(latency);
        let line = &on_file.theorems[&TheoremKey::new((&design).into(), None)];
        let own = digests(&theorem::module_lemmas(&design).unwrap());
        assert_eq!(line.lemmas, own.len(), "{again}: latency {latency}");
        let formulas = digest(&[own, vec![function.clone()]].concat());
        assert_eq!(line.formulas, formulas, "{again}: latency {latency}");
    }
}

fn digest(digests: &[String]) -> String {
    digest_of_formulas(digests.iter().map(String::as_str))
}

#[test]
fn the_ledger_is_smaller_than_five_megabytes() {
    let files = crate::common::files_in(LEDGER.as_ref());
    let sizes = files
        .iter()
        .map(|file| Path::new(LEDGER).join(file).metadata().unwrap().len());
    assert!(sizes.sum::<u64>() < 5_000_000);
}

#[test]
fn no_file_is_of_anything_else() {
    let mut names: Vec<String> = Instruction::arithmetic()
        .iter()
        .chain(Instruction::other_roundings())
        .chain(Instruction::functions())
        .chain(&dots())
        .chain(&riscv_with_own_file())
        .map(|instruction| format!("{}.jsonl", instruction.module_name()))
        .collect();
    let shared = [
        "cvt.jsonl",
        "fcvt.jsonl",
        "fround.jsonl",
        "froundnx.jsonl",
        "set.jsonl",
        "setp.jsonl",
    ];
    let cores = ["fpu.jsonl", "zfh.jsonl", "zfh-079c8886.jsonl"];
    names.extend(formats_on_file().iter().map(|format| format!("{format}.jsonl")));
    names.extend(
        ["Cargo.toml", "README.md", "build.rs", "src", "tests"]
            .into_iter()
            .chain(cores)
            .chain(shared)
            .map(str::to_owned),
    );
    names.sort();
    assert_eq!(crate::common::files_in(LEDGER.as_ref()), names);
    let others: BTreeSet<String> = others()
        .iter()
        .chain(&riscv_conversions())
        .map(Instruction::to_string)
        .collect();
    let mut found = BTreeSet::new();
    for file in shared {
        let text = std::fs::read_to_string(Path::new(LEDGER).join(file)).unwrap();
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = line["function"].as_str().or(line["theorem"].as_str());
            let function = name.expect("a line is a function or a theorem").to_owned();
            assert_eq!(function.split('.').next(), file.strip_suffix(".jsonl"));
            found.insert(function);
        }
    }
    assert_eq!(found, others);
}
