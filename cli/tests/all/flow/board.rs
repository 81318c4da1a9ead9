//! `board`: bitstreams, and results over the serial port of a simulated board.

use expect_test::expect;
use halfpipe_fpga::board::ICEBREAKER;
use halfpipe_hdl::design::Design;
use halfpipe_model::value::evaluate;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_synth::board::sources;
use halfpipe_testbench::board::{SimulatedBoard, Terminal};

use crate::common::{check, check_arguments, files_in, halfpipe, path_with, program};

/// Returns a simulated board with the module of `mnemonic`, behind a pseudo-terminal.
fn terminal(mnemonic: &str, latency: u32) -> Terminal {
    terminal_of(&Design::unit(mnemonic.parse().unwrap(), latency).unwrap())
}

/// Returns a simulated board with a design, behind a pseudo-terminal.
fn terminal_of(design: &Design) -> Terminal {
    let board = SimulatedBoard::new(&sources(&ICEBREAKER, design, None), 8).unwrap_or_else(|error| panic!("{error}"));
    board.terminal().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns `board run` on a port, with these arguments. A simulated board may be slow.
fn run(terminal: &Terminal, arguments: &str) -> assert_cmd::Command {
    let mut command = halfpipe("board run --timeout 3600 --port");
    command.arg(terminal.port()).args(arguments.split_whitespace());
    command
}

#[test]
fn a_board_answers_what_the_model_says() {
    let terminal = terminal("fma.rn.f16", 3);
    // 1 times 2 plus 3.
    run(&terminal, "fma.f16 3c00 0x4000 4200")
        .assert()
        .success()
        .stdout("0x4500\n");

    let instruction = "fma.rn.f16".parse().unwrap();
    let mut stimulus = Stimulus::new(instruction, 3);
    let (mut lines, mut results) = (String::new(), String::new());
    for _ in 0..2000 {
        let [a, b, c] = stimulus.any().operands();
        lines += &format!("{a:x} {b:x},{c:x}\n");
        results += &format!("0x{:04x}\n", evaluate(instruction, &[a, b, c]));
    }
    run(&terminal, "fma.rn.f16")
        .write_stdin(lines)
        .assert()
        .success()
        .stdout(results);
}

#[test]
fn a_core_on_a_board_answers_for_each_of_its_instructions() {
    let instructions = ["fma.rn.f16", "add.f32.f16"].map(|mnemonic| mnemonic.parse().unwrap());
    let core = Design::core(&instructions, 3).unwrap();
    let terminal = terminal_of(&core);
    run(&terminal, "fma.f16 3c00 4000 4200")
        .assert()
        .success()
        .stdout("0x4500\n");
    run(&terminal, "add.f32.f16 3c00 3f800000")
        .assert()
        .success()
        .stdout("0x40000000\n");
    run(&terminal, "fpu")
        .write_stdin("fma.f16 3c00 4000 4200\nadd.f32.f16 3c00 3f800000\n")
        .assert()
        .success()
        .stdout("0x00004500\n0x40000000\n");
    run(&terminal, "fpu neg.f16 3c00").assert().code(1).stdout("");
}

#[test]
fn a_board_that_does_not_answer_as_it_should_ends_the_run() {
    let terminal = terminal("add.f32.f16", 1);
    let name = terminal.port().display().to_string();
    let output = |arguments: &str| {
        let output = run(&terminal, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        String::from_utf8(output.stderr).unwrap().replace(&name, "PORT")
    };
    // One request has the same operands and result but another instruction, and one has other widths.
    let refused = expect![[r#"
        error: PORT: sub.rn.f32.f16: the board refused the request: its bitstream does not have the instruction
    "#]];
    refused.assert_eq(&output("sub.f32.f16 3c00 3f800000"));
    let refused = expect![[r#"
        error: PORT: add.rn.f16: the board refused the request: its bitstream does not have the instruction
    "#]];
    refused.assert_eq(&output("add.rn.f16 3c00 3c00"));
    // The board must be ready for the next request.
    run(&terminal, "add.f32.f16 3c00 3f800000")
        .assert()
        .success()
        .stdout("0x40000000\n");
}

#[test]
fn a_bitstream_is_written_with_its_sources_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let output = halfpipe("board hx8k mul.rn.bf16 --latency 1 --json --out made")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = folder.path().join("made");
    let expected = [
        "board.vh",
        "crc32.v",
        "frame_receive.v",
        "frame_transmit.v",
        "hx8k.pcf",
        "instruction.v",
        "mul_rn_bf16.bin",
        "mul_rn_bf16.v",
        "operation.v",
        "report.json",
        "top.v",
        "uart_receive.v",
        "uart_transmit.v",
    ];
    assert_eq!(files_in(&made), expected);
    let report = std::fs::read(made.join("report.json")).unwrap();
    assert_eq!(report, output.stdout);
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["board"], "hx8k");
    assert_eq!(report["bitstream"], "mul_rn_bf16.bin");
    assert!(report["fmax_mhz"].as_f64() >= report["clock_mhz"].as_f64());
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn nothing_is_written_where_the_clock_is_not_met() {
    let folder = tempfile::tempdir().unwrap();
    let output = halfpipe("board icebreaker fma.rn.f16 --latency 0 --out made")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(
        complaint.starts_with("error: fma.rn.f16 at latency 0 reaches ")
            && complaint.ends_with(" MHz, but the clock of iCEBreaker runs at 12 MHz; choose another latency\n"),
        "{complaint}"
    );
    assert!(output.stdout.is_empty() && files_in(folder.path()).is_empty());
}

#[test]
fn a_design_that_does_not_fit_is_told_the_cells() {
    let folder = tempfile::tempdir().unwrap();
    // The end of nextpnr's output for the core of all instructions.
    let utilisation = "\
echo 'Info: Device utilisation:' >&2
echo 'Info: 	         ICESTORM_LC:    5905/   5280   111%' >&2
echo 'Info: 	        ICESTORM_RAM:      19/     30    63%' >&2
echo 'ERROR: Failed to expand region (0, 0) |_> (25, 31) of 5905 ICESTORM_LCs' >&2
exit 1";
    program(folder.path(), "nextpnr-ice40", utilisation);
    let mut command = halfpipe("board icebreaker neg.f16 --out build");
    command.current_dir(&folder).env("PATH", path_with(folder.path()));
    check(
        command,
        expect![[r#"
            ! error: the design needs 5905 ICESTORM_LC cells, and iCEBreaker has 5280; choose a smaller design or a larger FPGA
            status 1
        "#]],
    );
    assert_eq!(files_in(folder.path()), ["nextpnr-ice40"]);
}

#[test]
fn a_board_of_a_function_refuses_requests_for_others() {
    let terminal = terminal("div.rn.f16", 8);
    run(&terminal, "div.f16 4200 4000")
        .assert()
        .success()
        .stdout("0x3e00\n");
    for other in ["mul.rz.f16", "add.rn.f16"] {
        run(&terminal, &format!("{other} 4200 4000"))
            .assert()
            .code(1)
            .stdout("");
    }
    run(&terminal, "div.f16 3c00 0").assert().success().stdout("0x7c00\n");
}

#[test]
fn the_core_of_a_board_takes_the_arithmetic_of_ptx() {
    check_arguments(
        "board icebreaker fpu --instructions setp.lt.f16 --out unwritten",
        expect![[r#"
            ! error: setp.lt.f16 is not available in a core on a board, which takes the arithmetic instructions of PTX; build a board of setp.lt.f16 alone
            status 2
        "#]],
    );
}

#[test]
fn bad_usage_is_said_in_one_line() {
    check_arguments(
        "board",
        expect![[r#"
            ! error: no board is given; the boards are icebreaker, hx8k, ulx3s, tangnano9k, tangnano20k; `board run` runs operands on a board
            status 2
        "#]],
    );
    check_arguments(
        "board arty neg.f16",
        expect![[r#"
            ! error: unknown board `arty`; the boards are icebreaker, hx8k, ulx3s, tangnano9k, tangnano20k; `board run` runs operands on a board
            status 2
        "#]],
    );
    check_arguments(
        "board hx8k neg.f16 --latency 99 --out made",
        expect![[r#"
        ! error: neg.f16 has no latency 99: its latencies are 0 to 32
        status 2
    "#]],
    );
    check_arguments(
        "board hx8k neg.f16",
        expect![[r#"
        ! error: the following required arguments were not provided: --out <DIR>; `halfpipe board hx8k --help` says what is allowed
        status 2
    "#]],
    );
    check_arguments(
        "board run --port /dev/null neg.f16 12345",
        expect![[r#"
        ! error: operand a of neg.f16 is `12345`, but it has 16 bits: at most 0xffff; write 12345.0 for the number
        status 2
    "#]],
    );
    check_arguments(
        "board run --port /nowhere neg.f16 0001",
        expect![[r#"
        ! error: cannot open the serial port /nowhere: No such file or directory
        status 1
    "#]],
    );
    check_arguments(
        "board run --port /dev/null neg.f16 0001",
        expect![[r#"
        ! error: cannot open the serial port /dev/null: Not a typewriter
        status 1
    "#]],
    );
    let mut lines = halfpipe("board run neg.f16");
    lines.write_stdin("1\n");
    check(
        lines,
        expect![[r#"
        ! error: the following required arguments were not provided: --port <PATH>; `halfpipe board run --help` says what is allowed
        status 2
    "#]],
    );
}
