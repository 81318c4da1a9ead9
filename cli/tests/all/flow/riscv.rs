//! CV32E40P with the unit of F and Zfh: the example with programs of riscv-tests, C in `float` and `_Float16`, and random
//! instructions. The C header of the unit, with the example's compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halfpipe_faults::text::edit;
use serde_json::Value;

use crate::common::printed;

use super::processor::{make_in, root};

const EXAMPLE: &str = "examples/riscv";

/// Lets one test at a time build the example, because the tests share its packages.
fn alone() -> MutexGuard<'static, ()> {
    static BUILDING: Mutex<()> = Mutex::new(());
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a kernel's speed-up by Zfh, in clock cycles, from the table.
fn times(table: &str, kernel: &str) -> f64 {
    let row = table.lines().find(|line| line.starts_with(&format!("| {kernel} |")));
    let row = row.unwrap_or_else(|| panic!("no {kernel} in {table}"));
    row.split('|').nth(5).unwrap().trim().parse().unwrap()
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cv32e40p_runs_zfh() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &[]);
    assert!(is_right, "{output}");
    assert!(
        output.contains("rv32uzfh: 10 programs pass: fadd fclass fcmp fcvt fcvt_w fdiv fmadd fmin ldst move\n"),
        "{output}"
    );
    assert!(
        output.contains(" results and flags, none of them other than SoftFloat's\n"),
        "{output}"
    );
    assert!(
        output.contains("halfpipe_zfh.h: results and flags are right\n"),
        "{output}"
    );
    for kernel in ["dot-product", "softmax", "fir-filter"] {
        assert!(times(&output, kernel) >= 20.0, "{output}");
    }
}

/// Checks what the example prints for both suites, the kernels in `float` and the stream.
fn check_singles(output: &str) {
    for suite in ["rv32uf", "rv32uzfh"] {
        assert!(output.contains(&format!("{suite}: 11 programs pass: ")), "{output}");
    }
    assert!(
        output.contains(" results and flags, none of them other than SoftFloat's\n"),
        "{output}"
    );
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cv32e40p_runs_f_and_zfh_without_cvfpu() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &["F=1"]);
    assert!(is_right, "{output}");
    check_singles(&output);
    for kernel in ["matrix-product", "fourier-transform"] {
        assert!(times(&output, kernel) >= 10.0, "{output}");
    }
    // Verilator's list of the files that it read.
    let files = std::fs::read_to_string(root().join("target/riscv/run-2-1-F1/model/Vprocessor__ver.d")).unwrap();
    assert!(files.contains("halfpipe_zfh.v"), "{files}");
    assert!(!files.contains("fpnew_fma"), "{files}");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cv32e40p_runs_zfh_beside_cvfpu() {
    let _alone = alone();
    let targets = ["F=cvfpu", "suite", "singles", "stream"];
    let (output, is_right) = make_in(EXAMPLE, &[&targets[..], &["ADDMUL=1", "OTHERS=0", "SEED=2"]].concat());
    assert!(is_right, "{output}");
    check_singles(&output);
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_units_of_single_precision_give_equal_bits() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &["beside"]);
    assert!(is_right, "{output}");
    // The small divider takes more cycles than CVFPU's.
    for kernel in ["matrix-product", "fourier-transform", "softmax"] {
        assert!(times(&output, kernel) >= 0.75, "{output}");
    }
}

