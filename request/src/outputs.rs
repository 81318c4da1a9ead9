//! The output files of a module.

use halfpipe_figures::curve::REFERENCE_TARGET;
use halfpipe_hdl::design::{Design, Function, Interface, StreamPorts};
use halfpipe_hdl::export::{
    c_header, file_list, operations_enum, operations_header, twins_header, verilog_made_by, BenchVector, Bus, BusError,
    File, Manifest, Package, Synthesis,
};
use halfpipe_isa::Instruction;
use halfpipe_simulation::model::expected;
use halfpipe_simulation::stimulus::{has_every_value, make_function_source, Mixture, VectorSource};
use halfpipe_simulation::Vector;

use crate::error::Error;
use crate::render::{generate_command, render_command, DesignCommand, FLAGS_OPTION, ROUNDING_OPTION};
use crate::sample::VectorSample;

/// The optional files of a module, in addition to its Verilog and manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutputOptions {
    /// A second module around the first, with AXI4-Stream ports.
    pub stream: Option<StreamPorts>,
    /// The files for other flows: a FuseSoC core file, a file list, a template, a testbench and a cocotb test.
    pub package: bool,
    /// A wrapper of a core for CFU-Playground's bus, with C headers.
    pub cfu: bool,
    /// A wrapper of a core for PicoRV32's co-processor interface, with C headers.
    pub pcpi: bool,
}

impl OutputOptions {
    /// Returns the options that add files to a unit or a core, each with its words. A stream has the ports of this one.
    pub fn alternatives(self, is_core: bool) -> Vec<(&'static str, OutputOptions)> {
        let stream = OutputOptions {
            stream: Some(self.stream.unwrap_or_default()),
            ..OutputOptions::default()
        };
        let package = OutputOptions {
            package: true,
            ..OutputOptions::default()
        };
        let both = OutputOptions {
            package: true,
            ..stream
        };
        let cfu = OutputOptions {
            cfu: true,
            ..OutputOptions::default()
        };
        let pcpi = OutputOptions {
            pcpi: true,
            ..OutputOptions::default()
        };
        let units = [
            ("--stream", stream),
            ("--package", package),
            ("--stream --package", both),
        ];
        let cores = [("--cfu", cfu), ("--pcpi", pcpi)];
        units.into_iter().chain(cores.into_iter().filter(|_| is_core)).collect()
    }

    /// Returns the requested buses.
    pub fn buses(self) -> Vec<Bus> {
        let requested = [(Bus::Cfu, self.cfu), (Bus::Pcpi, self.pcpi)];
        requested
            .into_iter()
            .filter_map(|(bus, requested)| requested.then_some(bus))
            .collect()
    }

    /// Returns the width of a core's tag in bits, or `None` for the default. A bus determines the width, unless the
    /// user gives one.
    pub fn tag_width(self, requested: Option<u32>) -> Option<u32> {
        if self.buses().is_empty() {
            requested
        } else {
            requested.or(Some(Bus::TAG_BITS))
        }
    }
}

/// The number of vectors in the testbench of a unit with several operands.
const UNIT_VECTORS: usize = 4000;

/// The number of operations in the testbench of a core. Its instructions share them.
const CORE_OPERATIONS: usize = 7 * UNIT_VECTORS;

/// The seed of the operations in a core's testbench.
const CORE_SEED: u64 = 1;

/// The names of a design's files and modules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputNames {
    /// The files, in the order of [`files`].
    pub files: Vec<String>,
    /// The modules in the files, testbenches included.
    pub modules: Vec<String>,
}

impl OutputNames {
    /// Determines the names without writing the files' text.
    pub fn new(design: &Design, outputs: OutputOptions) -> OutputNames {
        let mut names = OutputNames::default();
        let designs = with_stream(design, outputs);
        for design in &designs {
            names.add_files(design.name(), &MODULE);
            names.modules.extend(design.module_names());
        }
        if design.interface().is_core() {
            names.add_files(design.name(), &CORE);
        }
        let buses = outputs.buses();
        for bus in &buses {
            let module = bus.module_name(design);
            names.add_files(&module, &[VERILOG]);
            names.modules.push(module);
        }
        if !buses.is_empty() {
            names.add_files(design.name(), &BUSES);
        }
        if outputs.package {
            for design in &designs {
                names.add_files(design.name(), &PACKAGE);
                names.modules.push(format!("{}_tb", design.name()));
            }
        }
        names
    }

    fn add_files(&mut self, module: &str, endings: &[&str]) {
        self.files
            .extend(endings.iter().map(|ending| format!("{module}{ending}")));
    }
}

/// The extension of a Verilog file.
const VERILOG: &str = ".v";

/// The extensions of a module's files.
const MODULE: [&str; 2] = [VERILOG, ".json"];

/// The name endings of the files for programs that use a core.
const CORE: [&str; 2] = [".vh", ".rs"];

