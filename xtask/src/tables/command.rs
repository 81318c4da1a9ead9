//! The subcommand `tables`.

use anyhow::Context as _;

use crate::repository;
use crate::tables::source;

/// Fit the coefficient tables of tanh and 2^x, and write them to `hdl/src/tables`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Compare the tables with the committed ones instead of writing them.
    #[arg(long)]
    check: bool,
}

impl Arguments {
    /// Writes the tables, or compares them: false if a committed file differs.
    pub fn run(&self) -> anyhow::Result<bool> {
        let folder = repository().join("hdl/src/tables");
        let mut is_same = true;
        for (name, content) in source::FILES.iter().zip(source::all()?) {
            let path = folder.join(name);
            let context = || path.display().to_string();
            if !self.check {
                std::fs::write(&path, content).with_context(context)?;
            } else if std::fs::read_to_string(&path).with_context(context)? != content {
                println!("{} differs from the fitted table", path.display());
                is_same = false;
            }
        }
        Ok(is_same)
    }
}
