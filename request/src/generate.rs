//! The modules of a request and their files, in memory.

use halfpipe_hdl::design::{Design, StreamPorts};
use halfpipe_hdl::export::File;

use crate::arguments::generate::ModuleArguments;
use crate::arguments::zfh::Latencies;
use crate::clock::Clock;
use crate::core_files::CoreFiles;
use crate::error::Error;
use crate::kind::{ModuleKind, RISCV};
use crate::notes::note;
use crate::outputs::{self, OutputOptions};
use crate::request::{DesignRequest, LatencyChoice, RequestError};
use crate::riscv;

/// The modules of a request.
pub struct RequestedModules {
    /// Units and cores of the contract.
    pub designs: Vec<Design>,
    /// Modules behind a handshake.
    pub cores: Vec<CoreFiles>,
    /// The optional files of the designs.
    pub outputs: OutputOptions,
    /// The clock that the designs meet, if one was given.
    pub clock: Option<Clock>,
}

impl RequestedModules {
    /// Builds the modules that the arguments name.
    ///
    /// # Errors
    ///
    /// Fails if a name is unknown, or a module cannot be built as requested.
    pub fn new(arguments: &ModuleArguments) -> Result<RequestedModules, Error> {
        let (mnemonics, others): (Vec<String>, Vec<String>) = arguments
            .mnemonics
            .iter()
            .cloned()
            .partition(|word| ModuleKind::find(word).has_contract());
        if others.iter().any(|word| word == RISCV) {
            note("riscv is another name of zfh");
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
        let clock = arguments.clock.clock();
        let request = design_request(arguments, &mnemonics, outputs)?;
        let modules = request.kinds.len() + cores.len();
        if let Some(name) = arguments.name.clone().filter(|_| modules > 1) {
            return Err(RequestError::NameOfSeveral { name, modules }.into());
        }
        Ok(RequestedModules {
            designs: request.designs()?,
            cores,
            outputs,
            clock,
        })
    }

    /// Returns the files of each module, those of designs first.
    ///
    /// # Errors
    ///
    /// Fails if a core is too large for a requested bus.
    pub fn files(&self) -> Result<Vec<Vec<File>>, Error> {
        let files = self.designs.iter().map(|design| outputs::files(design, self.outputs));
        let mut files = files.collect::<Result<Vec<_>, Error>>()?;
        files.extend(self.cores.iter().map(|core| core.files.clone()));
        Ok(files)
    }
}

/// Checks names, options and values, without building a module of the contract.
///
/// # Errors
///
/// Fails with the same sentences as [`RequestedModules::new`], except those of a module that cannot be built.
pub fn check(arguments: &ModuleArguments) -> Result<(), Error> {
    let kinds = arguments.mnemonics.iter().map(|word| ModuleKind::find(word));
    let multiplier = arguments.multiplier.unwrap_or_default().multiplier();
    let name = arguments.name.as_deref();
    for kind in kinds.filter(|kind| !kind.has_contract()) {
        match kind {
            ModuleKind::Zfh => drop(riscv::spec(arguments)?),
            ModuleKind::Vortex => drop(arguments.mma.vortex(name, multiplier)?),
            _ => drop(
                arguments
                    .mma
                    .tile(Latencies::cycles(arguments.latency)?, name, multiplier)?,
            ),
        }
    }
    let words = arguments.mnemonics.iter().cloned();
    let mnemonics: Vec<String> = words.filter(|word| ModuleKind::find(word).has_contract()).collect();
    Ok(design_request(arguments, &mnemonics, OutputOptions::default())?.check()?)
}

/// Returns the request for the modules of the contract.
fn design_request(
    arguments: &ModuleArguments,
    mnemonics: &[String],
    outputs: OutputOptions,
) -> Result<DesignRequest, Error> {
    let mut core = arguments.core.clone();
    // A bus determines the width of the tag.
    core.tag_width = outputs.tag_width(core.tag_width);
    Ok(DesignRequest {
        kinds: if mnemonics.is_empty() {
            Vec::new()
        } else {
            core.kinds(mnemonics)?
        },
        latency: match arguments.clock.clock() {
            Some(clock) => LatencyChoice::MeetClock(clock),
            None if mnemonics.is_empty() => LatencyChoice::Usual,
            None => LatencyChoice::from_number(Latencies::cycles(arguments.latency)?),
        },
        multiplier: arguments.multiplier,
        optimisation: arguments.optimise,
        register_ports: arguments.register_ports,
        name: arguments.name.clone(),
    })
}
