//! Checks that Verilator and Yosys accept module files without warnings.

use std::collections::BTreeMap;
use std::process::Command;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_tools::Tool;
use halfpipe_yosys::Yosys;

/// The name and the text of a file.
pub type Source = (String, String);

/// Groups the files of units by latency. A module has the same name at every latency, so each latency is a separate
/// design.
pub fn by_latency<'u, Files: IntoIterator<Item = Source>>(
    units: impl IntoIterator<Item = &'u Design>,
    files: impl Fn(&Design) -> Files,
) -> BTreeMap<u32, Vec<Source>> {
    let mut sources: BTreeMap<u32, Vec<Source>> = BTreeMap::new();
    for unit in units {
        sources.entry(unit.latency()).or_default().extend(files(unit));
    }
    sources
}

/// Returns the file of a unit.
pub fn file(unit: &Design) -> Source {
    (format!("{}.v", unit.module().name), verilog(unit))
}

/// Returns Verilator's lint messages for these files, which may have several top modules. The text is empty if there
/// are none.
pub fn lint(sources: &[Source]) -> String {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in sources {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let lint = Command::new(verilator)
        .args(["--lint-only", "-Wall", "-Wno-MULTITOP"])
        .args(sources.iter().map(|(name, _)| name))
        .current_dir(folder.path())
        .output()
        .expect("Verilator starts");
    let said = String::from_utf8_lossy(&lint.stderr).into_owned();
    if lint.status.success() || !said.is_empty() {
        said
    } else {
        "it fails".to_owned()
    }
}

/// Fails if Yosys warns about a file, or finds a latch in it.
pub fn assert_clean_for_yosys(place: &str, sources: &[Source]) {
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let check = yosys.check(sources).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert!(check.is_clean(), "{place}: {check:?}");
}

/// Fails if Verilator's lint or Yosys reports anything about the files of a latency.
pub fn assert_clean((latency, sources): (u32, Vec<Source>)) {
    let place = format!("latency {latency}");
    assert_eq!(lint(&sources), "", "{place}");
    assert_clean_for_yosys(&place, &sources);
}
