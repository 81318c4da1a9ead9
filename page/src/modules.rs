//! Modules: their explanations, their files, and their figures on file.

use halfpipe_figures::curve::representative;
use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::plot::plot;
use halfpipe_figures::results::Results;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_request::arguments::explain;
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::explain::explain as explain_module;
use halfpipe_request::generate::RequestedModules;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::measured::FiguresOnFile;
use halfpipe_request::render::quoted;
use halfpipe_request::Error;
use serde::Serialize;
use serde_json::{json, Value};

use crate::words::parse;

/// A file of a module.
#[derive(Serialize)]
pub struct WrittenFile {
    name: String,
    text: String,
}

/// The files of a module, and the command that writes them.
#[derive(Serialize)]
pub struct WrittenModule {
    files: Vec<WrittenFile>,
    command: String,
}

/// Returns the kind of the one module.
pub fn single_kind(arguments: &ModuleArguments) -> ModuleKind {
    ModuleKind::find_one(&arguments.mnemonics)
}

/// Builds the unit or the core of PTX that the words name.
///
/// # Errors
///
/// Fails if it cannot be built, or if the words name a module of another kind or several modules.
pub fn design_of(arguments: &ModuleArguments) -> Result<Design, Error> {
    let kind = single_kind(arguments);
    if !kind.has_contract() {
        return Err(Error::usage(format!(
            "{kind} has no single pipeline; choose one of its instructions to see its stages"
        )));
    }
    let mut designs = RequestedModules::new(arguments)?.designs;
    match (designs.pop(), designs.len()) {
        (Some(design), 0) => Ok(design.inner().cloned().unwrap_or(design)),
        _ => Err(Error::usage(format!(
            "`{}` names several modules, and the page shows one; write one mnemonic",
            arguments.mnemonics.join(" ")
        ))),
    }
}

/// Explains a module: the JSON of `explain`, with its text beside it.
pub fn explain(arguments: &ModuleArguments) -> Result<Value, Error> {
    let with = |json: bool| explain::Arguments {
        mnemonic: arguments.mnemonics.join(" "),
        core: arguments.core.clone(),
        stages: !json,
        json,
        zfh: arguments.zfh.clone(),
        mma: arguments.mma.clone(),
    };
    let mut explanation: Value = serde_json::from_str(&explain_module(&with(true))?).map_err(Error::failure)?;
    // Options beyond those of `explain` are checked as well.
    if single_kind(arguments).has_contract() {
        design_of(arguments)?;
    }
    explanation["text"] = explain_module(&with(false))
        .or_else(|_| {
            explain_module(&explain::Arguments {
                stages: false,
                ..with(false)
            })
        })?
        .into();
    Ok(explanation)
}

/// Makes the files of a module.
pub fn generate(words: &[String]) -> Result<WrittenModule, Error> {
    let modules = RequestedModules::new(&parse(words)?)?;
    let files = modules.files()?.into_iter().flatten();
    let line = words.iter().map(|word| quoted(word));
    Ok(WrittenModule {
        files: files.map(|File { name, text }| WrittenFile { name, text }).collect(),
        command: format!("halfpipe generate {}", line.collect::<Vec<_>>().join(" ")),
    })
}

/// Draws the figures on file over the latency, beside those of other cores. Returns null where there are none.
pub fn draw_curves(arguments: &ModuleArguments) -> Result<Value, Error> {
    if single_kind(arguments) != ModuleKind::Unit {
        return Ok(Value::Null);
    }
    let instruction = design_of(arguments)?.instruction();
    let Some(measured) = FiguresOnFile::from_instruction(instruction) else {
        return Ok(Value::Null);
    };
    let shown = Design::unit(representative(instruction).unwrap_or(instruction), 0)?;
    let name = MeasuredName::new(&shown);
    let results: Vec<Results> = Results::committed().collect();
    let svg = plot(&measured.mnemonic, &results, &[name]).svg();
    let points = serde_json::to_value(&measured.points).map_err(Error::failure)?;
    let rows = points.as_array().into_iter().flatten().map(|point| {
        json!({
            "target": point["target"],
            "latency": point["latency"],
            "lut4": point["luts"],
            "mhz": point["mhz"],
            "source": "measured",
        })
    });
    Ok(json!({ "svg": svg, "rows": rows.collect::<Vec<_>>() }))
}
