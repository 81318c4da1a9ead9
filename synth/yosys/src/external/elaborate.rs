//! The unoptimised netlist of an external file.
//!
//! An optimiser picks a value for each undefined bit, and replaces a register that is never written by its initial
//! value. So Yosys here only reads the file, flattens it and writes each operator as gates. Undefined bits stay `x`,
//! and no register has an initial value.
//!
//! slang reads the file, and Yosys' own parser reads it a second time if it can. Both readings must be one circuit.

use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::{Tool, ToolDiagnostic};

use super::cells::{CellModels, CellReading};
use super::elaborated::Elaborated;
use super::gates::{check_kinds, find_latch};
use super::places::relocate;
use super::readings::{self, Reading};
use super::script::{version_script, CELLS, FLAT_JSON, GATES_JSON, MODELS, READ_JSON, VERSION_JSON};
use super::text::FILE;
use super::{memories, rules, Refusal, VerilogFile};
use crate::error::Error;
use crate::netlist::{Bit, Cell, YosysModule, YosysNetlist};
use crate::program::{limit_reason, run_limited};
use crate::{Mapping, Yosys};

/// The netlist of one reading.
struct Netlist {
    module: YosysModule,
    /// The refusal of a latch in it.
    latch: Option<Refusal>,
    multiplies: bool,
}

/// The number of the form in which the cache keeps a netlist: another one for each change of what is made of Yosys' files.
const FORM: &str = "9";

impl VerilogFile {
    /// Makes the unoptimised netlist of the module that the circuit begins with.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] when tools build different circuits from the file, or a cell does not occur in pipelines.
    pub fn elaborate(&self, module: &str, models: Option<&CellModels>) -> Result<Elaborated, Error> {
        let cells = self.cell_reading(models);
        self.check_circuit(module, models)?;
        let family = match cells {
            CellReading::Cells { .. } => models.map(|models| models.family),
            CellReading::None | CellReading::Models => None,
        };
        let mapping = family.map_or(Mapping::Generic, Mapping::Cells);
        let yosys = Yosys::find()?;
        let readings = [Reading::Slang, Reading::Yosys];
        let scripts = readings.map(|reading| self.script(reading, module, models, &cells));
        let script = [version_script(), scripts.join("design -reset\n")].concat();
        let versions = [Tool::Yosys, Tool::Verilator].map(|tool| format!("{:?}", tool.version()));
        let texts = self.texts(models, &cells);
        let parts: Vec<&str> = [FORM, &self.text, &script, &versions[0], &versions[1]]
            .into_iter()
            .chain(texts.iter().map(|(_, text)| text.as_str()))
            .collect();
        let name = Name {
            kind: "elaborated",
            key: &cache::key(&parts),
            ending: ".json",
        };
        let make = |staging_dir: &Path| -> Result<PathBuf, Error> {
            let elaborated = self.read_twice(&yosys, staging_dir, (module, models), &texts, &script, mapping)?;
            let file = staging_dir.join("kept.json");
            let json = serde_json::to_string(&elaborated).expect("a netlist has only strings and numbers");
            std::fs::write(&file, json).map_err(cache::failed(&file))?;
            Ok(file)
        };
        let parse = |_: &Path, json: &[u8]| -> Result<Elaborated, Error> {
            serde_json::from_slice(json).map_err(|error| Error::report("the netlist in the cache", error))
        };
        let (_, elaborated) = Cache::open()?.entry(name, make, parse)?;
        Ok(Elaborated { family, ..elaborated })
    }

