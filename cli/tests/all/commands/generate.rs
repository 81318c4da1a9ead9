//! `generate`: written and refused files.

use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use crate::common::{check, files_in, halfpipe, printed, process, SOON};
use expect_test::expect;
use halfpipe_tools::Tool;
use halfpipe_yosys::Yosys;

/// Returns `generate` in a folder, with these arguments.
fn generate(folder: &Path, arguments: &str) -> assert_cmd::Command {
    let mut command = halfpipe(&format!("generate {arguments}"));
    command.current_dir(folder);
    command
}

#[test]
fn a_product_is_rows_or_one_multiplication() {
    let folder = tempfile::tempdir().unwrap();
    let written = |arguments: &str| {
        generate(folder.path(), &format!("mul.rn.f16 --latency 2 {arguments}"))
            .assert()
            .success();
        std::fs::read_to_string(folder.path().join("mul_rn_f16.v")).unwrap()
    };
    let (rows, block) = (written(""), written("--multiplier block"));
    assert_eq!(written("--multiplier rows"), rows);
    assert!(rows.contains("multiply_rows_0_to_1") && !rows.contains(" * "), "{rows}");
    assert!(
        !block.contains("multiply_rows_0_to_1") && block.contains(" * "),
        "{block}"
    );
    check(
        generate(folder.path(), "mul.rn.f16 --multiplier dsp"),
        expect![[r#"
            ! error: invalid value 'dsp' for '--multiplier <KIND>' [possible values: rows, block]
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "add.rn.f16 min.f16 --multiplier block"),
        expect![[r#"
        ! error: --multiplier block: add.rn.f16 has no multiplication; request mul, fma or a core with one of them, or no multiplier blocks
        status 2
    "#]],
    );
    check(
        generate(
            folder.path(),
            "fpu --instructions add.rn.f16,min.f16 --multiplier block",
        ),
        expect![[r#"
            ! error: --multiplier block: add.rn.f16 has no multiplication; request mul, fma or a core with one of them, or no multiplier blocks
            status 2
        "#]],
    );
    let core = |options: &str| {
        let words = format!("fpu --instructions mul.rn.f16,abs.f16 --latency 2 --no-check {options}");
        generate(folder.path(), &words).assert().success();
        std::fs::read_to_string(folder.path().join("halfpipe_fpu.v")).unwrap()
    };
    assert!(!core("").contains(" * "));
    assert!(core("--multiplier block").contains(" * "));
}

#[test]
fn a_unit_is_iterative_on_request() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), "sqrt.f16 --iterative --stream")
        .assert()
        .success();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let verilog = read("sqrt_rn_f16.v");
    assert!(
        verilog.contains("halfpipe generate sqrt.rn.f16 --iterative\n"),
        "{verilog}"
    );
    let manifest = read("sqrt_rn_f16.json");
    assert!(
        manifest.contains("\"iterative\": true") && manifest.contains("\"latency\": 16"),
        "{manifest}"
    );
    assert!(read("sqrt_rn_f16_stream.v").contains("assign s_axis_tready = enable && unit_ready;"));
    // The file is the one of a project.
    let project = "[[module]]\ninstruction = \"sqrt.f16\"\niterative = true\nstream = true\n";
    std::fs::write(folder.path().join("halfpipe.toml"), project).unwrap();
    let mut build = halfpipe("build --out built");
    build.current_dir(folder.path()).assert().success();
    assert_eq!(read("built/sqrt_rn_f16.v"), verilog);
    let proven = printed("prove sqrt.rn.f16 --iterative");
    assert!(
        proven.starts_with("sqrt.rn.f16, iterative, in 16 cycles: holds"),
        "{proven}"
    );
    assert_eq!(
        printed("eval sqrt.rn.f16 4.0 --iterative --engine simulator"),
        "0x4000\n"
    );
}

#[test]
fn what_has_no_iterative_unit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &str, expected| check(generate(folder.path(), words), expected);
    refused(
        "add.rn.f16 --iterative",
        expect![[r#"
            ! error: add.rn.f16 has no iterative unit: div, rcp and sqrt have one; leave out --iterative for a pipeline
            status 2
        "#]],
    );
    refused(
        "fpu --iterative",
        expect![[r#"
            ! error: --iterative does not apply to fpu: div, rcp and sqrt have iterative units; name one
            status 2
        "#]],
    );
    refused(
        "div.rn.f16 --iterative --latency 3",
        expect![[r#"
            ! error: the iterative unit of div.rn.f16 takes 16 cycles: leave out --latency and --mhz, or --iterative for a pipeline
            status 2
        "#]],
    );
    refused(
        "div.rn.f16 --iterative --register-ports",
        expect![[r#"
            ! error: an iterative unit has no registered ports: leave out --register-ports, or --iterative for a pipeline
            status 2
        "#]],
    );
}

#[test]
fn ports_are_registered_on_request() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), "add.rn.f16 --latency 4 --register-ports")
        .assert()
        .success();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let verilog = read("add_rn_f16.v");
    assert!(
        verilog.contains("halfpipe generate add.rn.f16 --latency 4 --register-ports\n"),
        "{verilog}"
    );
    assert!(read("add_rn_f16.json").contains("\"register_ports\": true"));
    // The file is the one of a project, and it holds as an external file in Verilator and in the solver.
    std::fs::write(
        folder.path().join("halfpipe.toml"),
        "[[module]]\ninstruction = \"add.f16\"\nlatency = 4\nregister-ports = true\n",
    )
    .unwrap();
    let mut build = halfpipe("build --out built");
    build.current_dir(folder.path()).assert().success();
    assert_eq!(read("built/add_rn_f16.v"), verilog);
    for command in [
        "verify add.rn.f16 --engine verilator --vectors 3000",
        "prove add.rn.f16",
    ] {
        let mut command = halfpipe(&format!("{command} --verilog add_rn_f16.v --latency 4"));
        command.current_dir(folder.path()).assert().success();
    }
    check(
        generate(folder.path(), "add.rn.f16 --latency 1 --register-ports"),
        expect![[r#"
        ! error: registered ports need a latency of at least 2, not 1: one cycle at the inputs, one at the outputs
        status 2
    "#]],
    );
    let proven = printed("prove neg.f16 --latency all --register-ports");
    let titles: Vec<&str> = proven
        .lines()
        .filter_map(|line| line.split_once(": holds"))
        .map(|line| line.0)
        .collect();
    assert_eq!(
        titles,
        [
            "neg.f16 at latency 2, registered ports",
            "neg.f16 at latency 3, registered ports"
        ]
    );
}

#[test]
fn verilog_and_manifest_are_written_to_the_current_folder() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(folder.path(), "fma.relu.f16x2 --latency 2"),
        expect![[r#"
        ./fma_rn_relu_f16x2.v
        ./fma_rn_relu_f16x2.json
        status 0
    "#]],
    );
    assert_eq!(
        files_in(folder.path()),
        ["fma_rn_relu_f16x2.json", "fma_rn_relu_f16x2.v"]
    );
    let manifest = std::fs::read_to_string(folder.path().join("fma_rn_relu_f16x2.json")).unwrap();
    expect![[r#"
        {
          "mnemonic": "fma.rn.relu.f16x2",
          "module": "fma_rn_relu_f16x2",
          "verilog": "fma_rn_relu_f16x2.v",
          "latency": 2,
          "ports": [
            {
              "name": "clock",
              "direction": "in",
              "width": 1,
              "role": "clock"
            },
            {
              "name": "reset",
              "direction": "in",
              "width": 1,
              "role": "reset"
            },
            {
              "name": "enable",
              "direction": "in",
              "width": 1,
              "role": "enable"
            },
            {
              "name": "in_valid",
              "direction": "in",
              "width": 1,
              "role": "in valid"
            },
            {
              "name": "a",
              "direction": "in",
              "width": 32,
              "role": "operand 0"
            },
            {
              "name": "b",
              "direction": "in",
              "width": 32,
              "role": "operand 1"
            },
            {
              "name": "c",
              "direction": "in",
              "width": 32,
              "role": "operand 2"
            },
            {
              "name": "out_valid",
              "direction": "out",
              "width": 1,
              "role": "out valid"
            },
            {
              "name": "d",
              "direction": "out",
              "width": 32,
              "role": "result 0"
            }
          ],
          "multiplier": "rows",
          "command": "halfpipe generate fma.rn.relu.f16x2 --latency 2",
          "digest": "e982db0f6503ab64d5c497e766b7a475"
        }
    "#]]
    .assert_eq(&manifest);
    let verilog = std::fs::read_to_string(folder.path().join("fma_rn_relu_f16x2.v")).unwrap();
    assert!(verilog.contains("module fma_rn_relu_f16x2"));
}

#[test]
fn a_unit_has_forms_for_speed_and_simulation() {
    let folder = tempfile::tempdir().unwrap();
    let written = |arguments: &str| {
        generate(folder.path(), &format!("fma.rn.f16 --latency 2 {arguments}"))
            .assert()
            .success();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&read("fma_rn_f16.json")).unwrap();
        (read("fma_rn_f16.v"), manifest)
    };
    let (small, of_small) = written("");
    assert_eq!(written("--optimise area").0, small);
    assert!(of_small.get("optimise").is_none(), "{of_small}");
    let (fast, of_fast) = written("--optimise speed");
    assert_ne!(fast, small);
    assert_eq!(of_fast["optimise"], "speed");
    let command = "halfpipe generate fma.rn.f16 --latency 2 --optimise speed";
    assert_eq!(of_fast["command"], command);
    assert!(fast.contains(command), "{fast}");
    let (simulated, of_simulated) = written("--optimise simulation");
    assert!(simulated.contains(" * ") && !fast.contains(" * "), "{simulated}");
    assert_eq!(of_simulated["optimise"], "simulation");
    check(
        generate(
            folder.path(),
            "fma.rn.f16 --optimise simulation --mhz 100 --target ecp5-25k",
        ),
        expect![[r#"
            ! error: the form for simulation has no clock to meet; give a latency in place of the clock
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "div.rn.f16 --iterative --optimise speed"),
        expect![[r#"
            ! error: --optimise: the iterative unit of div.rn.f16 has only one form; request a unit, or the form for area
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "fpu --optimise speed"),
        expect![[r#"
            ! error: --optimise does not apply to fpu: it has only one form
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "zfh --optimise speed"),
        expect![[r#"
            ! error: --optimise does not apply to zfh: it has only one form
            status 2
        "#]],
    );
}

#[test]
fn a_stream_is_a_module_of_its_own_beside_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(folder.path(), "add.f32.f16 --stream --latency 0"),
        expect![[r#"
        ./add_rn_f32_f16.v
        ./add_rn_f32_f16.json
        ./add_rn_f32_f16_stream.v
        ./add_rn_f32_f16_stream.json
        status 0
    "#]],
    );
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&read("add_rn_f32_f16_stream.json")).unwrap();
    // A register follows the combinational unit.
    assert_eq!(manifest["latency"], 1);
    assert_eq!(manifest["module"], "add_rn_f32_f16_stream");
    let ports = manifest["ports"].as_array().unwrap().iter();
    let ports: Vec<String> = ports
        .map(|port| format!("{} {} {}", port["direction"], port["name"], port["width"]).replace('"', ""))
        .collect();
    assert_eq!(
        ports,
        [
            "in aclk 1",
            "in aresetn 1",
            "in s_axis_tvalid 1",
            "out s_axis_tready 1",
            "in s_axis_tdata 48",
            "in s_axis_tlast 1",
            "out m_axis_tvalid 1",
            "in m_axis_tready 1",
            "out m_axis_tdata 32",
            "out m_axis_tlast 1",
        ]
    );
    let verilog = read("add_rn_f32_f16_stream.v");
    assert!(
        verilog.contains("operands: c in bits 47 to 16, a in bits 15 to 0\n"),
        "{verilog}"
    );
}

/// Returns the first error of an elaboration of the stream in a folder, in Yosys and in Verilator.
fn errors_of_stream(folder: &Path) -> [Option<String>; 2] {
    let sources = ["neg_f16.v", "neg_f16_stream.v"];
    let script = format!(
        "read_verilog {}\nhierarchy -check -top neg_f16_stream\n",
        sources.join(" ")
    );
    let in_yosys = Yosys::find().unwrap().run(folder, "script.ys", &script).err();
    let mut verilator = std::process::Command::new(Tool::Verilator.find().unwrap());
    verilator
        .args(["--lint-only", "-Wall", "--top-module", "neg_f16_stream"])
        .args(sources)
        .current_dir(folder);
    let output = verilator.output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let in_verilator = (!output.status.success()).then_some(complaint);
    [in_yosys.map(|error| error.to_string()), in_verilator]
}

#[test]
fn a_stream_around_a_unit_of_another_latency_is_refused_by_tools() {
    let folder = tempfile::tempdir().unwrap();
    for latency in [2, 1, 0] {
        generate(folder.path(), &format!("neg.f16 --stream --latency {latency}"))
            .assert()
            .success();
        assert_eq!(errors_of_stream(folder.path()), [None, None]);
        let other = (latency + 1) % 3;
        let output = generate(folder.path(), &format!("neg.f16 --latency {other}"))
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            format!(
                "files of an earlier run do not fit neg.f16 at latency {other}: ./neg_f16_stream.v, ./neg_f16_stream.json; \
                 remove them, or write them again with --stream\n"
            )
        );
        // A unit that is written without a stream does not state its latency.
        for error in errors_of_stream(folder.path()) {
            let error = error.expect("the unit has no such parameter");
            let reason = if other == 0 { "out_valid" } else { "LATENCY" };
            assert!(error.contains(reason), "{error}");
        }
        let elsewhere = tempfile::tempdir().unwrap();
        generate(elsewhere.path(), &format!("neg.f16 --stream --latency {other}"))
            .assert()
            .success();
        let [from, to] = [&elsewhere, &folder].map(|folder| folder.path().join("neg_f16.v"));
        std::fs::copy(from, to).unwrap();
        for error in errors_of_stream(folder.path()) {
            let error = error.expect("the latencies differ");
            // A combinational unit lacks the ports of a pipeline.
            let reason = match other {
                0 => "out_valid".to_owned(),
                _ => format!("neg_f16_has_latency_{other}"),
            };
            assert!(error.contains(&reason), "{error}");
        }
    }
}

#[test]
fn a_stream_passes_a_value_beside_its_operands_in_whole_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let core = "fpu --instructions add.rn.f16,min.f16,setp.lt.f16 --latency 3";
    generate(folder.path(), &format!("{core} --stream --stream-user 5 --no-check"))
        .assert()
        .success();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let verilog = read("halfpipe_fpu_stream.v");
    assert!(
        verilog.starts_with("// the core of 3 instructions with AXI4-Stream ports\n"),
        "{verilog}"
    );
    assert!(
        verilog.contains("operands: not read in bits 111 to 106, c in bits 105 to 74, b in bits 73 to 42"),
        "{verilog}"
    );
    let manifest: serde_json::Value = serde_json::from_str(&read("halfpipe_fpu_stream.json")).unwrap();
    assert_eq!(manifest["mnemonic"], "fpu");
    assert_eq!(manifest["operations"].as_array().unwrap().len(), 3);
    let ports = manifest["ports"].as_array().unwrap();
    let width = |role: &str| ports.iter().find(|port| port["role"] == role).unwrap()["width"].as_u64();
    assert_eq!([width("in data"), width("out data")], [Some(112), Some(40)]);
    assert_eq!([width("in user"), width("out user")], [Some(5), Some(5)]);
    // The shipped testbench drives and compares the side band.
    generate(folder.path(), "min.f16 --latency 2 --stream --stream-user 5 --package")
        .assert()
        .success();
    let bench = "min_f16_stream_tb";
    let sources = ["min_f16.v", "min_f16_stream.v", &format!("{bench}.v")];
    let run = |sources: [&str; 3]| {
        let built = std::process::Command::new(Tool::Verilator.find().unwrap())
            .args(["--binary", "-Wno-fatal", "--top", bench])
            .args(sources)
            .current_dir(folder.path())
            .env("MAKEFLAGS", SOON)
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let program = folder.path().join(format!("obj_dir/V{bench}"));
        let output = std::process::Command::new(program).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(sources).contains("no mismatch"));
    let stream = read("min_f16_stream.v");
    let inverted = stream.replacen("s_axis_tuser, s_axis_tlast}", "~s_axis_tuser, s_axis_tlast}", 1);
    assert_ne!(inverted, stream);
    std::fs::write(folder.path().join("min_f16_stream.v"), inverted).unwrap();
    assert!(run(sources).contains("handshake 7 is broken"));
    check(
        generate(folder.path(), "neg.f16 --stream --stream-user 129"),
        expect![[r#"
            ! error: invalid value '129' for '--stream-user <BITS>': 129 is not in 1..=128
            status 2
        "#]],
    );
}

#[test]
fn files_that_still_fit_are_left_without_a_note() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), "neg.f16 --package --latency 1")
        .assert()
        .success();
    let output = generate(folder.path(), "neg.f16 --latency 1").output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    // The testbench of a stream drives the ports of this stream.
    let stream = "abs.f16 --latency 1 --stream --stream-user 4";
    generate(folder.path(), &format!("{stream} --package"))
        .assert()
        .success();
    let output = generate(folder.path(), stream).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_core_has_a_stream_too() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(
            folder.path(),
            "fpu --instructions add.rn.f16,min.f16 --latency 1 --stream --name half",
        ),
        expect![[r#"
            ./half.v
            ./half.json
            ./half_stream.v
            ./half_stream.json
            ./half.vh
            ./half.rs
            status 0
        "#]],
    );
    let manifest = |name: &str| -> halfpipe_hdl::export::Manifest {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let core = manifest("half.json");
    let operations: Vec<(&str, u32)> = core
        .operations
        .iter()
        .flatten()
        .map(|one| (&*one.mnemonic, one.op))
        .collect();
    assert_eq!(operations, [("add.rn.f16", 0), ("min.f16", 1)]);
    assert_eq!(manifest("half_stream.json").module, "half_stream");
}

#[test]
fn equal_input_gives_equal_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for out in ["one", "other/below"] {
        generate(folder.path(), &format!("add.f16 mul.bf16 --no-check --out {out}"))
            .assert()
            .success();
    }
    for name in ["add_rn_f16.v", "add_rn_f16.json", "mul_rn_bf16.v", "mul_rn_bf16.json"] {
        let read = |out| std::fs::read(folder.path().join(out).join(name)).unwrap();
        assert_eq!(read("one"), read("other/below"), "{name}");
    }
}

#[test]
fn a_wrong_mnemonic_among_several_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), "add.f16 sub.f17").assert().code(2);
    generate(folder.path(), "add.f16 mul.f16 --latency 99").assert().code(2);
    assert!(files_in(folder.path()).is_empty());
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    check(
        generate(folder.path(), "add.f16 --no-check --out file/below"),
        expect![[r#"
            ! error: invalid value 'file/below' for '--out <DIR>': file is no folder; name a folder, or a path without a file on it
            status 2
        "#]],
    );
    assert_eq!(files_in(folder.path()), ["file"]);
}

#[test]
fn a_file_that_is_there_is_replaced_or_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("add_rn_f16.v");
    std::fs::write(&file, "mine").unwrap();
    generate(folder.path(), "add.f16 --latency 99").assert().code(2);
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    generate(folder.path(), "add.f16 --no-check").assert().success();
    assert_ne!(std::fs::read(&file).unwrap(), b"mine");
}

/// A long run is interrupted after different times. The remaining files are complete and in pairs.
#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_no_half_file() {
    for signal in ["INT", "TERM"] {
        for wait in [20, 60, 120, 200] {
            let folder = tempfile::tempdir().unwrap();
            let mut child = process("generate fma.*f16* add.*f16* --no-check --latency 4")
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            let kill = format!("kill -{signal} {}", child.id());
            assert!(Process::new("sh").args(["-c", &kill]).status().unwrap().success());
            let status = child.wait().unwrap();
            let files = files_in(folder.path());
            let modules: Vec<&str> = files.iter().filter_map(|name| name.strip_suffix(".v")).collect();
            assert_eq!(files.len(), 2 * modules.len(), "{status}: {files:?}");
            for module in modules {
                let verilog = std::fs::read_to_string(folder.path().join(format!("{module}.v"))).unwrap();
                assert!(verilog.trim_end().ends_with("endmodule"), "{module}");
                let manifest = std::fs::read_to_string(folder.path().join(format!("{module}.json"))).unwrap();
                assert!(serde_json::from_str::<serde_json::Value>(&manifest).is_ok(), "{module}");
            }
        }
    }
}

#[test]
fn a_clock_on_a_device_chooses_the_latency() {
    let folder = tempfile::tempdir().unwrap();
    let latency_of = |arguments: &str, file: &str| {
        let assert = generate(folder.path(), arguments).assert().success();
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        let manifest = std::fs::read(folder.path().join(file)).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        let latency = manifest["latency"].as_u64().unwrap();
        assert!(said.contains(&format!(": latency {latency} ")), "{said}");
        (latency, said)
    };
    let add = |mhz: &str| latency_of(&format!("add.f16 --target ice40-hx8k --mhz {mhz}"), "add_rn_f16.json");
    let (slow, _) = add("10");
    let (middle, said) = add("70.5");
    let (fast, _) = add("120");
    assert!(slow == 0 && slow < middle && middle < fast, "{slow} {middle} {fast}");
    let measure = "to measure it, run: halfpipe synth add.rn.f16 --target ice40-hx8k --latency auto --mhz 70.5\n";
    assert!(said.contains(measure), "{said}");
    // A faster device meets the same clock with a smaller latency.
    let (elsewhere, _) = latency_of("add.f16 --target ecp5-25k --mhz 120", "add_rn_f16.json");
    assert!(elsewhere < fast, "{elsewhere}");
    let (_, said) = latency_of(
        "fpu --instructions add.rn.f16,min.f16 --no-check --target ecp5-25k --mhz 50",
        "halfpipe_fpu.json",
    );
    assert!(
        said.contains("halfpipe synth fpu --instructions add.rn.f16,min.f16 --target ecp5-25k"),
        "{said}"
    );
}

#[test]
fn a_clock_takes_a_multiplier_block_and_the_median_on_file() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &str| {
        let assert = generate(
            folder.path(),
            &format!("fma.rn.f16 --no-check --target ecp5-25k {arguments}"),
        )
        .assert();
        String::from_utf8(assert.success().get_output().stderr.clone()).unwrap()
    };
    let free = said("--mhz 100");
    expect![[r#"
        fma.rn.f16: latency 3 with a multiplier block chosen for 100 MHz on ecp5-25k: the median on file is 110 MHz, with a margin of 5 %; to measure it, run: halfpipe synth fma.rn.f16 --target ecp5-25k --latency auto --mhz 100
    "#]].assert_eq(&free);
    expect![[r#"
        fma.rn.f16: latency 4 chosen for 100 MHz on ecp5-25k: the estimate is 120 MHz, with a margin of 15 %; to measure it, run: halfpipe synth fma.rn.f16 --target ecp5-25k --latency auto --mhz 100
    "#]].assert_eq(&said("--mhz 100 --multiplier rows"));
    // A clock within the margin of a median takes the next latency.
    let figure = |text: &str| -> f64 {
        let (_, rest) = text.split_once("the median on file is ").unwrap();
        rest.split_once(" MHz").unwrap().0.parse().unwrap()
    };
    assert!(figure(&free) >= 105.0);
    let within = said(&format!("--mhz {}", figure(&free) - 1.0));
    assert!(figure(&within) > figure(&free) + 4.0, "{within}");
}

#[test]
fn a_clock_that_cannot_be_chosen_for_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(folder.path(), "neg.f16 --mhz 5000 --target ice40-hx8k"),
        expect![[r#"
            ! error: neg.f16 does not meet 5000 MHz on ice40-hx8k: the best of latencies 0 to 1 reaches 331 MHz, margin included
            status 1
        "#]],
    );
    check(
        generate(folder.path(), "add.f16 --mhz 50 --target xilinx-7"),
        expect![[r#"
            ! error: --mhz: xilinx-7 has no delay table; use one of ice40-hx8k, ecp5-25k, ecp5-85k
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "add.f16 --mhz 50"),
        expect![[r#"
        ! error: the following required arguments were not provided: --target <TARGET>; `halfpipe generate --help` says what is allowed
        status 2
    "#]],
    );
    check(
        generate(folder.path(), "add.f16 --mhz 0 --target ecp5-25k"),
        expect![[r#"
        ! error: invalid value '0' for '--mhz <F>': it takes a number above 0
        status 2
    "#]],
    );
    check(
        generate(folder.path(), "add.f16 --mhz 50 --target ecp5-25k --latency 2"),
        expect![[r#"
            ! error: the argument '--mhz <F>' cannot be used with '--latency <N>'; `halfpipe generate --help` says what is allowed
            status 2
        "#]],
    );
    assert!(files_in(folder.path()).is_empty());
}

#[test]
fn a_keyword_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(folder.path(), "neg.f16 --latency 0 --name logic"),
        expect![[r#"
            ! error: invalid module name `logic`: it is a keyword of SystemVerilog (IEEE 1800-2017, annex B); a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `logic_unit`
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "fpu --instructions neg.f16 --name wire"),
        expect![[r#"
            ! error: invalid module name `wire`: it is a keyword of Verilog (IEEE 1364-2005, annex B); a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `wire_unit`
            status 2
        "#]],
    );
    check(
        generate(folder.path(), "neg.f16 --latency 0 --name 2neg"),
        expect![[r#"
            ! error: invalid module name `2neg`: a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `my_unit`
            status 2
        "#]],
    );
    assert!(files_in(folder.path()).is_empty());
}

/// Returns what `generate` prints on standard error about its checks.
fn told_of_checks(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = generate(folder.path(), arguments);
    let output = command.env_remove("HALFPIPE_PROGRESS").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments}");
    assert!(!files_in(folder.path()).is_empty(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn modules_outside_the_ledger_are_proven_before_they_are_written() {
    let is_recorded = ": the ledger has its proof for all operands\n";
    for arguments in [
        "add.rn.f16 fma.rn.f32 add.rn.e8m10 --latency 3",
        "mul.e3m4 fma.e3m4 --rounding port --flags --latency 1",
        "dot2.ada.f16.e4m3 dot16.volta.f32.f16 dot2.rn.f32.f16 --latency 1",
        "div.rn.f16 sqrt.rn.bf16 --iterative",
    ] {
        let told = told_of_checks(arguments);
        let modules = arguments.split(" --").next().unwrap().split(' ').count();
        assert_eq!(told.matches(is_recorded).count(), modules, "{arguments}: {told}");
    }
    let told = told_of_checks("add.rn.e3m5 neg.e5m7 dot2.rn.e5m6.e5m6 --latency 1");
    assert_eq!(told.matches(": proven for all operands\n").count(), 3, "{told}");
    let is_skipped = "vectors match the model; not proven for all operands";
    let told = told_of_checks("fma.rn.e8m12 dot32.ada.f32.e4m3 dot2.rn.f32.e8m9 --latency 1");
    assert_eq!(told.matches(is_skipped).count(), 3, "{told}");
    let told = told_of_checks("fpu --instructions add.rn.f16 --latency 1");
    assert_eq!(told.matches(is_skipped).count(), 1, "{told}");
}

#[test]
fn modules_of_several_kinds_are_written_together() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    printed(&format!("generate neg.f16 zfh --latency 1 --out {out}"));
    assert_eq!(
        files_in(folder.path()),
        [
            "halfpipe_zfh.h",
            "halfpipe_zfh.json",
            "halfpipe_zfh.v",
            "neg_f16.json",
            "neg_f16.v"
        ]
    );
    let other = folder.path().join("other");
    for (arguments, message) in [
        (
            "neg.f16 zfh --divsqrt small",
            "--divsqrt does not apply to neg.f16: it is for zfh",
        ),
        (
            "neg.f16 zfh --stream",
            "--stream does not apply to zfh: its ports are a handshake already",
        ),
        ("zfh zfh", "zfh is named 2 times; name it once"),
        (
            "zfh --isa f,zfa --fpnew openhw",
            "`fpnew_pkg` has no names for the operations of zfa; leave zfa or --fpnew out",
        ),
        (
            "neg.f16 zfh --name mine",
            "--name mine names one module, but 2 are requested; request a single one",
        ),
    ] {
        let output = halfpipe(&format!("generate {arguments} --out {}", other.display()))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {message}\n"));
        assert!(!other.exists(), "{arguments}");
    }
}

#[test]
fn a_core_of_riscv_has_a_decoder_if_it_is_requested() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    for (words, name) in [("", "halfpipe_decode"), ("--name core ", "core_decode")] {
        printed(&format!("generate zfh --isa zfhmin --decoder {words}--out {out}"));
        let text = std::fs::read_to_string(folder.path().join(format!("{name}.sv"))).unwrap();
        assert!(text.contains(&format!("\nmodule {name} (\n")), "{text}");
        assert!(text.contains("--decoder"), "the command is in the comment: {text}");
    }
    assert_eq!(files_in(folder.path()).len(), 8);
    generate(folder.path(), "zfh --decoder --fpnew openhw --name shell --no-check")
        .assert()
        .success();
    assert!(files_in(folder.path()).contains(&"halfpipe_fpnew.sv".to_owned()));
    check(
        generate(folder.path(), "fpu --decoder"),
        expect![[r#"
            ! error: --decoder does not apply to fpu: it is for zfh
            status 2
        "#]],
    );
}
