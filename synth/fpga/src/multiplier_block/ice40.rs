//! The multiplier block of the iCE40 UltraPlus, SB_MAC16, after Lattice's usage guide (FPGA-TN-02007). The registers at
//! the factors and behind the product are optional. Nothing is added to the product.

use std::fmt::Write;

use super::product;

/// The widest factor of one block, in bits.
const FACTOR_BITS: u32 = 16;

/// Settings with the only value that the model supports.
const KNOWN: [(&str, u32); 16] = [
    ("NEG_TRIGGER", 0),
    ("C_REG", 0),
    ("D_REG", 0),
    ("TOP_8x8_MULT_REG", 0),
    ("BOT_8x8_MULT_REG", 0),
    ("PIPELINE_16x16_MULT_REG1", 0),
    ("PIPELINE_16x16_MULT_REG2", 0),
    // The adders take the full product of both factors, and C and D.
    ("TOPADDSUB_LOWERINPUT", 2),
    ("TOPADDSUB_UPPERINPUT", 1),
    ("TOPADDSUB_CARRYSELECT", 3),
    ("BOTADDSUB_LOWERINPUT", 2),
    ("BOTADDSUB_UPPERINPUT", 1),
    ("BOTADDSUB_CARRYSELECT", 0),
    ("MODE_8x8", 0),
    ("A_SIGNED", 0),
    ("B_SIGNED", 0),
];

/// The source of an output: the register behind the adder, or the product itself.
const REGISTER: u32 = 1;
const PRODUCT: u32 = 3;

/// Inputs that must be 0: the addends, the values loaded in place of the sum, and the asynchronous resets.
const ZERO: &str = "{C, D, ADDSUBTOP, ADDSUBBOT, OLOADTOP, OLOADBOT, IRSTTOP, IRSTBOT, ORSTTOP, ORSTBOT}";

/// Writes the Verilog of the model. The outputs of the cascades are open.
pub(crate) fn model() -> String {
    let mut text = String::from(
        "module SB_MAC16 (
    input CLK, CE,
    input [15:0] C, A, B, D,
    input AHOLD, BHOLD, CHOLD, DHOLD, IRSTTOP, IRSTBOT, ORSTTOP, ORSTBOT, OLOADTOP, OLOADBOT,
    input ADDSUBTOP, ADDSUBBOT, OHOLDTOP, OHOLDBOT, CI, ACCUMCI, SIGNEXTIN,
    output [31:0] O,
    output CO, ACCUMCO, SIGNEXTOUT
);
",
    );
    for (parameter, _) in KNOWN {
        let _ = writeln!(text, "    parameter {parameter} = 0;");
    }
    for parameter in ["A_REG", "B_REG", "TOPOUTPUT_SELECT", "BOTOUTPUT_SELECT"] {
        let _ = writeln!(text, "    parameter {parameter} = 0;");
    }
    for (parameter, value) in KNOWN {
        let _ = writeln!(
            text,
            "    generate if ({parameter} != {value}) SB_MAC16_with_another_{parameter} unknown (); endgenerate"
        );
    }
    for (factor, port) in [("a", "A"), ("b", "B")] {
        let _ = write!(
            text,
            "    wire [15:0] {factor};
    generate
        if ({port}_REG) begin
            reg [15:0] held_{factor};
            always @(posedge CLK)
                if (CE & ~{port}HOLD) held_{factor} <= {port};
            assign {factor} = held_{factor};
        end else begin
            assign {factor} = {port};
        end
    endgenerate
"
        );
    }
    let _ = write!(
        text,
        "    wire known = ~(|{ZERO});
{}    wire [31:0] product = sum_{FACTOR_BITS} & {{32{{known}}}};
",
        product(FACTOR_BITS)
    );
    for (half, bits) in [("TOP", "31:16"), ("BOT", "15:0")] {
        let _ = write!(
            text,
            "    generate
        if ({half}OUTPUT_SELECT == {PRODUCT}) begin
            assign O[{bits}] = product[{bits}];
        end else if ({half}OUTPUT_SELECT == {REGISTER}) begin
            reg [15:0] held_{half};
            always @(posedge CLK)
                if (CE & ~OHOLD{half}) held_{half} <= product[{bits}];
            assign O[{bits}] = held_{half};
        end else begin
            SB_MAC16_with_another_{half}OUTPUT_SELECT unknown ();
        end
    endgenerate
"
        );
    }
    text + "endmodule\n"
}
