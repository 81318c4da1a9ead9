//! Tests with desktop programs and Debian's packages: GTKWave on a virtual display, Chromium, GNU parallel, Slurm, Icarus
//! Verilog, and Debian's Verilator. `make test-desk` installs them and runs the tests.

mod slurm;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use halfpipe_faults::text::edit;

use crate::common::{halfpipe, path_with, printed};

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a virtual display and returns its name.
fn display() -> (Running, String) {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1400x900x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let output = server.stdout.take().expect("its output is piped");
    let server = Running(server);
    let mut number = String::new();
    BufReader::new(output)
        .read_line(&mut number)
        .expect("Xvfb says which display it is");
    (server, format!(":{}", number.trim()))
}

fn windows(display: &str) -> String {
    let output = Command::new("xwininfo")
        .args(["-root", "-tree", "-display", display])
        .output();
    String::from_utf8_lossy(&output.expect("xwininfo runs").stdout).into_owned()
}

/// Returns the number of colours in a screenshot, and the screenshot's file.
fn picture(display: &str, folder: &Path) -> (u32, PathBuf) {
    let file = folder.join("display.png");
    let taken = Command::new("import")
        .args(["-display", display, "-window", "root"])
        .arg(&file)
        .status();
    assert!(taken.expect("import runs").success());
    let output = Command::new("identify").args(["-format", "%k"]).arg(&file).output();
    let count = String::from_utf8_lossy(&output.expect("identify runs").stdout).into_owned();
    (count.trim().parse().expect("a number of colours"), file)
}

