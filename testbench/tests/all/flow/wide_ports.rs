//! Registers of more than 64 bits: one port of the module, in every engine and in every file.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_simulation::Vector;
use halfpipe_test_support::lint::{assert_clean_for_yosys, file, lint};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{EmbeddedSimulator, Engine, Gates, RustHdl};
use halfpipe_testbench::wave;
use halfpipe_yosys::Mapping;

/// A register of 128 bits, and one of 256.
const WIDE: [&str; 2] = ["dot8.ampere.f32.f16", "dot32.hopper.f32.e4m3"];

fn units() -> Vec<Design> {
    let unit = |mnemonic: &str, latency| Design::unit(mnemonic.parse().unwrap(), latency).unwrap();
    WIDE.iter()
        .flat_map(|mnemonic| [0, 2].map(|latency| unit(mnemonic, latency)))
        .collect()
}

fn evaluate(engine: &mut dyn Engine, vectors: &[Vector]) -> Vec<Vector> {
    let mut results = Vec::new();
    engine.evaluate(vectors, &mut results).unwrap();
    results
}

/// Returns vectors whose results depend on every element, and the results of the embedded simulator.
fn results(unit: &Design, count: usize) -> (Vec<Vector>, Vec<Vector>) {
    let vectors = make_module_source(unit.interface(), 1).fill(count);
    let results = evaluate(&mut EmbeddedSimulator::new(unit), &vectors);
    (vectors, results)
}

#[test]
fn the_compiled_verilog_sets_every_part() {
    let units = units();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap();
    for (index, unit) in units.iter().enumerate() {
        let (vectors, expected) = results(unit, 2000);
        assert!(
            evaluate(&mut batch.engine(index).unwrap(), &vectors) == expected,
            "{}",
            unit.name()
        );
    }
}

#[test]
fn the_netlist_of_yosys_and_rust_hdl_set_every_part() {
    for unit in units().iter().filter(|unit| unit.latency() == 2) {
        let (vectors, expected) = results(unit, 1000);
        let mut gates = Gates::open(unit, Mapping::Generic).unwrap();
        assert!(evaluate(&mut gates, &vectors) == expected, "{}", unit.name());
        let few = &vectors[..50];
        assert!(
            evaluate(&mut RustHdl::new(unit), few) == expected[..50],
            "{}",
            unit.name()
        );
    }
}

#[test]
fn the_linters_report_nothing() {
    for unit in units() {
        let stream = unit.stream();
        let inner = stream.inner().expect("a stream has a unit inside");
        let files = [file(inner), (format!("{}.v", stream.name()), verilog(&stream))];
        assert_eq!(lint(&files), "", "{}", unit.name());
        assert_clean_for_yosys(unit.name(), &files);
    }
}

#[test]
fn a_wave_shows_one_port() {
    for unit in units() {
        let vectors = make_module_source(unit.interface(), 1).fill(8);
        let folder = tempfile::tempdir().unwrap();
        wave::write(&unit, &vectors, folder.path()).unwrap();
        let dump = std::fs::read_dir(folder.path())
            .unwrap()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .find(|path| path.extension().is_some_and(|ending| ending == "vcd"))
            .expect("there is a dump");
        let dump = wellen::simple::read(dump).unwrap();
        let hierarchy = dump.hierarchy();
        let port = hierarchy
            .iter_vars()
            .find(|variable| variable.full_name(hierarchy) == format!("{}.a", unit.name()))
            .expect("the port is one variable");
        let width = unit
            .interface()
            .ports()
            .iter()
            .find(|port| port.name == "a")
            .unwrap()
            .width;
        assert_eq!(port.length(), Some(width), "{}", unit.name());
    }
}
