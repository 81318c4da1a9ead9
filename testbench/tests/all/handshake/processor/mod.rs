//! Cores behind processor buses: a proof of the module around them, and the soft models against the golden model.

mod faults;
mod proof;
mod twins;

use std::sync::LazyLock;

use halfpipe_hdl::design::{Design, DesignKind, DesignSpec};
use halfpipe_hdl::export::{verilog, Bus};
use halfpipe_isa::Instruction;

use halfpipe_test_support::lint::assert_clean;

/// The buses.
const BUSES: [Bus; 2] = [Bus::Cfu, Bus::Pcpi];

/// Lists of instructions whose cores need different modules around them: with two and three operands, with `c` in the
/// second place, with and without numbers that no operation has, and with one instruction.
static LISTS: LazyLock<Vec<Vec<Instruction>>> = LazyLock::new(|| {
    let lists: [&[&str]; 4] = [
        &["add.rn.f16", "fma.rn.f16", "add.rn.f32.f16"],
        &[
            "fma.rn.bf16",
            "sub.rn.f32.bf16",
            "setp.lt.and.f16x2",
            "cvt.rs.f16x2.f32",
        ],
        &["fma.rn.f16x2"],
        &["neg.f16"],
    ];
    let parsed = |list: &&[&str]| list.iter().map(|name| name.parse().unwrap()).collect();
    lists.iter().map(parsed).collect()
});

/// Builds the core of a list in the form that a bus needs.
fn core(instructions: &[Instruction], latency: u32) -> Design {
    let kind = DesignKind::Core {
        instructions: instructions.to_vec(),
        tag_bits: Bus::TAG_BITS,
    };
    Design::from_spec(&DesignSpec::new(kind, latency)).unwrap()
}

#[test]
fn the_modules_pass_verilators_lint_and_yosys() {
    for latency in [0, 1, 3] {
        for list in LISTS.iter() {
            let core = core(list, latency);
            for bus in BUSES {
                let around = (
                    format!("{}.v", bus.module_name(&core)),
                    bus.verilog(&core, None).unwrap(),
                );
                assert_clean((latency, vec![(format!("{}.v", core.name()), verilog(&core)), around]));
            }
        }
    }
}

#[test]
fn a_core_that_the_bus_has_no_room_for_is_refused() {
    let wide = Design::core(&LISTS[0], 0).unwrap();
    let said = Bus::Cfu.verilog(&wide, None).unwrap_err().to_string();
    assert_eq!(said, "a core behind a processor bus needs a tag of 1 bit, not 8");
    let many = core(&Instruction::all()[..257], 0);
    let said = Bus::Pcpi.verilog(&many, None).unwrap_err().to_string();
    assert_eq!(
        said,
        "the core has 257 instructions, but an instruction of the processor can select only 256"
    );
    assert!(Bus::Pcpi.verilog(&core(&Instruction::all()[..256], 0), None).is_ok());
}
