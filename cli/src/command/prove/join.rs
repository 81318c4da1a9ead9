//! `prove --join`: one verdict from the parts of a theorem.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use halfpipe_prove::ledger::Ledger;
use halfpipe_testbench::exhaustive::Shard;
use halfpipe_tools::files::read_text;

use super::joined::JoinedTheorem;
use super::part::{TheoremPart, VERSION};
use super::record::record;
use super::report::{print_report, theorem_in_words};
use super::theorems::conclude;
use crate::arguments::prove::Arguments;
use crate::error::Error;
use crate::json::write_json;
use crate::junit::JunitReport;

/// A file with parts, one of each theorem.
struct PartFile<'a> {
    path: &'a Path,
    parts: Vec<TheoremPart>,
}

/// Joins parts, prints the verdicts, and records them in a ledger if one is given.
pub fn run(arguments: &Arguments, junit: &mut JunitReport, output: &mut dyn Write) -> Result<(), Error> {
    let files = arguments.join.iter().map(|path| PartFile::read(path));
    let files: Vec<PartFile> = files.collect::<Result<_, _>>()?;
    let order = check_division(&files)?;
    let mut joined = Vec::new();
    for place in 0..files[0].parts.len() {
        let parts: Vec<(&Path, &TheoremPart)> = order
            .iter()
            .map(|file| (files[*file].path, &files[*file].parts[place]))
            .collect();
        joined.push(JoinedTheorem::new(&parts)?);
    }
    if let Some(folder) = &arguments.ledger {
        record(&joined, &Ledger::new(folder))?;
    }
    for theorem in &joined {
        let mut printed = Vec::new();
        print_report(&theorem.report, false, None, &theorem.text, &mut printed)?;
        let text = String::from_utf8_lossy(&printed);
        let report = &theorem.report;
        junit.add(
            theorem_in_words(&report.key),
            report.result.into(),
            text.as_ref(),
            Some(report.seconds),
        );
        if !arguments.json {
            output.write_all(&printed)?;
        }
    }
    if arguments.json {
        write_json(&joined.iter().map(|theorem| &theorem.json).collect::<Vec<_>>(), output)?;
    }
    conclude(joined.iter().map(|theorem| theorem.report.result))
}

impl PartFile<'_> {
    fn read(path: &Path) -> Result<PartFile<'_>, Error> {
        let shown = path.display();
        let text = read_text(path).map_err(|error| {
            Error::usage(format!(
                "cannot read {shown}: {error}; give the outputs of halfpipe prove MNEMONIC --shard K/N --json"
            ))
        })?;
        let no_part = |reason: &dyn std::fmt::Display| {
            Error::usage(format!(
                "{shown} is no part: {reason}; give the output of halfpipe prove MNEMONIC --shard K/N --json"
            ))
        };
        let parts: Vec<TheoremPart> = serde_json::from_str(&text).map_err(|error| no_part(&error))?;
        if parts.is_empty() {
            return Err(no_part(&"it has no theorem"));
        }
        for part in &parts {
            part.key().map_err(|error| no_part(&error))?;
            part.result().map_err(|error| no_part(&error))?;
            let shard: Shard = part.shard.parse().map_err(|error| no_part(&error))?;
            let again = part.command(shard.number() as usize, shard.count() as usize);
            if part.version != VERSION {
                return Err(Error::usage(format!(
                    "{shown} comes from halfpipe {}, and this is halfpipe {VERSION}; type {again} > FILE",
                    part.version
                )));
            }
            if !part.is_unedited()? {
                return Err(Error::usage(format!(
                    "{shown} is not as it was written: its checksum differs; type {again} > FILE"
                )));
            }
        }
        Ok(PartFile { path, parts })
    }

    fn shard(&self) -> Shard {
        self.parts[0].shard.parse().unwrap_or(Shard::WHOLE)
    }
}

/// Checks that files are the parts of one division, each once. Returns the place of each part's file.
fn check_division(files: &[PartFile]) -> Result<Vec<usize>, Error> {
    let Some(first) = files.first() else {
        return Err(Error::usage("--join needs the file of each part; name them"));
    };
    let count = first.shard().count();
    let mut places = BTreeMap::new();
    for (place, file) in files.iter().enumerate() {
        let shard = file.shard();
        let (one, other) = (first.path.display(), file.path.display());
        if shard.count() != count {
            return Err(Error::usage(format!(
                "{one} is shard {}, and {other} is shard {shard}; give the parts of one division",
                first.shard()
            )));
        }
        if file.parts.len() != first.parts.len() {
            return Err(Error::usage(format!(
                "{one} and {other} have different numbers of theorems; give the parts of one command"
            )));
        }
        if let Some(twin) = places.insert(shard.number(), place) {
            let twin: &PartFile = &files[twin];
            return Err(Error::usage(format!(
                "{} and {other} are both shard {shard}; give each part once",
                twin.path.display()
            )));
        }
    }
    if let Some(missing) = (1..=count).find(|number| !places.contains_key(number)) {
        let again = first.parts[0].command(missing as usize, count as usize);
        return Err(Error::usage(format!(
            "shard {missing}/{count} is missing; type {again} > FILE, and give FILE too"
        )));
    }
    Ok(places.into_values().collect())
}
