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

/// The number of units with 32 or 64 operand bits, of which the test runs one drawn part each.
const WIDE: usize = 10;

#[test]
fn netlists_have_the_results_on_record_at_any_seed() {
    let record = record();
    let mut random = seed::random();
    let all: Vec<JudgedFunction> = judged_functions().collect();
    let mut wide = 0;
    for of_unit in all.chunk_by(|one, other| one.unit() == other.unit()) {
        let netlist = UnitNetlist::new(of_unit[0].unit()).unwrap_or_else(|error| panic!("{error:#}"));
        let parts = |function: &JudgedFunction| (0..record.digests(function.instruction).len()).collect::<Vec<_>>();
        let is_wide = of_unit[0].operand_bits() > 16;
        wide += usize::from(is_wide);
        let mut on_record: Vec<(JudgedFunction, usize)> = of_unit
            .iter()
            .flat_map(|function| parts(function).into_iter().map(|part| (*function, part)))
            .collect();
        assert!(!on_record.is_empty(), "{} is not on record", of_unit[0].instruction);
        if is_wide && !share::all() {
            on_record = vec![on_record[random.random_range(0..on_record.len())]];
        }
        for (function, part) in on_record {
            check_part(&netlist, function, part, &record.digests(function.instruction)[part]);
        }
    }
    assert_eq!(wide, WIDE);
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
            NumberedOperands { first, place },
            "{number:#X}"
        );
    }
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
