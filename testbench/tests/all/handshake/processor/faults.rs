//! Injected faults of the modules around a core, each of which the proof must find.

use halfpipe_faults::text::TextFault;
use halfpipe_hdl::export::Bus;

/// A fault in the module of a bus.
pub struct Fault {
    /// The bus of the module.
    pub bus: Bus,
    /// The place in its Verilog.
    pub text: TextFault,
}

const fn cfu(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        bus: Bus::Cfu,
        text: TextFault::new(right, wrong),
    }
}

const fn pcpi(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        bus: Bus::Pcpi,
        text: TextFault::new(right, wrong),
    }
}

/// The faults.
pub const FAULTS: [Fault; 19] = [
    // An answer is lost, repeated, changed while it waits, or invented.
    cfu("wire enable = !(kept && unit_valid);", "wire enable = 1'b1;"),
    cfu(
        "wire enable = !(kept && unit_valid);",
        "wire enable = !unit_valid || rsp_ready;",
    ),
    cfu("if (!kept) kept_data", "if (!rsp_ready) kept_data"),
    cfu("kept <= !reset && (", "kept <= ("),
    cfu("(rsp_valid && !rsp_ready)", "rsp_valid"),
    // The accumulator is used too early, changed too late, or changed by an operation that must leave it alone.
    cfu("((uses || writes) && storing", "((writes) && storing"),
    cfu("((uses || writes) && storing", "((uses) && storing"),
    cfu("(filled != 2'd0 || kept)", "(kept)"),
    cfu("(filled != 2'd0 || kept)", "(filled != 2'd0)"),
    cfu("(storing[1] && enable)", "(storing[0] && enable)"),
    cfu("(taken && stores)};", "(taken && computes)};"),
    cfu("(taken && writes) accumulator", "(writes) accumulator"),
    cfu("SECOND_IS_C[number] ?", "!SECOND_IS_C[number] ?"),
    // An operation that does not use the accumulator waits for it.
    cfu("((uses || writes) && storing", "((computes || writes) && storing"),
    pcpi(
        "wire start = asked && !started && !pcpi_ready;",
        "wire start = asked && !pcpi_ready;",
    ),
    pcpi(
        "asked && !pcpi_ready;\n        pcpi_ready",
        "asked;\n        pcpi_ready",
    ),
    pcpi("(unit_valid && stores)", "(unit_valid)"),
    pcpi("reads ? accumulator", "reads ? pcpi_rs1"),
    pcpi("pcpi_insn[6:0] == 7'b0001011", "pcpi_insn[5:0] == 6'b001011"),
];
