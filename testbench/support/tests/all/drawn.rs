//! A check that no source of the project takes a number from the time or the system. Tests then give the same result on
//! every machine and day.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_test_support::seed::MARK;

/// Words that stand for a number from the time, the system or the process.
const SOURCES: [&str; 14] = [
    "SystemTime",
    "UNIX_EPOCH",
    "Instant::now",
    "RandomState",
    "from_os_rng",
    "from_entropy",
    "thread_rng",
    "ThreadRng",
    "OsRng",
    "rand::rng",
    "rand::random",
    "getrandom::",
    "process::id",
    "/dev/urandom",
];

/// The macro that takes its seed from the system unless it has settings, and the one way to set it.
const PROPTEST: &str = "proptest! {";
const PROPTEST_SETTINGS: &str = "#![proptest_config(cases::configure(";

/// The exceptions: the file, the word, and the reason.
const ALLOWED: [(&str, &str, &str); 11] = [
    (
        "cli/src/command/board/run.rs",
        "getrandom::",
        "two sessions with a board begin with different numbers",
    ),
    (
        "cli/src/command/board/run.rs",
        "Instant::now",
        "the deadline of a serial port",
    ),
    (
        "testbench/prove/src/run/checkpoint.rs",
        "Instant::now",
        "how often a file is written",
    ),
    ("cli/src/progress.rs", "Instant::now", "how often progress is shown"),
    (
        "cli/src/junit.rs",
        "Instant::now",
        "the seconds of a test case in a report",
    ),
    ("hdl/aig/src/deadline.rs", "Instant::now", "the time limit of a proof"),
    ("page/src/abi.rs", "getrandom::", "the browser's refusal of entropy"),
    (
        "cli/tests/all/flow/desktop_tools.rs",
        "Instant::now",
        "how long a desktop is waited for",
    ),
    ("cli/tests/all/faults/full_disk.rs", "SystemTime", "the age of a file"),
    (
        "synth/examples/measure.rs",
        "Instant::now",
        "how long a measurement takes",
    ),
    ("synth/tools/tests/all/files.rs", "SystemTime", "the age of a file"),
];

const THIS_FILE: &str = "testbench/support/tests/all/drawn.rs";

/// A word that takes a number from the time or the system.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    line: usize,
    word: &'static str,
}

/// Returns the findings in Rust source text, without those in comments.
fn findings(text: &str) -> Vec<Finding> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let mut add = |word| found.push(Finding { line: place + 1, word });
        SOURCES
            .into_iter()
            .filter(|word| code.contains(word))
            .for_each(&mut add);
        let is_set = lines
            .get(place + 1)
            .is_some_and(|next| next.trim_start().starts_with(PROPTEST_SETTINGS));
        if code.contains(PROPTEST) && !is_set {
            add(PROPTEST);
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Lists the Rust files of the project, by their paths from its root.
fn sources() -> Vec<String> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
            "*.rs",
        ])
        .current_dir(root())
        .output()
        .expect("git can be run");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let names = String::from_utf8(listed.stdout).expect("names are UTF-8");
    let names = names.lines().filter(|name| root().join(name).is_file());
    names.map(str::to_owned).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn is_allowed(name: &str, finding: &Finding) -> bool {
    name == THIS_FILE
        || ALLOWED
            .iter()
            .any(|(file, word, _)| *file == name && *word == finding.word)
}

#[test]
fn no_number_comes_from_the_time_or_the_system() {
    let sources = sources();
    // A list that was read wrongly would be empty.
    assert!(sources.iter().any(|name| name == THIS_FILE), "{sources:?}");
    let of_file = |name: &String| -> Vec<String> {
        let found = findings(&read(name)).into_iter();
        let refused = found.filter(|finding| !is_allowed(name, finding));
        refused
            .map(|finding| format!("{name}:{}: {}", finding.line, finding.word))
            .collect()
    };
    let refused: Vec<String> = sources.iter().flat_map(of_file).collect();
    assert!(
        refused.is_empty(),
        "tests take their seed from halfpipe_test_support; what is no seed is in the list of this test:\n{}",
        refused.join("\n")
    );
}

#[test]
fn every_line_of_the_list_is_of_use() {
    for (file, word, why) in ALLOWED {
        let is_there = findings(&read(file)).iter().any(|finding| finding.word == word);
        assert!(is_there, "{file} has no {word} any more ({why})");
    }
}

/// `make test-fresh` selects tests by their names. A randomised test must have the mark; any other must not, since
/// running it again would be in vain.
#[test]
fn only_files_that_draw_have_tests_with_the_mark() {
    let with_mark: BTreeSet<String> = sources()
        .into_iter()
        .filter(|name| has_marked_test(&read(name)))
        .collect();
    assert!(!with_mark.is_empty());
    for name in with_mark {
        assert!(
            draws(&read(&name)),
            "{name} has a test whose name ends in {MARK}, and does not draw"
        );
    }
}

/// True if a text has a test with the mark.
fn has_marked_test(text: &str) -> bool {
    let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn "));
    names
        .filter_map(|rest| rest.split('(').next())
        .any(|name| name.ends_with(MARK))
}

/// True if a text takes the seed.
fn draws(text: &str) -> bool {
    ["seed::seed()", "seed::random()", PROPTEST_SETTINGS]
        .iter()
        .any(|way| text.contains(way))
}

#[test]
fn planted_draws_are_found() {
    for (line, word) in [
        ("let seed = SystemTime::now();", "SystemTime"),
        ("use std::time::{Duration, UNIX_EPOCH};", "UNIX_EPOCH"),
        ("let seed = Instant::now().elapsed().as_nanos();", "Instant::now"),
        ("let seed = RandomState::new().hash_one(());", "RandomState"),
        ("let mut random = ChaCha8Rng::from_os_rng();", "from_os_rng"),
        ("let mut random = StdRng::from_entropy();", "from_entropy"),
        ("let mut random = thread_rng();", "thread_rng"),
        ("OsRng.fill_bytes(&mut seed);", "OsRng"),
        ("let mut random = rand::rng();", "rand::rng"),
        ("let seed: u64 = rand::random();", "rand::random"),
        ("let seed = getrandom::u64().unwrap();", "getrandom::"),
        ("let seed = std::process::id();", "process::id"),
        ("let file = File::open(\"/dev/urandom\");", "/dev/urandom"),
        ("proptest! {\n    #[test]", "proptest! {"),
        (
            "proptest! {\n    #![proptest_config(ProptestConfig::default())]",
            "proptest! {",
        ),
    ] {
        assert_eq!(findings(line), [Finding { line: 1, word }], "{line}");
        let planted = format!("//! A test.\n\n{line}\n");
        assert_eq!(findings(&planted), [Finding { line: 3, word }], "{line}");
    }
}

#[test]
fn what_draws_nothing_is_not_found() {
    for line in [
        "let mut random = ChaCha8Rng::seed_from_u64(7);",
        "// No SystemTime here.",
        "let child = process::Child::id(&run);",
        "proptest! {\n    #![proptest_config(cases::configure(60))]",
    ] {
        assert_eq!(findings(line), [], "{line}");
    }
}

#[test]
fn a_test_with_the_mark_is_seen() {
    assert!(has_marked_test("#[test]\nfn sums_at_any_seed() {"));
    assert!(!has_marked_test("#[test]\nfn sums() {\n    sums_at_any_seed();"));
}
