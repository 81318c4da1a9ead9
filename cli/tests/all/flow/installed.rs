//! Installation by Cargo and as a wheel. The command works on a machine without the checkout.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::common::files_in;
use halfpipe_tools::Tool;

/// The folder of the command's package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// A separate build folder, because the installed files are moved out of it. The test profile builds fastest.
const BUILT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/installed");
const PROFILE: [&str; 2] = ["--profile", "dev"];

/// Returns the output of a command, which must succeed.
fn succeeding(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the installed program with an empty `PATH`, home and working folder.
fn works_by_itself(program: &Path) {
    let machine = tempfile::tempdir().unwrap();
    let folder = machine.path().join("work");
    std::fs::create_dir(&folder).unwrap();
    let halfpipe = |arguments: &str| {
        let mut command = Command::new(program);
        command
            .args(arguments.split(' '))
            .current_dir(&folder)
            .env_clear()
            .env("HOME", machine.path())
            .env("PATH", program.parent().unwrap())
            .env("HALFPIPE_PROGRESS", "off");
        command
    };
    let listed = succeeding(&mut halfpipe("list"));
    assert!(listed.ends_with(" instructions\n"), "{listed}");
    succeeding(&mut halfpipe("generate fma.rn.relu.f16x2"));
    assert_eq!(files_in(&folder), ["fma_rn_relu_f16x2.json", "fma_rn_relu_f16x2.v"]);
    assert_eq!(succeeding(&mut halfpipe("eval add.rn.f16 3c00 4000")), "0x4200\n");
    let verified = succeeding(&mut halfpipe("verify add.rn.f16 --vectors 2000"));
    assert!(verified.ends_with(": 2000 vectors, no mismatch\n"), "{verified}");

    let complaint = |arguments: &str| {
        let output = halfpipe(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        complaint("synth add.rn.f16 --target ice40-hx8k --latency 0"),
        "error: yosys (synthesis) not found on the PATH or in a tool folder (HALFPIPE_TOOLS); \
         run `halfpipe tools install`\n"
    );
    assert_eq!(
        complaint("tools where"),
        format!(
            "error: no tools are installed in {}/.local/share/halfpipe/tools; run `halfpipe tools install`\n",
            machine.path().display()
        )
    );
}

#[test]
#[ignore = "compiles the command: make test-desk"]
fn by_cargo() {
    let root = tempfile::tempdir().unwrap();
    succeeding(
        Command::new(env!("CARGO"))
            .args(["install", "--offline", "--locked", "--path", PACKAGE])
            .args(PROFILE)
            .args(["--target-dir", BUILT])
            .arg("--root")
            .arg(root.path()),
    );
    works_by_itself(&root.path().join("bin/halfpipe"));
}

#[test]
#[ignore = "compiles the command: make test-desk"]
fn as_a_wheel() {
    let folder = tempfile::tempdir().unwrap();
    let (wheels, environment) = (folder.path().join("wheels"), folder.path().join("environment"));
    let maturin = Tool::Maturin.find().unwrap_or_else(|error| panic!("{error}"));
    succeeding(
        Command::new(maturin)
            .args(["build", "--offline"])
            .args(PROFILE)
            .args(["--target-dir", BUILT])
            .arg("--out")
            .arg(&wheels)
            .current_dir(PACKAGE),
    );
    let [wheel] = &files_in(&wheels)[..] else {
        panic!("not one wheel in {wheels:?}")
    };
    let python = |arguments: &[&str]| succeeding(Command::new("python3").args(arguments));
    let environment = environment.to_str().unwrap();
    python(&["-m", "venv", "--without-pip", environment]);
    let interpreter = format!("{environment}/bin/python");
    let wheel = wheels.join(wheel);
    python(&[
        "-m",
        "pip",
        "--python",
        &interpreter,
        "install",
        "--quiet",
        // The command itself needs no numpy.
        "--no-index",
        "--no-deps",
        wheel.to_str().unwrap(),
    ]);
    works_by_itself(&Path::new(environment).join("bin/halfpipe"));
    succeeding(Command::new(interpreter).args(["-c", "import halfpipe._halfpipe"]));
}
