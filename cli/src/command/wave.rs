//! `wave`: waveforms for GTKWave and Surfer, and as a picture.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::operands::{LineReader, OperandReader, RegisterLine, RegisterReader};
use halfpipe_request::request::LatencyChoice;
use halfpipe_request::sample;
use halfpipe_simulation::core_module::CoreModule;
use halfpipe_simulation::wave::Pictures;
use halfpipe_simulation::zfh::model_operation;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::wave::{self, WaveFiles, WaveMismatch};
use halfpipe_yosys::VerilogDut;

use crate::arguments::wave::Arguments;
use crate::difference::difference_text;
use crate::error::{print_note, Error};
use crate::interrupt;

/// The default number of vectors in a waveform.
const VECTORS: usize = 48;

/// Writes a waveform.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    match ModuleKind::find(&arguments.mnemonic) {
        ModuleKind::Zfh => return draw_core(arguments, output),
        ModuleKind::Tile => return draw_tile(arguments, output),
        ModuleKind::Unit | ModuleKind::Core | ModuleKind::Vortex => {}
    }
    let latency = Latencies::cycles(arguments.latency)?;
    let latency_choice = LatencyChoice::from_number(latency);
    let design = arguments.core.design(&arguments.mnemonic, latency_choice)?;
    let interface = Design::interface(&design);
    let vectors = match OperandReader::new(interface).read_given(&arguments.operands)? {
        None => sample::draw_few(interface, VECTORS),
        Some(vector) => vec![vector],
    };
    let foreign = arguments.foreign.read(&design, latency, EngineKind::Verilator)?;
    let device: Box<dyn VerilogDut> = match foreign {
        Some(foreign) => Box::new(foreign),
        None => Box::new(design),
    };
    let pictures = Pictures {
        svg: arguments.svg,
        html: arguments.html,
    };
    let write = || wave::write_with(&*device, &vectors, &arguments.out, pictures);
    let files = interrupt::uninterrupted(write)?;
    print_files(&files, output)?;
    if let Some(WaveMismatch {
        cycle,
        fault,
        difference,
    }) = &files.mismatch
    {
        print_note(&format!("mismatch in cycle {cycle}: {fault}"));
        if let Some(difference) = difference {
            print_note(&difference_text(difference));
        }
        return Err(Error::Found);
    }
    Ok(())
}

/// Draws a core of RISC-V: one instruction, or a few of each.
fn draw_core(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = arguments.zfh.spec(arguments.latency, None, Multiplier::Rows)?;
    let given = RegisterReader::new(&spec).read_given(&arguments.operands)?;
    let operation =
        given.map(|RegisterLine { instruction, registers }| model_operation(&spec, instruction, &registers));
    draw_bench(arguments, &spec, OF_EACH, operation, output)
}

/// The number of vectors of each instruction in the waveform of a core.
const OF_EACH: usize = 2;

/// Draws a tile that multiplies a few matrices.
fn draw_tile(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if let Some(word) = arguments.operands.first() {
        return Err(Error::usage(format!(
            "wave mma draws matrices of its own, and `{word}` is left over; leave it out"
        )));
    }
    let latency = Latencies::cycles(arguments.latency)?;
    let spec = arguments.mma.tile(latency, None, Multiplier::Rows)?;
    draw_bench(arguments, &spec, PRODUCTS, None, output)
}

/// The number of matrix products in the waveform of a tile.
const PRODUCTS: usize = 3;

/// Draws a module in its testbench, with one given operation or with vectors of its own.
fn draw_bench(
    arguments: &Arguments,
    module: &dyn CoreModule,
    size: usize,
    operation: Option<(Vec<u64>, Vec<u64>)>,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let verilog = module.verilog(None).map_err(Error::usage)?;
    let (package, drawn) = module.bench(size).expect("a module with a waveform has a testbench");
    let vectors = operation.map_or(drawn, |(inputs, outputs)| vec![package.vector(&inputs, &outputs)]);
    let write = || wave::write_bench(&package, &verilog, &vectors, &arguments.out);
    let (files, mismatches) = interrupt::uninterrupted(write)?;
    print_files(&files, output)?;
    match mismatches {
        None => Ok(()),
        Some(mismatches) => {
            print_note(&mismatches);
            Err(Error::Found)
        }
    }
}

/// Prints the names of a waveform's files: the dump, and the file that opens it in GTKWave.
pub(super) fn print_files(files: &WaveFiles, output: &mut dyn Write) -> Result<(), Error> {
    for file in files.all() {
        writeln!(output, "{}", file.display())?;
    }
    Ok(())
}
