//! Injected faults of the modules around a core, each of which the proof must find.

use halfpipe_hdl::export::Bus;

/// A text replacement in a module.
pub struct Fault {
    /// The bus of the module.
    pub bus: Bus,
    right: &'static str,
    /// The text that replaces the right one.
    pub wrong: &'static str,
}

impl Fault {
    /// Returns the module with the fault in it.
    pub fn put_into(&self, module: &str) -> String {
        assert!(module.contains(self.right), "{}", self.right);
        module.replacen(self.right, self.wrong, 1)
    }
}

const fn cfu(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        bus: Bus::Cfu,
        right,
        wrong,
    }
}

const fn pcpi(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        bus: Bus::Pcpi,
        right,
        wrong,
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
