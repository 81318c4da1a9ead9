//! Tests of the cache: after any damage the next use gets a whole entry, and nothing is kept where others can write.
#![cfg(unix)]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{symlink, MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_tools::cache::{failed, key, Cache, CacheError, Name};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of times that something is damaged.
const CORRUPTIONS: usize = 1000;

/// The number of entries.
const ENTRIES: u32 = 20;

const SEED: u64 = 11;

/// A kind of damage to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    /// Its end is missing.
    Truncated,
    /// Some bytes have changed.
    Garbled,
    /// It is empty.
    Emptied,
    /// It has extra bytes.
    Extended,
    /// It is missing.
    Removed,
    /// A folder with contents is in its place.
    Folder,
    /// A link to a file with the right bytes is in its place.
    Link,
    /// Others may have written into it.
    Open,
    /// Its name carries no digest.
    WithoutDigest,
    /// Its name carries another entry's digest.
    OthersDigest,
    /// It has another entry's bytes.
    OthersBytes,
    /// It is another entry, digest included, under its name.
    OthersFile,
    /// It is missing, and the disk is full when it is made again; its maker reports the error.
    FullDisk,
    /// The same, but its maker does not report the error.
    SilentlyFullDisk,
}

impl Damage {
    const ALL: [Damage; 14] = [
        Damage::Truncated,
        Damage::Garbled,
        Damage::Emptied,
        Damage::Extended,
        Damage::Removed,
        Damage::Folder,
        Damage::Link,
        Damage::Open,
        Damage::WithoutDigest,
        Damage::OthersDigest,
        Damage::OthersBytes,
        Damage::OthersFile,
        Damage::FullDisk,
        Damage::SilentlyFullDisk,
    ];
}

/// A cache of small entries in a folder of its own.
struct Small {
    folder: tempfile::TempDir,
    cache: Cache,
    made: Cell<u32>,
}

/// The outcome of making an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disk {
    Free,
    Full,
    SilentlyFull,
}

