//! Whether each engine works: it is given a unit to compile, and two operands.

use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_testbench::engine::EngineKind;
use halfpipe_tools::cache::{Cache, CACHE_VARIABLE};
use serde::Serialize;

use crate::table;

/// The command that an engine has to carry out.
const EVALUATION: [&str; 6] = ["eval", "add.rn.f16", "3c00", "4000", "--latency", "1"];

/// What it has to print: 1 + 2 = 3.
const RESULT: &str = "0x4200";

/// What the command's own complaints begin with.
const COMPLAINT: &str = "error: ";

/// An engine, and why it does not work.
#[derive(Serialize)]
pub struct EngineRow {
    engine: &'static str,
    problem: Option<String>,
}

impl EngineRow {
    /// Whether the engine works.
    pub fn is_healthy(&self) -> bool {
        self.problem.is_none()
    }
}

/// Tries every engine, all at once.
///
/// Each is a run of this very program: an engine that ends its process does not end the others'. What it compiles goes
/// into a cache of its own, so that nothing is taken from the user's, and inside of that, where compiled units have to run.
pub fn try_all() -> Vec<EngineRow> {
    let workplace = Cache::open().and_then(|cache| cache.workplace());
    // Without a folder the engines use the cache that cannot be used, and complain of it.
    let cache = workplace.as_ref().ok().map(|workplace| workplace.path().join("cache"));
    let cache = cache.as_deref();
    std::thread::scope(|scope| {
        let tried: Vec<_> = EngineKind::ALL
            .map(|kind| scope.spawn(move || problem(kind, cache)))
            .into_iter()
            .zip(EngineKind::ALL)
            .collect();
        let row = |(handle, kind): (std::thread::ScopedJoinHandle<Option<String>>, EngineKind)| EngineRow {
            engine: kind.name(),
            problem: handle
                .join()
                .unwrap_or_else(|_| Some("it could not be tried".to_owned())),
        };
        tried.into_iter().map(row).collect()
    })
}

/// Why an engine does not work, if it does not.
fn problem(kind: EngineKind, cache: Option<&Path>) -> Option<String> {
    let run = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(EVALUATION)
            .args(["--engine", kind.name()])
            .envs(cache.map(|cache| (CACHE_VARIABLE, cache)))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .output()
    });
    let output = match run {
        Ok(output) => output,
        Err(error) => return Some(format!("it does not start: {error}")),
    };
    let [printed, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    match (printed.trim(), complained.trim()) {
        (RESULT, _) if output.status.success() => None,
        (printed, _) if output.status.success() => Some(format!(
            "`halfpipe {}` printed {printed} instead of {RESULT}",
            EVALUATION.join(" ")
        )),
        (_, "") => Some(output.status.to_string()),
        (_, complained) => Some(complained.trim_start_matches(COMPLAINT).to_owned()),
    }
}

/// The rows as a table; a problem of several lines has the first one beside its engine and the others below it.
pub fn table(rows: &[EngineRow]) -> String {
    let mut table = table::titled(["engine", "works"]);
    for row in rows {
        let mut lines = row.problem.as_deref().unwrap_or("yes").lines();
        table.add_row([row.engine, lines.next().unwrap_or_default()]);
        lines.for_each(|line| {
            table.add_row(["", line]);
        });
    }
    table::text(&table)
}
