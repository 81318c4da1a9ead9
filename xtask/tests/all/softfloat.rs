//! The judgement by SoftFloat: its record, and libraries that are wrong.

use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_test_support::{seed, share};
use halfpipe_tools::Tool;
use rand::Rng;
use xtask::softfloat::{judge, judged_instructions, model_digest, part, SoftFloat, SoftFloatRecord, FILE, PARTS};

fn record() -> SoftFloatRecord {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let record = SoftFloatRecord::read(&folder, FILE).unwrap_or_else(|error| panic!("{error:#}"));
    record.expect("softfloat.json is there")
}

#[test]
fn the_integer_model_has_the_results_on_record_at_any_seed() {
    let record = record();
    let mut random = seed::random();
    for instruction in judged_instructions() {
        let digests = record.digests(instruction);
        assert_eq!(digests.len(), PARTS, "{instruction}");
        let drawn = random.random_range(0..PARTS);
        for number in (0..PARTS).filter(|number| *number == drawn || share::all()) {
            let digest = model_digest(instruction, part(number));
            assert_eq!(digest.to_string(), digests[number], "{instruction}, part {number}");
        }
    }
}

#[test]
fn the_page_shows_the_digests_on_record() {
    let record = record();
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verification.md")).unwrap();
    for instruction in judged_instructions() {
        let whole = record.whole(instruction, PARTS).expect("every part ran");
        let row = format!("| `{instruction}` | `{whole}` |");
        assert!(page.contains(&row), "docs/verification.md lacks this row:\n{row}");
    }
}

/// Compiles a shared library.
pub(crate) fn compiled(folder: &Path, code: &str) -> PathBuf {
    let (source, library) = (folder.join("softfloat.cpp"), folder.join("softfloat.so"));
    std::fs::write(&source, code).unwrap();
    let compiler = Tool::Compiler.find().unwrap_or_else(|error| panic!("{error}"));
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    assert!(command.status().expect("g++ starts").success());
    library
}

/// SoftFloat whose sums are NaN, whose differences are 0, and whose products are NaN or the rounding mode.
const NAN_SUMS: &str = r#"
extern "C" {
    struct float16 { unsigned short v; };
    thread_local unsigned char softfloat_roundingMode;
    float16 f16_add(float16, float16) { return {0xFE01}; }
    float16 f16_sub(float16, float16) { return {0}; }
    float16 f16_mul(float16 a, float16) { return {static_cast<unsigned short>(a.v ? 0x7E00 : softfloat_roundingMode)}; }
}
"#;

#[test]
fn a_wrong_library_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let softfloat = SoftFloat::open(&compiled(folder.path(), NAN_SUMS)).unwrap();
    let judged = |mnemonic: &str, rows: &str| {
        let judgement = judge(&softfloat, mnemonic.parse().unwrap(), rows.parse().unwrap());
        judgement.unwrap_or_else(|error| panic!("{error:#}"))
    };
    // The first operand is NaN in the last row, and so is every sum, in whatever bits.
    let nans = judged("add.rn.f16", "65536/65536");
    assert_eq!((nans.mismatches, nans.first), (0, None));
    // The second operand is NaN, or both are infinities of different signs.
    let row = judged("add.rn.f16", "31745/65536");
    assert_eq!(row.mismatches, (1 << 16) - 2 * 0x3FF - 1);
    let first = row.first.unwrap();
    assert_eq!(
        (first.operands, first.expected, first.actual),
        ([0x7C00, 0], 0x7FFF, 0x7C00)
    );
    // The mode arrives, as the result. Half of the products in the row of 0 are +0, but for infinities and NaN.
    let [even, zero] = ["mul.rn.f16", "mul.rz.f16"].map(|mnemonic| judged(mnemonic, "1/65536").mismatches);
    assert_eq!((even, zero), (0x8000 + 0x400, 1 << 16));
}

#[test]
fn a_library_without_softfloat_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = compiled(folder.path(), "int nothing;");
    let error = SoftFloat::open(&empty).err().expect("it has no functions");
    assert!(format!("{error:#}").contains("f16_add"), "{error:#}");
    assert!(SoftFloat::open(Path::new("no such library")).is_err());
}
