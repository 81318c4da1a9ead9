//! Self-test of the engines: each compiles a unit and evaluates two operands.

use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_testbench::engine::EngineKind;
use halfpipe_tools::cache::{Cache, CACHE_VARIABLE};
use serde::Serialize;

use halfpipe_request::table;

/// The command that each engine runs.
const EVALUATION: [&str; 6] = ["eval", "add.rn.f16", "3c00", "4000", "--latency", "1"];

/// The expected output: 1 + 2 = 3.
const RESULT: &str = "0x4200";

/// The prefix of the command's error messages.
const COMPLAINT: &str = "error: ";

/// An engine and its fault, if any.
#[derive(Serialize)]
pub struct EngineRow {
    engine: &'static str,
    problem: Option<String>,
}

impl EngineRow {
    /// True if the engine works.
    pub fn is_healthy(&self) -> bool {
        self.problem.is_none()
    }
}

/// Tests all engines in parallel.
///
/// Each test runs this program again, so an engine that ends its process does not end the other tests. The models go
/// into a new cache, so that nothing comes from the user's cache. The new cache lies inside the user's, because
/// compiled units have to run there.
pub fn try_all() -> Vec<EngineRow> {
    let workplace = Cache::open().and_then(|cache| cache.staging_dir());
    // Without a folder, the engines use the broken cache and report its fault.
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

/// Returns the reason why an engine does not work, if it does not.
fn problem(kind: EngineKind, cache: Option<&Path>) -> Option<String> {
    let run = halfpipe_tools::program().and_then(|program| {
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

/// Formats the rows as a table. A long problem continues in the rows below its engine.
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
