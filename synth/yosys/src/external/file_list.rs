//! Lists of files and options, as simulators read them with `-f`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use halfpipe_tools::folder::read;

use super::refusal::Refusal;
use super::sources::{MacroName, SettingError, VerilogSources};
use crate::error::Error;

/// The deepest nesting of lists.
const DEEPEST: usize = 16;

/// The reason for refusing a word that starts as an option and is none.
const KNOWN: &str =
    "it is no option of a list; write files, -f LIST, -I DIR, +incdir+DIR, -D NAME, +define+NAME or -U NAME";

/// The reason for refusing the name of a file that is missing.
const MISSING: &str = "there is no such file; the paths in a list count from the working folder";

impl VerilogSources {
    /// Returns the sources with the files and options of the lists in their place.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when a list cannot be read, [`Error::Refused`] when a word of it is no file or option.
    pub fn expand(&self) -> Result<VerilogSources, Error> {
        let mut expanded = VerilogSources {
            parameters: self.parameters.clone(),
            top: self.top.clone(),
            ..VerilogSources::default()
        };
        for list in &self.lists {
            read_nested(list, &mut expanded, 0)?;
        }
        expanded.files.extend(self.files.iter().cloned());
        expanded.includes.extend(self.includes.iter().cloned());
        expanded.defines.extend(self.defines.iter().cloned());
        expanded.undefined.extend(self.undefined.iter().cloned());
        expanded.check_macros()?;
        Ok(expanded)
    }

    /// Refuses a macro of a list that is both defined and left undefined.
    fn check_macros(&self) -> Result<(), Error> {
        let is_defined = |name: &&MacroName| self.defines.iter().any(|definition| definition.name == name.0);
        match (self.undefined.iter().find(is_defined), self.files.first()) {
            (Some(name), Some(file)) => Err(Refusal {
                file: file.clone(),
                construct: format!("-U {name}"),
                ..Refusal::without_line(format!("-D {name} defines this macro; leave out one of them"))
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// Adds the files and options of a list. Its names are relative to the working folder.
fn read_nested(list: &Path, sources: &mut VerilogSources, depth: usize) -> Result<(), Error> {
    let text = read(list)?;
    let mut words = words(&text).into_iter();
    while let Some((line, word)) = words.next() {
        let refuse = |construct: &str, reason: &str| Refusal {
            file: list.to_owned(),
            ..Refusal::new(line, construct, reason)
        };
        if let Some(rest) = word.strip_prefix("+incdir+") {
            sources.includes.extend(parts(rest).map(PathBuf::from));
        } else if let Some(rest) = word.strip_prefix("+define+") {
            for part in parts(rest) {
                let definition = setting(part);
                sources
                    .defines
                    .push(definition.map_err(|reason| refuse(&word, &reason))?);
            }
        } else if let Some(option) = ["-f", "-I", "-D", "-U"]
            .into_iter()
            .find(|option| word.starts_with(option))
        {
            let value = match &word[option.len()..] {
                "" => words.next().map(|(_, value)| value),
                value => Some(value.to_owned()),
            };
            let value = value.ok_or_else(|| refuse(option, "it has no value; write one behind it"))?;
            let refuse = |reason: String| refuse(&format!("{option} {value}"), &reason);
            match option {
                "-f" if depth == DEEPEST => {
                    return Err(refuse(format!("lists are nested in more than {DEEPEST} lists; name the files")).into())
                }
                "-f" if !Path::new(&value).exists() => return Err(refuse(MISSING.to_owned()).into()),
                "-f" => read_nested(Path::new(&value), sources, depth + 1)?,
                "-I" => sources.includes.push(PathBuf::from(&value)),
                "-D" => sources.defines.push(setting(&value).map_err(refuse)?),
                _ => sources.undefined.push(setting(&value).map_err(refuse)?),
            }
        } else if word.starts_with(['-', '+']) {
            return Err(refuse(&word, KNOWN).into());
        } else if word.contains('$') {
            let reason = "a list has no variables here; write the path";
            return Err(refuse(&word, reason).into());
        } else if word.contains('"') {
            return Err(refuse(&word, "a list has no quotes here; write the path without them").into());
        } else if !Path::new(&word).exists() {
            return Err(refuse(&word, MISSING).into());
        } else {
            sources.files.push(PathBuf::from(word));
        }
    }
    Ok(())
}

/// Reads a setting.
fn setting<T: FromStr<Err = SettingError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: SettingError| error.to_string())
}

/// Returns the parts of a word behind an option with `+`.
fn parts(rest: &str) -> impl Iterator<Item = &str> {
    rest.split('+').filter(|part| !part.is_empty())
}

/// Returns the words of a list, each with its line from 0, without comments.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut is_comment = false;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let mut rest = line;
        let mut kept = String::new();
        loop {
            if is_comment {
                let Some((_, after)) = rest.split_once("*/") else {
                    break;
                };
                (rest, is_comment) = (after, false);
            }
            let end = [rest.find("//"), rest.find("/*"), rest.find('#')];
            let Some(end) = end.into_iter().flatten().min() else {
                kept += rest;
                break;
            };
            kept += &rest[..end];
            if !rest[end..].starts_with("/*") {
                break;
            }
            kept.push(' ');
            (rest, is_comment) = (&rest[end + 2..], true);
        }
        words.extend(kept.split_whitespace().map(|word| (number, word.to_owned())));
    }
    words
}
