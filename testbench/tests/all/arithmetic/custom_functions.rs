//! Custom functions with signatures that no instruction has: two results of 1 and 8 bits from operands of 64 and 4
//! bits, and ten results from eleven operands. A row, a datapath and a model function are all that checked Verilog
//! needs; everything else follows from the signature.

use std::collections::BTreeSet;
use std::process::Command;

use expect_test::expect;
use halfpipe_hdl::design::{Design, Dut, Function};
use halfpipe_hdl::export::{verilog, Manifest, Package};
use halfpipe_hdl::net::{unsigned, Net, Scope};
use halfpipe_isa::{ElementType, Operand, Signature};
use halfpipe_simulation::stimulus::{make_module_source, WordVectors};
use halfpipe_simulation::vector;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::{verify, Finding, VerifyReport};
use halfpipe_testbench::wave;
use halfpipe_testbench::CustomFunction;
use halfpipe_tools::Tool;
use halfpipe_yosys::Mapping;
use halfpipe_yosys::VerilogDut;
use halfpipe_yosys::Yosys;

/// Returns the row. The results say whether one of the 16 digits of `a` is `b`, and give the place of the lowest such
/// digit's lowest bit, or 255 if there is none.
fn row() -> Function {
    let operands = [
        Operand::new("a", ElementType::Bits(64)),
        Operand::new("b", ElementType::Bits(4)),
    ];
    let results = [
        Operand::new("p", ElementType::Predicate),
        Operand::new("d", ElementType::Unsigned(8)),
    ];
    Function::new("find.u8.b64", Signature::new(&operands, &results).unwrap()).unwrap()
}

