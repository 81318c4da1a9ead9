//! The files that a module is given away as.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::export::{
    core_verilog, file_list, operations_enum, operations_header, stream_name, stream_verilog, verilog, write_files,
    BenchVector, Manifest, Package,
};
use halfpipe_hdl::fpu::{Core, NAME};
use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_reference::evaluate;
use halfpipe_testbench::core::Program;
use halfpipe_testbench::stimulus::Source;

use crate::error::Error;
use crate::interrupt;
use crate::sample::Sample;

/// What is written beside a module and its manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// A second module with AXI4-Stream ports around the first.
    pub stream: bool,
    /// What other flows want: a FuseSoC core file, a file list, a template and a testbench.
    pub package: bool,
}

/// Vectors in the testbench of a unit.
const UNIT_VECTORS: usize = 4000;

/// Those of a unit with a single operand, of which few values reach a table: a quarter of all that there are.
const SINGLE_OPERAND_VECTORS: usize = 16_384;

fn unit_vectors(instruction: Instruction) -> usize {
    match instruction.operands().len() {
        1 => SINGLE_OPERAND_VECTORS,
        _ => UNIT_VECTORS,
    }
}

/// Operations in the testbench of a core: as many as a unit has vectors, which are enough for some of each of its instructions.
const CORE_OPERATIONS: usize = UNIT_VECTORS;

/// Where the operations of a core's testbench start.
const CORE_SEED: u64 = 1;

/// A file of a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl File {
    fn new(name: &str, ending: &str, text: String) -> File {
        File {
            name: format!("{name}{ending}"),
            text,
        }
    }
}

/// The files of a unit.
pub fn of_unit(unit: &Unit, extras: Extras) -> Vec<File> {
    let mut files = module(&unit.module().name, verilog(unit), &Manifest::of(unit));
    let mut packages = vec![Package::of(unit)];
    if extras.stream {
        files.extend(module(
            &stream_name(unit),
            stream_verilog(unit),
            &Manifest::of_stream(unit),
        ));
        packages.push(Package::of_stream(unit));
    }
    if extras.package {
        let instruction = unit.instruction();
        let count = unit_vectors(instruction);
        let vectors = Sample::new(instruction, count).fill(count);
        for package in packages {
            let vector = |operands| package.unit_vector(instruction, operands, evaluate(instruction, &operands));
            files.extend(of_package(&package, vectors.iter().copied().map(vector).collect()));
        }
    }
    files
}

/// The files of a core.
pub fn of_core(core: &Core, extras: Extras) -> Vec<File> {
    let mut files = module(NAME, core_verilog(core), &Manifest::of_core(core));
    files.push(File::new(NAME, ".vh", operations_header(core)));
    files.push(File::new(NAME, ".rs", operations_enum(core)));
    if extras.package {
        let package = Package::of_core(core);
        let program = Program::random(core, CORE_OPERATIONS, CORE_SEED);
        let operations = program.issued().iter();
        let vectors = operations.map(|operation| {
            package.core_vector(
                operation.op,
                operation.tag,
                operation.operands,
                program.result(operation),
            )
        });
        files.extend(of_package(&package, vectors.collect()));
    }
    files
}

/// A module and its manifest.
fn module(name: &str, verilog: String, manifest: &Manifest) -> Vec<File> {
    vec![
        File::new(name, ".v", verilog),
        File::new(name, ".json", manifest.to_json()),
    ]
}

/// What other flows want of a module.
fn of_package(package: &Package, vectors: Vec<BenchVector>) -> Vec<File> {
    let name = package.module();
    vec![
        File::new(name, ".core", package.core_file()),
        File::new(name, ".f", file_list(package.sources())),
        File::new(name, "_template.vh", package.template()),
        File::new(name, "_tb.v", package.testbench(&vectors)),
    ]
}

/// Writes files that belong together, all or none, and says which.
pub fn write(files: &[File], folder: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let contents: Vec<(&str, &[u8])> = files
        .iter()
        .map(|file| (file.name.as_str(), file.text.as_bytes()))
        .collect();
    interrupt::uninterrupted(|| write_files(folder, &contents))?;
    for file in files {
        writeln!(output, "{}", folder.join(&file.name).display())?;
    }
    Ok(())
}
