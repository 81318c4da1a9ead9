//! The soft models, compiled for this machine, against the golden model.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use halfpipe_faults::text::TextFault;
use halfpipe_hdl::design::Function;
use halfpipe_hdl::export::twins_header;
use halfpipe_hdl::fpu::{place_of_result, WIDTH};
use halfpipe_isa::Instruction;
use halfpipe_model::value::results;
use halfpipe_simulation::stimulus::{has_every_value, make_function_source};
use halfpipe_test_support::share;
use rayon::prelude::*;

/// The number of vectors of an instruction. An instruction with a single operand of 16 bits a lane gets every value.
const VECTORS: usize = 1000;

/// A program that calls soft models. For each call it reads a number and three operands, in words of the machine, and
/// writes the results.
const MAIN: &str = "
#include <stdio.h>
#include \"core_twins.h\"
int main(void) {
    uint32_t call[4];
    while (fread(call, sizeof call, 1, stdin)) {
        uint32_t a = call[1], b = call[2], c = call[3], d = 0;
        switch (call[0]) {
CASES        }
        fwrite(&d, sizeof d, 1, stdout);
    }
    return 0;
}
";

/// Returns the instructions whose registers fit a core. Of the comparisons there is one of each kind, unless all are
/// tried.
fn instructions() -> Vec<Instruction> {
    let comparisons = if share::all() {
        Instruction::comparisons()
    } else {
        Instruction::comparison_sample()
    };
    let every = Instruction::arithmetic()
        .iter()
        .chain(Instruction::functions())
        .chain(comparisons)
        .chain(Instruction::conversions());
    let fits = |instruction: &&Instruction| {
        let signature = instruction.signature();
        let mut registers = signature.operands().iter().chain(signature.results());
        registers.all(|register| register.width() <= WIDTH)
    };
    every.filter(fits).copied().collect()
}

/// Returns the core's result word for an instruction, by the golden model.
fn expected(instruction: Instruction, operands: &[u64]) -> u32 {
    let words = results(instruction, operands).into_iter().enumerate();
    words.fold(0, |word, (position, result)| {
        word | (result as u32) << place_of_result(position)
    })
}

#[test]
#[ignore = "of processors: make test-processor"]
fn every_twin_is_the_model() {
    let instructions = instructions();
    let wrong = wrong(&instructions, &twins_header("core", &instructions));
    assert!(
        wrong.is_empty(),
        "{}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// Text replacements in the soft models that must be found.
const FAULTS: [TextFault; 4] = [
    TextFault::new("(lost == half && (kept & 1))", "lost == half"),
    TextFault::new("a_is_nan : b_is_nan", "a_is_nan : a_is_nan"),
    TextFault::new("lesser |= 1;", "lesser |= 0;"),
    TextFault::new("0xb504f333f9de6484", "0xb514f333f9de6484"),
];

#[test]
#[ignore = "of processors: make test-processor"]
fn faults_of_twins_are_found() {
    let header = twins_header("core", Instruction::arithmetic());
    FAULTS.par_iter().for_each(|fault| {
        let found = wrong(Instruction::arithmetic(), &fault.inject(&header));
        assert!(!found.is_empty(), "{}", fault.wrong);
    });
}

/// Returns the calls for which the soft models of a header differ from the golden model.
fn wrong(instructions: &[Instruction], header: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut cases = String::new();
    for (number, instruction) in instructions.iter().enumerate() {
        let operands = &["a", "b", "c"][..instruction.signature().operands().len()];
        let _ = writeln!(
            cases,
            "        case {number}: d = halfpipe_{}_twin({}); break;",
            instruction.module_name(),
            operands.join(", ")
        );
    }
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("core_twins.h", header);
    write("main.c", &MAIN.replace("CASES", &cases));
    let compiler = Command::new("cc")
        .args([
            "-std=c11",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsanitize=undefined",
            "-fno-sanitize-recover",
        ])
        .args(["main.c", "-o", "twins"])
        .current_dir(folder.path())
        .output()
        .expect("there is a C compiler");
    assert!(
        compiler.status.success(),
        "{}",
        String::from_utf8_lossy(&compiler.stderr)
    );

    let vectors: Vec<(usize, Vec<u64>)> = instructions
        .iter()
        .enumerate()
        .flat_map(|(number, instruction)| {
            let signature = instruction.signature();
            let count = if has_every_value(signature) {
                1 << signature.lane_operand_width()
            } else {
                VECTORS
            };
            let vectors = make_function_source(&Function::from(*instruction), 1).fill(count);
            vectors.into_iter().map(move |vector| (number, vector.to_vec()))
        })
        .collect();
    let calls: Vec<u8> = vectors
        .iter()
        .flat_map(|(number, operands)| {
            let mut call = vec![*number as u32];
            call.extend(operands.iter().map(|word| *word as u32));
            call.resize(4, 0);
            call.into_iter().flat_map(u32::to_ne_bytes)
        })
        .collect();
    let mut twins = Command::new(folder.path().join("twins"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = twins.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || input.write_all(&calls).unwrap());
    let output = twins.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert!(
        output.status.success(),
        "the program of the twins ends with {}",
        output.status
    );
    let words: Vec<u32> = output
        .stdout
        .chunks_exact(4)
        .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
        .collect();
    assert_eq!(words.len(), vectors.len());
    let is_wrong = |((number, operands), word): (&(usize, Vec<u64>), &u32)| {
        let instruction = instructions[*number];
        let model = expected(instruction, operands);
        (model != *word).then(|| format!("{instruction} {operands:x?}: the twin gives {word:x}, the model {model:x}"))
    };
    vectors.par_iter().zip(&words).filter_map(is_wrong).collect()
}
