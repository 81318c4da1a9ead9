//! Tiles of dot products and Vortex' unit: their files, their verification, and refused options.

use serde_json::Value;

use crate::common::{files_in, halfpipe, printed};

#[test]
fn generate_writes_a_tile_with_manifest_and_header() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    printed(&format!(
        "generate mma --m 2 --n 3 --k 4 --mode volta --latency 2 --name tile --out {out}"
    ));
    assert_eq!(files_in(folder.path()), ["tile.h", "tile.json", "tile.v"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let command = "generate mma --m 2 --n 3 --k 4 --mode volta --type f32.f16 --latency 2 --name tile";
    let manifest: Value = serde_json::from_str(&read("tile.json")).unwrap();
    assert_eq!(manifest["command"], format!("halfpipe {command}"));
    assert_eq!(manifest["mnemonic"], "dot4.volta.f32.f16");
    assert_eq!(manifest["slots"], 2);
    let text = read("tile.v");
    // Each module stands once in the file.
    for module in ["tile (", "tile_cell (", "tile_unit ("] {
        assert_eq!(text.matches(&format!("module {module}")).count(), 1, "{module}");
    }
    printed(&format!("{command} --out {out}"));
    assert_eq!(read("tile.v"), text);
}

#[test]
fn generate_writes_the_unit_of_vortex() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    printed(&format!("generate vortex --n 2 --mode ampere --out {out}"));
    assert_eq!(files_in(folder.path()), ["VX_tcu_fedp_tfr.json", "VX_tcu_fedp_tfr.sv"]);
    let manifest = std::fs::read_to_string(folder.path().join("VX_tcu_fedp_tfr.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["latency"], 4);
    assert_eq!(manifest["mnemonics"][1], "dot4.ampere.f32.bf16");
}

#[test]
fn verify_multiplies_the_largest_matrices() {
    let report = printed("verify mma --m 2 --n 2 --k 4 --mode volta --type f16.f16 --latency 2 --vectors 1 --json");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["fault"], Value::Null);
    assert!(report["results"].as_u64().unwrap() >= 256, "{report}");
}

#[test]
fn wrong_options_say_what_is_allowed_and_what_to_type() {
    for (arguments, message) in [
        (
            "generate mma",
            "mma needs the size of the tile and a mode; write for example mma --m 2 --n 2 --k 4 --mode volta",
        ),
        (
            "generate mma --m 0 --n 2 --k 4 --mode volta",
            "a tile of 0 by 2 units does not exist; both numbers are 1 to 64; write for example --m 2 --n 2",
        ),
        (
            "generate mma --m 2 --n 2 --k 3 --mode volta",
            "no unit adds 3 products; the number is 2, 4, 8, 16 or 32; write for example --k 4",
        ),
        (
            "verify mma --m 2 --n 2 --k 4 --mode pascal",
            "unknown mode `pascal`; the mode is volta, turing, ampere, ada, hopper, blackwell, rn, rz, rm or rp; write for example \
             --mode ampere",
        ),
        (
            "generate mma --m 2 --n 2 --k 4 --mode volta --type f32.bf16",
            "mode volta has no type `f32.bf16`; the type is f32.f16 or f16.f16; write for example --type f32.f16",
        ),
        (
            "generate mma --m 2 --n 2 --k 4 --mode volta --latency 0",
            "a step does not take 0 cycles; the latency is 1 to 32, the cycle of the accumulator included; write for \
             example --latency 4",
        ),
        (
            "generate vortex --n 3 --mode ampere",
            "Vortex' unit does not have N = 3; N is 1, 2, 4, 8 or 16; write for example --n 2",
        ),
        (
            "generate vortex --n 2 --mode ampere --latency 3",
            "--latency does not apply to vortex: its latency is Vortex' own",
        ),
        (
            "generate add.rn.f16 --mode ampere",
            "--mode does not apply to add.rn.f16: it is for mma and vortex",
        ),
        (
            "prove vortex",
            "prove does not have vortex: prove its unit, for example halfpipe prove dot4.ampere.f32.f16, and simulate the rest \
             with halfpipe verify vortex",
        ),
    ] {
        let output = halfpipe(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("error: {message}\n"), "{arguments}");
    }
}

#[test]
fn prove_covers_the_units_and_the_handshake() {
    let report = printed("prove mma --m 1 --n 2 --k 2 --mode volta --type f16.f16 --latency 2 --json");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["units"][0]["theorem"], "dot2.volta.f16.f16");
    assert_eq!(report["units"][0]["result"], "holds");
    let cells = report["handshake"].as_array().unwrap();
    assert_eq!(cells.len(), 2, "{report}");
    for (cell, column) in cells.iter().zip([0, 1]) {
        assert_eq!((&cell["row"], &cell["column"]), (&0.into(), &column.into()));
        assert_eq!(cell["result"], "holds", "{report}");
    }
}

#[test]
fn synth_finds_the_latency_of_a_clock() {
    let tile = "synth mma --m 1 --n 1 --k 2 --mode volta --type f16.f16 --target ice40-hx8k --seeds 1";
    let report = printed(&format!("{tile} --latency auto --mhz 5 --json"));
    let report: Value = serde_json::from_str(&report).unwrap();
    let rows = report.as_array().unwrap();
    let clock = |row: &Value| row["mhz_best"].as_f64().unwrap();
    let (last, before) = rows.split_last().unwrap();
    assert!(
        clock(last) >= 5.0 && before.iter().all(|row| clock(row) < 5.0),
        "{report}"
    );
    let latencies: Vec<_> = rows.iter().map(|row| row["latency"].as_u64().unwrap()).collect();
    assert_eq!(latencies, (1..=rows.len() as u64).collect::<Vec<_>>());
    let output = halfpipe("synth mma --m 1 --n 1 --k 2 --mode volta --mhz 20")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: --latency auto needs --mhz F, and --mhz needs --latency auto\n"
    );
}
