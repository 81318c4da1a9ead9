//! The shell with the ports of CVFPU's `fpnew_top`: lint, and settings that stop elaboration.

use std::process::Command;

use halfpipe_faults::text::replaced;
use halfpipe_hdl::export::riscv::{FpnewDialect, Shell};
use halfpipe_test_support::lint::{lint, Source};
use halfpipe_test_support::share;
use halfpipe_tools::Tool;

const CORE: &str = include_str!("fpnew_shell/halfpipe_zfh.v");
const PACKAGE: &str = include_str!("fpnew_shell/fpnew_pkg.sv");
const TOP: &str = include_str!("fpnew_shell/top.sv");
const PROTOCOL: &str = include_str!("fpnew_shell/protocol.sv");

fn shell(dialect: FpnewDialect, name: &str) -> Shell {
    Shell {
        dialect,
        name: name.to_owned(),
        width: 32,
        addmul: 2,
        noncomp: 1,
        conv: 1,
        has_divider: true,
        has_f16: true,
        has_bf16: false,
        has_f32: true,
        computes_f32: false,
        converts_between_halves: false,
    }
}

/// Returns the shell of a core that computes in FP32 and FP16.
fn shell_of_f32(dialect: FpnewDialect, name: &str) -> Shell {
    Shell {
        computes_f32: true,
        ..shell(dialect, name)
    }
}

/// Selects the lines of a dialect: `//if A B` to `//end`, as in the template.
fn of_dialect(text: &str, dialect: FpnewDialect) -> String {
    let mut is_taken = true;
    let mut lines = String::new();
    for line in text.lines() {
        match line.strip_prefix("//if ") {
            Some(names) => is_taken = names.split(' ').any(|name| name == dialect.name()),
            None if line == "//end" => is_taken = true,
            None if is_taken => lines = lines + line + "\n",
            None => {}
        }
    }
    lines
}

/// Returns Verilator's messages on a shell in a design with these formats of FP32, FP64, FP16, FP8 and FP16ALT.
fn messages(shell: &Shell, formats: &str, edits: &[(&str, &str)]) -> String {
    let dialect = shell.dialect;
    let mut top = of_dialect(TOP, dialect)
        .replace("FORMATS", formats)
        .replace("SHELL", &shell.name);
    for (right, wrong) in edits {
        assert!(top.contains(right), "{right}");
        top = top.replace(right, wrong);
    }
    let mut sources: Vec<Source> = vec![
        ("fpnew_pkg.sv".to_owned(), of_dialect(PACKAGE, dialect)),
        ("halfpipe_zfh.v".to_owned(), CORE.to_owned()),
        (format!("{}.sv", shell.name), shell.verilog(None)),
    ];
    if shell.name != "fpnew_top" {
        // Any module with the ports stands for CVFPU: here the shell itself, which may have all formats.
        let cvfpu = Shell {
            name: "fpnew_top".to_owned(),
            computes_f32: false,
            ..shell.clone()
        };
        let mut text = cvfpu.verilog(None);
        for check in ["check_fp32", "check_fp64"] {
            let place = text.find(&format!("begin : {check}\n")).unwrap();
            let start = text[..place].rfind("    if (").unwrap();
            let end = start + text[start..].find("    end\n").unwrap() + "    end\n".len();
            text.replace_range(start..end, "");
        }
        sources.push(("fpnew_top.sv".to_owned(), text));
    }
    sources.push(("top.sv".to_owned(), top));
    lint(&sources)
}

#[test]
fn verilator_has_nothing_to_say_about_any_dialect() {
    for dialect in FpnewDialect::ALL {
        for (name, formats) in [
            ("fpnew_top", "00100"),
            ("halfpipe_fpnew", "11100"),
            ("halfpipe_fpnew", "00100"),
        ] {
            assert_eq!(
                messages(&shell(dialect, name), formats, &[]),
                "",
                "{dialect} {name} {formats}"
            );
        }
        for (name, formats) in [
            ("fpnew_top", "10100"),
            ("halfpipe_fpnew", "11100"),
            ("halfpipe_fpnew", "10100"),
            ("halfpipe_fpnew", "11000"),
        ] {
            let shell = shell_of_f32(dialect, name);
            assert_eq!(
                messages(&shell, formats, &[]),
                "",
                "{dialect} {name} {formats} with FP32"
            );
            let of_both_halves = Shell {
                has_bf16: true,
                converts_between_halves: true,
                ..shell
            };
            // The last format is FP16ALT.
            let formats = formats[..4].to_owned() + "1";
            assert_eq!(
                messages(&of_both_halves, &formats, &[]),
                "",
                "{dialect} {name} {formats} with FP32"
            );
        }
    }
}

