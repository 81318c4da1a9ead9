//! The subcommand `mutants`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::mutants::examine::{examine, Examination, MutantStatus};
use crate::mutants::record::MutationRecord;
use crate::mutants::sample::{MutationTarget, Sample};
use crate::mutants::trial::{trial, VECTORS_SEED};
use anyhow::Context as _;
use rayon::prelude::*;

/// Make mutants, run the default vectors of `verify` on each, and prove the survivors equivalent.
///
/// The status is 1 if a mutant is neither killed nor proven equivalent.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of mutants, at least; the last module's are all made.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Seed of the modules and mutations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of mutants of each module.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=crate::mutants::mutable_module::MOST_MUTANTS as u64))]
    per_module: u64,
    /// Number of verify's vectors  [default: as many as verify runs]
    #[arg(long)]
    vectors: Option<usize>,
    /// Only the modules whose name has this in it.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// A folder for the record, mutants.json.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// The number of rounds without a requested module after which the search stops.
const ROUNDS: usize = 20;

impl Arguments {
    /// Tests the mutants. Returns true if each is killed or proven equivalent.
    pub fn run(&self) -> anyhow::Result<bool> {
        run(self)
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let per_module = arguments.per_module as usize;
    let mut record = MutationRecord::new(arguments.seed, per_module, arguments.vectors)?;
    let mut targets = Sample::new(arguments.seed);
    let round = targets.round();
    let mut rounds_without = 0;
    while (record.made() as u64) < arguments.count {
        let missing = arguments.count as usize - record.made();
        // The number of requested modules is not known before all are drawn.
        let modules = match arguments.only {
            Some(_) => round,
            None => missing.div_ceil(per_module).min(round),
        };
        let drawn: Vec<MutationTarget> = targets.by_ref().take(modules).collect();
        let wanted = |target: &&MutationTarget| {
            let name = target.subject.to_string();
            arguments.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
        };
        let wanted: Vec<&MutationTarget> = drawn.iter().filter(wanted).collect();
        rounds_without = if wanted.is_empty() { rounds_without + 1 } else { 0 };
        anyhow::ensure!(
            rounds_without < ROUNDS,
            "no module has '{}' in its name; they are called fma.rn.f16 at latency 4, or core of 8 at latency 4",
            arguments.only.as_deref().unwrap_or_default()
        );
        let examined = wanted.into_par_iter().map(|target| {
            let trial = trial(&target.subject, arguments.vectors, VECTORS_SEED);
            let examined = examine(target, per_module, trial);
            let examination = examined.with_context(|| format!("{}, {}", target.subject, target.level))?;
            report(&examination)?;
            Ok(examination)
        });
        let examined: Vec<Examination> = examined.collect::<anyhow::Result<_>>()?;
        examined.iter().for_each(|examination| record.add(examination));
    }
    if let Some(folder) = &arguments.out {
        write(&record, folder)?;
    }
    print!("{}", record.summary());
    Ok(record.unsettled().count() == 0)
}

/// Prints the result of a module, in one piece.
fn report(examination: &Examination) -> std::io::Result<()> {
    let Examination {
        subject,
        level,
        mutants,
    } = examination;
    let killed = mutants
        .iter()
        .filter(|mutant| matches!(mutant.status, MutantStatus::Killed { .. }))
        .count();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{subject}, {level}: {} mutants, {killed} killed", mutants.len())?;
    for mutant in mutants {
        match &mutant.status {
            MutantStatus::Killed { .. } => {}
            MutantStatus::Equivalent { method } => writeln!(out, "  equivalent ({method}): {}", mutant.mutation)?,
            MutantStatus::Open => writeln!(out, "  OPEN: {}", mutant.mutation)?,
            MutantStatus::Missed { inputs } => {
                writeln!(out, "  MISSED: {}", mutant.mutation)?;
                for line in inputs {
                    writeln!(out, "    {line}")?;
                }
            }
        }
    }
    Ok(())
}

fn write(record: &MutationRecord, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("mutants.json");
    let text = serde_json::to_string_pretty(record)? + "\n";
    halfpipe_tools::files::write_file(&path, text.as_bytes())?;
    Ok(())
}
