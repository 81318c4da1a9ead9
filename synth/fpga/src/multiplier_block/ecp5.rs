//! The multiplier block of the ECP5, MULT18X18D. Yosys has no model of it. This model follows Lattice's sysDSP usage
//! guide (FPGA-TN-02205).

use std::fmt::Write;

use super::product;

/// The widest factor of one block, in bits.
pub(crate) const FACTOR_BITS: u32 = 18;

/// The width of a product, in bits.
const PRODUCT_BITS: u32 = 2 * FACTOR_BITS;

/// The registers of the model: those of its factors and of its product.
const REGISTERS: [Register; 3] = [
    Register {
        setting: "REG_INPUTA_CLK",
        width: FACTOR_BITS,
        source: "pins_a",
        output: "a",
    },
    Register {
        setting: "REG_INPUTB_CLK",
        width: FACTOR_BITS,
        source: "pins_b",
        output: "b",
    },
    Register {
        setting: "REG_OUTPUT_CLK",
        width: PRODUCT_BITS,
        source: "product",
        output: "pins_p",
    },
];

/// Settings with the only value that the model supports.
const KNOWN: [(&str, &str); 11] = [
    ("REG_INPUTA_CE", "CE0"),
    ("REG_INPUTA_RST", "RST0"),
    ("REG_INPUTB_CE", "CE0"),
    ("REG_INPUTB_RST", "RST0"),
    ("REG_INPUTC_CLK", "NONE"),
    ("REG_PIPELINE_CLK", "NONE"),
    ("REG_OUTPUT_CE", "CE0"),
    ("REG_OUTPUT_RST", "RST0"),
    ("SOURCEB_MODE", "B_SHIFT"),
    ("MULT_BYPASS", "DISABLED"),
    ("RESETMODE", "SYNC"),
];

/// Settings that affect only registers outside the model, or the clock's speed.
const WITHOUT_EFFECT: [&str; 12] = [
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
    for (parameter, value) in KNOWN {
        let _ = writeln!(text, "    parameter {parameter} = \"{value}\";");
    }
    for Register { setting, .. } in REGISTERS {
        let _ = writeln!(text, "    parameter {setting} = \"NONE\";");
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
        "    wire [{factor}:0] pins_a = {{{}}};
    wire [{factor}:0] pins_b = {{{}}};
    wire [{factor}:0] a, b;
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
    wire [{top}:0] pins_p;
    assign {{{}}} = pins_p;
",
        word("P", PRODUCT_BITS)
    );
    for register in REGISTERS {
        text += &register.text();
    }
    text + "endmodule\n"
}

/// A register that a setting includes or leaves out.
struct Register {
    /// The setting, whose value is the clock, or `NONE` without the register.
    setting: &'static str,
    /// Its width, in bits.
    width: u32,
    /// The net in front of it.
    source: &'static str,
    /// The net behind it.
    output: &'static str,
}

impl Register {
    /// Writes the register's Verilog.
    fn text(&self) -> String {
        let Register {
            setting,
            width,
            source,
            output,
        } = self;
        let top = width - 1;
        format!(
            "    generate
        if ({setting} == \"NONE\") begin
            assign {output} = {source};
        end else if ({setting} == \"CLK0\") begin
            reg [{top}:0] held;
            always @(posedge CLK0)
                if (RST0) held <= {width}'d0;
                else if (CE0) held <= {source};
            assign {output} = held;
        end else begin
            MULT18X18D_with_another_{setting} unknown ();
        end
    endgenerate
"
        )
    }
}
