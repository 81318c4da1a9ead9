//! Examples of the PTX text: every example line parses to the instruction it shows.

use std::collections::BTreeSet;

use halfpipe_isa::{syntax_lines, Instruction};

const EXAMPLES: &str = include_str!("ptx_examples.txt");

/// Returns a section number, a canonical name and the line for each example.
fn examples() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut section = "";
    let mut examples = Vec::new();
    for line in EXAMPLES.lines().skip(1).filter(|line| !line.is_empty()) {
        match line.split_once('|') {
            Some((name, example)) => examples.push((section, name.trim(), example)),
            None => section = line.trim_start_matches("# "),
        }
    }
    examples
}

#[test]
fn every_example_parses() {
    for (section, name, example) in examples() {
        let instruction: Instruction = example.parse().unwrap_or_else(|e| panic!("{example}: {e}"));
        assert_eq!(instruction.mnemonic(), name, "{example}");
        assert_eq!(instruction.section(), section, "{example}");
    }
}

#[test]
fn every_section_has_examples() {
    let shown: BTreeSet<&str> = examples().iter().map(|(section, ..)| *section).collect();
    let of_ptx = syntax_lines().filter(|form| form.is_ptx());
    let all: BTreeSet<&str> = of_ptx.map(|form| form.section()).collect();
    assert_eq!(shown, all);
}

#[test]
fn the_mnemonic_alone_is_enough() {
    for (_, name, example) in examples() {
        let mnemonic = example.split_whitespace().next().unwrap();
        assert_eq!(mnemonic.parse::<Instruction>().unwrap().mnemonic(), name, "{mnemonic}");
    }
}

#[test]
fn white_space_comments_and_semicolons_may_surround_an_instruction() {
    let add: Instruction = "add.rn.f16".parse().unwrap();
    for text in [
        "add.f16;",
        "  add.f16  ",
        "add.f16 ;",
        "add.f16// sum",
        "add.f16; // sum; of two",
        "\tadd.f16\td,a,b\r\n",
        "// sum\nadd.f16 d, // to\n a, b;",
        "add.f16 %f1, -1.5, 0x3C00;",
    ] {
        assert_eq!(text.parse(), Ok(add), "{text:?}");
    }
}
