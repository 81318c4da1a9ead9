//! Running Yosys, and reading its log and its cell counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_hdl::design::{roles, Direction, Port};
use serde::{Deserialize, Serialize};

use crate::device::Cells;
use crate::error::Error;

use crate::program::run_command;
use crate::tools::Tool;

/// The folder that a process runs in, where the system has a name for it.
///
/// Yosys writes the paths of its temporary files into ABC's scripts, which know no blanks, quotes or semicolons in a path; this
/// name has none, whatever the folder is called. So the files also go when the folder goes.
const OWN_FOLDER: &str = "/proc/self/cwd";

/// A Yosys that was found.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
}

/// What a run of Yosys printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// All of it.
    pub text: String,
    /// Its warnings, in order, without the word "Warning:" but with the source position where one is given.
    pub warnings: Vec<String>,
}

impl Log {
    fn new(text: String) -> Self {
        let warnings = text.lines().filter_map(warning).collect();
        Self { text, warnings }
    }
}

/// What starts the text of a warning.
const WARNING: &str = "Warning: ";

/// The text of a warning of Yosys itself: `Warning: …` or `file.v:7: Warning: …`.
///
/// What ABC prints is no such message, though Yosys passes it on: each of its lines starts with `ABC:`.
fn warning(line: &str) -> Option<String> {
    if let Some(text) = line.strip_prefix(WARNING) {
        return Some(text.to_owned());
    }
    let (position, text) = line.split_once(WARNING)?;
    let position = position.strip_suffix(": ")?;
    let (_, line_number) = position.rsplit_once(':')?;
    let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let is_position = !line_number.is_empty() && line_number.chars().all(digits);
    is_position.then(|| format!("{position}: {text}"))
}

/// What Yosys' reading of a source says about its quality.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Warnings of reading, elaborating and checking.
    pub warnings: Vec<String>,
    /// The number of latches in each module that has some.
    pub latches: BTreeMap<String, u64>,
}

impl Check {
    /// Whether there is nothing to say.
    pub fn is_clean(&self) -> bool {
        self.warnings.is_empty() && self.latches.is_empty()
    }
}

impl Yosys {
    /// Finds Yosys.
    ///
    /// # Errors
    ///
    /// [`Error::Tool`] when it is missing.
    pub fn find() -> Result<Self, Error> {
        let program = Tool::Yosys.find()?;
        Ok(Self { program })
    }

    /// Runs a script in `folder`, where it is written to the file `name`; the file names in it count from there.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] with Yosys' own message when the script fails.
    pub fn run(&self, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        write(&folder.join(name), script)?;
        let mut command = Command::new(&self.program);
        command.args(["-s", name]).current_dir(folder);
        if Path::new(OWN_FOLDER).is_dir() {
            command.env("TMPDIR", OWN_FOLDER);
        }
        let output = run_command(Tool::Yosys, command)?;
        let [printed, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        Ok(Log::new(format!("{printed}{complained}")))
    }

    /// Reads Verilog sources together, in a folder of its own, and looks for warnings and latches.
    ///
    /// Each source is a file name, which the warnings show, and its text.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] when Yosys refuses a source.
    pub fn check(&self, sources: &[(String, String)]) -> Result<Check, Error> {
        let folder = temporary_folder()?;
        let mut script = String::new();
        for (name, text) in sources {
            write(&folder.path().join(name), text)?;
            script.push_str(&format!("read_verilog {name}\n"));
        }
        script.push_str("hierarchy -check\nproc\ncheck\ntee -q -o cells.json stat -json\n");
        let log = self.run(folder.path(), "script.ys", &script)?;
        let cells = parse_modules(&read(&folder.path().join("cells.json"))?)?;
        let latches = cells
            .into_iter()
            .map(|(module, cells)| (module, cells.latches()))
            .filter(|&(_, latches)| latches > 0)
            .collect();
        Ok(Check {
            warnings: log.warnings,
            latches,
        })
    }

    /// The ports of a module of a Verilog source, in the order of their declaration.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] when Yosys refuses the source or there is no such module; [`Error::Unmeasurable`] when a
    /// port is bidirectional.
    pub fn ports(&self, verilog: &str, module: &str) -> Result<Vec<Port>, Error> {
        let folder = temporary_folder()?;
        write(&folder.path().join("module.v"), verilog)?;
        let script = format!("read_verilog module.v\nhierarchy -top {module}\nproc\nwrite_json module.json\n");
        self.run(folder.path(), "script.ys", &script)?;
        parse_ports(&read(&folder.path().join("module.json"))?, module)
    }
}

/// How often each type of cell occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, u64>")]
pub struct CellCounts(pub BTreeMap<String, u64>);

impl From<BTreeMap<String, u64>> for CellCounts {
    fn from(mut cells: BTreeMap<String, u64>) -> Self {
        // A note on where nets came from, which is no hardware.
        cells.remove("$scopeinfo");
        Self(cells)
    }
}

impl CellCounts {
    fn sum(&self, counted: impl Fn(&str) -> bool) -> u64 {
        let cells = self.0.iter().filter(|(name, _)| counted(name));
        cells.map(|(_, count)| count).sum()
    }

