//! The judgement by Spike: its record, and libraries and units that are wrong.

use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_test_support::{seed, share};
use rand::Rng;
use xtask::softfloat::SoftFloatRecord;
use xtask::spike::{
    judge, judged_functions, netlist_digest, JudgedFunction, NumberedOperands, Spike, UnitNetlist, FILE,
};

use crate::softfloat::compiled;

fn record() -> SoftFloatRecord {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let record = SoftFloatRecord::read(&folder, FILE).unwrap_or_else(|error| panic!("{error:#}"));
    record.expect("spike.json is there")
}

fn function(mnemonic: &str) -> JudgedFunction {
    let mut all = judged_functions();
    let found = all.find(|function| function.instruction.mnemonic() == mnemonic);
    found.unwrap_or_else(|| panic!("{mnemonic} is not judged"))
}

fn check_part(netlist: &UnitNetlist, function: JudgedFunction, part: usize, on_record: &str) {
    let digest = netlist_digest(netlist, function, function.blocks(part));
    assert_eq!(digest.to_string(), on_record, "{}, part {part}", function.instruction);
}

/// The number of units with more than 16 operand bits, of which the test runs one drawn part each; all of them with
/// `HALFPIPE_TEST_ALL`.
const DRAWN: usize = 10;

#[test]
fn netlists_have_the_results_on_record_at_any_seed() {
    let record = record();
    let mut random = seed::random();
    let all: Vec<JudgedFunction> = judged_functions().collect();
    let units: Vec<&[JudgedFunction]> = all.chunk_by(|one, other| one.unit() == other.unit()).collect();
    let (wide, narrow): (Vec<_>, Vec<_>) = units.into_iter().partition(|unit| unit[0].operand_bits() > 16);
    assert_eq!((narrow.len(), wide.len()), (11, 53));
    let parts_on_record = |unit: &[JudgedFunction]| -> Vec<(JudgedFunction, usize)> {
        let parts = |function: &JudgedFunction| {
            let count = record.digests(function.instruction).len();
            (0..count).map(|part| (*function, part)).collect::<Vec<_>>()
        };
        let all: Vec<_> = unit.iter().flat_map(parts).collect();
        assert!(!all.is_empty(), "{} is not on record", unit[0].unit());
        all
    };
    let mut due: Vec<Vec<(JudgedFunction, usize)>> = narrow.into_iter().map(parts_on_record).collect();
    let wide: Vec<Vec<(JudgedFunction, usize)>> = wide.into_iter().map(parts_on_record).collect();
    if share::all() {
        due.extend(wide);
    } else {
        let drawn = share::drawn(&wide, DRAWN, &mut random).into_iter();
        due.extend(drawn.map(|parts| vec![parts[random.random_range(0..parts.len())]]));
    }
    for parts in due {
        let unit = parts[0].0.unit();
        let netlist = UnitNetlist::new(unit).unwrap_or_else(|error| panic!("{error:#}"));
        for (function, part) in parts {
            check_part(&netlist, function, part, &record.digests(function.instruction)[part]);
        }
    }
}

#[test]
fn integers_of_64_bits_are_numbered() {
    let function = function("fcvt.h.lu.rne");
    for (number, first, place) in [
        (0, 0, 0),
        (0x3FFF_FFFF, 0x3FFF_FFFF, 0),
        (0x7FFF_FE00, u64::MAX << 9, 0),
        (0x8000_0000, 0, 7),
        (0x8000_0200, 0x200 << 7, 7),
        (0x81FF_FE00, 0x1FF_FE00 << 7, 7),
        (0x83FF_FE00, u64::MAX << 16, 7),
        (0xFE00_0000, 1 << 63, 38),
        (0xFFFF_FE00, u64::MAX << 47, 38),
    ] {
        assert_eq!(
            function.operands(number),
            NumberedOperands {
                first: u128::from(first),
                place
            },
            "{number:#X}"
        );
    }
}

/// The numbers of a block differ in a run of nine bits only.
#[test]
fn pairs_and_triples_are_numbered() {
    let pair = function("fadd.s.rne").operands(0x3F80_BF80);
    assert_eq!((pair.first >> 48, pair.first >> 16 & 0xFFFF), (0x3F80, 0xBF80));
    for mnemonic in ["fadd.s.rne", "fmadd.h.rne", "fnmsub.s.rup", "fleq.s"] {
        let function = function(mnemonic);
        for first in [0, 0x3F80_BE00, 0xFFFF_FE00] {
            let NumberedOperands { first: block, place } = function.operands(first);
            let bits = function.operand_bits();
            assert_eq!(block.checked_shr(bits).unwrap_or(0), 0, "{mnemonic}");
            for vector in [1, 0x155, 0x1FF] {
                let due = block ^ u128::from(vector) << place;
                assert_eq!(function.operands(first | vector).first, due, "{mnemonic}");
            }
        }
    }
    // Sums of products meet all cases: the third number is above, near or far below the product.
    let fma = function("fmadd.s.rne");
    let mut distances: Vec<i64> = (0..10_000)
        .map(|number| {
            let operands = fma.operands(number << 9).first;
            let exponent = |place: u32| (operands >> (place + 23) & 0xFF) as i64;
            exponent(64) + exponent(32) - 127 - exponent(0)
        })
        .collect();
    distances.sort_unstable();
    assert!((-3..=46).all(|distance| distances.binary_search(&distance).is_ok()));
}

