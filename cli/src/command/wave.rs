//! `wave`: waveforms for GTKWave and Surfer, and as a picture.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::wave::{self, Pictures, WaveFiles, WaveMismatch};
use halfpipe_yosys::Dut;

use crate::arguments::wave::Arguments;
use crate::difference::difference_text;
use crate::error::{print_note, Error};
use crate::operands::{LineReader, OperandReader};
use crate::request::LatencyChoice;
use crate::{interrupt, sample};

/// The default number of vectors in a waveform.
const VECTORS: usize = 48;

/// Writes a waveform.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let latency = LatencyChoice::from_number(arguments.latency);
    let design = arguments.core.design(&arguments.mnemonic, latency)?;
    let interface = Design::interface(&design);
    let vectors = match OperandReader::new(interface).read_given(&arguments.operands)? {
        None => sample::from_design(interface, VECTORS),
        Some(vector) => vec![vector],
    };
    let foreign = arguments
        .foreign
        .read(&design, arguments.latency, EngineKind::Verilator)?;
    let device: Box<dyn Dut> = match foreign {
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
    }
    Ok(())
}

/// Prints the names of a waveform's files: the dump, and the file that opens it in GTKWave.
pub(super) fn print_files(files: &WaveFiles, output: &mut dyn Write) -> Result<(), Error> {
    for file in files.all() {
        writeln!(output, "{}", file.display())?;
    }
    Ok(())
}
