//! Unit tests of `src/scoreboard/mismatch.rs`.

use halfpipe_isa::Instruction;
use halfpipe_simulation::vector;

use super::*;

fn mismatch(mnemonic: &str, operands: &[u64], expected: u64, actual: u64) -> Mismatch {
    let instruction: Instruction = mnemonic.parse().expect("a legal mnemonic");
    Mismatch {
        interface: Interface::from_function(&instruction.module_name(), instruction, 2),
        engine: EngineKind::Verilator,
        file_options: Vec::new(),
        inputs: vector(operands.iter().copied()),
        expected: vector([expected]),
        actual: vector([actual]),
    }
}

#[test]
fn a_mismatch_is_decoded_for_its_reader() {
    let text = mismatch("mul.f16", &[0x3C00, 0xC000], 0xC000, 0x4000).to_string();
    let lines = [
        "mul.rn.f16 at latency 2, engine verilator",
        "  a         0x3C00 + 1.0000000000 × 2^0 = 1 (normal)",
        "  b         0xC000 - 1.0000000000 × 2^1 = -2 (normal)",
        "  expected  0xC000 - 1.0000000000 × 2^1 = -2 (normal)",
        "  actual    0x4000 + 1.0000000000 × 2^1 = 2 (normal)",
    ];
    assert_eq!(text, lines.join("\n"));
}

#[test]
fn each_element_of_a_wide_register_has_its_line() {
    let operands = [0x3C00, 0, 0xC000_0000_0000_0000, 0, 0x3F80_0000];
    let text = mismatch("dot8.ampere.f32.f16", &operands, 0, 1).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 8 + 8 + 1 + 2, "{text}");
    assert_eq!(lines[1], "  a lane 0  0x3C00 + 1.0000000000 × 2^0 = 1 (normal)");
    assert_eq!(lines[12], "  b lane 3  0xC000 - 1.0000000000 × 2^1 = -2 (normal)");
    assert!(lines[17].starts_with("  c         0x3F800000 "), "{text}");
}

#[test]
fn lanes_are_decoded_apart() {
    let text = mismatch("neg.bf16x2", &[0x3F80_0001], 0xBF80_8001, 0x3F80_8001).to_string();
    assert!(text.contains("\nlane 0, which agrees\n  a         0x0001 "), "{text}");
    assert!(text.contains("\nlane 1\n  a         0x3F80 "), "{text}");
}

#[test]
fn all_lanes_have_one_rounding() {
    let add: Instruction = "add.f16x2".parse().unwrap();
    let add = add.with_rounding_port().unwrap();
    let mismatch = Mismatch {
        interface: Interface::from_function("module", add, 0),
        ..mismatch("add.f16x2", &[0, 0, 4], 0, 1 << 16)
    };
    let text = mismatch.to_string();
    assert_eq!(text.matches("\n  rounding  0x4 = rna\n").count(), 2, "{text}");
}

#[test]
fn operands_of_mixed_width_keep_their_width_and_name() {
    let text = mismatch("add.f32.f16", &[0x3C00, 0x3F80_0000], 0x4000_0000, 0).to_string();
    assert!(text.contains("\n  c         0x3F800000 "), "{text}");
}

#[test]
fn of_a_core_the_operation_is_named_and_so_is_a_wrong_tag() {
    let operations: Vec<Instruction> = ["neg.f16", "abs.f16"].map(|name| name.parse().unwrap()).to_vec();
    let mismatch = |inputs: &[u64], expected: [u64; 2], actual: [u64; 2]| Mismatch {
        interface: Interface::from_operations("halfpipe_fpu", operations.clone(), 1, 8),
        engine: EngineKind::Simulator,
        file_options: Vec::new(),
        inputs: vector(inputs.iter().copied()),
        expected: vector(expected),
        actual: vector(actual),
    };
    // abs comes after neg in the instruction set.
    let text = mismatch(&[1, 7, 0xFFFF_BC00, 0, 0], [7, 0x3C00], [7, 0xBC00]).to_string();
    let lines = [
        "the core of 2 instructions at latency 1, engine simulator",
        "abs.f16",
        "  a         0xBC00 - 1.0000000000 × 2^0 = -1 (normal)",
        "  expected  0x3C00 + 1.0000000000 × 2^0 = 1 (normal)",
        "  actual    0xBC00 - 1.0000000000 × 2^0 = -1 (normal)",
        "d is 0x0000BC00, expected 0x00003C00",
    ];
    assert_eq!(text, lines.join("\n"));
    let text = mismatch(&[0, 7, 0x3C00, 0, 0], [7, 0xBC00], [6, 0xBC00]).to_string();
    assert!(text.ends_with("\ntag_out is 0x06, expected 0x07"), "{text}");
}
