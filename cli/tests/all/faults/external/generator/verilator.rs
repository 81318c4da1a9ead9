//! Simulation in Verilator, which draws undefined values.

use std::path::Path;
use std::sync::LazyLock;

use super::super::judge::run;
use super::construct::{Construct, Source, TOP};
use super::cycles::{Cycle, Outputs};
use super::simulation::{rows, whole};

/// Verilator's options: each undefined value is drawn. The optimiser of data flow in 5.48 computes some reductions wrongly,
/// such as `^((a[2:0] ^~ s[7:2] | s >>> c >>> c) ^ 32'd0)`.
const VERILATOR: [&str; 11] = [
    "--cc",
    "-fno-dfg",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--no-timing",
    "-Wno-fatal",
    "-Wno-lint",
    "--output-split",
    "0",
];

/// The compiler's options. A model runs for a few cycles, so only its compilation takes time.
const COMPILER: [&str; 9] = [
    "-std=c++17",
    "-O0",
    "-w",
    "-DVERILATOR=1",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
    "-DVM_TRACE=0",
    "-DVM_TRACE_VCD=0",
];

/// The file with all of a model's C++.
const MAIN: &str = "main.cpp";

/// Verilator's own library, compiled.
struct Library {
    /// The option that names the folder of its headers.
    include: String,
    /// Its object files.
    objects: [String; 2],
}

/// Returns Verilator's library, which each run of the tests compiles once.
fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let tool = |program: &str, arguments: &[&str]| {
            run(folder, program, arguments).unwrap_or_else(|said| panic!("{program}: {said}"))
        };
        let root = tool("verilator", &["--getenv", "VERILATOR_ROOT"]);
        let headers = format!("{}/include", root.trim());
        let include = format!("-I{headers}");
        let objects = ["verilated", "verilated_threads"].map(|part| {
            let source = format!("{headers}/{part}.cpp");
            // Another run of the tests may replace it by the same file.
            let own = tempfile::tempdir_in(folder).unwrap();
            let object = own.path().join(part);
            let made = object.to_str().unwrap();
            tool("g++", &[&COMPILER[..], &["-c", &source, &include, "-o", made]].concat());
            let place = folder.join(part).with_extension("o");
            std::fs::rename(&object, &place).unwrap();
            place.to_str().unwrap().to_owned()
        });
        Library { include, objects }
    });
    &LIBRARY
}

/// Returns the outputs in Verilator, for two seeds of its undefined values. It reads the file itself.
///
/// # Errors
///
/// Its words when it does not compile the file.
pub fn outputs(source: &Source, constructs: &[Construct], cycles: &[Cycle]) -> Result<Vec<Outputs>, String> {
    let folder = source.path.parent().expect("a file is in a folder");
    let words = |cycle: &Cycle| -> String {
        let words: Vec<String> = cycle.inputs().map(|(_, _, word)| format!("{word:x}")).collect();
        words.join(" ") + "\n"
    };
    let words: String = cycles.iter().map(words).collect();
    std::fs::write(folder.join("words.txt"), words).unwrap();
    let file = source.path.to_str().unwrap();
    run(
        folder,
        "verilator",
        &[&VERILATOR[..], &["--top-module", TOP, file]].concat(),
    )?;
    let program = compile(folder, constructs, &cycles[0]);
    let simulate = |seed: &str| {
        let said = run(folder, &program, &[seed])?;
        let row = |line: &str| -> Vec<String> {
            let words = line.split_whitespace().zip(constructs);
            let bits = words.map(|(word, Construct { width, .. })| {
                let word = u64::from_str_radix(word, 16).expect("the program prints hexadecimal numbers");
                format!("{word:0width$b}", width = *width as usize)
            });
            bits.collect()
        };
        whole(rows(&said).map(row).collect(), constructs, said)
    };
    Ok(vec![simulate("1")?, simulate("2")?])
}

/// Compiles Verilator's C++ in one piece, so that its headers are read once. Returns the program.
fn compile(folder: &Path, constructs: &[Construct], first: &Cycle) -> String {
    let inputs: String = first
        .inputs()
        .enumerate()
        .map(|(place, (name, ..))| format!("        dut->{name} = words[{place}];\n"))
        .collect();
    let outputs: String = (0..constructs.len())
        .map(|place| format!("        std::printf(\"%llx \", (unsigned long long)dut->y{place});\n"))
        .collect();
    let main = include_str!("bench.cpp")
        .replace("@MODULE@", TOP)
        .replace("@WORDS@", &first.inputs().count().to_string())
        .replace("@INPUTS@", &inputs)
        .replace("@OUTPUTS@", &outputs);
    let model = folder.join("obj_dir");
    let names = std::fs::read_dir(&model)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let parts: String = names
        .filter(|name| name.ends_with(".cpp") && name != MAIN)
        .map(|name| format!("#include \"{name}\"\n"))
        .collect();
    std::fs::write(model.join(MAIN), parts + &main).unwrap();
    let Library { include, objects } = library();
    let main = format!("obj_dir/{MAIN}");
    let files = [
        include,
        "-Iobj_dir",
        &main,
        &objects[0],
        &objects[1],
        "-pthread",
        "-o",
        "simulate",
    ];
    run(folder, "g++", &[&COMPILER[..], &files].concat()).unwrap_or_else(|said| panic!("g++: {said}"));
    folder.join("simulate").to_str().unwrap().to_owned()
}