    /// Reads the file with both parsers, and returns the netlist whose values include those of the other.
    fn read_twice(
        &self,
        yosys: &Yosys,
        folder: &Path,
        (module, models): (&str, Option<&CellModels>),
        texts: &[(&str, String)],
        script: &str,
        mapping: Mapping,
    ) -> Result<Elaborated, Error> {
        for (name, text) in texts.iter().chain([&(FILE, self.text.clone())]) {
            let file = folder.join(name);
            std::fs::write(&file, text).map_err(cache::failed(&file))?;
        }
        let run = yosys.run_limited(folder, "script.ys", script).map(drop);
        if let Some(reason) = run.as_ref().err().and_then(|error| limit_reason("Yosys", error)) {
            return Err(self.refusal_error(Refusal::without_line(reason)));
        }
        let slang = self.netlist(folder, Reading::Slang, module, models)?;
        let second = self.netlist(folder, Reading::Yosys, module, models)?;
        let Some(slang) = slang else {
            return Err(run.map_or_else(
                |error| without_slang(yosys, &error).unwrap_or_else(|| self.error_in_file(error)),
                |()| missing_netlist(),
            ));
        };
        let version = slang_version(folder)?;
        let elaborated = |netlist: Netlist, is_read_twice: bool| Elaborated {
            module: netlist.module,
            family: None,
            multiplies: netlist.multiplies,
            is_read_twice,
            slang: version,
        };
        let Some(second) = second else {
            if let Some(latch) = slang.latch {
                return Err(self.refusal_error(latch));
            }
            self.lint(folder, module, models)?;
            return Ok(elaborated(slang, false));
        };
        // Yosys' parser has no latch where the file promises that no case is missing. The value is then undefined.
        if let Some(latch) = second.latch {
            return Err(self.refusal_error(slang.latch.unwrap_or(latch)));
        }
        let reading = readings::compare(&slang.module, &second.module, mapping);
        let reading = reading.map_err(|refusal| self.refusal_error(self.with_line(refusal)))?;
        Ok(elaborated(if reading == Reading::Slang { slang } else { second }, true))
    }

    /// Completes a refusal of a net with the line of its declaration.
    fn with_line(&self, refusal: Refusal) -> Refusal {
        let net = refusal.construct.trim_start_matches("net ");
        let word = net.split('[').next().unwrap_or_default();
        let mut values = self.facts.values.iter();
        let value = values.find(|value| value.name == net || value.name == word);
        Refusal {
            line: refusal.line.or(value.map(|value| value.line)),
            ..refusal
        }
    }

    /// Returns the netlist of a reading; None if the parser does not know the language of the file.
    fn netlist(
        &self,
        folder: &Path,
        reading: Reading,
        module: &str,
        models: Option<&CellModels>,
    ) -> Result<Option<Netlist>, Error> {
        let path = |name: &str| folder.join(format!("{reading}-{name}"));
        let netlist = |name: &str| -> Result<YosysNetlist, Error> {
            Ok(read(&path(name)).and_then(|json| YosysNetlist::parse(&json))?)
        };
        // A cell that no pipeline has explains an error better than the step that cannot map it.
        if !path(FLAT_JSON).is_file() {
            return Ok(None);
        }
        let read = netlist(READ_JSON)?;
        if let Some(models) = models {
            self.check_parameters(&read, models)
                .map_err(|refusal| self.refusal_error(refusal))?;
        }
        let flat_module = |name: &str| -> Result<Option<YosysModule>, Error> {
            let mut flat = netlist(name)?.modules.remove(module);
            flat.iter_mut().for_each(|flat| relocate(flat, module, &read));
            Ok(flat)
        };
        let is_own = |cell: &&Cell| cell.lines().contains(FILE);
        let flat = netlist(FLAT_JSON)?.modules.remove(module).unwrap_or_default();
        let multiplies = flat.cells.values().filter(is_own).any(|cell| cell.kind == "$mul");
        let flat = flat_module(FLAT_JSON)?.unwrap_or_default();
        check_kinds(&flat).map_err(|refusal| self.refusal_error(refusal))?;
        if !path(GATES_JSON).is_file() {
            return Ok(None);
        }
        Ok(Some(Netlist {
            latch: find_latch(&flat),
            multiplies,
            module: flat_module(GATES_JSON)?.ok_or_else(missing_netlist)?,
        }))
    }

    /// Makes a refusal of a tool's message about a line, and gives others the file's own name.
    fn error_in_file(&self, error: halfpipe_tools::Error) -> Error {
        match error {
            halfpipe_tools::Error::Failed { tool, diagnostic } => {
                if let Some(refusal) = self.parse_refusal(&diagnostic) {
                    return self.refusal_error(refusal);
                }
                let diagnostic = diagnostic.renamed(|words| self.assembled.rename(words, FILE));
                halfpipe_tools::Error::Failed { tool, diagnostic }.into()
            }
            other => other.into(),
        }
    }

