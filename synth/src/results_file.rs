//! Files of measured results: one for each target in a folder, one line for each instruction and latency.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use halfpipe_figures::results::Results;
use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::Target;
use halfpipe_tools::files::{read_text, write_file, FileLock};

use crate::error::Error;

/// The file with the results of a target.
#[derive(Clone, Debug)]
pub struct ResultsFile {
    path: PathBuf,
    target: Target,
}

impl ResultsFile {
    /// Names the file of a target in a folder of results. It need not exist.
    pub fn new(folder: &Path, target: Target) -> ResultsFile {
        ResultsFile {
            path: folder.join(format!("{target}.json")),
            target,
        }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the results if these tools measured them; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// The errors of [`ResultsFile::read`], and [`Error::OtherTools`].
    pub fn read_for_tools(&self, tools: &ToolVersions) -> Result<Option<Results>, Error> {
        match self.read()? {
            Some(results) if results.tools != *tools => Err(Error::OtherTools {
                path: self.path.clone(),
                on_file: Box::new(results.tools),
                here: Box::new(tools.clone()),
            }),
            results => Ok(results),
        }
    }

    /// Changes the results, for these tools, while no other process does. Results written by others are read first and
    /// kept. Returns the new contents.
    ///
    /// # Errors
    ///
    /// The errors of [`ResultsFile::read_for_tools`], and [`Error::Write`] when the file cannot be locked or written; the
    /// old file then stays.
    pub fn update(&self, tools: &ToolVersions, change: impl FnOnce(&mut Results)) -> Result<Results, Error> {
        let _lock = FileLock::acquire(&self.path)?;
        let before = self.read_for_tools(tools)?;
        let before = before.unwrap_or_else(|| Results::new(self.target, tools.clone()));
        let mut results = before.clone();
        change(&mut results);
        if results != before {
            write_file(&self.path, results.text().as_bytes())?;
        }
        Ok(results)
    }

    /// Reads the results; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when the file cannot be read, [`Error::Results`] when it has no results of that target.
    pub fn read(&self) -> Result<Option<Results>, Error> {
        let text = match read_text(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(halfpipe_tools::Error::file(&self.path)(error).into()),
        };
        let refused = |message: String| Error::Results {
            path: self.path.clone(),
            message,
        };
        let results = Results::parse(&text).map_err(refused)?;
        if results.target != self.target {
            return Err(refused(format!("it has the results of {}", results.target)));
        }
        Ok(Some(results))
    }
}
