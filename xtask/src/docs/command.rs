//! The subcommand `docs`.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::repository::repository;

/// Write the sources of the book into a new folder.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder, which must not exist yet.
    folder: PathBuf,
}

impl Arguments {
    /// Writes the book. Returns true, since nothing is compared.
    pub fn run(&self) -> anyhow::Result<bool> {
        let files = super::book(&repository())?;
        std::fs::create_dir(&self.folder).with_context(|| self.folder.display().to_string())?;
        for (place, bytes) in files {
            let path = self.folder.join(place);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(path, bytes)?;
        }
        Ok(true)
    }
}
