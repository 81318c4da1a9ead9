//! Commands that reproduce the findings of a comparison with the model.

use halfpipe_hdl::design::Interface;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::scoreboard::{words, Finding, HandshakeViolation, Mismatch};
use halfpipe_yosys::Mapping;

use halfpipe_request::render::{render_command, DesignCommand, EngineRun};

/// Returns the command that reproduces a mismatch, or `None` for a custom function and a file's iterative unit.
pub fn eval_command(mismatch: &Mismatch) -> Option<String> {
    let Mismatch {
        interface,
        engine,
        file_options,
        inputs,
        ..
    } = mismatch;
    if interface.is_iterative() && !file_options.is_empty() {
        return None;
    }
    let run = engine_run(*engine, file_options);
    let operands = words(interface, inputs);
    let eval = DesignCommand::Eval {
        operands: &operands,
        run,
    };
    Some(render_command(&interface.spec()?, eval))
}

/// Returns an engine as a command line has it.
fn engine_run(engine: EngineKind, file_options: &[String]) -> EngineRun<'_> {
    let mapping = match engine {
        EngineKind::Gates(mapping) if mapping != Mapping::Generic => Some(mapping.name()),
        _ => None,
    };
    EngineRun {
        engine: engine.name(),
        mapping,
        file_options,
    }
}

/// The command that found something, with what it takes to run the same vectors again.
#[derive(Clone, Copy, Debug)]
pub enum Rerun {
    /// `verify` with this seed.
    Verify { seed: u64 },
    /// `prove --method exhaustive`.
    EveryInput,
}

impl Rerun {
    /// Returns the command that reproduces a handshake violation, or `None` for a custom function.
    pub fn command(self, breach: &HandshakeViolation) -> Option<String> {
        let HandshakeViolation {
            interface,
            engine,
            file_options,
            vectors,
            ..
        } = breach;
        self.render(interface, *engine, file_options, *vectors)
    }

    fn render(
        self,
        interface: &Interface,
        engine: EngineKind,
        file_options: &[String],
        vectors: u64,
    ) -> Option<String> {
        let run = engine_run(engine, file_options);
        let command = match self {
            Rerun::Verify { seed } => DesignCommand::Verify { vectors, seed, run },
            Rerun::EveryInput => DesignCommand::RunEveryInput { run },
        };
        Some(render_command(&interface.spec()?, command))
    }
}

/// Describes a mismatch, with the command that reproduces it.
pub fn mismatch_text(mismatch: &Mismatch) -> String {
    match eval_command(mismatch) {
        Some(command) => format!("{mismatch}\nagain: {command}"),
        None => mismatch.to_string(),
    }
}

/// Describes a finding. A mismatch comes with the command that reproduces it.
pub fn finding_text(finding: &Finding) -> String {
    match finding {
        Finding::Mismatch(mismatch) => mismatch_text(mismatch),
        Finding::HandshakeViolation(breach) => breach.to_string(),
    }
}

#[cfg(test)]
#[path = "../tests/unit/replay.rs"]
mod tests;
