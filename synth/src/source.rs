//! Verilog that someone else wrote: the modules of a file, their ports, and the models of the cells that it uses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::yosys::netlist::{Module, Netlist, Ports};
use halfpipe_tools::Yosys;

use crate::device::{Family, FAMILIES};
use crate::error::Error;

/// A Verilog file as Yosys read it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// What is in it.
    pub text: String,
    netlist: Netlist,
}

/// The models of an FPGA's cells that come with Yosys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Models {
    /// Whose cells.
    pub family: &'static Family,
    /// The Verilog of all of them.
    pub text: String,
}

/// The name that the source has while Yosys reads it.
const FILE: &str = "source.v";

impl Source {
    /// Reads a file; one whose name ends in `.sv` is SystemVerilog.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when it cannot be read as text, and with Yosys' own words when it is no Verilog.
    pub fn read(file: &Path) -> Result<Source, Error> {
        let text = read(file)?;
        let mut source = Source {
            file: file.to_owned(),
            text,
            netlist: Netlist::default(),
        };
        let folder = temporary_folder()?;
        write(&folder.path().join(FILE), &source.text)?;
        let script = format!(
            "read_verilog{} {FILE}\nproc\nwrite_json source.json\n",
            source.language()
        );
        let run = Yosys::find()?.run(folder.path(), "script.ys", &script);
        run.map_err(|error| source.named(error))?;
        source.netlist = Netlist::parse(&read(&folder.path().join("source.json"))?)?;
        Ok(source)
    }

    /// The option of Yosys' `read_verilog` that its language asks for, with a blank in front.
    pub fn language(&self) -> &'static str {
        match self.file.extension().is_some_and(|ending| ending == "sv") {
            true => " -sv",
            false => "",
        }
    }

    /// The names of its modules.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.netlist.modules.keys().map(String::as_str)
    }

    /// The ports of a module, if there is that module.
    pub fn ports(&self, module: &str) -> Option<&Ports> {
        self.netlist.modules.get(module).map(|module| &module.ports)
    }

    /// The modules below `top` that the file does not have.
    pub fn missing<'s>(&'s self, top: &'s str) -> BTreeSet<&'s str> {
        let (mut missing, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![top];
        while let Some(name) = open.pop() {
            match self.netlist.modules.get(name) {
                None => drop(missing.insert(name)),
                Some(module) if seen.insert(name) => open.extend(instantiated(module)),
                Some(_) => {}
            }
        }
        missing
    }

    /// Yosys' words with the file's own name.
    fn named(&self, error: halfpipe_tools::Error) -> halfpipe_tools::Error {
        match error {
            halfpipe_tools::Error::Failed { tool, complaint } => halfpipe_tools::Error::Failed {
                tool,
                complaint: complaint.naming(FILE, &self.file),
            },
            other => other,
        }
    }
}

impl Models {
    /// The macros with which a tool has to read them, so that inputs have no value where nothing is connected.
    pub fn macros(&self) -> impl Iterator<Item = &'static str> {
        self.family.models.without_defaults.into_iter()
    }

    /// The models of the one family that has all of these cells, if there is one.
    ///
    /// # Errors
    ///
    /// When Yosys does not find its models or they cannot be read.
    pub fn of_cells(cells: &BTreeSet<&str>) -> Result<Option<Models>, Error> {
        for family in FAMILIES {
            let models = Models::of_family(family)?;
            if cells.iter().all(|cell| models.has(cell)) {
                return Ok(Some(models));
            }
        }
        Ok(None)
    }

    fn of_family(family: &'static Family) -> Result<Models, Error> {
        let folder = temporary_folder()?;
        // Yosys knows where its files lie, and says so when it reads one.
        let script = format!("read_verilog -lib {}\n", family.models.file);
        let log = Yosys::find()?.run(folder.path(), "script.ys", &script)?;
        let file = log.text.lines().find_map(|line| line.split_once(" frontend: "));
        let file = file.map_or(family.models.file, |(_, file)| file.trim());
        Ok(Models {
            family,
            text: with_includes(Path::new(file), &mut BTreeSet::new())?,
        })
    }

    fn has(&self, cell: &str) -> bool {
        let names = self.text.lines().filter_map(|line| {
            let rest = line.trim_start().strip_prefix("module ")?;
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
        });
        names.into_iter().any(|name| name == cell)
    }
}

/// A file's text with the files that it includes in their places, each once.
fn with_includes(file: &Path, included: &mut BTreeSet<PathBuf>) -> Result<String, Error> {
    let mut text = String::new();
    for line in read(file)?.lines() {
        let name = line.trim().strip_prefix("`include \"");
        match name
            .and_then(|rest| rest.strip_suffix('"'))
            .map(|name| file.with_file_name(name))
        {
            Some(file) if included.insert(file.clone()) => text += &with_includes(&file, included)?,
            Some(_) => {}
            None => text += line,
        }
        text.push('\n');
    }
    Ok(text)
}

/// The modules that a module instantiates. The names of Yosys' own cells have a dollar sign in front.
fn instantiated(module: &Module) -> impl Iterator<Item = &str> {
    let kinds = module.cells.values().map(|cell| cell.kind.as_str());
    kinds.filter(|kind| !kind.starts_with('$'))
}