impl Small {
    fn new() -> Small {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("cache")).unwrap();
        let made = Cell::new(0);
        Small { folder, cache, made }
    }

    /// Parses an entry's bytes: its contents, after their length.
    fn parsed(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, CacheError> {
        let (length, rest) = bytes.split_at_checked(8).unwrap_or_default();
        if length != (rest.len() as u64).to_le_bytes() {
            let short = std::io::Error::new(std::io::ErrorKind::InvalidData, "the length is wrong");
            return Err(failed(path)(short));
        }
        Ok(rest.to_owned())
    }

    fn value(number: u32) -> Vec<u8> {
        let mut random = ChaCha8Rng::seed_from_u64(number.into());
        let mut value = vec![0; random.random_range(1..4000)];
        random.fill_bytes(&mut value);
        value
    }

    fn made(&self, number: u32, disk: Disk, workplace: &Path) -> Result<PathBuf, CacheError> {
        self.made.set(self.made.get() + 1);
        let value = Small::value(number);
        let mut bytes = (value.len() as u64).to_le_bytes().to_vec();
        bytes.extend(value);
        let path = workplace.join("made");
        let written = if disk == Disk::Free {
            bytes.len()
        } else {
            bytes.len() / 2
        };
        fs::write(&path, &bytes[..written]).map_err(failed(&path))?;
        if disk == Disk::Full {
            let full = Path::new("/dev/full");
            let mut device = fs::OpenOptions::new().write(true).open(full).unwrap();
            device.write_all(&bytes[written..]).map_err(failed(full))?;
        }
        Ok(path)
    }

    /// Uses an entry. Returns its path and its contents.
    fn used(&self, number: u32, disk: Disk) -> Result<(PathBuf, Vec<u8>), CacheError> {
        let key = key(&[&number.to_string()]);
        let name = Name {
            kind: "small",
            key: &key,
            ending: ".bin",
        };
        let make = |workplace: &Path| self.made(number, disk, workplace);
        let (entry, value) = self.cache.entry(name, make, Small::parsed)?;
        entry.check()?;
        Ok((entry.path().to_owned(), value))
    }

    /// Uses an entry and compares its value with the expected one. Returns how often an entry was made for that.
    fn assert_used(&self, number: u32, what: &str) -> u32 {
        let before = self.made.get();
        let (_, value) = self
            .used(number, Disk::Free)
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(
            value == Small::value(number),
            "{what}: entry {number} has another value"
        );
        self.made.get() - before
    }

    fn path(&self, number: u32) -> PathBuf {
        self.used(number, Disk::Free).unwrap().0
    }

    /// Damages an entry.
    fn damage(&self, damage: Damage, number: u32, random: &mut ChaCha8Rng) {
        let path = self.path(number);
        let other = self.path((number + random.random_range(1..ENTRIES)) % ENTRIES);
        let bytes = fs::read(&path).unwrap();
        let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
        match damage {
            Damage::Truncated => write(&bytes[..random.random_range(1..bytes.len())]),
            Damage::Garbled => {
                let mut bytes = bytes;
                let first = random.random_range(0..bytes.len());
                let count = random.random_range(1..16);
                for byte in bytes.iter_mut().skip(first).take(count) {
                    *byte ^= random.random_range(1..=255);
                }
                write(&bytes);
            }
            Damage::Emptied => write(&[]),
            Damage::Extended => write(&[&bytes[..], b"\n"].concat()),
            Damage::Removed | Damage::FullDisk | Damage::SilentlyFullDisk => fs::remove_file(&path).unwrap(),
            Damage::Folder => {
                fs::remove_file(&path).unwrap();
                fs::create_dir(&path).unwrap();
                fs::write(path.join("something"), &bytes).unwrap();
            }
            Damage::Link => {
                let elsewhere = self.folder.path().join("elsewhere");
                fs::rename(&path, &elsewhere).unwrap();
                symlink(&elsewhere, &path).unwrap();
            }
            Damage::Open => fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap(),
            Damage::WithoutDigest => fs::rename(&path, without_digest(&path)).unwrap(),
            Damage::OthersDigest => fs::rename(&path, with_digest_of(&path, &other)).unwrap(),
            Damage::OthersBytes => write(&fs::read(&other).unwrap()),
            Damage::OthersFile => {
                fs::remove_file(&path).unwrap();
                fs::copy(&other, with_digest_of(&path, &other)).unwrap();
            }
        }
    }

    /// Returns the files in the cache other than its entries and its lock.
    fn litter(&self) -> Vec<String> {
        let entries: Vec<PathBuf> = (0..ENTRIES).map(|number| self.path(number)).collect();
        let files = fs::read_dir(self.cache.folder())
            .unwrap()
            .map(|file| file.unwrap().path());
        let others = files.filter(|path| !entries.contains(path) && !path.ends_with(".lock"));
        others.map(|path| path.display().to_string()).collect()
    }
}

/// Splits an entry's path into the part in front of the digest, and the digest.
fn digest(path: &Path) -> (&str, &str) {
    let stem = path.to_str().unwrap().strip_suffix(".bin").unwrap();
    stem.rsplit_once('-').unwrap()
}

fn without_digest(path: &Path) -> String {
    format!("{}.bin", digest(path).0)
}

fn with_digest_of(path: &Path, other: &Path) -> String {
    format!("{}-{}.bin", digest(path).0, digest(other).1)
}

#[test]
fn a_thousand_corruptions_and_no_failure_that_lasts() {
    let small = Small::new();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut counts: BTreeMap<Damage, usize> = BTreeMap::new();
    for number in 0..ENTRIES {
        assert_eq!(small.assert_used(number, "new"), 1);
    }
    for round in 0..CORRUPTIONS {
        let damage = Damage::ALL[random.random_range(0..Damage::ALL.len())];
        let number = random.random_range(0..ENTRIES);
        let what = format!("corruption {round}, {damage:?}");
        small.damage(damage, number, &mut random);
        match damage {
            Damage::FullDisk => {
                let error = small.used(number, Disk::Full).unwrap_err().to_string();
                assert!(error.contains("No space left on device"), "{what}: {error}");
            }
            Damage::SilentlyFullDisk => {
                let error = small.used(number, Disk::SilentlyFull).unwrap_err().to_string();
                assert!(error.contains("the length is wrong"), "{what}: {error}");
            }
            _ => {}
        }
        assert_eq!(small.assert_used(number, &what), 1, "{what} was not noticed");
        assert_eq!(small.assert_used(number, &what), 0, "what {what} led to was not kept");
        *counts.entry(damage).or_default() += 1;
    }
    assert_eq!(counts.len(), Damage::ALL.len(), "{counts:?}");
    // Nothing requests a file without a digest, so nothing notices that the file is useless.
    let unknown: Vec<String> = (0..ENTRIES).map(|number| without_digest(&small.path(number))).collect();
    let mut litter = small.litter();
    litter.retain(|path| !unknown.contains(path));
    assert_eq!(litter, Vec::<String>::new());
}

