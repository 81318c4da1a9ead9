//! The message in simulation on an operation that a core lacks.

use std::process::Command;

use halfpipe_faults::text::replaced;
use halfpipe_hdl::export::riscv::{lacking_report, zfh_verilog};
use halfpipe_hdl::zfh::{parts, Extension, ZfhSpec};
use halfpipe_test_support::lint::{assert_clean, Source};
use halfpipe_tools::Tool;

const BENCH: &str = include_str!("lacking.sv");

/// Returns a core of this name and these latencies, with the message.
fn core(name: &str, latencies: [u32; 3]) -> String {
    let spec = ZfhSpec {
        name: Some(name.to_owned()),
        extensions: vec![Extension::Zfhmin],
        latencies,
        ..ZfhSpec::default()
    };
    let verilog = zfh_verilog(&spec, None).unwrap();
    assert_eq!(
        verilog.contains("SYNTHESIS"),
        spec.reports_lacking(),
        "a core of halves has none"
    );
    const PLACE: &str = "\n    // ---- output ----\n";
    let report = lacking_report(&spec, &parts(&spec).unwrap());
    replaced(&verilog, PLACE, &(report + PLACE))
}

/// Returns the modules of a core, each in a file of its own.
fn files(core: &str) -> Vec<Source> {
    let file = |text: &str| {
        let (_, rest) = text.split_once("\nmodule ").unwrap();
        let name = rest.split_whitespace().next().unwrap();
        (format!("{name}.v"), format!("//{text}\n"))
    };
    core.split("\n// Part of the core").map(file).collect()
}

/// The instance of a core in the bench.
const INSTANCE: &str = "halfpipe_zfh dut";

/// Returns what the bench prints with cores of these names.
fn printed(names: &[&str], cores: &str) -> String {
    let instance = BENCH.lines().find(|line| line.contains(INSTANCE)).unwrap();
    let of_core = |name: &&str| instance.replace(INSTANCE, &format!("{name} of_{name}"));
    let instances: Vec<String> = names.iter().map(of_core).collect();
    let bench = replaced(BENCH, instance, &instances.join("\n"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cores.v"), cores).unwrap();
    std::fs::write(folder.path().join("bench.sv"), bench).unwrap();
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let build = Command::new(verilator)
        .args([
            "--binary",
            "-O0",
            "-CFLAGS",
            "-O0",
            "-Wno-fatal",
            "--top-module",
            "bench",
        ])
        .args(["cores.v", "bench.sv"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let run = Command::new(folder.path().join("obj_dir/Vbench")).output().unwrap();
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// Returns the messages of a core among those of all. Lines of the bench are without a name.
fn messages(printed: &str, name: &str) -> String {
    let lines = printed.lines().filter(|line| !line.starts_with("- "));
    let own = lines.filter_map(|line| match line.split_once(": ") {
        Some((core, message)) => (core == name).then(|| format!("halfpipe_zfh: {message}\n")),
        None => Some(format!("{line}\n")),
    });
    own.collect()
}

/// The messages, between the names of the operations that the bench offers.
const EXPECTED: &str = "\
division, for 100 cycles
halfpipe_zfh: the core lacks op 4 (DIV), op_mod 0, rm 1 (RTZ), src_fmt 2 (half), dst_fmt 2 (half), int_fmt 2 (32 bits); in_ready stays 0
division again
halfpipe_zfh: the core lacks op 4 (DIV), op_mod 0, rm 1 (RTZ), src_fmt 2 (half), dst_fmt 2 (half), int_fmt 2 (32 bits); in_ready stays 0
conversion that waits for its result's place
division, for 15 cycles
division, with a flush after 10 cycles
division and then a sum of double precision, each for 10 cycles
comparison without a variant
halfpipe_zfh: the core lacks op 8 (CMP), op_mod 0, rm 7, src_fmt 0 (single), dst_fmt 4 (bfloat16), int_fmt 0 (8 bits); in_ready stays 0
conversion with a reserved rounding
halfpipe_zfh: the core lacks op 10 (F2F), op_mod 1, rm 6 (reserved), src_fmt 7 (unknown), dst_fmt 1 (double), int_fmt 3 (64 bits); in_ready stays 0
";

/// Faults of the message.
const FAULTS: [(&str, &str, &str); 5] = [
    ("early", "lacking_cycles == 5'd15", "lacking_cycles == 5'd14"),
    ("repeated", "lacking_cycles != 5'd16)", "1'b1)"),
    ("without_flush", "flush || !is_lacking", "!is_lacking"),
    ("of_any_codes", "codes == lacking_before", "codes != 16'd0"),
    ("without_valid", "is_lacking = in_valid &&", "is_lacking ="),
];

#[test]
fn an_operation_that_a_core_lacks_is_named_once() {
    let right =
        [("pipelined", [3, 1, 2]), ("combinational", [0, 0, 0])].map(|(name, latencies)| (name, core(name, latencies)));
    for (_, core) in &right {
        assert_clean((0, files(core)));
    }
    let faulty = FAULTS.map(|(name, right, wrong)| (name, replaced(&core(name, [3, 1, 2]), right, wrong)));
    let (names, cores): (Vec<&str>, Vec<String>) = right.into_iter().chain(faulty).unzip();
    let printed = printed(&names, &cores.concat());
    for (place, name) in names.into_iter().enumerate() {
        assert_eq!(messages(&printed, name) == EXPECTED, place < 2, "{name}: {printed}");
    }
}
