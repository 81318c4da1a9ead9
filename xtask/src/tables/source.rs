//! The coefficient tables as JSON.

use halfpipe_hdl::tables as hdl;
use serde::Serialize;

use crate::tables::encoded::{FittedBinade, FittedEncoded};
use crate::tables::encoded_datapath;
use crate::tables::ex2::{self, FittedEx2};
use crate::tables::exp::{self, FittedExp};
use crate::tables::format::TableFormat;
use crate::tables::log::{self, FittedLog};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::rsqrt::{self, FittedRsqrt};
use crate::tables::segment::FittedSegment;
use crate::tables::sine::{self, FittedSine};
use crate::tables::table::{FittedTable, NoSolution};
use crate::tables::tanh::{self, FittedTanh};

/// A file, and the function that fits its table and returns its content.
pub type TableFile = (&'static str, Box<dyn Fn() -> Result<String, NoSolution>>);

/// Returns the files.
pub fn files() -> Vec<TableFile> {
    let tanh_datapaths = [
        ("tanh_f16.json", tanh::DATAPATH_F16),
        ("tanh_bf16.json", tanh::DATAPATH_BF16),
    ];
    let ex2_datapaths = [
        ("ex2_f16.json", ex2::DATAPATH_F16),
        ("ex2_bf16.json", ex2::DATAPATH_BF16),
    ];
    let rsqrt_datapaths = [
        ("rsqrt_f16.json", rsqrt::DATAPATH_F16),
        ("rsqrt_bf16.json", rsqrt::DATAPATH_BF16),
    ];
    let exp_datapaths = [
        ("exp_f16.json", exp::DATAPATH_F16),
        ("exp_bf16.json", exp::DATAPATH_BF16),
    ];
    let mut files = files_of_kind(tanh_datapaths, FittedTanh::fit, tanh);
    files.extend(files_of_kind(ex2_datapaths, FittedEx2::fit, ex2));
    files.extend(files_of_kind(rsqrt_datapaths, FittedRsqrt::fit, rsqrt));
    files.extend(files_of_kind(encoded_datapath::DATAPATHS, FittedEncoded::fit, encoded));
    files.extend(files_of_kind(exp_datapaths, FittedExp::fit, exp));
    files.extend(files_of_kind(log::DATAPATHS, FittedLog::fit, log));
    files.extend(files_of_kind(sine::DATAPATHS, FittedSine::fit, sine));
    files
}

/// Returns the files of datapaths that have the same form.
fn files_of_kind<D: Copy + 'static, F: 'static, const N: usize>(
    datapaths: [(&'static str, D); N],
    fit: fn(D) -> Result<F, NoSolution>,
    json: fn(&F) -> String,
) -> Vec<TableFile> {
    let file =
        |(name, datapath): (&'static str, D)| -> TableFile { (name, Box::new(move || Ok(json(&fit(datapath)?)))) };
    datapaths.into_iter().map(file).collect()
}

/// Returns the JSON of a table of e^x.
pub fn exp(fitted: &FittedExp) -> String {
    let datapath = &fitted.datapath;
    let table = hdl::Exp {
        greatest_exponent: datapath.greatest_exponent as u32,
        integer_bits: datapath.integer_bits,
        fixed_fraction: datapath.fixed_fraction,
        rows: fitted.rows.clone(),
        address_bits: datapath.address_bits,
        one_through: fitted.one_through,
        limit_from: fitted.limit_from,
        tiny_from: fitted.tiny_from,
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file("e^x", datapath.format, None, &table)
}

/// Returns the JSON of a table of sin and cos.
pub fn sine(fitted: &FittedSine) -> String {
    let datapath = &fitted.datapath;
    let digit = |(place, is_negative)| hdl::SignedDigit { place, is_negative };
    let table = hdl::Sine {
        small_below: fitted.small_below,
        two_over_pi: if datapath.has_windows() {
            hdl::TwoOverPi::Windows(datapath.windows())
        } else {
            hdl::TwoOverPi::Constant(datapath.digits().into_iter().map(digit).collect())
        },
        shift_bits: datapath.shift_bits,
        constant_fraction: datapath.constant_fraction,
        fixed_fraction: datapath.fixed_fraction,
        address_bits: datapath.address_bits,
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file("sin x and cos x", datapath.format, None, &table)
}

/// Returns the JSON of a table of a logarithm.
pub fn log(fitted: &FittedLog) -> String {
    let datapath = &fitted.datapath;
    let table = hdl::Logarithm {
        logarithm_of_two: datapath.natural.then(|| datapath.logarithm_of_two() as u64),
        fraction_bits: datapath.fraction_bits,
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file(datapath.function, datapath.format, None, &table)
}

/// Returns the JSON of a table on the encoding of the operand.
pub fn encoded(fitted: &FittedEncoded) -> String {
    let datapath = &fitted.datapath;
    let rows = |binade: &FittedBinade| {
        let selecting_bits = datapath.format.fraction_bits - binade.rows.ignored_bits;
        (binade.rows.first, selecting_bits, binade.shift)
    };
    let is_alike = |one: &FittedBinade, next: &FittedBinade| next.number == one.number + 1 && rows(one) == rows(next);
    let run = |run: &[FittedBinade]| {
        let (first, selecting_bits, shift) = rows(&run[0]);
        hdl::BinadeRows {
            from: run[0].number as u16,
            through: run[run.len() - 1].number as u16,
            first: first as u16,
            selecting_bits: selecting_bits as u8,
            shift: shift as u8,
        }
    };
    let table = hdl::Encoded {
        is_relative: datapath.relative,
        is_odd: datapath.odd,
        large_from: fitted.large_from,
        large: fitted.large,
        small_below: fitted.small_below,
        zero: fitted.zero,
        tiny_below: fitted.tiny_below,
        tiny_from: fitted.tiny_from,
        binades: fitted.binades.chunk_by(is_alike).map(run).collect(),
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file(datapath.function, datapath.format, None, &table)
}

/// Returns the JSON of a table of 1/√x.
pub fn rsqrt(fitted: &FittedRsqrt) -> String {
    let datapath = &fitted.datapath;
    let table = hdl::Rsqrt {
        fraction_bits: datapath.fraction_bits,
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file("1/√x", datapath.format, None, &table)
}

/// Returns the JSON of a tanh table.
pub fn tanh(fitted: &FittedTanh) -> String {
    let datapath = &fitted.datapath;
    let table = hdl::Tanh {
        exponent_bits: datapath.exponent_bits,
        fraction_bits: datapath.fraction_bits,
        approximated_from: fitted.approximated_from,
        one_from: fitted.one_from,
        crossings: fitted.crossings.clone(),
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file("tanh", datapath.format, datapath.shorter_format, &table)
}

/// Returns the JSON of a 2^x table.
pub fn ex2(fitted: &FittedEx2) -> String {
    let datapath = &fitted.datapath;
    let [one_through_positive, one_through_negative] = fitted.one_through;
    let table = hdl::Ex2 {
        integer_bits: datapath.integer_bits,
        fixed_fraction: datapath.fixed_fraction,
        greatest_shift: ex2::GREATEST_SHIFT as u32,
        address_bits: datapath.address_bits,
        one_through_positive,
        one_through_negative,
        polynomial: datapath.polynomial.into(),
        segments: segments(&fitted.table),
    };
    file(
        "2^x",
        datapath.format,
        datapath.shorter_format.map(|shorter| shorter.format),
        &table,
    )
}

impl From<PolynomialWidths> for hdl::Polynomial {
    fn from(widths: PolynomialWidths) -> Self {
        Self {
            offset_bits: widths.offset_bits,
            sum_bits: widths.sum_bits,
            sum_fraction: widths.sum_fraction,
            base_fraction: widths.base_fraction,
            slope_bits: widths.slope_bits,
            slope_fraction: widths.slope_fraction,
            curvature: widths.curvature.map(hdl::Curvature::from),
            directed: widths.directed,
            exponent_bits: widths.exponent_bits,
        }
    }
}

impl From<CurvatureWidths> for hdl::Curvature {
    fn from(widths: CurvatureWidths) -> Self {
        Self {
            bits: widths.bits,
            ignored_bits: widths.ignored_bits,
            extra_fraction: widths.extra_fraction,
            falling: widths.falling,
        }
    }
}

/// Returns the segments with each coefficient in the bits of its field.
fn segments(table: &FittedTable) -> Vec<hdl::Segment> {
    let widths = &table.polynomial;
    let wrapped = |value: i64, bits: u32| (value & ((1 << bits) - 1)) as u64;
    let segment = |&FittedSegment { first, last, row }: &FittedSegment| hdl::Segment {
        first,
        last,
        base: wrapped(row.base, widths.base_bits()),
        slope: wrapped(row.slope, widths.slope_bits),
        curvature: row.curvature as u64,
        directions: widths.direction_bits(row.directions),
        exponent: wrapped(row.exponent, widths.exponent_bits),
    };
    table.segments.iter().map(segment).collect()
}

/// The content of a file: the table and its origin.
#[derive(Serialize)]
struct FileContent<'a, T> {
    function: String,
    written_by: &'static str,
    #[serde(flatten)]
    table: &'a T,
}

/// Returns the JSON of a table, each key and each row of numbers on a line of its own.
fn file(function: &str, format: TableFormat, shorter: Option<TableFormat>, table: &impl Serialize) -> String {
    let shorter = shorter.map(|shorter| format!(", and in {} where one datapath computes both", shorter.name()));
    let shorter = shorter.unwrap_or_default();
    let content = FileContent {
        function: format!("{function} in {}{shorter}", format.name()),
        written_by: "cargo xtask tables",
        table,
    };
    let long = serde_json::to_string_pretty(&content).expect("its keys are text");
    let mut parts = long.split('[');
    let mut text = String::from(parts.next().unwrap_or_default());
    for part in parts {
        text.push('[');
        match part.split_once(']') {
            // An array that has no array in it is a row.
            Some((row, rest)) => {
                text += &row.split_whitespace().collect::<Vec<_>>().join(" ");
                text.push(']');
                text += rest;
            }
            None => text += part,
        }
    }
    text + "\n"
}