/// The name endings of the C headers for a core behind a bus.
const BUSES: [&str; 2] = [".h", "_twins.h"];

/// The name endings of the files for other flows.
const PACKAGE: [&str; 5] = [".core", ".f", "_template.vh", TESTBENCH, "_cocotb.py"];

/// The ending of a testbench.
pub const TESTBENCH: &str = "_tb.v";

/// Returns the design, followed by its AXI4-Stream wrapper if requested.
fn with_stream(design: &Design, outputs: OutputOptions) -> Vec<Design> {
    let stream = outputs.stream.map(|ports| {
        let stream = design.with_stream(ports);
        stream.expect("the arguments and the project file have only widths that are possible")
    });
    match stream {
        Some(stream) => {
            let inner = stream.inner().expect("a stream has a module inside").clone();
            vec![inner, stream]
        }
        None => vec![design.clone()],
    }
}

/// Generates the files of a design.
///
/// # Errors
///
/// Fails if the core is too large for a requested bus.
pub fn files(design: &Design, outputs: OutputOptions) -> Result<Vec<File>, Error> {
    let designs = with_stream(design, outputs);
    let mut files: Vec<File> = designs.iter().flat_map(module).collect();
    if design.interface().is_core() {
        let texts = [operations_header(design), operations_enum(design)];
        files.extend(named(design.name(), CORE, texts));
    }
    let buses = outputs.buses();
    for bus in &buses {
        let command = design
            .spec()
            .map(|spec| render_command(&spec, DesignCommand::Generate { bus: Some(*bus) }));
        let text = bus.verilog(design, command.as_deref()).map_err(bus_error)?;
        files.extend(named(&bus.module_name(design), [VERILOG], [text]));
    }
    if !buses.is_empty() {
        let (name, instructions) = (design.name(), design.instructions());
        let texts = [c_header(name, &instructions), twins_header(name, &instructions)];
        files.extend(named(name, BUSES, texts));
    }
    if outputs.package {
        let interface = design.interface();
        let vectors = vectors(interface);
        for package in designs.iter().map(Package::from_design) {
            let vector = |inputs: &Vector| package.vector(inputs, &expected(interface, inputs));
            files.extend(package_files(&package, &vectors.iter().map(vector).collect::<Vec<_>>()));
        }
    }
    Ok(files)
}

/// Creates files whose names are the module's name with each ending.
fn named<const N: usize>(module: &str, endings: [&str; N], texts: [String; N]) -> Vec<File> {
    let files = endings.into_iter().zip(texts);
    files
        .map(|(ending, text)| File::new(format!("{module}{ending}"), text))
        .collect()
}

/// Returns the vectors of a design's testbench.
fn vectors(interface: &Interface) -> Vec<Vector> {
    match interface.function() {
        Some(function) => match function.instruction() {
            Some(instruction) if has_every_value(instruction.signature()) => every_value(function, instruction),
            _ => VectorSample::new(function, UNIT_VECTORS).fill(UNIT_VECTORS),
        },
        None => Mixture::random(interface, CORE_SEED).fill(CORE_OPERATIONS),
    }
}

/// Returns every value of an instruction's operands, because a single value may select one table entry. The order is
/// random, so that a register that holds too long shows another value.
fn every_value(function: &Function, instruction: Instruction) -> Vec<Vector> {
    let count = 1 << instruction.signature().lane_operand_width();
    make_function_source(function, 0).fill(count)
}

/// Generates a module and its manifest.
fn module(design: &Design) -> Vec<File> {
    let command = design.spec().as_ref().map(generate_command);
    let text = verilog_made_by(design, command.as_deref());
    named(design.name(), MODULE, [text, Manifest::new(design, command).to_json()])
}

/// Converts the error of a core that does not fit a bus. The message says which option helps.
pub fn bus_error(error: BusError) -> Error {
    Error::usage(match error {
        BusError::TooMany(_) => format!("{error}; shorten the list of instructions"),
        BusError::Format(_) => format!("{error}; leave it out of the list of instructions"),
        BusError::Tag(_) => format!("{error}; leave out --tag-width"),
        BusError::Flags => format!("{error}; leave out {FLAGS_OPTION}"),
        BusError::Rounding => format!("{error}; leave out {ROUNDING_OPTION}"),
    })
}

/// Generates the files for other flows.
pub fn package_files(package: &Package, vectors: &[BenchVector]) -> Vec<File> {
    let texts = [
        package.core_file(synthesis()),
        file_list(package.sources()),
        package.template(),
        package.testbench(vectors),
        package.cocotb_test(),
    ];
    named(package.module(), PACKAGE, texts)
}

/// Returns the FPGA family of FuseSoC's target `synth`. Its figures determine the default latencies.
fn synthesis() -> Synthesis {
    let family = REFERENCE_TARGET.family();
    Synthesis {
        architecture: family.name,
        title: family.title,
    }
}

#[cfg(test)]
#[path = "../tests/unit/outputs.rs"]
mod tests;
