//! Requests and their answers.

use halfpipe_figures::results::Results;
use halfpipe_request::Error;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use crate::words::parse;
use crate::{choices, evaluation, modules, names, pipeline, proof};

/// A request.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "lowercase")]
enum Request {
    /// The version of the page.
    Version,
    /// The files of figures, which come beside the core.
    Figures { texts: Vec<String> },
    /// The names of all modules.
    Names,
    /// The modules that a text may mean.
    Find { text: String },
    /// The options of `generate`, and those that do not apply.
    Options { words: Vec<String> },
    /// The explanation of a module.
    Explain { words: Vec<String> },
    /// The stages of a module, and its registers.
    Pipeline { words: Vec<String> },
    /// The figures on file.
    Curves { words: Vec<String> },
    /// The files of a module.
    Generate { words: Vec<String> },
    /// The operands and results of a module.
    Operands { words: Vec<String> },
    /// The results for operands.
    Evaluate { words: Vec<String>, operands: Vec<String> },
    /// The waveform for operands.
    Wave { words: Vec<String>, operands: Vec<String> },
    /// The lemmas of a module.
    Outline { words: Vec<String> },
    /// The decision of one lemma.
    Decide { words: Vec<String>, index: usize },
}

/// Answers a request, which is JSON, with JSON.
pub fn answer(request: &str) -> String {
    let answered = serde_json::from_str(request)
        .map_err(|error| Error::usage(format!("the page asks for nothing that its core knows: {error}")))
        .and_then(carry_out);
    let answer = match answered {
        Ok(value) => json!({ "value": value }),
        Err(error) => json!({ "error": error.message() }),
    };
    answer.to_string()
}

/// Carries out a request.
fn carry_out(request: Request) -> Result<Value, Error> {
    match request {
        Request::Version => Ok(json!({ "version": env!("CARGO_PKG_VERSION") })),
        Request::Figures { texts } => {
            Results::provide(&texts).map_err(Error::failure)?;
            Ok(json!({}))
        }
        Request::Names => to_value(&names::list()),
        Request::Find { text } => to_value(&names::find(&text)),
        Request::Options { words } => to_value(&choices::list(&words)?),
        Request::Explain { words } => modules::explain(&parse(&words)?),
        Request::Pipeline { words } => to_value(&pipeline::describe(&parse(&words)?)?),
        Request::Curves { words } => modules::draw_curves(&parse(&words)?),
        Request::Generate { words } => to_value(&modules::generate(&words)?),
        Request::Operands { words } => to_value(&evaluation::describe(&parse(&words)?)?),
        Request::Evaluate { words, operands } => to_value(&evaluation::evaluate(&parse(&words)?, &operands)?),
        Request::Wave { words, operands } => evaluation::draw_wave(&parse(&words)?, &operands),
        Request::Outline { words } => to_value(&proof::outline(&words)?),
        Request::Decide { words, index } => to_value(&proof::decide(&words, index)?),
    }
}

/// Returns a value as JSON.
fn to_value(value: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(Error::failure)
}