/// Builds the datapath.
fn datapath<'n>(n: Scope<'n>, operands: &[Net<'n>]) -> Vec<Net<'n>> {
    let digits: Vec<u32> = (0..16).collect();
    choose(n, &equal(n, operands, &digits), &digits)
}

/// Computes the same results in software: the model function.
fn model(operands: &[u64]) -> Vec<u64> {
    let found = (0..64)
        .step_by(4)
        .find(|place| operands[0] >> place & 0xF == operands[1]);
    vec![found.is_some().into(), found.unwrap_or(255)]
}

/// Returns a bit for each of these digits that is 1 if the digit is `b`.
fn equal<'n>(n: Scope<'n>, operands: &[Net<'n>], digits: &[u32]) -> Vec<Net<'n>> {
    let _stage = n.stage(("compare", "which digits are the one that is looked for"));
    let equal = |digit: &u32| operands[0].slice(4 * digit, 4).equals(operands[1]);
    digits
        .iter()
        .map(|digit| equal(digit).named(format!("equal{digit}")))
        .collect()
}

/// Returns the bit that is 1 if some digit is equal, and the place of the first such digit.
fn choose<'n>(n: Scope<'n>, equal: &[Net<'n>], digits: &[u32]) -> Vec<Net<'n>> {
    let _stage = n.stage(("choose", "the place of the first of them, if there is one"));
    let found = equal.iter().copied().reduce(|any, one| any | one);
    let others = equal.iter().zip(digits).rev();
    let place = others.fold(n.constant(255, 8), |rest, (equal, digit)| {
        equal.select(n.constant(u64::from(4 * digit), 8), rest)
    });
    vec![
        found.expect("there are digits").named("found"),
        place.named(unsigned("place")),
    ]
}

/// The type of the faults, each a datapath in place of the right one.
type Datapath = for<'n> fn(Scope<'n>, &[Net<'n>]) -> Vec<Net<'n>>;
const FAULTS: [(&str, Datapath); 3] = [
    ("the highest digit instead of the lowest", |n, operands| {
        let digits: Vec<u32> = (0..16).rev().collect();
        choose(n, &equal(n, operands, &digits), &digits)
    }),
    ("the upper 4 of 64 bits ignored", |n, operands| {
        let digits: Vec<u32> = (0..15).collect();
        choose(n, &equal(n, operands, &digits), &digits)
    }),
    ("the predicate inverted where the place is 255", |n, operands| {
        let results = datapath(n, operands);
        vec![results[0] ^ results[1].all(), results[1]]
    }),
];

/// Combinational, with every register that there is room for, and with one behind the result.
const LATENCIES: [u32; 3] = [0, 1, 3];

fn design(latency: u32) -> Design {
    Design::from_function(&row(), latency, datapath).unwrap()
}

fn modelled(latency: u32) -> CustomFunction {
    CustomFunction::new(design(latency), model)
}

fn verified(device: &dyn VerilogDut, engine: &mut dyn Engine, count: u64) -> VerifyReport {
    let mut source = make_module_source(device.interface(), 1);
    verify(device, engine, source.as_mut(), count, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

/// Builds the smallest possible module: one bit in, one bit out.
fn inverter(latency: u32) -> Design {
    let bit = |name| Operand::new(name, ElementType::Predicate);
    let signature = Signature::new(&[bit("a")], &[bit("p")]).unwrap();
    let function = Function::new("not.pred", signature).unwrap();
    Design::from_function(&function, latency, |_, operands| vec![!operands[0]]).unwrap()
}

/// Builds the sums of neighbours among eleven operands: more operands and results than any instruction has.
fn neighbours(latency: u32) -> CustomFunction {
    modelled_neighbours(latency, 10)
}

/// Builds the same function. Its sums from position `right` on are wrong: they repeat the one before.
fn modelled_neighbours(latency: u32, right: usize) -> CustomFunction {
    const TERMS: [&str; 11] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10"];
    const SUMS: [&str; 10] = ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"];
    let terms = TERMS.map(|name| Operand::new(name, ElementType::Unsigned(5)));
    let sums = SUMS.map(|name| Operand::new(name, ElementType::Unsigned(6)));
    let function = Function::new("neighbours.u5", Signature::new(&terms, &sums).unwrap()).unwrap();
    let design = Design::from_function(&function, latency, |n, operands| {
        let _stage = n.stage(("add", "the sums of neighbours"));
        let mut sums: Vec<Net> = Vec::new();
        for (position, pair) in operands.windows(2).enumerate() {
            sums.push(if position < right {
                pair[0].zero_extend(6) + pair[1].zero_extend(6)
            } else {
                sums[position - 1]
            });
        }
        sums
    });
    CustomFunction::new(design.unwrap(), |operands| {
        operands.windows(2).map(|pair| pair[0] + pair[1]).collect()
    })
}

#[test]
fn verilator_and_yosys_have_nothing_to_say_about_its_verilog_or_the_stream_around_it() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    for design in LATENCIES
        .iter()
        .flat_map(|latency| [design(*latency), inverter(*latency)])
    {
        let latency = design.latency();
        let stream = design.stream();
        let inner = stream.inner().expect("a stream has a module inside");
        let sources = [inner, &stream].map(|design| (format!("{}.v", design.name()), verilog(design)));
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in &sources {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        for of in 1..=2 {
            let lint = Command::new(&verilator)
                .args(["--lint-only", "-Wall", "--top-module"])
                .arg([design.name(), stream.name()][of - 1])
                .args(sources[..of].iter().map(|(name, _)| name))
                .current_dir(folder.path())
                .output()
                .expect("Verilator starts");
            let said = String::from_utf8_lossy(&lint.stderr);
            assert!(lint.status.success() && said.is_empty(), "latency {latency}: {said}");
        }
        let check = yosys.check(&sources).unwrap_or_else(|error| panic!("{error}"));
        assert!(check.is_clean(), "latency {latency}: {check:?}");
    }
}

#[test]
fn its_file_and_its_manifest_say_what_the_signature_says() {
    let design = design(1);
    let text = verilog(&design);
    let header: Vec<&str> = text.lines().take_while(|line| !line.contains("Digest")).collect();
    expect![[r#"
        // find.u8.b64
        //
        // Latency 1: one result per enabled cycle. Registers after: compare.
        //
        // in  clock      1  rising edge
        // in  reset      1  synchronous: clears the valid pipeline, not the data
        // in  enable     1  0 holds the whole pipeline
        // in  in_valid   1  operands are valid in this cycle
        // in  a         64  operand, 64 bits
        // in  b          4  operand, 4 bits
        // out out_valid  1  in_valid, 1 enabled cycles later
        // out p          1  result, predicate, 1 for true
        // out d          8  result, unsigned integer of 8 bits
        //"#]]
    .assert_eq(&header.join("\n"));
    let manifest = Manifest::new(&design, None);
    let data: Vec<String> = manifest
        .ports
        .iter()
        .filter(|port| port.role.starts_with("operand") || port.role.starts_with("result"))
        .map(|port| format!("{} {} {} {}", port.name, port.direction, port.width, port.role))
        .collect();
    assert_eq!(
        data,
        [
            "a in 64 operand 0",
            "b in 4 operand 1",
            "p out 1 result 0",
            "d out 8 result 1"
        ]
    );
    assert_eq!((manifest.mnemonic.as_str(), manifest.command), ("find.u8.b64", None));
    let package = Package::from_design(&design);
    let bench = package.testbench(&[package.vector(&[0xF0, 0xF], &[1, 4])]);
    assert!(bench.contains("vectors[0] = {64'hf0, 4'hf, 1'h1, 8'h4};"), "{bench}");
}

#[test]
fn every_engine_gives_what_the_model_function_says() {
    let edges = WordVectors::new(row().signature(), 1).fixed_count();
    let mut devices: Vec<(CustomFunction, u64)> = LATENCIES.map(|latency| (modelled(latency), edges + 5000)).into();
    devices.push((neighbours(1), 3000));
    let batch = Batch::build(&devices.iter().map(|(device, _)| device).collect::<Vec<_>>())
        .unwrap_or_else(|error| panic!("{error}"));
    for (index, (device, count)) in devices.iter().enumerate() {
        let open = |kind| engine::open(kind, device).unwrap_or_else(|error| panic!("{error}"));
        let mut engines = [
            open(EngineKind::Simulator),
            open(EngineKind::RustHdl),
            Box::new(batch.engine(index).unwrap()),
            open(EngineKind::Gates(Mapping::Generic)),
            open(EngineKind::Reference),
        ];
        for engine in &mut engines {
            let kind = engine.kind();
            let report = verified(device, engine.as_mut(), *count);
            assert_eq!(report.vectors, *count);
            assert!(
                report.is_clean(),
                "{} at latency {}, {kind}: {report:?}",
                device.name(),
                device.latency()
            );
        }
    }
}

#[test]
fn the_vectors_find_broken_datapaths() {
    let edges = WordVectors::new(row().signature(), 1).fixed_count();
    for (fault, datapath) in FAULTS {
        for latency in LATENCIES {
            let broken = Design::from_function(&row(), latency, datapath).unwrap();
            let broken = CustomFunction::new(broken, model);
            let mut engine = engine::open(EngineKind::Simulator, &broken).unwrap();
            let report = verified(&broken, engine.as_mut(), edges);
            assert!(report.mismatches > 0, "{fault} at latency {latency}: {report:?}");
        }
    }
}

#[test]
fn the_last_of_many_results_is_compared() {
    let broken = modelled_neighbours(1, 9);
    let mut engine = engine::open(EngineKind::Simulator, &broken).unwrap();
    let report = verified(&broken, engine.as_mut(), 1000);
    assert_eq!(report.mismatches, 919, "{report:?}");
    let Some(Finding::Mismatch(mismatch)) = report.first else {
        panic!("{report:?}")
    };
    assert_eq!(mismatch.difference().map(|(port, ..)| port.name.as_str()), Some("d9"));
}

#[test]
fn a_mismatch_is_decoded_result_by_result() {
    let (_, highest) = FAULTS[0];
    let broken = CustomFunction::new(Design::from_function(&row(), 0, highest).unwrap(), model);
    let mut engine = engine::open(EngineKind::Simulator, &broken).unwrap();
    let mut vectors = vec![vector([0xABCD_0000_1234_0000, 0])].into_iter();
    let report = verify(&broken, engine.as_mut(), &mut vectors, 1, &mut |_| {}).unwrap();
    let Some(Finding::Mismatch(mismatch)) = report.first else {
        panic!("{report:?}")
    };
    expect![[r#"
        find.u8.b64 at latency 0, engine simulator
          a           0xABCD000012340000
          b           0x0
          p expected  0x1 = true
          p actual    0x1 = true
          d expected  0x00 = 0
          d actual    0x2C = 44"#]]
    .assert_eq(&mismatch.to_string());
}

#[test]
fn a_wave_shows_each_result_beside_what_is_expected_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = [vector([0xABCD_0000_1234_0005, 5]), vector([0, 7])];
    for latency in LATENCIES {
        let files = wave::write(&modelled(latency), &vectors, folder.path()).unwrap();
        assert!(files.scripts.is_empty());
        let dump = std::fs::read_to_string(files.vcd).unwrap();
        let names: BTreeSet<&str> = dump
            .lines()
            .filter(|line| line.starts_with("$var"))
            .filter_map(|line| line.split_whitespace().nth(4))
            .collect();
        for name in [
            "a",
            "b",
            "p",
            "d",
            "expected_p",
            "expected_d",
            "mismatch",
            "place",
            "equal15",
        ] {
            assert!(names.contains(name), "latency {latency}: {name} is not among {names:?}");
        }
        // The expected results of the two vectors.
        for place in ["b00000000 ", "b11111111 "] {
            assert!(dump.contains(place), "latency {latency}: {dump}");
        }
        let save = std::fs::read_to_string(files.save.unwrap()).unwrap();
        assert!(save.contains("check.expected_d[7:0]"), "{save}");
    }
}

#[test]
fn without_a_model_there_is_nothing_to_compare_it_with() {
    let design = design(0);
    let mut engine = engine::open(EngineKind::Simulator, &design).unwrap();
    let mut source = make_module_source(Dut::interface(&design), 1);
    let error = verify(&design, engine.as_mut(), source.as_mut(), 1, &mut |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no model of find.u8.b64; a design of a custom function needs a model of its own"
    );
}