    /// How many there are of the types of a list of a family's [`Cells`].
    pub fn of(&self, list: &[&str]) -> u64 {
        self.sum(|cell| Cells::is_in(list, cell))
    }

    /// Latches, before technology mapping: `$dlatch`, `$adlatch`, `$dlatchsr`, `$sr` and their one-bit forms.
    pub fn latches(&self) -> u64 {
        self.sum(|cell| {
            ["$dlatch", "$adlatch", "$sr", "$_DLATCH", "$_SR_"]
                .iter()
                .any(|latch| cell.starts_with(latch))
        })
    }
}

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, ModuleStatistics>,
    design: Option<ModuleStatistics>,
}

#[derive(Deserialize)]
struct ModuleStatistics {
    #[serde(default)]
    num_cells_by_type: CellCounts,
}

fn parse_statistics(json: &str) -> Result<Statistics, Error> {
    serde_json::from_str(json).map_err(|error| Error::Report {
        report: "Yosys' cell count",
        message: error.to_string(),
    })
}

/// Reads what `stat -json` printed about a whole design.
///
/// # Errors
///
/// [`Error::Report`] when it is not of that form.
pub fn parse_design(json: &str) -> Result<CellCounts, Error> {
    let statistics = parse_statistics(json)?;
    let total = statistics.design.ok_or_else(|| Error::Report {
        report: "Yosys' cell count",
        message: "there is no total for the design".to_owned(),
    })?;
    Ok(total.num_cells_by_type)
}

/// Reads what `stat -json` printed about each module, by the module's name.
///
/// # Errors
///
/// [`Error::Report`] when it is not of that form.
pub fn parse_modules(json: &str) -> Result<BTreeMap<String, CellCounts>, Error> {
    let statistics = parse_statistics(json)?;
    let modules = statistics.modules.into_iter();
    Ok(modules
        .map(|(name, module)| (name.trim_start_matches('\\').to_owned(), module.num_cells_by_type))
        .collect())
}

#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, NetlistModule>,
}

#[derive(Deserialize)]
struct NetlistModule {
    // A vector keeps the order of declaration, which a map would lose.
    #[serde(deserialize_with = "in_order")]
    ports: Vec<(String, NetlistPort)>,
}

#[derive(Deserialize)]
struct NetlistPort {
    direction: String,
    bits: Vec<serde::de::IgnoredAny>,
}

/// Reads a JSON object as a list of its entries.
fn in_order<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, NetlistPort)>, D::Error> {
    struct Entries;
    impl<'de> serde::de::Visitor<'de> for Entries {
        type Value = Vec<(String, NetlistPort)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object with a port in each entry")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = map.next_entry()? {
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    deserializer.deserialize_map(Entries)
}

/// Reads the ports of a module from what `write_json` wrote.
///
/// # Errors
///
/// [`Error::Report`] when it is not of that form or has no such module; [`Error::Unmeasurable`] when a port is
/// bidirectional.
pub fn parse_ports(json: &str, module: &str) -> Result<Vec<Port>, Error> {
    let report = |message: String| Error::Report {
        report: "Yosys' netlist",
        message,
    };
    let netlist: Netlist = serde_json::from_str(json).map_err(|error| report(error.to_string()))?;
    let found = netlist.modules.get(module);
    let found = found.ok_or_else(|| report(format!("there is no module {module}")))?;
    let direction = |(name, port): &(String, NetlistPort)| match port.direction.as_str() {
        "input" => Ok(Direction::In),
        "output" => Ok(Direction::Out),
        other => Err(Error::Unmeasurable {
            module: module.to_owned(),
            message: format!("its port {name} is {other}; only input and output are allowed"),
        }),
    };
    let directions = found.ports.iter().map(direction).collect::<Result<Vec<_>, _>>()?;
    let names = found.ports.iter().map(|(name, _)| name.as_str());
    let roles = roles(names.zip(directions.iter().copied()));
    let ports = found.ports.iter().zip(directions).zip(roles);
    Ok(ports
        .map(|(((name, port), direction), role)| Port {
            name: name.clone(),
            direction,
            width: port.bits.len() as u32,
            role,
        })
        .collect())
}

/// A folder for one run, removed with the value, where nobody else can write scripts. What a killed run leaves lies where the
/// system removes old files.
pub(crate) fn temporary_folder() -> Result<tempfile::TempDir, Error> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("halfpipe-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir().map_err(Error::file(std::env::temp_dir()))
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::file(path))
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::file(path))
}
