//! The multiplier block of the ECP5, MULT18X18D. Yosys has no model of it. This model follows Lattice's sysDSP usage
//! guide (FPGA-TN-02205).

use std::fmt::Write;

use super::product;

/// The widest factor of one block, in bits.
pub(crate) const FACTOR_BITS: u32 = 18;

/// The width of a product, in bits.
const PRODUCT_BITS: u32 = 2 * FACTOR_BITS;

/// Settings with the only value that the model supports.
const KNOWN: [(&str, &str); 9] = [
    ("REG_INPUTA_CLK", "NONE"),
    ("REG_INPUTB_CLK", "NONE"),
    ("REG_INPUTC_CLK", "NONE"),
    ("REG_PIPELINE_CLK", "NONE"),
    ("REG_OUTPUT_CE", "CE0"),
    ("REG_OUTPUT_RST", "RST0"),
    ("SOURCEB_MODE", "B_SHIFT"),
    ("MULT_BYPASS", "DISABLED"),
    ("RESETMODE", "SYNC"),
];

/// Settings that affect only registers outside the model, or the clock's speed.
const WITHOUT_EFFECT: [&str; 16] = [
    "REG_INPUTA_CE",
    "REG_INPUTA_RST",
    "REG_INPUTB_CE",
    "REG_INPUTB_RST",
    "REG_INPUTC_CE",
    "REG_INPUTC_RST",
    "REG_PIPELINE_CE",
    "REG_PIPELINE_RST",
    "CLK0_DIV",
    "CLK1_DIV",
    "CLK2_DIV",
    "CLK3_DIV",
    "HIGHSPEED_CLK",
    "GSR",
    "CAS_MATCH_REG",
    "PIPELINE",
];

/// Returns the inputs that the model ignores: they serve cascades and registers outside the model.
fn unused_inputs() -> Vec<String> {
    let groups = ["C", "SRIA", "SRIB"].into_iter();
    let wide = groups.flat_map(|group| (0..FACTOR_BITS).map(move |bit| format!("{group}{bit}")));
    let control = ["CLK", "CE", "RST"].into_iter();
    wide.chain(control.flat_map(|pin| (1..4).map(move |number| format!("{pin}{number}"))))
        .collect()
}

/// Writes the Verilog of the model.
pub(crate) fn model() -> String {
    let bits = |group: &str, count: u32| (0..count).map(|bit| format!("{group}{bit}")).collect::<Vec<_>>();
    let mut inputs = [bits("A", FACTOR_BITS), bits("B", FACTOR_BITS), unused_inputs()].concat();
    inputs.extend(["CLK0", "CE0", "RST0", "SIGNEDA", "SIGNEDB", "SOURCEA", "SOURCEB"].map(str::to_owned));
    let outputs = bits("P", PRODUCT_BITS);
    let word = |group: &str, count: u32| bits(group, count).into_iter().rev().collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "module MULT18X18D (\n    input {},\n    output {}\n);\n",
        inputs.join(", "),
        outputs.join(", ")
    );
    for (parameter, value) in KNOWN.into_iter().chain([("REG_OUTPUT_CLK", "NONE")]) {
        let _ = writeln!(text, "    parameter {parameter} = \"{value}\";");
    }
    for parameter in WITHOUT_EFFECT {
        let _ = writeln!(text, "    parameter {parameter} = \"\";");
    }
    for (parameter, value) in KNOWN {
        let _ = writeln!(
            text,
            "    generate if ({parameter} != \"{value}\") MULT18X18D_with_another_{parameter} unknown (); endgenerate"
        );
    }
    let (factor, top) = (FACTOR_BITS - 1, PRODUCT_BITS - 1);
    let _ = write!(
        text,
        "    wire [{factor}:0] a = {{{}}};
    wire [{factor}:0] b = {{{}}};
    // With signs and cascades it is another block.
    wire known = ~(SIGNEDA | SIGNEDB | SOURCEA | SOURCEB);
",
        word("A", FACTOR_BITS),
        word("B", FACTOR_BITS)
    );
    text += &product(FACTOR_BITS);
    let _ = write!(
        text,
        "    wire [{top}:0] product = sum_{FACTOR_BITS} & {{{PRODUCT_BITS}{{known}}}};
    generate
        if (REG_OUTPUT_CLK == \"NONE\") begin
            assign {{{pins}}} = product;
        end else if (REG_OUTPUT_CLK == \"CLK0\") begin
            reg [{top}:0] held;
            always @(posedge CLK0)
                if (RST0) held <= {PRODUCT_BITS}'d0;
                else if (CE0) held <= product;
            assign {{{pins}}} = held;
        end else begin
            MULT18X18D_with_another_REG_OUTPUT_CLK unknown ();
        end
    endgenerate
endmodule
",
        pins = word("P", PRODUCT_BITS)
    );
    text
}