#[test]
fn a_setting_that_the_core_cannot_serve_stops_elaboration() {
    let right = shell(FpnewDialect::OpenHw08, "fpnew_top");
    let stops = |shell: &Shell, formats: &str, edits: &[(&str, &str)], message: &str| {
        let messages = messages(shell, formats, edits);
        assert!(
            messages.contains("%Error") && messages.contains(message),
            "{message}: {messages}"
        );
    };
    let bf16 = "halfpipe_zfh was generated without FP16ALT; add bf16 to --formats";
    stops(&right, "00101", &[], bf16);
    stops(&right, "00110", &[], "FP8 is not supported");
    stops(
        &right,
        "10100",
        &[],
        "FP32 needs CVFPU, or a core with --isa f; use another --name",
    );
    stops(&right, "01100", &[], "FP64 needs CVFPU; use another --name");
    let latency = |group: &str| format!("PipeRegs of {group} is");
    for (group, regs) in [
        ("ADDMUL", "'{default: 2}"),
        ("NONCOMP", "'{default: 1}"),
        ("CONV", "'{default: 01}"),
    ] {
        stops(&right, "00100", &[(regs, "'{default: 3}")], &latency(group));
    }
    stops(
        &right,
        "00100",
        &[("EnableVectors: 1'b0", "EnableVectors: 1'b1")],
        "vectors are not supported",
    );
    stops(
        &right,
        "00100",
        &[("IntFmtMask: 4'b0011", "IntFmtMask: 4'b0111")],
        "INT8 and INT16 are not supported",
    );
    let narrow = Shell {
        width: 64,
        ..right.clone()
    };
    stops(
        &narrow,
        "00100",
        &[],
        "Features.Width is 32, but halfpipe_zfh has 64 bits",
    );
    let divides_not = Shell {
        has_divider: false,
        ..right.clone()
    };
    stops(
        &divides_not,
        "00100",
        &[],
        "halfpipe_zfh was generated without a divider",
    );
    let brain_only = Shell {
        has_f16: false,
        has_bf16: true,
        ..right
    };
    stops(
        &brain_only,
        "00100",
        &[],
        "halfpipe_zfh was generated without FP16; add zfh to --isa",
    );
    assert_eq!(messages(&brain_only, "00001", &[]), "");
}

#[test]
fn a_core_that_computes_in_f32_checks_its_settings() {
    let alone = shell_of_f32(FpnewDialect::OpenHw08, "fpnew_top");
    let beside = shell_of_f32(FpnewDialect::OpenHw08, "halfpipe_fpnew");
    let stops = |shell: &Shell, formats: &str, edits: &[(&str, &str)], message: &str| {
        let messages = messages(shell, formats, edits);
        assert!(
            messages.contains("%Error") && messages.contains(message),
            "{message}: {messages}"
        );
    };
    stops(&alone, "11100", &[], "FP64 needs CVFPU; use another --name");
    for (group, regs) in [
        ("ADDMUL", "'{default: 2}"),
        ("NONCOMP", "'{default: 1}"),
        ("CONV", "'{default: 01}"),
    ] {
        // FP32 has the second place of the package's formats.
        let number = regs.trim_start_matches("'{default: ").trim_end_matches('}');
        let other = format!("'{{{number}, 5, {number}, {number}, {number}}}");
        let message = format!("PipeRegs of {group} is 5");
        for shell in [&alone, &beside] {
            stops(shell, "10100", &[(regs, &other)], &message);
        }
        // Without FP32, and in a core that converts it only, nothing depends on this latency.
        let halves = shell(FpnewDialect::OpenHw08, "halfpipe_fpnew");
        for (shell, formats) in [(&alone, "00100"), (&halves, "10100")] {
            assert_eq!(messages(shell, formats, &[(regs, &other)]), "", "{group} {formats}");
        }
    }
    let divides_not = Shell {
        has_divider: false,
        ..alone.clone()
    };
    stops(
        &divides_not,
        "10000",
        &[],
        "halfpipe_zfh was generated without a divider",
    );
    // CVFPU converts the core's formats from and to FP64.
    let apart = &[("'{default: MERGED}", "'{default: PARALLEL}")];
    let message = "CVFPU has to convert the core's formats from and to others";
    for formats in ["11100", "11000", "01100"] {
        stops(&beside, formats, apart, message);
    }
    for formats in ["10100", "10000", "01000"] {
        assert_eq!(messages(&beside, formats, apart), "", "{formats}");
    }
}

#[test]
fn a_dialect_has_one_name() {
    for dialect in FpnewDialect::ALL {
        assert_eq!(dialect.name().parse(), Ok(dialect));
    }
    let unknown = "openhw-0.7".parse::<FpnewDialect>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "unknown version of fpnew_top `openhw-0.7`; use openhw-0.8, openhw or pulp"
    );
}

