//! The files that a module is given away as.

use std::io::Write;
use std::path::Path;

use halfpipe_hdl::design::{Design, Function, Interface};
use halfpipe_hdl::export::{
    c_header, file_list, operations_enum, operations_header, twins_header, verilog, BenchVector, Bus, Manifest,
    Package, Synthesis,
};
use halfpipe_isa::Instruction;
use halfpipe_synth::curve::REFERENCE_TARGET;
use halfpipe_testbench::model::expected;
use halfpipe_testbench::stimulus::{has_every_value, of_function, Mixture, Source};
use halfpipe_testbench::Vector;
use halfpipe_tools::files::{write_files, File};

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
    /// A second module around a core for CFU-Playground's bus, with C headers.
    pub cfu: bool,
    /// The same for PicoRV32's co-processor interface.
    pub pcpi: bool,
}

impl Extras {
    /// The buses that are asked for.
    pub fn buses(self) -> Vec<Bus> {
        let asked = [(Bus::Cfu, self.cfu), (Bus::Pcpi, self.pcpi)];
        asked
            .into_iter()
            .filter_map(|(bus, asked)| asked.then_some(bus))
            .collect()
    }

    /// Width of a core's tag, where it is not to have its usual one: a module for a bus determines it, unless another is asked for.
    pub fn tag_width(self, asked: Option<u32>) -> Option<u32> {
        match self.buses().is_empty() {
            true => asked,
            false => asked.or(Some(Bus::TAG_BITS)),
        }
    }
}

/// Vectors in the testbench of a unit with several operands.
const UNIT_VECTORS: usize = 4000;

/// Operations in the testbench of a core, among which its instructions share.
const CORE_OPERATIONS: usize = 7 * UNIT_VECTORS;

/// Where the operations of a core's testbench start.
const CORE_SEED: u64 = 1;

/// The files of a design.
///
/// # Errors
///
/// Where a bus that is asked for has no room for it.
pub fn of(design: &Design, extras: Extras) -> Result<Vec<File>, Error> {
    let mut designs = vec![design.clone()];
    if extras.stream {
        designs.push(design.stream());
    }
    let mut files: Vec<File> = designs.iter().flat_map(module).collect();
    if design.interface().is_core() {
        files.push(named(design.name(), ".vh", operations_header(design)));
        files.push(named(design.name(), ".rs", operations_enum(design)));
    }
    let buses = extras.buses();
    for bus in &buses {
        let text = bus.verilog(design).map_err(Error::usage)?;
        files.push(named(&bus.module_name(design), ".v", text));
    }
    if !buses.is_empty() {
        files.push(named(
            design.name(),
            ".h",
            c_header(design.name(), &design.instructions()),
        ));
        files.push(named(
            design.name(),
            "_twins.h",
            twins_header(design.name(), &design.instructions()),
        ));
    }
    if extras.package {
        let interface = design.interface();
        let vectors = vectors(interface);
        for package in designs.iter().map(Package::of) {
            let vector = |inputs: &Vector| package.vector(inputs, &expected(interface, inputs));
            files.extend(of_package(&package, vectors.iter().map(vector).collect()));
        }
    }
    Ok(files)
}

/// A file whose name is that of a module and an ending.
fn named(module: &str, ending: &str, text: String) -> File {
    File::new(format!("{module}{ending}"), text)
}

/// The vectors of a design's testbench.
fn vectors(interface: &Interface) -> Vec<Vector> {
    match interface.function() {
        Some(function) => match function.instruction() {
            Some(instruction) if has_every_value(instruction.signature()) => every_value(function, instruction),
            _ => Sample::new(function, UNIT_VECTORS).fill(UNIT_VECTORS),
        },
        None => Mixture::random(interface, CORE_SEED).fill(CORE_OPERATIONS),
    }
}

/// Every value of an instruction's operands, of which a single one may reach a line of a table: in no order, so that
/// what a register holds a cycle too long is another value.
fn every_value(function: &Function, instruction: Instruction) -> Vec<Vector> {
    let count = 1 << instruction.signature().lane_operand_width();
    of_function(function, 0).fill(count)
}

/// A module and its manifest.
fn module(design: &Design) -> Vec<File> {
    vec![
        named(design.name(), ".v", verilog(design)),
        named(design.name(), ".json", Manifest::of(design).to_json()),
    ]
}

/// What other flows want of a module.
fn of_package(package: &Package, vectors: Vec<BenchVector>) -> Vec<File> {
    let name = package.module();
    vec![
        named(name, ".core", package.core_file(synthesis())),
        named(name, ".f", file_list(package.sources())),
        named(name, "_template.vh", package.template()),
        named(name, "_tb.v", package.testbench(&vectors)),
    ]
}

/// What FuseSoC's target `synth` is for: the family whose figures choose the default latencies.
fn synthesis() -> Synthesis {
    let family = REFERENCE_TARGET.family();
    Synthesis {
        architecture: family.name,
        title: family.title,
    }
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