/// GTKWave opens the saved view of a generated waveform, finds every name in it, and shows the waveform.
///
/// With `HALFPIPE_PICTURE=FILE` the screenshot is kept. `make pictures` made the one in the documents.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn gtkwave_shows_a_generated_wave() {
    let folder = tempfile::tempdir().unwrap();
    printed(&format!(
        "wave fma.rn.f16 3e00 4000 3c00 --latency 3 --out {}",
        folder.path().display()
    ));
    let (_server, display) = display();
    let (empty, _) = picture(&display, folder.path());
    let log = folder.path().join("gtkwave.log");
    let kept = std::env::var_os("HALFPIPE_PICTURE");
    // The save file names the dump. If the command line names it too, the title has no folder. A screenshot must not
    // show the folder.
    let dump = kept.as_ref().map(|_| "fma_rn_f16.vcd");
    let gtkwave = Command::new("gtkwave")
        .args(dump)
        .arg("fma_rn_f16.gtkw")
        .current_dir(folder.path())
        .env("DISPLAY", &display)
        // The filter processes of GTKWave run the command to decode values.
        .env("PATH", path_with_halfpipe())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .expect("gtkwave starts");
    let mut gtkwave = Running(gtkwave);

    let started = Instant::now();
    let mut wait_for = |what: &str, is_there: &dyn Fn() -> bool| {
        while !is_there() {
            assert!(gtkwave.0.try_wait().unwrap().is_none(), "gtkwave has ended");
            // The limit is longer than any machine takes.
            assert!(started.elapsed() < Duration::from_secs(1800), "{what}");
            std::thread::sleep(Duration::from_millis(200));
        }
    };
    let title = "fma_rn_f16.vcd";
    wait_for("no window has the dump in its title", &|| {
        windows(&display).contains(title)
    });
    let has_wave = || picture(&display, folder.path()).0 > empty + 8;
    wait_for("the wave is not shown", &has_wave);
    // Decoded values arrive after the waveform. The screen is complete when it no longer changes.
    let pixels = || {
        let (_, file) = picture(&display, folder.path());
        let output = Command::new("identify").args(["-format", "%#"]).arg(file).output();
        output.expect("identify runs").stdout
    };
    let is_done = || {
        let before = pixels();
        std::thread::sleep(Duration::from_secs(1));
        before == pixels()
    };
    wait_for("the wave keeps changing", &is_done);
    let complaints = std::fs::read_to_string(&log).unwrap();
    let complaints: Vec<&str> = complaints
        .lines()
        .filter(|line| {
            ["error", "fail", "not found", "unknown", "no such"]
                .iter()
                .any(|word| line.to_lowercase().contains(word))
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    let (_, file) = picture(&display, folder.path());
    if let Some(kept) = kept {
        std::fs::copy(file, kept).unwrap();
    }
}

/// Returns Chromium's output for a page or a picture, without a window.
fn chromium(folder: &Path, file: &Path, arguments: &[&str]) -> String {
    let output = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--hide-scrollbars", "--window-size=1400,1000"])
        .args(arguments)
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("chromium runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A browser shows the drawing and the page of a waveform. The result is in the right cycle, and the page needs no
/// other files.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn a_browser_shows_the_pictures_of_a_wave() {
    let folder = tempfile::tempdir().unwrap();
    printed(&format!(
        "wave fma.rn.f16 3e00 4000 3c00 --latency 3 --svg --html --out {}",
        folder.path().display()
    ));
    for name in ["fma_rn_f16.svg", "fma_rn_f16.html"] {
        let file = folder.path().join(name);
        let document = chromium(folder.path(), &file, &["--dump-dom"]);
        // The computation is 1.5 · 2 + 1. The operands arrive in cycle 1.
        let said = "<title>expected, cycle 4: 0x4400 + 1.0000000000 × 2^2 = 4 (normal)</title>";
        assert!(document.contains(said), "{name}: {document}");
        if name.ends_with("html") {
            // The row of the table, as the browser has built it.
            let (_, row) = document
                .split_once("<tr><th scope=\"row\">4</th>")
                .expect("a row of cycle 4");
            let (row, _) = row.split_once("</tr>").unwrap();
            assert_eq!(
                row.matches("<td>4 0x4400</td>").count(),
                2,
                "result and expected: {row}"
            );
        }
        let shot = folder.path().join("shot.png");
        chromium(folder.path(), &file, &[&format!("--screenshot={}", shot.display())]);
        let output = Command::new("identify").args(["-format", "%k"]).arg(&shot).output();
        let colours = String::from_utf8(output.expect("identify runs").stdout).unwrap();
        let colours: u32 = colours.trim().parse().expect("a number of colours");
        assert!(colours > 100, "{name} has {colours} colours");
        if let Some(kept) = std::env::var_os("HALFPIPE_PAGES") {
            std::fs::copy(&shot, Path::new(&kept).join(format!("{name}.png"))).unwrap();
        }
    }
}

fn path_with_halfpipe() -> std::ffi::OsString {
    path_with(
        Path::new(env!("CARGO_BIN_EXE_halfpipe"))
            .parent()
            .expect("the command lies in a folder"),
    )
}

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verification.md");

/// The first example of GNU parallel in docs/verification.md, in four parts. It uses an instruction that takes less time.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn gnu_parallel_runs_shards() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let lines = page
        .lines()
        .map(str::trim)
        .skip_while(|line| !line.starts_with("parallel halfpipe"));
    let script: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert_eq!(script.len(), 1, "{script:?}");
    let shorter = script[0]
        .replace("mul.rn.f16", "tanh.approx.f16x2")
        .replace("/16", "/4")
        .replace("seq 16", "seq 4");
    let output = Command::new("sh")
        .args(["-e", "-c", &shorter])
        .env("PATH", path_with_halfpipe())
        .output()
        .unwrap();
    let (said, complained) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{shorter}\n{said}{complained}");
    let parts = said.matches(": 16384 vectors, no mismatch, digest ").count();
    assert_eq!(parts, 4, "{said}");
}

/// The example of parts in docs/verification.md, with an instruction that takes less time.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn gnu_parallel_runs_parts_of_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let lines = page
        .lines()
        .map(str::trim)
        .skip_while(|line| !line.starts_with("parallel 'halfpipe prove"));
    let script: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert_eq!(script.len(), 2, "{script:?}");
    let shorter = script.join("\n").replace("fma.rn.bf16", "mul.rn.f16");
    let output = Command::new("sh")
        .args(["-e", "-c", &shorter])
        .current_dir(folder.path())
        .env("PATH", path_with_halfpipe())
        .output()
        .unwrap();
    let (said, complained) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{shorter}\n{said}{complained}");
    assert!(said.starts_with("mul.rn.f16 at latency 3: holds, 9 lemmas, "), "{said}");
    assert!(folder.path().join("proofs/mul_rn_f16.jsonl").exists());
}

