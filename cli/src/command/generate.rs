//! `generate`: Verilog and manifests.

use std::io::Write;

use halfpipe_hdl::design::StreamPorts;
use halfpipe_tools::files::check_folder;

use crate::arguments::generate::Arguments;
use crate::arguments::zfh::Latencies;
use crate::command::check::check_all;
use crate::command::core_files::CoreFiles;
use crate::error::{print_note, Error};
use crate::kind::{ModuleKind, RISCV};
use crate::outputs::{self, OutputOptions};
use crate::request::{DesignRequest, LatencyChoice, RequestError};

/// Writes the modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let (mnemonics, others): (Vec<String>, Vec<String>) = arguments
        .mnemonics
        .iter()
        .cloned()
        .partition(|word| ModuleKind::find(word).has_contract());
    if others.iter().any(|word| word == RISCV) {
        print_note("riscv is another name of zfh");
    }
    let cores = others
        .iter()
        .map(|word| CoreFiles::new(ModuleKind::find(word), arguments));
    let cores = cores.collect::<Result<Vec<_>, Error>>()?;
    let outputs = OutputOptions {
        stream: arguments.stream.then_some(StreamPorts {
            user_bits: arguments.stream_user.unwrap_or(0),
        }),
        package: arguments.package,
        cfu: arguments.cfu,
        pcpi: arguments.pcpi,
    };
    let mut core = arguments.core.clone();
    // A bus determines the width of the tag.
    core.tag_width = outputs.tag_width(core.tag_width);
    let clock = arguments.clock.clock();
    let request = DesignRequest {
        kinds: if mnemonics.is_empty() {
            Vec::new()
        } else {
            core.kinds(&mnemonics)?
        },
        latency: match clock {
            Some(clock) => LatencyChoice::MeetClock(clock),
            None if mnemonics.is_empty() => LatencyChoice::Usual,
            None => LatencyChoice::from_number(Latencies::cycles(arguments.latency)?),
        },
        multiplier: arguments.multiplier,
        optimisation: arguments.optimise,
        register_ports: arguments.register_ports,
        name: arguments.name.clone(),
    };
    if let Some(name) = arguments.name.clone().filter(|_| request.kinds.len() + cores.len() > 1) {
        let modules = request.kinds.len() + cores.len();
        return Err(RequestError::NameOfSeveral { name, modules }.into());
    }
    check_folder(&arguments.out)?;
    let designs = request.designs()?;
    if let Some(clock) = clock {
        designs
            .iter()
            .filter_map(|design| clock.choice(design))
            .for_each(|line| print_note(&line));
    }
    // Files that cannot be written are reported before any check runs.
    let files = designs.iter().map(|design| outputs::files(design, outputs));
    let mut files = files.collect::<Result<Vec<_>, Error>>()?;
    if !arguments.no_check {
        check_all(&designs.iter().collect::<Vec<_>>(), output)?;
        cores.iter().try_for_each(|core| core.check(output))?;
    }
    files.extend(cores.into_iter().map(|core| core.files));
    for files in &files {
        outputs::write(files, &arguments.out, output)?;
    }
    for design in &designs {
        let notes = outputs::outdated(design, outputs, &arguments.out);
        notes.iter().for_each(|note| print_note(note));
    }
    Ok(())
}