#[test]
fn the_header_names_the_command() {
    let text = shell(FpnewDialect::Pulp, "fpnew_top").verilog(Some("halfpipe generate zfh --fpnew pulp"));
    assert!(
        text.starts_with("// halfpipe_zfh with the ports of fpnew_top, version pulp\n"),
        "{text}"
    );
    assert!(text.contains("//   halfpipe generate zfh --fpnew pulp\n"), "{text}");
    assert!(!text.contains('@'), "{text}");
}

/// Simulates a shell between two units, in an environment that checks tags, results, handshakes and turns. `computes_f32` says
/// that FP32 is the core's.
fn simulated(shell: &str, computes_f32: bool) -> String {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    let dialect = FpnewDialect::OpenHw;
    let top = of_dialect(TOP, dialect)
        .replace("EnableNanBox: 1'b1", "EnableNanBox: 1'b0")
        .replace("FORMATS", "11101")
        .replace("SHELL", "halfpipe_fpnew");
    let package = of_dialect(PACKAGE, dialect);
    let single = format!("COMPUTES_FP32 = 1'b{}", u8::from(computes_f32));
    let protocol = PROTOCOL.replace("COMPUTES_FP32 = 1'b0", &single);
    let files = [
        ("fpnew_pkg.sv", package.as_str()),
        ("halfpipe_fpnew.sv", shell),
        ("top.sv", &top),
        ("protocol.sv", &protocol),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let build = Command::new(verilator)
        .args([
            "--binary",
            "-O0",
            // The program runs for less time than optimisation would take.
            "-MAKEFLAGS",
            "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0",
            "-Wno-lint",
            "-Wno-style",
            "--top-module",
            "protocol",
        ])
        .args(files.map(|(name, _)| name))
        .current_dir(folder.path())
        .output()
        .expect("Verilator starts");
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let run = Command::new(folder.path().join("obj_dir/Vprotocol")).output().unwrap();
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn two_units_share_the_result_port_in_turns() {
    let [halves, singles] = [shell, shell_of_f32].map(|of_core| {
        let shell = Shell {
            has_bf16: true,
            ..of_core(FpnewDialect::OpenHw, "halfpipe_fpnew")
        };
        shell.verilog(None)
    });
    for (shell, computes_f32) in [(&halves, false), (&singles, true)] {
        let messages = simulated(shell, computes_f32);
        assert!(messages.starts_with("passes\n"), "FP32 {computes_f32}: {messages}");
    }
    // A conversion of FP32 goes to CVFPU although the core has it.
    let fault = replaced(
        &singles,
        "F2I: for_core = is_own(src_fmt_i)",
        "F2I: for_core = is_half(src_fmt_i)",
    );
    let messages = simulated(&fault, true);
    assert!(messages.contains("the wrong side"), "{messages}");
    for (place, (from, to, message)) in FAULTS.into_iter().enumerate() {
        if share::is_tried(place, FAULTS.len()) {
            let messages = simulated(&replaced(&halves, from, to), false);
            assert!(messages.contains(message), "{from}: {messages}");
        }
    }
}

/// Edits of the shell, each with the message of the protocol's checks. Commits try the first.
const FAULTS: [(&str, &str, &str); 3] = [
    ("is_held ? picked_others : ", "", "a waiting result changes"),
    (
        "(core_converts(src_fmt_i, dst_fmt_i) || !OTHERS_CONVERT)",
        "1'b1",
        "the wrong side",
    ),
    ("core_rm[2] = 1'b0", "core_rm = core_rm", "a wrong rm"),
];

#[test]
fn conversions_that_the_core_lacks_need_a_merged_unit_of_cvfpu() {
    let apart = &[("'{default: MERGED}", "'{default: PARALLEL}")];
    let message = "CVFPU has to convert the core's formats from and to others";
    let usual = shell(FpnewDialect::OpenHw, "halfpipe_fpnew");
    let without_f32 = Shell {
        has_f32: false,
        computes_f32: false,
        ..usual.clone()
    };
    let with_bf16 = Shell {
        has_bf16: true,
        ..usual.clone()
    };
    let complete = Shell {
        converts_between_halves: true,
        ..with_bf16.clone()
    };
    for (shell, formats, stops) in [
        (&usual, "01100", true),
        (&usual, "10100", false),
        (&without_f32, "10100", true),
        (&with_bf16, "10101", true),
        (&complete, "10101", false),
        (&complete, "01001", true),
    ] {
        let messages = messages(shell, formats, apart);
        assert_eq!(messages.contains(message), stops, "{formats} {shell:?}: {messages}");
        assert_eq!(messages.is_empty(), !stops, "{formats} {shell:?}: {messages}");
    }
}