#[test]
fn one_that_is_damaged_between_check_and_use_is_refused() {
    let small = Small::new();
    let key = key(&["0"]);
    let name = Name {
        kind: "small",
        key: &key,
        ending: ".bin",
    };
    let make = |workplace: &Path| small.made(0, Disk::Free, workplace);
    let (entry, _) = small.cache.entry(name, make, Small::parsed).unwrap();
    entry.check().unwrap();
    fs::write(entry.path(), "other bytes").unwrap();
    let error = entry.check().unwrap_err().to_string();
    assert!(error.ends_with("it is damaged; the next run makes it again"), "{error}");
}

/// Each thread that meets a damaged entry makes it again, concurrently with others.
#[test]
fn many_at_once_disturb_each_other_neither_in_making_nor_in_using() {
    let small = Small::new();
    let folder = small.cache.folder().to_owned();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                let own = tempfile::tempdir().unwrap();
                let (cache, made) = (Cache::at(folder).unwrap(), Cell::new(0));
                let small = Small {
                    folder: own,
                    cache,
                    made,
                };
                let mut random = ChaCha8Rng::seed_from_u64(thread);
                for _ in 0..100 {
                    let number = random.random_range(0..ENTRIES);
                    let path = small.used(number, Disk::Free).map(|(path, _)| path);
                    // Another thread may be using the same file.
                    if let Ok(path) = path {
                        let _ = fs::write(path, "damaged");
                    }
                }
            });
        }
    });
    for number in 0..ENTRIES {
        small.assert_used(number, "after the threads");
        assert_eq!(small.assert_used(number, "after the threads"), 0);
    }
    assert_eq!(small.litter(), Vec::<String>::new());
}

/// Names the folder in which this test kills itself.
const KILLED: &str = "HALFPIPE_TEST_KILLED";

fn workplaces(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let workplaces = files.filter(|file| file.file_name().to_string_lossy().starts_with(".workplace-"));
    workplaces.map(|file| file.path()).collect()
}

#[test]
fn what_a_killed_run_leaves_is_removed_and_what_one_works_on_is_not() {
    let name = |key| Name {
        kind: "killed",
        key,
        ending: "",
    };
    let write = |workplace: &Path, text: &str| -> Result<PathBuf, CacheError> {
        let path = workplace.join("made");
        fs::write(&path, text).map_err(failed(&path))?;
        Ok(path)
    };
    if let Some(folder) = std::env::var_os(KILLED) {
        let kill = |workplace: &Path| {
            write(workplace, "half")?;
            std::process::abort();
        };
        let _ = Cache::at(Path::new(&folder))
            .unwrap()
            .entry(name("a"), kill, |_, _| Ok::<(), CacheError>(()));
    }
    let root = tempfile::tempdir().unwrap();
    let cache = Cache::at(&root.path().join("cache")).unwrap();
    for _ in 0..3 {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args([
            "--exact",
            "cache::what_a_killed_run_leaves_is_removed_and_what_one_works_on_is_not",
        ]);
        let output = child.env(KILLED, cache.folder()).output().unwrap();
        assert!(output.status.signal().is_some(), "{output:?}");
        // Each run removed the remains of the one before it.
        assert_eq!(workplaces(cache.folder()).len(), 1);
    }
    let both = |outer: &Path| {
        let inner = |inner: &Path| {
            let mut at_work = workplaces(cache.folder());
            at_work.sort();
            let mut expected = vec![outer.to_owned(), inner.to_owned()];
            expected.sort();
            assert_eq!(at_work, expected);
            write(inner, "inner")
        };
        cache.entry(name("b"), inner, |_, _| Ok(()))?;
        write(outer, "outer")
    };
    cache.entry(name("a"), both, |_, _| Ok(())).unwrap();
    assert_eq!(workplaces(cache.folder()), Vec::<PathBuf>::new());
}

