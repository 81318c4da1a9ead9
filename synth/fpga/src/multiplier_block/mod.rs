//! Models of multiplier blocks, as far as generated modules and Yosys' synthesis use them. They compute the product of
//! two unsigned factors, with or without registers.
//!
//! The product is made by schoolbook multiplication: a row for each bit of a factor, added up one after the other.

mod ecp5;
mod gowin;
mod ice40;

use std::fmt::Write;

pub(super) use ecp5::{model as ecp5, FACTOR_BITS as ECP5_FACTOR_BITS};
pub(super) use gowin::models as gowin;
pub(super) use ice40::model as ice40;

/// Writes the Verilog of the product of `a` and `b`, which have `factor_bits` bits each. The product is the net `sum_`
/// with that number.
fn product(factor_bits: u32) -> String {
    let (product_bits, top) = (2 * factor_bits, 2 * factor_bits - 1);
    let mut text = format!("    wire [{top}:0] sum_0 = {product_bits}'d0;\n");
    for row in 0..factor_bits {
        let next = row + 1;
        let _ = write!(
            text,
            "    wire [{top}:0] row_{row} = {{{}{{{factor_bits}{{b[{row}]}}}} & a{}}};
    wire [{top}:0] differ_{row} = sum_{row} ^ row_{row};
    wire [{product_bits}:0] carry_{row};
    assign carry_{row}[0] = 1'b0;
    wire [{top}:0] sum_{next} = differ_{row} ^ carry_{row}[{top}:0];
",
            zeros(factor_bits - row, true),
            zeros(row, false)
        );
        for place in 0..product_bits {
            let above = place + 1;
            let _ = writeln!(
                text,
                "    assign carry_{row}[{above}] = differ_{row}[{place}] ? carry_{row}[{place}] : sum_{row}[{place}];"
            );
        }
    }
    text
}

/// Returns `count` zeros for a concatenation, above or below the other bits.
fn zeros(count: u32, is_above: bool) -> String {
    match (count, is_above) {
        (0, _) => String::new(),
        (_, true) => format!("{count}'d0, "),
        (_, false) => format!(", {count}'d0"),
    }
}
