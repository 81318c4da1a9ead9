//! Agreement of the documents with the model: the invalid operation for NaNs.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operand};
use halfpipe_simulation::model;

/// NV, the highest of the five flags.
const INVALID: u64 = 1 << 4;

/// Returns a NaN of a format, quiet or signalling if it has both, or zero if it has none.
fn nan(element_type: ElementType, is_quiet: bool) -> u64 {
    let element_type = match element_type {
        ElementType::Number(format) => ElementType::Number(format.ptx_format()),
        other => other,
    };
    let [quiet, signalling] = match element_type {
        ElementType::Number(FloatFormat::F16) => [0x7e00, 0x7d00],
        ElementType::Number(FloatFormat::BF16) => [0x7fc0, 0x7fa0],
        ElementType::Number(FloatFormat::F32) => [0x7fc0_0000, 0x7fa0_0000],
        ElementType::Number(FloatFormat::E5M2) | ElementType::Small(FloatFormat::E5M2) => [0x7e, 0x7d],
        ElementType::Number(FloatFormat::E4M3) | ElementType::Small(FloatFormat::E4M3) => [0x7f; 2],
        ElementType::Small(FloatFormat::UE8M0 | FloatFormat::UE5M3) => [0xff; 2],
        _ => [0; 2],
    };
    if is_quiet {
        quiet
    } else {
        signalling
    }
}

/// Returns an operand with that NaN in every lane.
fn register(operand: &Operand, is_quiet: bool) -> u64 {
    let lane = operand.width() / operand.lanes;
    (0..operand.lanes).fold(0u64, |lanes, _| {
        lanes.checked_shl(lane).unwrap_or(0) | nan(operand.element_type, is_quiet)
    })
}

/// True if an instruction is invalid where all its operands are NaNs of a kind.
fn is_invalid(instruction: Instruction, is_quiet: bool) -> bool {
    let operands = instruction.signature().operands();
    let registers: Vec<u64> = operands.iter().map(|operand| register(operand, is_quiet)).collect();
    let flags = *model::results(instruction, &registers)
        .last()
        .expect("flags are the last result");
    flags & INVALID != 0
}

#[test]
fn the_documents_say_which_nans_are_invalid() {
    let flagged = Instruction::all()
        .iter()
        .filter_map(|instruction| instruction.with_flags());
    let mut kinds = [0; 3];
    for instruction in flagged {
        let said = halfpipe_isa::meaning::flags::statements(instruction);
        if !instruction.operation().raises_flags() {
            // RISC-V gives them flags too.
            assert!(instruction.is_riscv(), "{instruction}");
            assert!(
                matches!(&said[..], [all] if all.starts_with("flags: always 0")),
                "{said:?}"
            );
            assert!(
                !is_invalid(instruction, true) && !is_invalid(instruction, false),
                "{instruction}"
            );
            continue;
        }
        let [said] = said.iter().filter(|line| line.starts_with("NV: ")).collect::<Vec<_>>()[..] else {
            panic!("{instruction}: {said:?}");
        };
        let (kind, of_quiet, of_signalling) = if said.starts_with("NV: never") || !said.contains("NaN") {
            (0, false, false)
        } else if said.contains("highest fraction bit is 0") {
            (1, false, true)
        } else {
            (2, true, true)
        };
        kinds[kind] += 1;
        assert_eq!(is_invalid(instruction, true), of_quiet, "{instruction}: {said}");
        assert_eq!(is_invalid(instruction, false), of_signalling, "{instruction}: {said}");
    }
    assert!(kinds.iter().all(|count| *count > 20), "{kinds:?}");
}
