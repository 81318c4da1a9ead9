//! Verilog of registered multiplications.
//!
//! Synthesis infers a multiplier block for a multiplication. If it leaves the register outside the block, the
//! unregistered block is the slowest part of a pipeline. A file may therefore name a device's own [`MultiplierBlock`]
//! under a macro.
//!
//! Elsewhere the register is kept. Otherwise Yosys' `ice40_dsp` (0.70) moves it and another register behind it into the
//! block, then loses the block, and the product is undefined.

use std::fmt::Write;

/// A device's multiplier block with a register inside, as a file can name it.
#[derive(Debug)]
pub struct MultiplierBlock {
    /// The macro that selects it.
    pub macro_name: &'static str,
    /// The owner of the block, in a sentence: `the ECP5`.
    pub owner: &'static str,
    /// Its widest factor, in bits.
    pub widest_factor: u32,
    /// The body of a module that multiplies its unsigned inputs `a` and `b` into its output `d`. The product appears
    /// one cycle of `clock` later, counting only cycles with `enable` 1.
    pub body: fn(Factors) -> String,
}

/// Each device has a macro of its own, so macros identify blocks.
impl PartialEq for MultiplierBlock {
    fn eq(&self, other: &MultiplierBlock) -> bool {
        self.macro_name == other.macro_name
    }
}

impl Eq for MultiplierBlock {}

/// The widths of a multiplication's unsigned factors, in bits. The width of the product is their sum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Factors {
    /// Width of the first factor.
    pub a: u32,
    /// Width of the second factor.
    pub b: u32,
}

impl Factors {
    /// True if a block is wide enough for both factors.
    fn fit(self, block: &MultiplierBlock) -> bool {
        self.a.max(self.b) <= block.widest_factor
    }

    /// Returns the name of the multiplier's module in the file of the module `top`.
    pub fn module_name(self, top: &str) -> String {
        format!("{top}_multiplier_{}x{}", self.a, self.b)
    }

    /// Returns the multiplier's module: the block of the first of these devices whose macro is defined, else a
    /// multiplication.
    pub fn module_text(self, top: &str, blocks: &[&MultiplierBlock]) -> String {
        let Factors { a, b } = self;
        let name = self.module_name(top);
        let (last_a, last_b, last_d) = (a - 1, b - 1, a + b - 1);
        let (mut uses, mut choices) = (String::new(), String::new());
        for block in blocks.iter().filter(|block| self.fit(block)) {
            let MultiplierBlock { macro_name, owner, .. } = block;
            let _ = match uses.is_empty() {
                true => write!(
                    uses,
                    " Define {macro_name} to make it a multiplier block of {owner} with\n// the register inside."
                ),
                false => write!(uses, "\n// Define {macro_name} to make it one of {owner}."),
            };
            let directive = if choices.is_empty() { "ifdef" } else { "elsif" };
            let _ = write!(choices, "`{directive} {macro_name}\n{}", (block.body)(self));
        }
        let (otherwise, end) = match choices.is_empty() {
            true => ("", ""),
            false => ("`else\n", "`endif\n"),
        };
        format!(
            "
// The product of a and b, one enabled cycle later.{uses}
/* verilator lint_off DECLFILENAME */
module {name} (
    input  wire clock,
    input  wire enable,
    input  wire [{last_a}:0] a,
    input  wire [{last_b}:0] b,
    output wire [{last_d}:0] d
);
{choices}{otherwise}    (* keep *) reg [{last_d}:0] product;
    always @(posedge clock) begin
        if (enable) product <= {{{b}'d0, a}} * {{{a}'d0, b}};
    end
    assign d = product;
{end}endmodule
/* verilator lint_on DECLFILENAME */
"
        )
    }
}