#[test]
fn the_page_shows_the_digests_of_complete_runs() {
    let record = record();
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verification.md")).unwrap();
    for function in judged_functions().filter(|function| function.operand_bits() > 16) {
        // A run that is not complete is not on the page.
        if let Some(whole) = record.whole(function.instruction, function.parts()) {
            let row = format!("| `{}` | `{whole}` |", function.instruction);
            assert!(page.contains(&row), "docs/verification.md lacks this row:\n{row}");
        }
    }
}

/// Returns a library whose functions return 0, except for these.
fn library(folder: &Path, functions: &str) -> Spike {
    let mut code = format!("{START}{functions}\n}}\n");
    code += "extern \"C\" {\n";
    let mut symbols: Vec<&str> = judged_functions().map(|function| function.symbol).collect();
    symbols.dedup();
    for symbol in symbols
        .iter()
        .filter(|symbol| !functions.contains(&format!("{symbol}(")))
    {
        code += &format!("unsigned long {symbol}() {{ return 0; }}\n");
    }
    code += "}\n";
    Spike::open(&compiled(folder, &code)).unwrap_or_else(|error| panic!("{error:#}"))
}

const START: &str = r#"
extern "C" {
    struct float16 { unsigned short v; };
    thread_local unsigned char softfloat_roundingMode;
    thread_local unsigned char softfloat_exceptionFlags;
"#;

/// Functions that return operands, modes and flags.
const FUNCTIONS: &str = r#"
    float16 f16_add(float16 a, float16 b) { return {a.v ? b.v : a.v}; }
    float16 f16_sqrt(float16 a) { softfloat_exceptionFlags |= 16; return {softfloat_roundingMode}; }
    unsigned long f16_to_i32(float16 a, unsigned char mode, bool exact) {
        softfloat_exceptionFlags |= exact ? 1 : 16;
        return 0xFFFFFFFF00000000 | mode;
    }
"#;

#[test]
fn spike_is_found_to_be_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let spike = library(folder.path(), FUNCTIONS);
    let judged = |mnemonic: &str, blocks: std::ops::Range<u32>| {
        let function = function(mnemonic);
        let netlist = UnitNetlist::new(function.unit()).unwrap_or_else(|error| panic!("{error:#}"));
        judge(&spike, &netlist, function, blocks).unwrap_or_else(|error| panic!("{error:#}"))
    };
    // In the row of 0, the sum is b. The function returns 0, and never raises NV.
    let first = judged("fadd.h.rne", 0..1).first.unwrap();
    assert_eq!((first.operands, first.expected, first.actual), (1, (0, 0), (1, 0)));
    // In the row of the smallest number, b = 0 gives that number.
    let first = judged("fadd.h.rne", 128..129).first.unwrap();
    assert_eq!(
        (first.operands, first.expected, first.actual),
        (0x1_0000, (0, 0), (1, 0))
    );
    // The mode arrives as a variable and as an argument, with one block's flags apart from another's.
    for (mode, rounding) in ["rne", "rtz", "rdn", "rup", "rmm"].into_iter().enumerate() {
        let first = judged(&format!("fsqrt.h.{rounding}"), 0..128).first.unwrap();
        assert_eq!((first.operands, first.expected), (0, (mode as u64, 16)), "{rounding}");
        let first = judged(&format!("fcvt.w.h.{rounding}"), 0..128).first.unwrap();
        assert_eq!((first.operands, first.expected), (0, (mode as u64, 1)), "{rounding}");
    }
}

#[test]
fn a_wrong_unit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let spike = library(
        folder.path(),
        "    float16 f16_sub(float16 a, float16 b) { return {a.v}; }",
    );
    // 1 - 0 is 1, but 1 * 0 is not.
    let [sub, mul] = ["fsub.h", "fmul.h"].map(|mnemonic| {
        let design = Design::unit(mnemonic.parse().unwrap(), 0).unwrap();
        UnitNetlist::from_design(&design).unwrap_or_else(|error| panic!("{error:#}"))
    });
    let row = |netlist: &UnitNetlist| {
        let row = 0x3C00 * 128;
        judge(&spike, netlist, function("fsub.h.rne"), row..row + 1).unwrap()
    };
    assert_eq!(row(&sub).first.unwrap().operands, 0x3C00_0001);
    assert_eq!(row(&mul).first.unwrap().operands, 0x3C00_0000);
}

#[test]
fn a_library_without_spike_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = Spike::open(&compiled(folder.path(), "int nothing;"))
        .err()
        .expect("it has no functions");
    assert!(format!("{error:#}").contains("f16_sqrt"), "{error:#}");
}
