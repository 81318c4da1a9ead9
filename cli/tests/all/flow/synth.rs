//! `synth` on the smallest instructions. Each measurement takes a second or two.

use std::fs;

use crate::common::{check, check_arguments, files_in, halfpipe, printed};
use expect_test::expect;
use serde_json::Value;

fn json(arguments: &str) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn areas_come_in_a_table() {
    check_arguments(
        "synth neg.f16 abs.bf16x2 --latency 0 --seeds 0 --target ice40-up5k",
        expect![[r#"
            ice40-up5k: Yosys 0.70, nextpnr 0.11.1, no placement
            instruction  latency  LUT4  carry  DSP  RAM  flip-flops  MHz best  median
            neg.f16      0        16    0      0    0    32          -         -
            abs.bf16x2   0        24    0      0    0    60          -         -
            status 0
        "#]],
    );
}

#[test]
fn placements_give_clock_frequencies_and_a_critical_path() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("plots/abs.svg");
    let listing = json(&format!(
        "synth abs.f16 --latency all --seeds 2 --json --plot {}",
        plot.display()
    ));
    assert_eq!(
        listing["tools"]["ice40-hx8k"]["synthesis"],
        "synth_ice40 -device hx -abc9"
    );
    let results = listing["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for (latency, row) in results.iter().enumerate() {
        assert_eq!(row["mnemonic"], "abs.f16");
        assert_eq!(row["latency"], latency);
        let mhz: Vec<f64> = row["mhz"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mhz| mhz.as_f64().unwrap())
            .collect();
        let (best, median) = (row["best_mhz"].as_f64().unwrap(), row["median_mhz"].as_f64().unwrap());
        assert_eq!(mhz.len(), 2);
        assert_eq!(best, mhz[0].max(mhz[1]));
        assert_eq!(median, mhz[0].min(mhz[1]));
        assert!(row["critical_path"]["to"].is_string(), "{row}");
    }
    let plot = fs::read_to_string(plot).unwrap();
    let figures = results.iter().map(|row| {
        let megahertz = row["best_mhz"].as_f64().unwrap();
        format!("{}: {} LUT4, {megahertz:.1} MHz", row["latency"], row["luts"])
    });
    let figures: Vec<String> = figures.collect();
    let said = format!("<desc>abs.f16 on ice40-hx8k by latency: {}.</desc>", figures.join("; "));
    assert!(plot.contains(&said), "{said} is not in\n{plot}");
    assert_eq!(
        plot.matches("<circle").count(),
        1 + 1 + 2 * (2 + 1),
        "a legend, and in each panel two points and the default"
    );
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn the_smallest_latency_that_meets_a_clock_is_found() {
    let output = printed("synth min.bf16 --latency auto --mhz 120 --seeds 1");
    let tried = output.lines().filter(|line| line.starts_with("min.bf16  ")).count();
    let found = output.lines().last().unwrap();
    assert!(
        found.starts_with("min.bf16 meets 120 MHz on ice40-hx8k at latency "),
        "{found}"
    );
    let latency: usize = found.rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(tried, latency + 1, "{output}");
    let written = format!(": halfpipe generate min.bf16 --latency {latency}");
    assert!(found.ends_with(&written), "{found}");

    let failed = halfpipe("synth neg.f16 --latency auto --mhz 9999 --seeds 1")
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(1));
    let said = String::from_utf8(failed.stdout).unwrap();
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("neg.f16 does not meet 9999 MHz on ice40-hx8k at any latency; the fastest is latency "),
        "{last}"
    );
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn the_command_that_writes_the_module_found_has_its_multiplier() {
    let output = printed("synth mul.bf16 neg.f16 --target ice40-up5k --latency auto --mhz 5 --seeds 1");
    let found: Vec<&str> = output.lines().rev().take(2).collect();
    let on_target = "meets 5 MHz on ice40-up5k at latency 0: halfpipe generate";
    assert_eq!(
        found[1],
        format!("mul.rn.bf16 {on_target} mul.rn.bf16 --latency 0 --multiplier block")
    );
    assert_eq!(found[0], format!("neg.f16 {on_target} neg.f16 --latency 0"));
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn results_are_kept_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap().to_owned();
    let file = folder.path().join("ice40-hx8k.json");
    let synth = |rest: &str| halfpipe(&format!("synth neg.f16 --latency 0 --results {path} {rest}"));

    let nothing = synth("--compare --seeds 0").output().unwrap();
    assert_eq!(nothing.status.code(), Some(1));
    let complaint = String::from_utf8(nothing.stderr).unwrap();
    assert!(
        complaint.ends_with("ice40-hx8k.json: there is no such file\n"),
        "{complaint}"
    );

    assert!(synth("--record --seeds 1").output().unwrap().status.success());
    let kept = fs::read_to_string(&file).unwrap();
    let entry: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(entry["results"][0]["mhz"].as_array().unwrap().len(), 1);

    let same = synth("--compare --seeds 1").output().unwrap();
    assert!(same.status.success());
    let said = String::from_utf8(same.stdout).unwrap();
    assert!(
        said.ends_with("neg.f16 at latency 0 on ice40-hx8k: as on file\n"),
        "{said}"
    );

    // The result on file for the same Verilog is reused, and the file does not change.
    let doctored = kept.replace("\"luts\":17", "\"luts\":16");
    assert_ne!(doctored, kept);
    fs::write(&file, &doctored).unwrap();
    assert!(synth("--record --seeds 1").output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), doctored);

    check(
        synth("--compare --seeds 0"),
        expect![[r#"
            ice40-hx8k: Yosys 0.70, nextpnr 0.11.1, no placement
            instruction  latency  LUT4  carry  DSP  RAM  flip-flops  MHz best  median
            neg.f16      0        17    0      0    0    32          -         -

            neg.f16 at latency 0 on ice40-hx8k: LUT4 16 to 17, worse
            status 1
        "#]],
    );

    // More seeds, or other Verilog, need a new measurement.
    assert!(synth("--record --seeds 2").output().unwrap().status.success());
    let again: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(again["results"][0]["luts"], 17);
    assert_eq!(again["results"][0]["mhz"].as_array().unwrap().len(), 2);

    // Results of different tools must not be mixed.
    fs::write(&file, kept.replace("\"yosys\":\"0.70\"", "\"yosys\":\"0.33\"")).unwrap();
    let mixed = synth("--record --seeds 0").output().unwrap();
    assert_eq!(mixed.status.code(), Some(1));
    let complaint = String::from_utf8(mixed.stderr).unwrap();
    assert!(
        complaint.contains("holds results of other tools or options, Yosys 0.33"),
        "{complaint}"
    );
}

#[test]
fn what_several_processes_record_at_once_is_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["abs.bf16", "abs.f16", "neg.bf16", "neg.f16"];
    std::thread::scope(|scope| {
        for name in names {
            let command = format!(
                "synth {name} --latency all --seeds 0 --record --results {}",
                folder.path().display()
            );
            scope.spawn(move || printed(&command));
        }
    });
    let text = fs::read_to_string(folder.path().join("ice40-hx8k.json")).unwrap();
    let results: Value = serde_json::from_str(&text).unwrap();
    let results = results["results"].as_array().unwrap().iter();
    let mut kept: Vec<(&str, u64)> = results
        .map(|entry| (entry["mnemonic"].as_str().unwrap(), entry["latency"].as_u64().unwrap()))
        .collect();
    kept.sort_unstable();
    let due: Vec<(&str, u64)> = names.into_iter().flat_map(|name| [(name, 0), (name, 1)]).collect();
    assert_eq!(kept, due);
    assert_eq!(files_in(folder.path()), ["ice40-hx8k.json"]);
}

#[test]
fn bad_usage_says_what_is_allowed() {
    for (arguments, expected) in [
        (
            "synth add.f16 --latency auto",
            expect![[r#"
                ! error: --latency auto needs --mhz F, and --mhz needs --latency auto
                status 2
            "#]],
        ),
        (
            "synth add.f16 --latency 2 --mhz 50",
            expect![[r#"
                ! error: --latency auto needs --mhz F, and --mhz needs --latency auto
                status 2
            "#]],
        ),
        (
            "synth add.f16 --latency auto --mhz 50 --seeds 0",
            expect![[r#"
                ! error: --latency auto needs at least one placement, not --seeds 0
                status 2
            "#]],
        ),
        (
            "synth add.f16 --latency auto --mhz -3",
            expect![[r#"
                ! error: invalid value '-3' for '--mhz <F>': it takes a number above 0
                status 2
            "#]],
        ),
        (
            "synth add.f16 --latency most",
            expect![[r#"
                ! error: invalid value 'most' for '--latency <N|all|auto>': it takes a whole number, all or auto
                status 2
            "#]],
        ),
        (
            "synth add.f16 --latency 99",
            expect![[r#"
                ! error: add.rn.f16 has no latency 99: its latencies are 0 to 32
                status 2
            "#]],
        ),
        (
            "synth add.f16 --target ecp5",
            expect![[r#"
                ! error: invalid value 'ecp5' for '--target <TARGET>' [possible values: ice40-hx8k, ice40-up5k, ecp5-25k, ecp5-85k, nexus-lifcl-40, gowin-gw1n-9c, gowin-gw2a-18c, xilinx-7]
                status 2
            "#]],
        ),
    ] {
        check_arguments(arguments, expected);
    }
}
