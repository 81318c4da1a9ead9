//! Explanations fit a screen.

use halfpipe_test_support::share::is_tried;

use crate::common::{for_each, printed};

/// The lines and columns of a screen.
const SCREEN: (usize, usize) = (48, 100);

/// Returns the fault of an explanation.
fn fault(arguments: &str) -> Option<String> {
    let said = printed(&format!("explain {arguments}"));
    let lines = said.lines().count();
    let columns = said.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    (lines > SCREEN.0 || columns > SCREEN.1).then(|| format!("{arguments}: {lines} lines of {columns} columns"))
}

#[test]
fn an_explanation_fits_a_screen() {
    let words = ["all", "functions", "riscv", "dots", "fp8", "roundings"];
    let listed = words.map(|word| printed(&format!("list {word}")));
    let names = listed.iter().flat_map(|text| text.lines().skip(1));
    let names = names.filter_map(|line| line.split_whitespace().next()).enumerate();
    let tried = names.filter(|(place, name)| name.contains('.') && is_tried(*place, 80));
    let mut all: Vec<String> = tried.map(|(_, name)| name.to_owned()).collect();
    let others = [
        "fpu",
        "fpu --instructions fma.rn.f16,neg.f16",
        "zfh --divsqrt small",
        "mma --m 2 --n 2 --k 4 --mode volta",
        "vortex --n 2 --mode ampere",
        "fma.rn.sat.f32.f16 --flags",
        "div.rn.f16",
        "div.rn.f16 --iterative",
        "dot32.hopper.f32.f16",
        "fmadd.h",
    ];
    all.extend(others.map(str::to_owned));
    let faults: Vec<String> = for_each(&all, |name| fault(name)).into_iter().flatten().collect();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        all.len(),
        faults.join("\n")
    );
}

#[test]
fn an_explanation_of_riscv_names_its_registers_and_its_roundings() {
    for (mnemonic, line) in [
        ("fli.s", "  a is the number of a constant, 0 to 31; d is s."),
        ("feq.h", "  a and b are h; d is an integer register of 32 bits."),
        ("fleq.s", "  a and b are s; d is an integer register of 32 bits."),
        ("fclass.bf16", "  a is bf16 and d an integer register of 32 bits."),
        ("fmv.x.w", "  a is s and d an integer register of 32 bits."),
        ("fmv.h.x", "  a is an integer register of 32 bits and d h."),
        ("fround.s", "  a and d are s."),
        ("fround.s", "  - NX: never."),
        (
            "froundnx.h.rup",
            "  .rup  Rounds to an integer, towards positive infinity.",
        ),
        (
            "fadd.s.rne",
            "  .rne  Rounds to the nearest value, ties to the even significand.",
        ),
    ] {
        let said = printed(&format!("explain {mnemonic}"));
        assert!(said.lines().any(|found| found == line), "{mnemonic}: {said}");
    }
}

#[test]
fn stages_are_described_on_request() {
    let [short, long] = ["", " --stages"].map(|option| printed(&format!("explain fma.rn.f16{option}")));
    assert!(
        !short.contains("registers after") && short.contains("by default 4"),
        "{short}"
    );
    assert!(long.contains("registers after align limit chain"), "{long}");
    assert!(long.contains("zeros below the lowest one of the addend"), "{long}");
}
