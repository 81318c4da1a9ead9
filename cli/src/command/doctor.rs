//! `doctor`: state of the external tools and of the engines that use them.

mod engines;

use std::io::{IsTerminal, Write};

use engines::EngineRow;
use halfpipe_request::table;
use halfpipe_tools::cache::{self, Cache};
use halfpipe_tools::tool::TOOLS_INSTALL;
use halfpipe_tools::{programs, Tool, ToolError};
use serde::Serialize;

use crate::arguments::doctor::Arguments;
use crate::error::Error;
use crate::json::write_json;

/// The result of a diagnosis.
#[derive(Serialize)]
struct Diagnosis {
    tools: Vec<ToolRow>,
    engines: Vec<EngineRow>,
    /// The folder of compiled models.
    cache: CacheRow,
}

#[derive(Serialize)]
struct ToolRow {
    tool: &'static str,
    purpose: &'static str,
    /// True if a command needs the tool.
    required: bool,
    path: Option<String>,
    version: Option<String>,
    /// The reason why the tool cannot be used, and how to install it.
    problem: Option<String>,
}

#[derive(Serialize)]
struct CacheRow {
    /// The folder's path, or `None` if no folder can be found.
    path: Option<String>,
    problem: Option<String>,
}

impl ToolRow {
    fn from_tool(tool: Tool) -> ToolRow {
        let found = tool.find();
        let version = tool.version();
        let problem = match version.as_ref().err() {
            None => None,
            Some(ToolError::Missing { .. }) => Some(format!("missing; {}", tool.installation())),
            Some(error) => Some(error.to_string()),
        };
        ToolRow {
            tool: tool.command(),
            purpose: tool.purpose(),
            required: tool.is_needed(),
            path: found.ok().map(|path| path.display().to_string()),
            version: version.ok().flatten(),
            problem,
        }
    }

    fn is_healthy(&self) -> bool {
        self.problem.is_none() || !self.required
    }
}

impl CacheRow {
    fn check() -> CacheRow {
        // A folder that exists may still be inaccessible to this user.
        let opened = Cache::open().and_then(|cache| cache.staging_dir().map(drop));
        CacheRow {
            path: cache::location().ok().map(|path| path.display().to_string()),
            problem: opened.err().map(|error| error.to_string()),
        }
    }
}

impl Diagnosis {
    fn make() -> Diagnosis {
        // Some tools take a second to print their version, so all run in parallel.
        let tools = std::thread::scope(|scope| {
            let asked: Vec<_> = programs()
                .map(|tool| scope.spawn(move || ToolRow::from_tool(tool)))
                .collect();
            asked.into_iter().filter_map(|row| row.join().ok()).collect()
        });
        Diagnosis {
            tools,
            cache: CacheRow::check(),
            engines: engines::try_all(),
        }
    }

    fn is_healthy(&self) -> bool {
        self.tools.iter().all(ToolRow::is_healthy)
            && self.engines.iter().all(EngineRow::is_healthy)
            && self.cache.problem.is_none()
    }
}

/// Returns the command line that installs every missing tool.
fn installation() -> Option<String> {
    let missing: Vec<Tool> = programs().filter(|tool| tool.find().is_err()).collect();
    let packages: Vec<&str> = missing.iter().filter_map(|tool| tool.debian_package()).collect();
    let pinned = missing
        .iter()
        .any(|tool| tool.is_pinned())
        .then(|| TOOLS_INSTALL.to_owned());
    let packaged = (!packages.is_empty()).then(|| format!("sudo apt-get install {}", packages.join(" ")));
    let commands: Vec<String> = pinned.into_iter().chain(packaged).collect();
    (!commands.is_empty()).then(|| commands.join(" && "))
}

/// Prints which tools are installed and which engines work.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if std::io::stderr().is_terminal() {
        eprintln!("every engine compiles and runs a unit, which takes some seconds");
    }
    let diagnosis = Diagnosis::make();
    if arguments.json {
        write_json(&diagnosis, output)?;
    } else {
        print(&diagnosis, output)?;
    }
    if diagnosis.is_healthy() {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

fn print(diagnosis: &Diagnosis, output: &mut dyn Write) -> Result<(), Error> {
    let mut table = table::titled(["tool", "version", "for", "found"]);
    for row in &diagnosis.tools {
        let found = row.problem.clone().or_else(|| row.path.clone()).unwrap_or_default();
        let optional = if row.required { "" } else { " (optional)" };
        table.add_row([
            row.tool.to_owned(),
            row.version.clone().unwrap_or_else(|| "-".to_owned()),
            format!("{}{optional}", row.purpose),
            found,
        ]);
    }
    writeln!(output, "{}", table::text(&table))?;
    writeln!(output, "{}", engines::table(&diagnosis.engines))?;
    let CacheRow { path, problem } = &diagnosis.cache;
    match (problem, path) {
        (Some(problem), _) => writeln!(output, "{problem}")?,
        (None, path) => writeln!(
            output,
            "compiled models are kept in {}",
            path.as_deref().unwrap_or_default()
        )?,
    }
    let failing = diagnosis.engines.iter().filter(|row| !row.is_healthy()).count();
    match failing {
        0 => writeln!(output, "every engine works")?,
        1 => writeln!(output, "1 engine does not work")?,
        count => writeln!(output, "{count} engines do not work")?,
    }
    let missing = diagnosis.tools.iter().filter(|row| !row.is_healthy()).count();
    match missing {
        0 => writeln!(output, "all required tools are installed")?,
        1 => writeln!(output, "1 required tool cannot be used")?,
        count => writeln!(output, "{count} required tools cannot be used")?,
    }
    if let Some(commands) = installation() {
        writeln!(output, "to install what is missing: {commands}")?;
    }
    Ok(())
}
