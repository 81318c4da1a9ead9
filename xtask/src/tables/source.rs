//! The coefficient tables as Rust source.

use std::fmt::Write;

use crate::tables::encoded::{FittedBinade, FittedEncoded};
use crate::tables::encoded_datapath;
use crate::tables::ex2::{self, FittedEx2};
use crate::tables::exp::{self, FittedExp};
use crate::tables::log::{self, FittedLog};
use crate::tables::polynomial::PolynomialWidths;
use crate::tables::rsqrt::{self, FittedRsqrt};
use crate::tables::sine::{self, FittedSine};
use crate::tables::table::{FittedTable, NoSolution};
use crate::tables::tanh::{self, FittedTanh};

/// A file, and the function that fits its table and returns its content.
pub type TableFile = (&'static str, Box<dyn Fn() -> Result<String, NoSolution>>);

/// Returns the files.
pub fn files() -> Vec<TableFile> {
    let mut files: Vec<TableFile> = vec![
        (
            "tanh_f16.rs",
            Box::new(|| Ok(tanh("f16", &FittedTanh::fit(tanh::DATAPATH_F16)?))),
        ),
        (
            "tanh_bf16.rs",
            Box::new(|| Ok(tanh("bf16", &FittedTanh::fit(tanh::DATAPATH_BF16)?))),
        ),
        (
            "ex2_f16.rs",
            Box::new(|| Ok(ex2("f16", &FittedEx2::fit(ex2::DATAPATH_F16)?))),
        ),
        (
            "ex2_bf16.rs",
            Box::new(|| Ok(ex2("bf16", &FittedEx2::fit(ex2::DATAPATH_BF16)?))),
        ),
        (
            "rsqrt_f16.rs",
            Box::new(|| Ok(rsqrt("f16", &FittedRsqrt::fit(rsqrt::DATAPATH_F16)?))),
        ),
        (
            "rsqrt_bf16.rs",
            Box::new(|| Ok(rsqrt("bf16", &FittedRsqrt::fit(rsqrt::DATAPATH_BF16)?))),
        ),
    ];
    for (name, datapath) in encoded_datapath::DATAPATHS {
        files.push((name, Box::new(move || Ok(encoded(&FittedEncoded::fit(datapath)?)))));
    }
    for (name, datapath) in [("exp_f16.rs", exp::DATAPATH_F16), ("exp_bf16.rs", exp::DATAPATH_BF16)] {
        files.push((name, Box::new(move || Ok(exp(&FittedExp::fit(datapath)?)))));
    }
    for (name, datapath) in log::DATAPATHS {
        files.push((name, Box::new(move || Ok(log(&FittedLog::fit(datapath)?)))));
    }
    for (name, datapath) in sine::DATAPATHS {
        files.push((name, Box::new(move || Ok(sine(&FittedSine::fit(datapath)?)))));
    }
    files
}

/// Returns the source of a table of e^x.
pub fn exp(fitted: &FittedExp) -> String {
    let datapath = &fitted.datapath;
    let pair = |[positive, negative]: [u16; 2]| format!("[{}, {}]", hexadecimal(positive), hexadecimal(negative));
    let rows: String = fitted.rows.iter().map(|row| format!("        {row:?},\n")).collect();
    let fields = [
        format!("greatest_exponent: {}", datapath.greatest_exponent),
        format!("integer_bits: {}", datapath.integer_bits),
        format!("fixed_fraction: {}", datapath.fixed_fraction),
        format!("rows: &[\n{rows}    ]"),
        format!("address_bits: {}", datapath.address_bits),
        format!("one_through: {}", pair(fitted.one_through)),
        format!("limit_from: {}", pair(fitted.limit_from)),
        format!("tiny_from: {}", hexadecimal(fitted.tiny_from)),
    ];
    file("e^x", datapath.format.name(), "Exp", &fields, &fitted.table)
}

/// Returns the source of a table of sin and cos.
pub fn sine(fitted: &FittedSine) -> String {
    let datapath = &fitted.datapath;
    let [of_sine, of_cosine] = fitted.small_below.map(hexadecimal);
    let two_over_pi = if datapath.has_windows() {
        let windows: String = datapath
            .windows()
            .iter()
            .map(|window| format!("        {window:#x},\n"))
            .collect();
        format!("TwoOverPi::Windows(&[\n{windows}    ])")
    } else {
        let digit = |(place, is_negative): &(u32, bool)| {
            let sign = if *is_negative { "minus" } else { "plus" };
            format!("        SignedDigit::{sign}({place}),\n")
        };
        let digits: String = datapath.digits().iter().map(digit).collect();
        format!("TwoOverPi::Constant(&[\n{digits}    ])")
    };
    let fields = [
        format!("small_below: [{of_sine}, {of_cosine}]"),
        format!("two_over_pi: {two_over_pi}"),
        format!("shift_bits: {}", datapath.shift_bits),
        format!("constant_fraction: {}", datapath.constant_fraction),
        format!("fixed_fraction: {}", datapath.fixed_fraction),
        format!("address_bits: {}", datapath.address_bits),
    ];
    file(
        "sin x and cos x",
        datapath.format.name(),
        "Sine",
        &fields,
        &fitted.table,
    )
}

/// Returns the source of a table of a logarithm.
pub fn log(fitted: &FittedLog) -> String {
    let datapath = &fitted.datapath;
    let of_two = if datapath.natural {
        format!("Some({})", datapath.logarithm_of_two())
    } else {
        "None".to_owned()
    };
    let fields = [
        format!("logarithm_of_two: {of_two}"),
        format!("fraction_bits: {}", datapath.fraction_bits),
    ];
    file(
        datapath.function,
        datapath.format.name(),
        "Logarithm",
        &fields,
        &fitted.table,
    )
}

/// Returns the source of a table on the encoding of the operand.
pub fn encoded(fitted: &FittedEncoded) -> String {
    let datapath = &fitted.datapath;
    let pair = |[positive, negative]: [String; 2]| format!("[{positive}, {negative}]");
    let encodings = |encodings: [u16; 2]| pair(encodings.map(hexadecimal));
    let large = fitted.large.map(|result| match result {
        None => "None".to_owned(),
        Some(result) => format!("Some({})", hexadecimal(result)),
    });
    let rows = |binade: &FittedBinade| {
        let selecting_bits = datapath.format.fraction_bits - binade.rows.ignored_bits;
        (binade.rows.first, selecting_bits, binade.shift)
    };
    let is_alike = |one: &FittedBinade, next: &FittedBinade| next.number == one.number + 1 && rows(one) == rows(next);
    let run_source = |run: &[FittedBinade]| {
        let ((first, selecting_bits, shift), from, through) = (rows(&run[0]), run[0].number, run[run.len() - 1].number);
        format!("        BinadeRows::new({from}, {through}, {first}, {selecting_bits}, {shift}),\n")
    };
    let binades: String = fitted.binades.chunk_by(is_alike).map(run_source).collect();
    let fields = [
        format!("is_relative: {}", datapath.relative),
        format!("is_odd: {}", datapath.odd),
        format!("large_from: {}", encodings(fitted.large_from)),
        format!("large: {}", pair(large)),
        format!("small_below: {}", encodings(fitted.small_below)),
        format!("zero: {}", hexadecimal(fitted.zero)),
        format!("tiny_below: {}", encodings(fitted.tiny_below)),
        format!("tiny_from: {}", encodings(fitted.tiny_from)),
        format!("binades: &[\n{binades}    ]"),
    ];
    file(
        datapath.function,
        datapath.format.name(),
        "Encoded",
        &fields,
        &fitted.table,
    )
}

/// Returns the source of a table of 1/√x.
pub fn rsqrt(format: &str, rsqrt: &FittedRsqrt) -> String {
    let fields = [format!("fraction_bits: {}", rsqrt.datapath.fraction_bits)];
    file("1/√x", format, "Rsqrt", &fields, &rsqrt.table)
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
        &served_formats(format, tanh.datapath.shorter_format.is_some()),
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
        &served_formats(format, ex2.datapath.shorter_format.is_some()),
        "Ex2",
        &fields,
        &ex2.table,
    )
}

