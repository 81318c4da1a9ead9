//! The coefficient tables as Rust source.

use std::fmt::Write;

use crate::tables::ex2::{self, FittedEx2};
use crate::tables::polynomial::PolynomialWidths;
use crate::tables::table::{FittedTable, NoSolution};
use crate::tables::tanh::{self, FittedTanh};

/// The names of the four files.
pub const FILES: [&str; 4] = ["tanh_f16.rs", "tanh_bf16.rs", "ex2_f16.rs", "ex2_bf16.rs"];

/// Fits the tables and returns the contents of the files, in the order of [`FILES`].
pub fn all() -> Result<[String; 4], NoSolution> {
    Ok([
        tanh("f16", &FittedTanh::fit(tanh::DATAPATH_F16)?),
        tanh("bf16", &FittedTanh::fit(tanh::DATAPATH_BF16)?),
        ex2("f16", &FittedEx2::fit(ex2::DATAPATH_F16)?),
        ex2("bf16", &FittedEx2::fit(ex2::DATAPATH_BF16)?),
    ])
}

/// Returns the source of a tanh table.
pub fn tanh(format: &str, tanh: &FittedTanh) -> String {
    let crossings: Vec<_> = tanh.crossings.iter().map(|crossing| hexadecimal(*crossing)).collect();
    let fields = [
        format!("exponent_bits: {}", tanh.datapath.exponent_bits),
        format!("fraction_bits: {}", tanh.datapath.fraction_bits),
        format!("approximated_from: {}", hexadecimal(tanh.approximated_from)),
        format!("one_from: {}", hexadecimal(tanh.one_from)),
        format!("crossings: &[{}]", crossings.join(", ")),
    ];
    file(
        "tanh",
        &served(format, tanh.datapath.also.is_some()),
        "Tanh",
        &fields,
        &tanh.table,
    )
}

/// Returns the source of a 2^x table.
pub fn ex2(format: &str, ex2: &FittedEx2) -> String {
    let [positive, negative] = ex2.one_through;
    let fields = [
        format!("integer_bits: {}", ex2.datapath.integer_bits),
        format!("fixed_fraction: {}", ex2.datapath.fixed_fraction),
        format!("greatest_shift: {}", ex2::GREATEST_SHIFT),
        format!("address_bits: {}", ex2.datapath.address_bits),
        format!("one_through_positive: {}", hexadecimal(positive)),
        format!("one_through_negative: {}", hexadecimal(negative)),
    ];
    file(
        "2^x",
        &served(format, ex2.datapath.also.is_some()),
        "Ex2",
        &fields,
        &ex2.table,
    )
}

/// Names the formats whose results the coefficients give.
fn served(format: &str, also: bool) -> String {
    match also {
        true => format!("{format}, and in bf16 where one datapath computes both"),
        false => String::from(format),
    }
}

fn hexadecimal(encoding: u16) -> String {
    format!("{encoding:#06X}").replace("0X", "0x")
}

fn file(function: &str, format: &str, kind: &str, fields: &[String], table: &FittedTable) -> String {
    let polynomial = &table.polynomial;
    let mut text = format!("//! {function} in {format}. Written by `cargo xtask tables`.\n\n");
    let curvature_import = if polynomial.curvature.is_some() {
        "Curvature, "
    } else {
        ""
    };
    let mut imports = [curvature_import, "Polynomial, ", "Segment, ", kind].concat();
    if kind == "Ex2" {
        imports = [curvature_import, "Ex2, ", "Polynomial, ", "Segment"].concat();
    }
    text += &format!("use super::{{{imports}}};\n\n");
    text += &format!("/// {function} in {format}: widths, units, limits and coefficients.\n");
    text += &format!("pub const TABLE: {kind} = {kind} {{\n");
    for field in fields {
        text += &format!("    {field},\n");
    }
    text += &polynomial_source(polynomial);
    text += "    segments: &SEGMENTS,\n};\n\n";
    text += "/// First address, last address, base, slope, curvature.\n";
    text += &format!("const SEGMENTS: [Segment; {}] = [\n", table.segments.len());
    for segment in &table.segments {
        let row = segment.row;
        let base = row.base & ((1 << polynomial.base_bits()) - 1);
        let slope = row.slope & ((1 << polynomial.slope_bits) - 1);
        writeln!(
            text,
            "    Segment::new({}, {}, {base}, {slope}, {}),",
            segment.first, segment.last, row.curvature
        )
        .expect("a string takes any text");
    }
    text + "];\n"
}

fn polynomial_source(polynomial: &PolynomialWidths) -> String {
    let mut text = String::from("    polynomial: Polynomial {\n");
    for (name, value) in [
        ("offset_bits", polynomial.offset_bits),
        ("sum_bits", polynomial.sum_bits),
        ("sum_fraction", polynomial.sum_fraction),
        ("base_fraction", polynomial.base_fraction),
        ("slope_bits", polynomial.slope_bits),
        ("slope_fraction", polynomial.slope_fraction),
    ] {
        text += &format!("        {name}: {value},\n");
    }
    match &polynomial.curvature {
        None => text += "        curvature: None,\n",
        Some(curvature) => {
            text += "        curvature: Some(Curvature {\n";
            text += &format!("            bits: {},\n", curvature.bits);
            text += &format!("            ignored_bits: {},\n", curvature.ignored_bits);
            text += &format!("            extra_fraction: {},\n", curvature.extra_fraction);
            text += &format!("            falling: {},\n", curvature.falling);
            text += "        }),\n";
        }
    }
    text + "    },\n"
}
