//! Errors of external Verilog modules.

use std::path::PathBuf;

use halfpipe_yosys::external::Refusal;

use super::ports::PortFaults;
use crate::engine::EngineError;

/// A file without a usable module.
#[derive(Debug, thiserror::Error)]
pub enum ForeignError {
    /// The file cannot be read, or Yosys rejects it.
    #[error(transparent)]
    VerilogFile(#[from] halfpipe_yosys::Error),

    /// The file lacks the named module, or has several of other names.
    #[error("{files}: no module {module}; {}", list(modules))]
    NoModule {
        /// The names of the files.
        files: String,
        /// The required module.
        module: String,
        /// The modules of the file.
        modules: Vec<String>,
    },

    /// The ports differ from those of the contract.
    #[error("{files}: module {module} does not have the ports of {title}: {faults}{}", helped(help.as_deref()))]
    Ports {
        /// The names of the files.
        files: String,
        /// The module.
        module: String,
        /// The title of the contract: an instruction or another function.
        title: String,
        /// All port faults.
        faults: PortFaults,
        /// The options for these ports.
        help: Option<String>,
    },

    /// The latency cannot be measured.
    #[error(
        "{files}: cannot detect the latency: after a reset, one valid vector makes out_valid 1 {}; state it with --latency N",
        shown(*observed, cycles)
    )]
    Latency {
        /// The names of the files.
        files: String,
        /// The number of cycles observed after the vector.
        observed: usize,
        /// The cycles with `out_valid` 1, counted from the vector's.
        cycles: Vec<usize>,
    },

    /// The engine that measures the latency failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl ForeignError {
    /// Returns the error as a refusal of the file. None if a tool failed.
    pub fn refusal(&self) -> Option<Refusal> {
        let refuse = |file: PathBuf, reason: String| Refusal {
            file,
            ..Refusal::without_line(reason)
        };
        match self {
            ForeignError::VerilogFile(halfpipe_yosys::Error::Refused(refusal)) => Some(refusal.clone()),
            ForeignError::VerilogFile(halfpipe_yosys::Error::Tools(halfpipe_tools::Error::File { path, source })) => {
                Some(refuse(path.clone(), source.to_string()))
            }
            ForeignError::NoModule { files, .. }
            | ForeignError::Ports { files, .. }
            | ForeignError::Latency { files, .. } => {
                let text = self.to_string();
                let reason = text.strip_prefix(&format!("{files}: ")).unwrap_or(&text);
                Some(refuse(files.into(), reason.to_owned()))
            }
            ForeignError::VerilogFile(_) | ForeignError::Engine(_) => None,
        }
    }

    /// True if a tool refuses the file in its own words.
    pub fn is_of_file(&self) -> bool {
        matches!(
            self,
            ForeignError::VerilogFile(halfpipe_yosys::Error::Tools(halfpipe_tools::Error::Failed { .. }))
        )
    }
}

fn helped(options: Option<&str>) -> String {
    options.map_or_else(String::new, |options| {
        format!("; name its ports, for example: {options}")
    })
}

fn list(modules: &[String]) -> String {
    match modules {
        [] => "it has no module".to_owned(),
        [only] => format!("its module is {only}"),
        several => format!("its modules are {}; choose one with --top NAME", several.join(", ")),
    }
}

fn shown(observed: usize, cycles: &[usize]) -> String {
    match cycles {
        [] => format!("in none of the {observed} cycles after it"),
        [cycle] => format!("in cycle {cycle} after it"),
        cycles => {
            let cycles: Vec<String> = cycles.iter().map(ToString::to_string).collect();
            format!("in the cycles {} after it", cycles.join(", "))
        }
    }
}