/// Names the formats whose results the coefficients give.
fn served_formats(format: &str, has_shorter: bool) -> String {
    if has_shorter {
        format!("{format}, and in bf16 where one datapath computes both")
    } else {
        String::from(format)
    }
}

fn hexadecimal(encoding: u16) -> String {
    format!("{encoding:#06X}").replace("0X", "0x")
}

fn file(function: &str, format: &str, kind: &str, fields: &[String], table: &FittedTable) -> String {
    let polynomial = &table.polynomial;
    let mut text = format!("//! {function} in {format}. Written by `cargo xtask tables`.\n\n");
    let mut imports = vec!["Polynomial", "Segment", kind];
    if polynomial.curvature.is_some() {
        imports.push("Curvature");
    }
    imports.extend(
        ["TwoOverPi", "SignedDigit"]
            .into_iter()
            .filter(|name| fields.iter().any(|field| field.contains(name))),
    );
    if kind == "Encoded" {
        imports.push("BinadeRows");
    }
    imports.sort_unstable();
    text += &format!("use super::{{{}}};\n\n", imports.join(", "));
    text += &format!("/// {function} in {format}: widths, units, limits and coefficients.\n");
    text += &format!("pub const TABLE: {kind} = {kind} {{\n");
    for field in fields {
        text += &format!("    {field},\n");
    }
    text += &polynomial_source(polynomial);
    text += "    segments: &SEGMENTS,\n};\n\n";
    text += if polynomial.directed {
        "/// First address, last address, base, slope, curvature, directions, exponent.\n"
    } else {
        "/// First address, last address, base, slope, curvature.\n"
    };
    text += &format!("static SEGMENTS: [Segment; {}] = [\n", table.segments.len());
    for segment in &table.segments {
        let row = segment.row;
        let base = row.base & ((1 << polynomial.base_bits()) - 1);
        let slope = row.slope & ((1 << polynomial.slope_bits) - 1);
        let coefficients = format!(
            "{}, {}, {base}, {slope}, {}",
            segment.first, segment.last, row.curvature
        );
        let exponent = row.exponent & ((1 << polynomial.exponent_bits) - 1);
        let source = if polynomial.directed {
            let directions = polynomial.direction_bits(row.directions);
            format!("Segment::floating({coefficients}, {directions}, {exponent})")
        } else {
            format!("Segment::new({coefficients})")
        };
        writeln!(text, "    {source},").expect("a string takes any text");
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
    text += &format!("        directed: {},\n", polynomial.directed);
    text += &format!("        exponent_bits: {},\n", polynomial.exponent_bits);
    text + "    },\n"
}