/// Debian's Verilator keeps its program and its library in separate folders. It is years older than the pinned version.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn every_engine_works_with_debians_verilator() {
    let path = path_with(Path::new("/usr/bin"));
    let output = halfpipe("doctor --json").env("PATH", &path).output().unwrap();
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let tools = diagnosis["tools"].as_array().unwrap();
    let verilator = tools.iter().find(|row| row["tool"] == "verilator").unwrap();
    assert_eq!(verilator["path"], "/usr/bin/verilator", "{verilator}");
    assert_eq!(output.status.code(), Some(0), "{diagnosis:#}");

    let mut verify = halfpipe("verify add.rn.f16 fma.rn.relu.bf16x2 --engine verilator --vectors 20000");
    let output = verify.env("PATH", &path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(said.matches(" 20000 vectors, no mismatch").count(), 2, "{said}");
}

/// Simulates the testbench of a package in Icarus Verilog, with the sources of the file list. Returns the output, and
/// true on success.
fn simulated_by_icarus(folder: &Path, module: &str) -> (String, bool) {
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(folder).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
        let said = [output.stdout, output.stderr].concat();
        (String::from_utf8(said).unwrap(), output.status.success())
    };
    let [list, bench] = [format!("{module}.f"), format!("{module}_tb.v")];
    let (said, compiles) = run(
        "iverilog",
        &["-g2005", "-Wall", "-Wno-timescale", "-o", "bench", "-c", &list, &bench],
    );
    assert!(compiles && said.is_empty(), "{module}: {said}");
    // With -N, $stop ends the simulation with status 1.
    run("vvp", &["-N", "bench"])
}

/// The testbench of a package is plain Verilog: for a unit with and without registers, an iterative one, their streams,
/// and a core.
#[test]
#[ignore = "needs programs of a desktop: make test-desk"]
fn icarus_runs_the_testbenches_of_packages() {
    for (words, module, vectors) in [
        ("fma.rn.f16 --stream", "fma_rn_f16", 4000),
        ("fma.rn.f16 --stream", "fma_rn_f16_stream", 4000),
        ("add.f32.bf16 --latency 0", "add_rn_f32_bf16", 4000),
        ("div.rn.f16 --iterative --stream", "div_rn_f16", 4000),
        ("div.rn.f16 --iterative --stream", "div_rn_f16_stream", 4000),
        ("div.bf16 --rounding port --iterative", "div_bf16", 4000),
        ("fpu --instructions add.f16,max.bf16x2", "halfpipe_fpu", 28_000),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let generate = format!("generate {words} --package --no-check");
        halfpipe(&generate).current_dir(folder.path()).assert().success();
        let (said, succeeds) = simulated_by_icarus(folder.path(), module);
        assert!(
            succeeds && said.contains(&format!("{module}: {vectors} vectors, no mismatch")),
            "{said}"
        );

        let file = folder.path().join(format!("{module}.v"));
        let output = if module.ends_with("stream") {
            "m_axis_tdata  ="
        } else {
            "assign d ="
        };
        edit(&file, output, &format!("{output} 1'd1 ^ "));
        let (said, succeeds) = simulated_by_icarus(folder.path(), module);
        assert!(!succeeds && said.contains(" mismatches"), "{said}");
    }
}
