//! A program that writes the sources of the book into a new folder: `cargo run -p halfpipe-docs -- FOLDER`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next().map(PathBuf::from), arguments.next()) else {
        eprintln!("error: give one folder, which is not there yet, for the book's sources");
        return ExitCode::from(2);
    };
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match write(&repository, &folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the whole book into a folder that does not exist yet.
fn write(repository: &Path, folder: &Path) -> std::io::Result<()> {
    let files = halfpipe_docs::book(repository)?;
    std::fs::create_dir(folder)?;
    for (place, bytes) in files {
        let path = folder.join(place);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, bytes)?;
    }
    Ok(())
}
