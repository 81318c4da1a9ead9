//! Where compiled models are kept.
//!
//! The folder is `HALFPIPE_CACHE` where the variable is set; else `target/halfpipe-cache` of the project that the
//! running program or the current folder lies in; else `halfpipe` in the user's cache folder. A file in it is complete
//! or not there: it is made in a folder of its own and renamed. The whole folder can be deleted at any time.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::engine::EngineError;

/// The environment variable that names the cache folder.
pub const CACHE_VARIABLE: &str = "HALFPIPE_CACHE";

/// The cache folder, relative to the project's root.
const CACHE_FOLDER: &str = "halfpipe-cache";

/// What the names of folders begin with in which something is being made.
const WORKPLACE: &str = ".building-";

/// No build takes longer than this.
const LONGEST_BUILD: Duration = Duration::from_secs(24 * 60 * 60);

/// The cache folder of this process.
pub fn folder() -> PathBuf {
    if let Some(folder) = env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty()) {
        return PathBuf::from(folder);
    }
    let starts = [env::current_exe(), env::current_dir()];
    let project = starts.into_iter().flatten().find_map(|start| target_above(&start));
    project.map_or_else(user_folder, |target| target.join(CACHE_FOLDER))
}

/// The nearest `target` folder that lies beside a `Cargo.lock`, in `start` or above it.
fn target_above(start: &Path) -> Option<PathBuf> {
    let mut roots = start.ancestors().filter(|folder| folder.join("Cargo.lock").is_file());
    roots.find_map(|root| Some(root.join("target")).filter(|target| target.is_dir()))
}

fn user_folder() -> PathBuf {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    caches.unwrap_or_else(env::temp_dir).join("halfpipe")
}

/// The name of something made from exactly these parts.
pub fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length in front keeps neighbouring parts from running into each other.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file `name` of the cache; where it is not there, `make` makes a file in the folder it is given and names it.
///
/// Several processes may make the same file at once: each has a folder of its own, and the last rename stays.
pub fn file(name: &str, make: impl FnOnce(&Path) -> Result<PathBuf, EngineError>) -> Result<PathBuf, EngineError> {
    let folder = folder();
    let path = folder.join(name);
    if path.is_file() {
        return Ok(path);
    }
    std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
    remove_abandoned(&folder);
    let workplace = tempfile::Builder::new()
        .prefix(WORKPLACE)
        .tempdir_in(&folder)
        .map_err(failed(&folder))?;
    let made = make(workplace.path())?;
    std::fs::rename(&made, &path).map_err(failed(&path))?;
    Ok(path)
}

/// Removes the workplaces of builds that were interrupted. What cannot be removed does no harm.
fn remove_abandoned(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_workplace = entry.file_name().to_string_lossy().starts_with(WORKPLACE);
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if is_workplace && age.is_some_and(|age| age > LONGEST_BUILD) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Turns a system error about `path` into an [`EngineError`].
pub fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> EngineError {
    let path = path.to_owned();
    move |source| EngineError::Cache { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_depends_on_where_its_parts_end() {
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&[]).len(), 64);
    }
}
