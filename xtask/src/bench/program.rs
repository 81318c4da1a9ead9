//! One program with all modules, built by Verilator and the C++ compiler.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use halfpipe_tools::run::run_command;
use halfpipe_tools::Tool;

use super::subject::Subject;

/// Options of the compiler. They also hold for Verilator's library, in which an operation spends a third of its time.
const COMPILER_OPTIONS: [&str; 3] = ["-std=c++17", "-O3", "-march=native"];

/// The time of one operation of a module, and its errors.
#[derive(Clone, PartialEq, Debug)]
pub struct OperationTime {
    /// The name in the table.
    pub name: String,
    /// The nanoseconds of one operation.
    pub nanoseconds: f64,
    /// The number of wrong results.
    pub wrong: u64,
}

/// Measures the modules, in a program made for them.
///
/// # Errors
///
/// When a tool is missing, or refuses a module.
pub fn measure(subjects: &[Subject]) -> anyhow::Result<Vec<OperationTime>> {
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let folder = folder.path();
    let verilator = Tool::Verilator.find()?;
    for (index, subject) in subjects.iter().enumerate() {
        let source = folder.join(format!("model{index}.sv"));
        write(&source, subject.text.as_deref().unwrap_or_default())?;
        let mut command = Command::new(&verilator);
        command
            .current_dir(folder)
            .args(["--cc", "--build", "-O3", "-Wno-fatal", "-Wno-lint"]);
        command.args(["--prefix", &class(index), "--top-module", &subject.top]);
        command.args(["--Mdir", &format!("model{index}")]);
        command.args(["-CFLAGS", &COMPILER_OPTIONS.join(" ")]);
        command.args(subject.folders.iter().map(|include| format!("-I{}", include.display())));
        command.args(&subject.files).arg(&source);
        run_command(Tool::Verilator, command).with_context(|| subject.name.clone())?;
    }
    write(&folder.join("models.h"), &header(subjects))?;
    write(&folder.join("bench.cpp"), include_str!("bench.cpp"))?;
    let program = folder.join("bench");
    let mut command = Command::new(Tool::Compiler.find()?);
    command
        .current_dir(folder)
        .args(COMPILER_OPTIONS)
        .args(["-I.", "bench.cpp"]);
    let include = verilator_include(&verilator)?;
    command.args([format!("-I{include}"), format!("-I{include}/vltstd")]);
    command.args((0..subjects.len()).map(|index| format!("model{index}/{}__ALL.a", class(index))));
    command.args(["model0/libverilated.a", "-pthread", "-o"]).arg(&program);
    run_command(Tool::Compiler, command)?;
    let output = Command::new(&program).output().context("the program of all modules")?;
    anyhow::ensure!(
        output.status.success(),
        "the program of all modules failed: {}",
        output.status
    );
    String::from_utf8(output.stdout)?.lines().map(read_line).collect()
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Returns the folder of Verilator's headers.
fn verilator_include(verilator: &Path) -> anyhow::Result<String> {
    let mut command = Command::new(verilator);
    command.args(["--getenv", "VERILATOR_ROOT"]);
    let root = String::from_utf8(run_command(Tool::Verilator, command)?.stdout)?;
    Ok(format!("{}/include", root.trim()))
}

/// Returns the name of Verilator's class for the module of this index.
fn class(index: usize) -> String {
    format!("VModel{index}")
}

/// Returns the C++ that puts each module behind the same functions.
fn header(subjects: &[Subject]) -> String {
    let mut text = String::new();
    for (index, subject) in subjects.iter().enumerate() {
        let class = class(index);
        let drive = |(position, (name, values)): (usize, &(String, u64))| match values {
            0 => format!("        model.{name} = words[{position}];\n"),
            values => format!("        model.{name} = words[{position}] % {values}u;\n"),
        };
        let drive: String = subject.inputs.iter().enumerate().map(drive).collect();
        let _ = write!(
            text,
            "\
#include \"model{index}/{class}.h\"
struct Model{index} {{
    static constexpr size_t INPUTS = {inputs};
    static constexpr size_t LATENCY = {latency};
    static constexpr bool IS_FMA = {is_fma};
    static constexpr const char* NAME = \"{name}\";
    {class} model;
    Model{index}() {{ model.reset = 0; model.enable = 1; model.in_valid = 1; }}
    void cycle(const uint64_t* words) {{
{drive}        model.clock = 0;
        model.eval();
        model.clock = 1;
        model.eval();
    }}
    uint64_t result() {{ return model.{result}; }}
}};
",
            inputs = subject.inputs.len(),
            latency = subject.latency,
            is_fma = subject.is_fma,
            name = subject.name,
            result = subject.result,
        );
    }
    let models: String = (0..subjects.len()).map(|index| format!("Model{index}, ")).collect();
    let inputs = subjects.iter().map(|subject| subject.inputs.len()).max().unwrap_or(0);
    let _ = write!(text, "#define MODELS {models}\n#define MAX_INPUTS {}\n", inputs.max(3));
    text
}

/// Reads a line that the program printed.
fn read_line(line: &str) -> anyhow::Result<OperationTime> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[name, nanoseconds, wrong] = fields.as_slice() else {
        anyhow::bail!("the program of all modules printed `{line}`");
    };
    Ok(OperationTime {
        name: name.to_owned(),
        nanoseconds: nanoseconds.parse()?,
        wrong: wrong.parse()?,
    })
}
