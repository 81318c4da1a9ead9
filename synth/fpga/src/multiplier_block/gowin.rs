//! The multiplier blocks of Gowin, MULT9X9 and MULT18X18, without registers. Yosys has no model of them. These follow Gowin's
//! guide of DSP blocks (UG287).

use std::fmt::Write;

use super::product;

/// The blocks, and the width of their factors in bits.
const BLOCKS: [(&str, u32); 2] = [("MULT9X9", 9), ("MULT18X18", 18)];

/// The settings that place a register. The models have none.
const REGISTERS: [&str; 7] = [
    "AREG",
    "BREG",
    "OUT_REG",
    "PIPE_REG",
    "ASIGN_REG",
    "BSIGN_REG",
    "SOA_REG",
];

/// Writes the Verilog of the models.
pub(crate) fn models() -> String {
    BLOCKS.map(|(kind, factor_bits)| model(kind, factor_bits)).concat()
}

fn model(kind: &str, factor_bits: u32) -> String {
    let (factor, top) = (factor_bits - 1, 2 * factor_bits - 1);
    let mut text = format!(
        "module {kind} (
    input [{factor}:0] A, SIA, B, SIB,
    input ASIGN, BSIGN, ASEL, BSEL, CE, CLK, RESET,
    output [{top}:0] DOUT,
    output [{factor}:0] SOA, SOB
);
    parameter MULT_RESET_MODE = \"SYNC\";
"
    );
    for setting in REGISTERS {
        let _ = write!(
            text,
            "    parameter {setting} = 1'b0;
    generate if ({setting} != 1'b0) {kind}_with_another_{setting} unknown (); endgenerate
"
        );
    }
    let _ = write!(
        text,
        "    assign SOA = ASEL ? SIA : A;
    assign SOB = BSEL ? SIB : B;
    wire [{top}:0] a = {{{{{factor_bits}{{ASIGN & SOA[{factor}]}}}}, SOA}};
    wire [{top}:0] b = {{{{{factor_bits}{{BSIGN & SOB[{factor}]}}}}, SOB}};
"
    );
    // Factors with signs have as many bits as the product.
    let width = 2 * factor_bits;
    text += &product(width);
    let _ = write!(text, "    assign DOUT = sum_{width}[{top}:0];\nendmodule\n");
    text
}
