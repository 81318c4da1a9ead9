//! Tests that the committed pages agree with the table, the hardware, the model and the measured results.
//!
//! `UPDATE_EXPECT=1` rewrites the pages.

use expect_test::expect_file;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::simulate::{NetlistSimulator, Signal};
use halfpipe_isa::syntax_lines;

#[test]
fn the_page_of_instructions_is_up_to_date() {
    expect_file!["../../../../docs/instructions.md"].assert_eq(&xtask::docs::instructions());
}

#[test]
fn every_syntax_line_is_in_the_page_of_instructions() {
    let page = xtask::docs::instructions();
    for form in syntax_lines() {
        let row = format!("\n| {} | `{form}` |", form.section());
        assert!(page.contains(&row), "`{form}` is in no section of docs/instructions.md");
    }
}

#[test]
fn no_statement_begins_with_a_long_list_of_instructions() {
    let page = xtask::docs::instructions();
    let is_long = |line: &&str| {
        let condition = line.strip_prefix("- ").and_then(|line| line.split_once(": "));
        condition.is_some_and(|(condition, _)| condition.matches('`').count() > 2 * 10)
    };
    assert_eq!(page.lines().filter(is_long).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_datasheet_is_up_to_date() {
    expect_file!["../../../../docs/datasheet.md"].assert_eq(&xtask::docs::datasheet());
}

/// Returns the text with the part between two marks replaced.
fn with_between(text: &str, [from, to]: [&str; 2], replacement: &str) -> String {
    let (before, rest) = text
        .split_once(from)
        .unwrap_or_else(|| panic!("{from} stands in the page"));
    let (_, after) = rest
        .split_once(to)
        .unwrap_or_else(|| panic!("{to} stands behind {from} in the page"));
    format!("{before}{from}{replacement}{to}{after}")
}

#[test]
fn the_figures_of_the_first_page_are_up_to_date() {
    let page = include_str!("../../../../README.md");
    let figures = xtask::docs::summary();
    let page = with_between(page, ["ranks of registers:\n\n", "\nThe [datasheet]"], &figures);
    expect_file!["../../../../README.md"].assert_eq(&page);
}

#[test]
fn the_operations_of_the_core_of_riscv_are_up_to_date() {
    let page = include_str!("../../../../docs/riscv.md");
    let marks = ["stays 0 for it.\n\n", "\nArithmetic on bf16"];
    let page = with_between(page, marks, &xtask::docs::operations());
    expect_file!["../../../../docs/riscv.md"].assert_eq(&page);
}

#[test]
fn the_curves_of_the_datasheet_are_up_to_date() {
    let plots = xtask::docs::plots();
    for (file, svg) in &plots {
        expect_file![format!("../../../../docs/curves/{file}")].assert_eq(svg);
    }
    let committed = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/curves")).unwrap();
    assert_eq!(committed.count(), plots.len(), "a file in docs/curves is shown nowhere");
}

#[test]
fn the_drawing_of_a_wave_is_up_to_date() {
    expect_file!["../../../../docs/wave.svg"].assert_eq(&xtask::docs::wave());
}

/// The operands of the example in docs/fma.md.
const EXAMPLE: [u64; 3] = [0x3E03, 0x3D05, 0xC081];

#[test]
fn the_nets_in_the_page_about_fma_are_those_of_the_hardware() {
    let page = include_str!("../../../../docs/fma.md");
    let (_, from_block) = page.split_once("```nets\n").unwrap();
    let (block, _) = from_block.split_once("```").unwrap();
    let unit = Design::unit("fma.rn.f16".parse().unwrap(), 0).unwrap();
    let mut simulator = NetlistSimulator::new(unit.module());
    for (position, operand) in EXAMPLE.into_iter().enumerate() {
        simulator.set_input(position, operand);
    }
    simulator.settle();
    let value = |path: &str| {
        let is_named = |signal: &&Signal| {
            signal
                .name
                .as_ref()
                .map(|name| format!("{}.{name}", signal.stage))
                .as_deref()
                == Some(path)
        };
        let signal = simulator
            .signals()
            .iter()
            .find(is_named)
            .unwrap_or_else(|| panic!("no net {path}"));
        format!("{:0width$b}", simulator.value(signal), width = signal.width as usize)
    };
    let simulated = |line: &str| {
        let path = line.split_whitespace().next().unwrap();
        format!("{path:<33}{}\n", value(path))
    };
    assert_eq!(block.lines().map(simulated).collect::<String>(), block);
}
