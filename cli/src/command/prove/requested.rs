//! The designs that a command line of `prove` names.

use halfpipe_hdl::design::Design;
use halfpipe_request::arguments::design::is_core;
use halfpipe_request::request::DesignRequest;
use halfpipe_testbench::exhaustive::is_exhaustible;

use crate::arguments::prove::{target_name, Arguments, Method};
use crate::error::Error;
use crate::foreign;

/// Returns the requested designs, those of an instruction together.
pub fn requested_designs(arguments: &Arguments) -> Result<Vec<Vec<Design>>, Error> {
    arguments.check_method()?;
    arguments.check_lemma_shard()?;
    arguments.check_blocks()?;
    arguments.check_convention()?;
    let is_possible = |instruction| arguments.method == Method::Solver || is_exhaustible(instruction);
    if arguments.method == Method::Exhaustive && is_core(&arguments.mnemonics)? {
        return Err(Error::usage(
            "--method exhaustive is for instructions with one or two operands of at most 16 bits a lane; use --method solver for a core",
        ));
    }
    let mut kinds = arguments.core.possible_kinds(&arguments.mnemonics, is_possible)?;
    if arguments.foreign.is_given() {
        foreign::only_unit(&kinds)?;
        arguments.check_file()?;
    }
    arguments.check_iterative()?;
    if arguments.method == Method::Solver && arguments.lemma_shard().is_none() {
        kinds = arguments.share(kinds);
    }
    let request = DesignRequest {
        multiplier: Some(arguments.multiplier),
        optimisation: arguments.optimise,
        register_ports: arguments.register_ports,
        ..DesignRequest::new(kinds, arguments.latency_choice()?.unwrap_or_default())
    };
    Ok(request.designs_by_kind()?)
}

impl Arguments {
    /// Refuses options that have no meaning for a file in place of a module.
    fn check_file(&self) -> Result<(), Error> {
        if self.ledger.is_some() {
            return Err(Error::usage(
                "--ledger records generated modules, and --verilog proves a file; leave one of them out",
            ));
        }
        foreign::check_form(self.optimise)?;
        if self.register_ports {
            return Err(Error::usage(
                "--register-ports is for generated modules, and --verilog takes a file as it is; leave \
                 --register-ports out, and count registers at the ports in --latency N",
            ));
        }
        if let (true, Some(target)) = (self.core.iterative, self.target) {
            return Err(Error::usage(format!(
                "--iterative with a file proves the file itself; leave out --target {}",
                target_name(target)
            )));
        }
        if self.proves_every_latency() {
            return Err(Error::usage(
                "--latency all is for generated modules, and a file has one latency; leave the option out to measure \
                 it, or state it with --latency N",
            ));
        }
        Ok(())
    }
}
