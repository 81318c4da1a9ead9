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
            ..shell.clone()
        };
        let text = cvfpu.verilog(None);
        let start = text.find("    if (Features.FpFmtMask[fpnew_pkg::FP32]").unwrap();
        let end = start + text[start..].find("    end\n").unwrap() + "    end\n".len();
        sources.push(("fpnew_top.sv".to_owned(), text[..start].to_owned() + &text[end..]));
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
    stops(&right, "10100", &[], "FP32 and FP64 need CVFPU");
    stops(&right, "01100", &[], "FP32 and FP64 need CVFPU");
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

/// Simulates a shell between two units, in an environment that checks tags, results, handshakes and turns.
fn simulated(shell: &str) -> String {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    let dialect = FpnewDialect::OpenHw;
    let top = of_dialect(TOP, dialect)
        .replace("EnableNanBox: 1'b1", "EnableNanBox: 1'b0")
        .replace("FORMATS", "11101")
        .replace("SHELL", "halfpipe_fpnew");
    let package = of_dialect(PACKAGE, dialect);
    let files = [
        ("fpnew_pkg.sv", package.as_str()),
        ("halfpipe_fpnew.sv", shell),
        ("top.sv", &top),
        ("protocol.sv", PROTOCOL),
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
    let shell = Shell {
        has_bf16: true,
        ..shell(FpnewDialect::OpenHw, "halfpipe_fpnew")
    };
    let shell = shell.verilog(None);
    let messages = simulated(&shell);
    assert!(messages.starts_with("passes\n"), "{messages}");
    for (place, (from, to, message)) in FAULTS.into_iter().enumerate() {
        if share::is_tried(place, FAULTS.len()) {
            let messages = simulated(&replaced(&shell, from, to));
            assert!(messages.contains(message), "{from}: {messages}");
        }
    }
}

/// Edits of the shell, each with the message of the protocol's checks. Commits try the first.
const FAULTS: [(&str, &str, &str); 3] = [
    ("is_held ? picked_others : ", "", "a waiting result changes"),
    (
        "(core_converts(src_fmt_i, dst_fmt_i) || !OTHERS_CONVERT_HALVES)",
        "1'b1",
        "the wrong side",
    ),
    ("core_rm[2] = 1'b0", "core_rm = core_rm", "a wrong rm"),
];

#[test]
fn conversions_that_the_core_lacks_need_a_merged_unit_of_cvfpu() {
    let apart = &[("'{default: MERGED}", "'{default: PARALLEL}")];
    let message = "CVFPU has to convert halves from and to other formats";
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
