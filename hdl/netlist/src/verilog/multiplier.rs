//! Verilog of registered multiplications.
//!
//! Synthesis infers a multiplier block for a multiplication. If it leaves the registers outside the block, the
//! unregistered block is the slowest part of a pipeline. A file may therefore name a device's own [`MultiplierBlock`]
//! under a macro.
//!
//! Elsewhere the register is kept. Otherwise Yosys' `ice40_dsp` (0.70) moves it and another register behind it into the
//! block, then loses the block, and the product is undefined.

use std::fmt::Write;

/// A device's multiplier block with registers inside, as a file can name it.
#[derive(Debug)]
pub struct MultiplierBlock {
    /// The macro that selects it.
    pub macro_name: &'static str,
    /// The owner of the block, in a sentence: `the ECP5`.
    pub owner: &'static str,
    /// Its widest factor, in bits.
    pub widest_factor: u32,
    /// The body of a module that multiplies its unsigned inputs `a` and `b` into its output `d`. The product appears
    /// one cycle of `clock` later, or two if the factors are registered too, counting only cycles with `enable` 1.
    pub body: fn(Factors) -> String,
}

/// Each device has a macro of its own, so macros identify blocks.
impl PartialEq for MultiplierBlock {
    fn eq(&self, other: &MultiplierBlock) -> bool {
        self.macro_name == other.macro_name
    }
}

impl Eq for MultiplierBlock {}

/// The unsigned factors of a registered multiplication. The width of the product is the sum of their widths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Factors {
    /// Width of the first factor, in bits.
    pub a: u32,
    /// Width of the second factor, in bits.
    pub b: u32,
    /// True if the factors are registered too, one cycle before the product.
    pub are_registered: bool,
}

/// The names of the registered factors in their module, the first factor first.
pub(super) const REGISTERED: [&str; 2] = ["registered_a", "registered_b"];

impl Factors {
    /// True if a block is wide enough for both factors.
    fn fit(self, block: &MultiplierBlock) -> bool {
        self.a.max(self.b) <= block.widest_factor
    }

    /// Returns the name of the multiplier's module in the file of the module `top`.
    pub fn module_name(self, top: &str) -> String {
        let cycles = if self.are_registered { "two_cycle_" } else { "" };
        format!("{top}_{cycles}multiplier_{}x{}", self.a, self.b)
    }

    /// Returns the multiplier's module: the block of the first of these devices whose macro is defined, else a
    /// multiplication.
    pub fn module_text(self, top: &str, blocks: &[&MultiplierBlock]) -> String {
        let Factors { a, b, are_registered } = self;
        let name = self.module_name(top);
        let (last_a, last_b, last_d) = (a - 1, b - 1, a + b - 1);
        let (later, registers) = if are_registered {
            ("two enabled cycles", "registers")
        } else {
            ("one enabled cycle", "register")
        };
        let (mut uses, mut choices) = (String::new(), String::new());
        for block in blocks.iter().filter(|block| self.fit(block)) {
            let MultiplierBlock { macro_name, owner, .. } = block;
            let _ = if uses.is_empty() {
                write!(
                    uses,
                    " Define {macro_name} to make it a multiplier block of {owner}\n// with the {registers} inside."
                )
            } else {
                write!(uses, "\n// Define {macro_name} to make it one of {owner}.")
            };
            let directive = if choices.is_empty() { "ifdef" } else { "elsif" };
            let _ = write!(choices, "`{directive} {macro_name}\n{}", (block.body)(self));
        }
        let (otherwise, end) = if choices.is_empty() {
            ("", "")
        } else {
            ("`else\n", "`endif\n")
        };
        let product = if are_registered {
            let [of_a, of_b] = REGISTERED;
            format!(
                "    reg [{last_a}:0] {of_a};
    reg [{last_b}:0] {of_b};
    (* keep *) reg [{last_d}:0] product;
    always @(posedge clock) begin
        if (enable) begin
            {of_a} <= a;
            {of_b} <= b;
            product <= {{{b}'d0, {of_a}}} * {{{a}'d0, {of_b}}};
        end
    end
"
            )
        } else {
            format!(
                "    (* keep *) reg [{last_d}:0] product;
    always @(posedge clock) begin
        if (enable) product <= {{{b}'d0, a}} * {{{a}'d0, b}};
    end
"
            )
        };
        format!(
            "
// The product of a and b, {later} later.{uses}
/* verilator lint_off DECLFILENAME */
module {name} (
    input  wire clock,
    input  wire enable,
    input  wire [{last_a}:0] a,
    input  wire [{last_b}:0] b,
    output wire [{last_d}:0] d
);
{choices}{otherwise}{product}    assign d = product;
{end}endmodule
/* verilator lint_on DECLFILENAME */
"
        )
    }
}

/// Returns the name of the multiplier with this product as an instance.
pub(super) fn instance_name(product: &str) -> String {
    format!("block_of_{product}")
}