    /// Reads the line and the reason in the message of a tool.
    fn parse_refusal(&self, diagnostic: &ToolDiagnostic) -> Option<Refusal> {
        let mut words = diagnostic.printed().split(['\\', '`', '\'']);
        let other = words.find_map(|word| word.split_once(OTHER_SETTING));
        if let Some((kind, parameter)) = other {
            let line = self.facts.missing.get(kind)?.line;
            let construct = format!("parameter {parameter} of {kind}");
            let reason = "the model of the cell has one value of it only; leave it out, or write the logic out";
            return Some(Refusal::new(line, construct, reason));
        }
        if diagnostic.reason().contains(CRASH) {
            return Some(Refusal::without_line(format!(
                "slang in Yosys stops at it ({}); write it more simply",
                diagnostic.reason()
            )));
        }
        let (_, behind) = diagnostic.reason().split_once(FILE)?;
        let (line, reason) = behind.strip_prefix(':')?.split_once(": ")?;
        let line: usize = line.split(':').next()?.parse().ok()?;
        let reason = reason.trim_start_matches("error: ");
        let reason = reason.split(" [-W").next().unwrap_or(reason);
        if RESET_PATTERNS.iter().any(|pattern| reason.contains(pattern)) {
            let words = "the block does not test it as its edge says; write if (r) first behind posedge r, if (!r) behind negedge r";
            return Some(Refusal::new(line.checked_sub(1)?, "asynchronous reset", words));
        }
        Some(Refusal::new(line.checked_sub(1)?, String::new(), reason))
    }

    /// Asks Verilator to accept a file that only slang reads.
    fn lint(&self, folder: &Path, module: &str, models: Option<&CellModels>) -> Result<(), Error> {
        let verilator = Tool::Verilator.find().map_err(halfpipe_tools::Error::from)?;
        let mut command = Command::new(&verilator);
        command.args(LINT).args(["--top-module", module]);
        if let Some(models) = models {
            command.args(models.macros().map(|name| format!("-D{name}")));
            command.args(["-v", MODELS]);
        }
        command.arg(FILE).current_dir(folder);
        let accepted = run_limited(Tool::Verilator, &verilator, command);
        accepted.map(drop).map_err(|error| self.error_in_file(error))
    }

    /// Checks the circuit below a module by the rules, with empty modules for its cells.
    fn check_circuit(&self, module: &str, models: Option<&CellModels>) -> Result<(), Error> {
        let facts = match models {
            None => self.facts.clone(),
            Some(models) => {
                let folder = temporary_folder()?;
                write(&folder.path().join(CELLS), &models.empty_modules(&self.facts.missing))?;
                self.circuit_facts(folder.path(), &["--top", module, "--cells", CELLS])?
            }
        };
        let checked = memories::check(&facts, |copy| self.assembled.written_name(copy));
        let checked = checked.and_then(|()| rules::check(&facts, self.language()));
        checked.map_err(|refusal| self.refusal_error(refusal))
    }
}

/// Reads the version of the slang in Yosys from the module that gives it.
fn slang_version(folder: &Path) -> Result<String, Error> {
    let netlist = read(&folder.join(VERSION_JSON)).and_then(|json| YosysNetlist::parse(&json))?;
    let module = netlist.modules.get("slang_version").ok_or_else(missing_netlist)?;
    let number = |port: &str| -> Option<u64> {
        let bits = module.ports.get(port)?.bits.iter().rev();
        bits.map(|bit| match bit {
            Bit::Constant(value) => value.parse::<u64>().ok(),
            Bit::Net(_) => None,
        })
        .try_fold(0, |number, bit| Some(number << 1 | bit?))
    };
    match (number("major"), number("minor")) {
        (Some(major), Some(minor)) => Ok(format!("{major}.{minor}")),
        _ => Err(missing_netlist()),
    }
}

/// Verilator's options for accepting a file without warnings.
const LINT: [&str; 6] = [
    "--lint-only",
    "-sv",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "--no-timing",
];

/// The words between a cell and its parameter in the name of the module that a model instantiates for an unknown value.
const OTHER_SETTING: &str = "_with_another_";

/// Yosys' message where it is built without slang.
const NO_SLANG: &str = "No such command: read_slang";

/// Parts of Yosys' messages about a block with an asynchronous event.
const RESET_PATTERNS: [&str; 2] = [
    "polarity of condition doesn't match",
    "cannot be matched to any signal from the event",
];

/// The beginning of Yosys' message where its slang stops.
const CRASH: &str = "Assert `";

/// Returns the error of a Yosys that is built without slang.
fn without_slang(yosys: &Yosys, error: &halfpipe_tools::Error) -> Option<Error> {
    match error {
        halfpipe_tools::Error::Failed { diagnostic, .. } if diagnostic.printed().contains(NO_SLANG) => {
            Some(halfpipe_tools::Error::from(yosys.without_slang()).into())
        }
        _ => None,
    }
}

/// The error of a netlist that Yosys did not write.
fn missing_netlist() -> Error {
    Error::report("Yosys' netlist", "it lacks the module")
}
