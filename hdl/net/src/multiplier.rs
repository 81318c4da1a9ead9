//! The Verilog of a multiplier block with a register behind it.
//!
//! Yosys takes a block for the multiplication by itself. On the ECP5 it leaves the register outside the block, and the
//! unregistered block is then the slowest part of a pipeline. So there the file names the block itself, where
//! [`ECP5_MACRO`] is defined.
//!
//! Elsewhere the register is kept: Yosys' `ice40_dsp` (0.70) otherwise takes it and another one behind it into the block,
//! and then loses the block, so that the product is undefined.

use std::fmt::Write;

/// The macro that makes a file's multipliers blocks of the ECP5.
pub const ECP5_MACRO: &str = "HALFPIPE_ECP5";

/// The widest factor of one block of the ECP5, in bits.
const BLOCK_BITS: u32 = 18;

/// A multiplier of its own module: unsigned factors of two widths, and the product one enabled clock cycle later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Multiplier {
    /// Width of the first factor.
    pub a: u32,
    /// Width of the second one.
    pub b: u32,
}

impl Multiplier {
    /// Whether one block is enough.
    pub fn fits_block(self) -> bool {
        self.a.max(self.b) <= BLOCK_BITS
    }

    /// The name of its module in the file of the module `top`.
    pub fn name(self, top: &str) -> String {
        format!("{top}_multiplier_{}x{}", self.a, self.b)
    }

    /// Its module.
    pub fn text(self, top: &str) -> String {
        let Multiplier { a, b } = self;
        let (name, product) = (self.name(top), a + b);
        let (last_a, last_b, last_d) = (a - 1, b - 1, product - 1);
        let spare = |from: u32, to: u32| {
            if from == to {
                String::new()
            } else {
                format!("{}'d0, ", to - from)
            }
        };
        let (above_a, above_b) = (spare(a, BLOCK_BITS), spare(b, BLOCK_BITS));
        let last_bit = BLOCK_BITS - 1;
        let mut pins = String::new();
        let mut connect = |port: &str, count: u32, net: &dyn Fn(u32) -> String| {
            let connections: Vec<String> = (0..count).map(|bit| format!(".{port}{bit}({})", net(bit))).collect();
            for line in connections.chunks(PINS_IN_LINE) {
                let _ = write!(pins, ",\n        {}", line.join(", "));
            }
        };
        connect("A", BLOCK_BITS, &|bit| format!("block_a[{bit}]"));
        connect("B", BLOCK_BITS, &|bit| format!("block_b[{bit}]"));
        connect("C", BLOCK_BITS, &|_| "1'b0".to_owned());
        connect("P", product, &|bit| format!("d[{bit}]"));
        format!(
            "
// The product of a and b, one enabled cycle later. Define {ECP5_MACRO} to make it a multiplier block of the ECP5 with
// the register inside.
/* verilator lint_off DECLFILENAME */
module {name} (
    input  wire clock,
    input  wire enable,
    input  wire [{last_a}:0] a,
    input  wire [{last_b}:0] b,
    output wire [{last_d}:0] d
);
`ifdef {ECP5_MACRO}
    wire [{last_bit}:0] block_a = {{{above_a}a}};
    wire [{last_bit}:0] block_b = {{{above_b}b}};
    MULT18X18D #(
        .REG_OUTPUT_CLK(\"CLK0\"), .REG_OUTPUT_CE(\"CE0\"), .REG_OUTPUT_RST(\"RST0\")
    ) block (
        .CLK0(clock), .CE0(enable), .RST0(1'b0), .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0){pins}
    );
`else
    (* keep *) reg [{last_d}:0] product;
    always @(posedge clock) begin
        if (enable) product <= {{{b}'d0, a}} * {{{a}'d0, b}};
    end
    assign d = product;
`endif
endmodule
/* verilator lint_on DECLFILENAME */
"
        )
    }
}

/// The most pins in one line.
const PINS_IN_LINE: usize = 6;
