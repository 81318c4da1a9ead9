//! The subcommand `tables`.

use anyhow::Context as _;

use crate::repository::repository;
use crate::tables::source;

/// Fit the coefficient tables of tanh, ex2 and other functions, and write them to `hdl/src/tables`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Compare the tables with the committed ones instead of writing them.
    #[arg(long)]
    check: bool,
    /// Only the files with this text in their names.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

impl Arguments {
    /// Writes the tables, or compares them: false if a committed file differs.
    pub fn run(&self) -> anyhow::Result<bool> {
        let folder = repository().join("hdl/src/tables");
        let mut is_same = true;
        for (name, fit) in source::files() {
            if !name.contains(&self.only) {
                continue;
            }
            let path = folder.join(name);
            let context = || path.display().to_string();
            let content = fit().with_context(context)?;
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
