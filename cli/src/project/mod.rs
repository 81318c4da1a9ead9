//! `halfpipe.toml`: the modules of a project.
//!
//! ```toml
//! [[module]]
//! instruction = "fma.rn.f16"
//! latency = 4
//! stream = true
//!
//! [fpu]
//! instructions = ["add.*", "max.f16"]
//! ```
//!
//! Every error message about the file has a line number.

mod cores;
mod names;
mod tables;

use std::path::{Path, PathBuf};

use halfpipe_request::kind::ModuleKind;
use halfpipe_tools::files::{check_folder, read_text};
use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;
use crate::toml_text::TomlText;
use cores::KeyTable;
use tables::{CoreTable, ModuleTable, TableRequest};

pub use cores::CoreEntry;
pub use names::{ModuleEntry, FILE_LIST};

/// The contents of a project file.
pub struct Project {
    /// The output folder.
    pub out: PathBuf,
    /// The modules. A core comes last.
    pub modules: Vec<ModuleEntry>,
    /// The modules behind a handshake.
    pub cores: Vec<CoreEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    out: Option<PathBuf>,
    #[serde(default)]
    module: Vec<Spanned<ModuleTable>>,
    fpu: Option<Spanned<CoreTable>>,
    #[serde(default)]
    zfh: Vec<Spanned<KeyTable>>,
    #[serde(default)]
    mma: Vec<Spanned<KeyTable>>,
    #[serde(default)]
    vortex: Vec<Spanned<KeyTable>>,
}

impl Project {
    /// Reads a project file. Its output folder is relative to the file's folder; `out` takes its place if given.
    pub fn read(path: &Path, out: Option<&Path>) -> Result<Project, Error> {
        let text = read_text(path).map_err(|error| Error::reading(&path.display().to_string(), &error))?;
        Project::parse(&text, path, out)
    }

    fn parse(text: &str, path: &Path, out: Option<&Path>) -> Result<Project, Error> {
        let text = TomlText { text, path };
        let file: File = toml::from_str(text.text).map_err(|error| text.parse_error(&error))?;
        let cores = [
            (ModuleKind::Zfh, &file.zfh),
            (ModuleKind::Tile, &file.mma),
            (ModuleKind::Vortex, &file.vortex),
        ];
        let cores = cores
            .into_iter()
            .flat_map(|(kind, tables)| tables.iter().map(move |table| (kind, table)));
        let cores = cores.map(|(kind, table)| CoreEntry::read(kind, table, &text));
        let cores = cores.collect::<Result<Vec<_>, Error>>()?;
        if file.module.is_empty() && file.fpu.is_none() && cores.is_empty() {
            return Err(Error::usage(format!(
                "{}: the file requests no module; add a table [[module]], [fpu], [[zfh]], [[mma]] or [[vortex]]",
                path.display()
            )));
        }
        // Searches take minutes, so the whole file is checked before the first one.
        let modules = file.module.iter().map(Spanned::get_ref);
        let modules = modules.map(|table| TableRequest::from_module(table, &text)?.draft(&text));
        let core = file.fpu.iter();
        let core = core.map(|table| TableRequest::from_core(table, &text)?.draft(&text));
        let drafts = modules.chain(core).collect::<Result<Vec<_>, Error>>()?;
        let entries: Vec<ModuleEntry> = drafts.iter().flat_map(|draft| draft.entries.clone()).collect();
        names::check(&entries, &text)?;
        let own_out = || {
            path.parent()
                .unwrap_or(Path::new(""))
                .join(file.out.unwrap_or_else(|| PathBuf::from(".")))
        };
        let out = out.map_or_else(own_out, Path::to_owned);
        check_folder(&out)?;
        let entries = drafts.into_iter().map(|draft| draft.finish(&text));
        let entries = entries.collect::<Result<Vec<_>, Error>>()?.concat();
        // The latency from a search may add inner modules with names of their own.
        names::check(&entries, &text)?;
        Ok(Project {
            out,
            modules: entries,
            cores,
        })
    }
}

/// Returns the source files of a project, each once.
pub fn sources(project: &Project) -> Vec<String> {
    let mut sources = Vec::new();
    for ModuleEntry { design, outputs, .. } in &project.modules {
        sources.push(format!("{}.v", design.name()));
        if outputs.stream.is_some() {
            sources.push(format!("{}.v", design.stream().name()));
        }
        let around = outputs
            .buses()
            .into_iter()
            .map(|bus| format!("{}.v", bus.module_name(design)));
        sources.extend(around);
    }
    sources
}