/// Uses a cache as `doctor` does, so that nothing stays in the user's cache.
#[test]
fn a_workplace_may_be_the_cache_of_another_run() {
    let small = Small::new();
    let workplace = small.cache.staging_dir().unwrap();
    let inner = Small {
        folder: tempfile::tempdir().unwrap(),
        cache: Cache::at(workplace.path()).unwrap(),
        made: Cell::new(0),
    };
    assert_eq!(inner.assert_used(0, "inner"), 1);
    assert_eq!(small.assert_used(0, "outer"), 1);
    drop(workplace);
    assert_eq!(workplaces(small.cache.folder()), Vec::<PathBuf>::new());
    assert_eq!(small.assert_used(0, "outer"), 0);
}

/// Returns the reason why a folder is refused, without the folder's own path.
fn refused(folder: &Path) -> String {
    let error = Cache::at(folder).unwrap_err().to_string();
    error.replace(folder.to_str().unwrap(), "FOLDER")
}

#[test]
fn the_folder_is_made_for_this_user_only() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("caches/halfpipe");
    let cache = Cache::at(&folder).unwrap();
    for made in [&folder, &root.path().join("caches")] {
        assert_eq!(fs::metadata(made).unwrap().mode() & 0o777, 0o700);
    }
    let name = Name {
        kind: "mode",
        key: "",
        ending: "",
    };
    let make = |workplace: &Path| {
        let path = workplace.join("made");
        fs::write(&path, "text").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
        Ok::<PathBuf, CacheError>(path)
    };
    let (entry, ()) = cache.entry(name, make, |_, _| Ok(())).unwrap();
    assert_eq!(fs::metadata(entry.path()).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn a_folder_that_others_can_write_or_read_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().canonicalize().unwrap().join("cache");
    fs::create_dir(&folder).unwrap();
    for mode in [0o777, 0o770, 0o702, 0o750, 0o701] {
        fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
        assert_eq!(
            refused(&folder),
            format!(
                "cannot use the cache of compiled models: other users have access to FOLDER (mode {mode:o}): check its files, \
                 then run `chmod 700 FOLDER`"
            )
        );
    }
    fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    Cache::at(&folder).unwrap();
}

#[test]
fn a_folder_that_another_user_planted_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let planted = root.path().canonicalize().unwrap().join("cache");
    fs::create_dir(&planted).unwrap();
    fs::set_permissions(&planted, Permissions::from_mode(0o700)).unwrap();
    let folder = match std::os::unix::fs::chown(&planted, Some(12345), None) {
        Ok(()) => planted,
        // Only the administrator can give a folder away. To everyone else the administrator is another user.
        Err(_) => PathBuf::from("/usr"),
    };
    let error = refused(&folder);
    assert!(error.contains("FOLDER belongs to user "), "{error}");
    assert!(
        error.ends_with(": remove it, or set HALFPIPE_CACHE to a folder of your own"),
        "{error}"
    );
}

#[test]
fn a_link_and_a_file_in_the_folders_place_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let own = root.join("own");
    Cache::at(&own).unwrap();
    symlink(&own, root.join("link")).unwrap();
    symlink(root.join("nowhere"), root.join("dangling")).unwrap();
    fs::write(root.join("file"), "").unwrap();
    for link in ["link", "dangling"] {
        let error = refused(&root.join(link));
        assert!(error.contains("FOLDER is a symbolic link: "), "{error}");
    }
    assert!(!root.join("nowhere").exists());
    let error = refused(&root.join("file"));
    assert!(error.contains("FOLDER is not a folder: "), "{error}");
    let error = refused(&root.join("file/below"));
    assert!(error.contains("Not a directory"), "{error}");

    // A link above it does not matter: the folder itself is used.
    fs::create_dir(root.join("real")).unwrap();
    symlink(root.join("real"), root.join("above")).unwrap();
    let cache = Cache::at(&root.join("above/cache")).unwrap();
    assert_eq!(cache.folder(), root.canonicalize().unwrap().join("real/cache"));
}

#[test]
fn a_folder_that_others_can_exchange_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let above = root.path().canonicalize().unwrap().join("above");
    let folder = above.join("cache");
    Cache::at(&folder).unwrap();
    fs::set_permissions(&above, Permissions::from_mode(0o777)).unwrap();
    let error = refused(&folder);
    assert!(
        error.contains("other users can replace FOLDER, because they can write to "),
        "{error}"
    );
    assert!(error.contains("above (mode 777)"), "{error}");
    // In a folder like /tmp, only the owner may.
    fs::set_permissions(&above, Permissions::from_mode(0o1777)).unwrap();
    Cache::at(&folder).unwrap();
}
