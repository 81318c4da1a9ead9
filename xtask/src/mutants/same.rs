//! The subcommand `same`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::mutants::counterexample::describe_counterexample;
use crate::mutants::pair::compare;
use crate::mutants::subject::MutationSubject;
use anyhow::Context as _;
use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_prove::versions::EquivalenceVerdict;
use rayon::prelude::*;
use serde::Deserialize;

/// Prove the modules of two folders equivalent, such as those from two versions of the generator.
///
/// The status is 1 if a module is missing, differs or is not decided.
#[derive(clap::Args)]
pub struct Arguments {
    /// A folder of modules with their manifests.
    old: PathBuf,
    /// Another one.
    new: PathBuf,
}

/// The fields of a manifest that the comparison needs.
#[derive(Deserialize)]
struct Manifest {
    mnemonic: String,
    module: String,
    verilog: PathBuf,
    latency: u32,
    #[serde(default)]
    operations: Vec<Operation>,
}

#[derive(Deserialize)]
struct Operation {
    mnemonic: String,
}

impl Manifest {
    /// Reads the manifests of a folder, by their modules.
    fn read_folder(folder: &Path) -> anyhow::Result<BTreeMap<String, Manifest>> {
        let mut manifests = BTreeMap::new();
        for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let manifest: Manifest =
                    serde_json::from_str(&read(&path)?).with_context(|| path.display().to_string())?;
                manifests.insert(manifest.module.clone(), manifest);
            }
        }
        Ok(manifests)
    }

    /// Returns a subject with the ports of the manifest.
    fn subject(&self) -> anyhow::Result<MutationSubject> {
        let design = if self.operations.is_empty() {
            Design::unit(self.mnemonic.parse()?, self.latency)?
        } else {
            let parsed = self.operations.iter().map(|operation| operation.mnemonic.parse());
            let instructions: Vec<Instruction> = parsed.collect::<Result<_, _>>()?;
            Design::core(&instructions, self.latency)?
        };
        Ok(MutationSubject::new(design))
    }
}

impl Arguments {
    /// Compares the modules. Returns true if all are proven equivalent.
    pub fn run(&self) -> anyhow::Result<bool> {
        run(self)
    }
}

fn run(Arguments { old, new }: &Arguments) -> anyhow::Result<bool> {
    let (of_old, of_new) = (Manifest::read_folder(old)?, Manifest::read_folder(new)?);
    anyhow::ensure!(!of_old.is_empty(), "{}: no manifest is here", old.display());
    let same = of_old.par_iter().map(|(module, manifest)| {
        let line = match of_new.get(module) {
            None => Err("missing".to_owned()),
            Some(other) if other.latency != manifest.latency => {
                Err(format!("latency {}, not {}", other.latency, manifest.latency))
            }
            Some(other) => {
                let text = |folder: &Path, manifest: &Manifest| read(&folder.join(&manifest.verilog));
                let subject = other.subject()?;
                match compare(module, &subject.ports(), &text(old, manifest)?, &text(new, other)?)? {
                    EquivalenceVerdict::Equivalent(method) => Ok(method),
                    EquivalenceVerdict::Refuted(example) => {
                        Err(format!("differs\n{}", describe_counterexample(&example, &subject)))
                    }
                    EquivalenceVerdict::Open => Err("not decided".to_owned()),
                }
            }
        };
        match &line {
            Ok(method) => println!("{module} at latency {}: the same ({method})", manifest.latency),
            Err(reason) => println!("{module} at latency {}: {reason}", manifest.latency),
        }
        Ok(line.is_ok())
    });
    let same: Vec<bool> = same.collect::<anyhow::Result<_>>()?;
    let count = same.iter().filter(|is_same| **is_same).count();
    println!("{count} of {} modules show the same", same.len());
    Ok(count == same.len())
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}