#[test]
#[ignore = "of processors: make test-processor"]
fn another_unit_of_single_precision_is_refused() {
    for word in ["F=2", "F=", "F=1 cvfpu"] {
        let (output, is_right) = make_in(EXAMPLE, &[word]);
        assert!(!is_right, "{output}");
        assert!(output.contains("names no unit for single precision"), "{output}");
    }
    let (output, is_right) = make_in(EXAMPLE, &["singles"]);
    assert!(!is_right, "{output}");
    assert!(output.contains("make F=1 singles"), "{output}");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cvfpu_converts_halves_from_and_to_doubles() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &["doubles"]);
    assert!(is_right, "{output}");
    assert_eq!(output, "halves and doubles: 10 of 10 operations are right\n");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_decoder_issues_words_of_an_assembler() {
    let _alone = alone();
    for unit in ["F=0", "F=1"] {
        let (output, is_right) = make_in(EXAMPLE, &[unit, "decoder"]);
        assert!(is_right, "{output}");
        assert!(
            output.contains("halfpipe_decode: 4000 of 4000 instructions are right\n"),
            "{output}"
        );
    }
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_programs_find_faults_of_the_shell() {
    let _alone = alone();
    let build = tempfile::tempdir().unwrap();
    let build_word = format!("BUILD={}", build.path().display());
    let packages = root().canonicalize().unwrap().join("target/riscv/packages");
    let packages_word = format!("PACKAGES={}", packages.display());
    let words = [build_word.as_str(), packages_word.as_str(), "COUNT=1000"];
    let installed = packages.join("installed");
    let (output, is_made) = make_in(EXAMPLE, &[&words[..], &[installed.to_str().unwrap()]].concat());
    assert!(is_made, "{output}");
    let shell = build.path().join("rtl-2-1/halfpipe_fpnew.sv");
    let made = build.path().join("rtl-2-1/made");
    let fault = |right: &str, wrong: &str, target: &str| {
        let (output, is_made) = make_in(EXAMPLE, &[&words[..], &[made.to_str().unwrap()]].concat());
        assert!(is_made, "{output}");
        edit(&shell, right, wrong);
        let (output, is_run) = make_in(EXAMPLE, &[&words[..], &[target]].concat());
        assert!(!is_run, "{wrong}: {output}");
        std::fs::remove_dir_all(build.path().join("rtl-2-1")).unwrap();
        std::fs::remove_dir_all(build.path().join("run-2-1")).unwrap();
        output
    };
    let output = fault("(rnd_mode_i)", "(3'd0)", "stream");
    assert!(
        output.contains("of them other than SoftFloat's\nfirst at line "),
        "{output}"
    );
    let output = fault(
        "fpnew_pkg::DIV:      core_op = 4'd4",
        "fpnew_pkg::DIV:      core_op = 4'd3",
        "suite",
    );
    assert!(output.contains("fdiv: status 2"), "{output}");
}

/// The suffixes of functions with a fixed rounding.
const ROUNDINGS: [&str; 5] = ["rne", "rtz", "rdn", "rup", "rmm"];

/// The functions of the header for `fflags` and `frm`.
const STATE: [&str; 5] = ["fflags", "set_fflags", "clear_fflags", "frm", "set_frm"];

/// Installs the example's packages. Returns their folder.
fn packages() -> PathBuf {
    let packages = root().canonicalize().unwrap().join("target/riscv/packages");
    let (output, is_made) = make_in(EXAMPLE, &[packages.join("installed").to_str().unwrap()]);
    assert!(is_made, "{output}");
    packages
}

/// Runs Zig's C compiler on a file in a folder, with all warnings as errors. Returns the output file's bytes.
fn compiled(folder: &Path, extensions: &str, words: &[&str], input: &str) -> Vec<u8> {
    let bits = if extensions.starts_with("rv64") { "64" } else { "32" };
    let abi = if bits == "64" { "lp64" } else { "ilp32" };
    let cache = root().canonicalize().unwrap().join("target/riscv/cache");
    let output = Command::new(packages().join("ziglang/zig"))
        .args(["cc", "-target", &format!("riscv{bits}-freestanding-none")])
        .args([&format!("-mcpu=generic_{extensions}"), &format!("-mabi={abi}")])
        .args(["-std=c11", "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-g0"])
        .arg("-Wno-unused-command-line-argument")
        .args(words)
        .args([input, "-o", "out"])
        .env("ZIG_GLOBAL_CACHE_DIR", &cache)
        .env("ZIG_LOCAL_CACHE_DIR", &cache)
        .current_dir(folder)
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{extensions}: {complaint}");
    std::fs::read(folder.join("out")).unwrap()
}

/// Returns the functions of a header, each once: result, name without `halfpipe_`, and parameters.
fn functions(header: &str) -> Vec<(String, String, String)> {
    let mut names = BTreeSet::new();
    let declarations = header.lines().filter_map(|line| line.strip_prefix("static inline "));
    // The macro of a constant takes its number.
    let macros = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define halfpipe_fli_"));
    let macros = macros.map(|line| {
        let (format, _) = line.split_once('(').unwrap();
        let result = if format == "s" { "float" } else { "_Float16" };
        (result.to_owned(), format!("fli_{format}"), "void".to_owned())
    });
    let split = declarations.filter_map(|line| {
        let (result, rest) = line.split_once(" halfpipe_")?;
        let (name, rest) = rest.split_once('(')?;
        let (parameters, _) = rest.split_once(')')?;
        Some((result.to_owned(), name.to_owned(), parameters.to_owned()))
    });
    split
        .chain(macros)
        .filter(|(_, name, _)| names.insert(name.clone()))
        .collect()
}

/// Returns the instructions that a call of each function compiles to between the marks of inline assembly. Registers
/// are left out.
fn assembled(assembly: &str, name: &str) -> Vec<String> {
    let (_, body) = assembly
        .split_once(&format!("\ncall_{name}:"))
        .unwrap_or_else(|| panic!("no {name}"));
    let body = body.split("# -- End function").next().unwrap();
    let inline = body
        .split("#APP")
        .skip(1)
        .map(|part| part.split("#NO_APP").next().unwrap());
    let lines = inline
        .flat_map(str::lines)
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let without_registers = |line: &str| {
        let (instruction, operands) = line.split_once(['\t', ' ']).unwrap();
        let words = operands.split(", ").filter(|word| ROUNDINGS.contains(word));
        let count = operands.split(", ").count() - words.clone().count();
        let rounding: String = words.map(|word| format!(".{word}")).collect();
        format!("{instruction}{rounding} {count}")
    };
    lines.map(without_registers).collect()
}

/// The operations of Zfa that an assembler without it does not know.
const OF_ZFA: [&str; 6] = ["fminm", "fmaxm", "fround", "froundnx", "fleq", "fltq"];

/// Generates a core, and compiles a call of each function of its header for these extensions. Each must become its
/// instruction alone. Returns the number of functions.
fn check_header(options: &str, extensions: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(&format!("generate zfh {options} --out {}", folder.display()));
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let manifest: Value = serde_json::from_str(&text("halfpipe_zfh.json")).unwrap();
    let mut program = "#include \"halfpipe_zfh.h\"\n".to_owned();
    let all = functions(&text("halfpipe_zfh.h"));
    let called: Vec<&(String, String, String)> = all
        .iter()
        .filter(|(_, name, _)| !["from_bf16", "to_bf16"].contains(&name.as_str()))
        .collect();
    for (result, name, parameters) in &called {
        let arguments = parameters.split(", ").filter_map(|parameter| parameter.split_once(' '));
        let mut arguments: Vec<&str> = arguments.map(|(_, argument)| argument).collect();
        if name.starts_with("fli_") {
            arguments.push("31");
        }
        let start = if result == "void" { "" } else { "return " };
        program += &format!(
            "{result} call_{name}({parameters});\n\
             {result} call_{name}({parameters}) {{ {start}halfpipe_{name}({}); }}\n",
            arguments.join(", ")
        );
    }
    std::fs::write(folder.join("calls.c"), &program).unwrap();
    compiled(folder, extensions, &["-O0", "-c"], "calls.c");
    let assembly = String::from_utf8(compiled(folder, extensions, &["-O2", "-S"], "calls.c")).unwrap();
    let mut expected: BTreeSet<String> = STATE.iter().map(|name| (*name).to_owned()).collect();
    let entries = manifest["instructions"].as_array().unwrap();
    // Without conversions of halves, the header has no `_Float16` to move.
    let converts_halves = entries.iter().any(|entry| entry["mnemonic"] == "fcvt.s.h");
    for entry in entries {
        let mnemonic = entry["mnemonic"].as_str().unwrap();
        if ["fmv.x.h", "fmv.h.x"].contains(&mnemonic) && !converts_halves {
            continue;
        }
        let name = mnemonic.replace('.', "_");
        let count = entry["operands"].as_array().unwrap().len() + 1;
        let is_of_zfbfmin = ["fcvt.bf16.s", "fcvt.s.bf16"].contains(&mnemonic);
        if mnemonic.contains("bf16") && !is_of_zfbfmin {
            continue;
        }
        // The C compiler names no rounding for those without one.
        let rounds = all.iter().any(|(_, other, _)| *other == format!("{name}_rtz"));
        let is_rounded = entry["rm"].is_null() && !["fcvt.s.h", "fcvt.s.bf16"].contains(&mnemonic);
        assert_eq!(rounds, is_rounded, "{mnemonic}");
        let suffixes = ROUNDINGS
            .iter()
            .map(|rounding| (format!("_{rounding}"), format!(".{rounding}")));
        for (suffix, rounding) in suffixes
            .take(if rounds { 5 } else { 0 })
            .chain([(String::new(), String::new())])
        {
            let name = format!("{name}{suffix}");
            let is_of_zfa = OF_ZFA.contains(&mnemonic.split('.').next().unwrap());
            let by_code = mnemonic.contains("bf16") && !extensions.contains("zfbfmin")
                || is_of_zfa && !extensions.contains("zfa")
                || mnemonic.starts_with("fli");
            let wanted = if by_code {
                ".insn 6".to_owned()
            } else {
                format!("{mnemonic}{rounding} {count}")
            };
            assert_eq!(assembled(&assembly, &name), [wanted], "{name}");
            expected.insert(name);
        }
    }
    let names: BTreeSet<String> = called.iter().map(|(_, name, _)| name.clone()).collect();
    assert_eq!(names, expected, "{options}");
    for (name, wanted) in [
        ("fflags", "frflags 1"),
        ("clear_fflags", "fsflags 1"),
        ("set_frm", "fsrm 1"),
    ] {
        assert_eq!(assembled(&assembly, name), [wanted], "{name}");
    }
    names.len()
}

#[test]
#[ignore = "of processors: make test-processor"]
fn each_function_of_the_header_becomes_its_instruction() {
    let _alone = alone();
    let divides = "--divsqrt small";
    assert_eq!(check_header(&format!("--isa zfh {divides}"), "rv32+m+a+c+f+zfh"), 101);
    check_header(&format!("--isa zfh --xlen 64 {divides}"), "rv64+m+a+c+f+zfh");
    check_header("--isa zfhmin", "rv32+m+f+zfhmin");
    check_header(&format!("--isa zfh,zfbfmin {divides}"), "rv32+m+f+zfh+zfbfmin");
    check_header("--isa zfh,zfbfmin", "rv32+m+f+zfh");
    check_header("--isa zfh --formats h,bf16,s", "rv32+m+f+zfh");
    check_header("--isa zfbfmin", "rv32+m+f+zfbfmin");
    check_header("--isa zfbfmin", "rv32+m+f");
    check_header(&format!("--isa zhinx {divides}"), "rv32+m+a+zicsr+zfinx+zhinx");
    check_header("--isa zhinxmin", "rv32+m+a+zicsr+zfinx+zhinxmin");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn each_function_of_single_precision_becomes_its_instruction() {
    let _alone = alone();
    let divides = "--divsqrt small";
    check_header(&format!("--isa f {divides}"), "rv32+m+f");
    check_header(&format!("--isa f --xlen 64 {divides}"), "rv64+m+f");
    check_header("--isa f,zfa", "rv32+m+f+zfa");
    check_header("--isa f,zfa", "rv32+m+f");
    check_header(&format!("--isa f,zfh,zfa --xlen 64 {divides}"), "rv64+m+f+zfh+zfa");
    check_header(&format!("--isa f,zfh,zfa {divides}"), "rv32+m+f+zfh");
    check_header("--isa f,zfh,zfbfmin,zfa", "rv32+m+f+zfh+zfbfmin+zfa");
    check_header("--isa f,zfbfmin", "rv32+m+f+zfbfmin");
    check_header(&format!("--isa zfinx {divides}"), "rv32+m+zicsr+zfinx");
    check_header("--isa zfinx,zhinx --xlen 64", "rv64+m+zicsr+zfinx+zhinx");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_codes_in_the_header_are_those_of_the_assembler() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(&format!(
        "generate zfh --isa f,zfh,zfbfmin,zfa --out {}",
        folder.display()
    ));
    let header = std::fs::read_to_string(folder.join("halfpipe_zfh.h")).unwrap();
    // Each extension has its mnemonics, then the codes that stand for them.
    let (mut codes, mut mnemonics) = (Vec::new(), Vec::new());
    let conditional = header.split("\n#ifdef __riscv_zf").skip(1);
    for part in conditional.filter_map(|part| part.split_once("\n#endif\n")) {
        let (known, unknown) = part.0.split_once("\n#else\n").unwrap();
        for (text, lines) in [(known, &mut mnemonics), (unknown, &mut codes)] {
            let assembly = text
                .lines()
                .filter_map(|line| line.split_once("__asm__")?.1.split('"').nth(1));
            lines.extend(assembly);
        }
    }
    // Two conversions, and eight functions of Zfa of each format, two of them with six roundings.
    assert_eq!((codes.len(), mnemonics.len()), (7 + 2 * 16, 7 + 2 * 16));
    const MARK: &str = "the pairs of codes: ";
    let mut program = format!("    .ascii \"{MARK}\"\n");
    for (code, mnemonic) in codes.iter().zip(&mnemonics) {
        let is_comparison = ["fleq", "fltq"].iter().any(|name| mnemonic.starts_with(name));
        program += &format!("    {code}\n    {mnemonic}\n")
            .replace("%0", if is_comparison { "a0" } else { "fa0" })
            .replace("%1", "ft3")
            .replace("%2", "ft4");
    }
    // The numbers of constants, of the manual's table.
    let constants = ["s", "h"].map(|format| {
        let start = format!("#define halfpipe_fli_{format}(number)");
        let (_, text) = header.split_once(&start).unwrap();
        let code = text.split('"').nth(1).unwrap().replace("%0", "fa0");
        [
            (0, "-1.0"),
            (1, "min"),
            (8, "0.25"),
            (16, "1.0"),
            (30, "inf"),
            (31, "nan"),
        ]
        .map(|(number, value)| {
            let code = code.replace("%1", &number.to_string());
            (code, format!("fli.{format} fa0, {value}"))
        })
    });
    let constants = constants.concat();
    for (code, mnemonic) in &constants {
        program += &format!("    {code}\n    {mnemonic}\n");
    }
    mnemonics.extend(constants.iter().map(|(_, mnemonic)| mnemonic.as_str()));
    std::fs::write(folder.join("pairs.S"), program).unwrap();
    let object = compiled(folder, "rv32+m+f+zfh+zfbfmin+zfa", &["-c"], "pairs.S");
    let place = object
        .windows(MARK.len())
        .position(|bytes| bytes == MARK.as_bytes())
        .unwrap()
        + MARK.len();
    let mut pairs = object[place..].chunks(8).take(mnemonics.len());
    for mnemonic in mnemonics {
        let (code, assembled) = pairs.next().unwrap().split_at(4);
        assert_eq!(code, assembled, "{mnemonic}");
    }
}

#[test]
#[ignore = "of processors: make test-processor"]
#[should_panic(expected = "the compiler's target has no zfh")]
fn the_header_asks_for_its_extension() {
    let _alone = alone();
    check_header("--isa zfh", "rv32+m+f");
}
