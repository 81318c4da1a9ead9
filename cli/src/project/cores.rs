//! Tables of modules behind a handshake: their keys are the options of `generate`.

use std::collections::BTreeMap;
use std::ops::Range;

use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::arguments::options::OPTIONS;
use halfpipe_request::kind::ModuleKind;
use toml::{Spanned, Value};

use crate::arguments::{self, Command};
use crate::error::Error;
use crate::toml_text::TomlText;

/// The keys of a table, with their positions.
pub type KeyTable = BTreeMap<Spanned<String>, Value>;

/// Options of `generate` that belong to the whole file.
const WHOLE_FILE: [&str; 3] = ["out", "no-check", "json"];

/// A module behind a handshake.
pub struct CoreEntry {
    /// Its kind.
    pub kind: ModuleKind,
    /// The arguments that generate it.
    pub arguments: Box<ModuleArguments>,
    /// The place of its table in the file, as messages begin.
    pub place: String,
}

impl CoreEntry {
    /// Reads a table `[[zfh]]`, `[[mma]]` or `[[vortex]]`.
    pub fn read(kind: ModuleKind, table: &Spanned<KeyTable>, text: &TomlText) -> Result<CoreEntry, Error> {
        let mut words = vec!["halfpipe".to_owned(), "generate".to_owned(), kind.to_string()];
        for (key, value) in table.get_ref() {
            let name = key.get_ref();
            if !keys(kind).any(|known| known == name) {
                let known: Vec<String> = keys(kind).map(|key| format!("`{key}`")).collect();
                let message = format!("unknown key `{name}`, expected one of {}", known.join(", "));
                return Err(text.wrong(&key.span(), message));
            }
            let option = format!("--{name}");
            match value {
                Value::Boolean(false) => {}
                Value::Boolean(true) => words.push(option),
                other => words.push(format!("{option}={}", written(other, &key.span(), text)?)),
            }
        }
        let wrong = |error: Error| {
            let message = error.to_string();
            // The message is about an option, and the file has a key.
            let key = table
                .get_ref()
                .keys()
                .find(|key| message.contains(&format!("--{}", key.get_ref())));
            let span = key.map_or(table.span(), Spanned::span);
            text.wrong(&span, message)
        };
        match arguments::parse(words.into_iter().map(Into::into)).map_err(wrong)? {
            Some(arguments::Arguments {
                command: Command::Generate(arguments),
            }) => Ok(CoreEntry {
                kind,
                arguments: Box::new(arguments.modules),
                place: text.located(&table.span(), kind),
            }),
            _ => Err(text.wrong(&table.span(), "a value begins with a dash; write it without")),
        }
    }
}

/// Returns the keys of a kind's table.
fn keys(kind: ModuleKind) -> impl Iterator<Item = &'static str> {
    let own = OPTIONS.iter().filter(move |row| row.kinds.contains(&kind));
    let of_generate = own.filter(|row| row.commands.is_empty() && arguments::has_option("generate", row.name));
    of_generate
        .map(|row| row.name)
        .filter(|name| !WHOLE_FILE.contains(name))
}

/// Returns a value as an option has it.
fn written(value: &Value, span: &Range<usize>, text: &TomlText) -> Result<String, Error> {
    match value {
        Value::String(words) => Ok(words.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Array(values) => {
            let words = values.iter().map(|value| written(value, span, text));
            Ok(words.collect::<Result<Vec<_>, Error>>()?.join(","))
        }
        _ => Err(text.wrong(span, "the value is a number, a text, true, or a list of texts")),
    }
}
