//! The example of `docs/add-an-instruction.md`: copysign on f16, as a row, a datapath and a model function.

use halfpipe_hdl::design::{Design, Dut, Function};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::{unsigned, Net, Scope};
use halfpipe_isa::{ElementType, FloatFormat, Operand, Signature};
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_test_support::lint::{assert_clean, by_latency, file};
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{verify, VerifyReport};
use halfpipe_testbench::CustomFunction;
use halfpipe_yosys::Mapping;

/// Returns the row: the name, the operands and the result.
fn row() -> Function {
    let number = |name| Operand::new(name, ElementType::Number(FloatFormat::F16));
    let signature = Signature::new(&[number("a"), number("b")], &[number("d")]).unwrap();
    Function::new("copysign.f16", signature).unwrap()
}

/// Builds the datapath: the magnitude of a with the sign of b. A NaN becomes the canonical one.
fn datapath<'n>(n: Scope<'n>, operands: &[Net<'n>]) -> Vec<Net<'n>> {
    let [a, b] = [operands[0], operands[1]];
    let stage = n.stage(("classify", "whether a is a NaN"));
    let magnitude = a.low(15).named(unsigned("magnitude"));
    let is_nan = n.constant(0x7C00, 15).less_than(magnitude).named("is_nan");
    drop(stage);
    let _stage = n.stage(("sign", "a with the sign of b"));
    let sign = b.bit(15) & !is_nan;
    vec![sign.join(magnitude | is_nan.repeat(15)).named("result")]
}

/// Computes the result in software: the model function.
fn model(operands: &[u64]) -> Vec<u64> {
    let [a, b] = [operands[0], operands[1]];
    match a & 0x7FFF {
        magnitude if magnitude > 0x7C00 => vec![0x7FFF],
        magnitude => vec![b & 0x8000 | magnitude],
    }
}

/// The page that shows these three functions.
const PAGE: &str = include_str!("../../../../docs/add-an-instruction.md");

/// The number of vectors. Each of the edge values of a meets each of b.
const VECTORS: u64 = 20_000;

fn verified(design: Design, kind: EngineKind) -> VerifyReport {
    let device = CustomFunction::new(design, model);
    let mut engine = engine::open(kind, &device).unwrap();
    let mut source = make_module_source(Dut::interface(&device), 1);
    verify(&device, engine.as_mut(), source.as_mut(), VECTORS, &mut |_| {}).unwrap()
}

#[test]
fn the_page_shows_the_example() {
    let source = include_str!("copysign.rs");
    for start in ["fn row()", "fn datapath<'n>(", "fn model("] {
        let place = source.find(start).unwrap();
        let function = source[place..].split_inclusive("\n}\n").next().unwrap();
        assert!(PAGE.contains(function), "the page lacks\n{function}");
    }
}

#[test]
fn the_hardware_is_the_model_in_every_engine() {
    for latency in 0..=2 {
        for kind in [
            EngineKind::Simulator,
            EngineKind::Verilator,
            EngineKind::Gates(Mapping::Generic),
        ] {
            let report = verified(Design::from_function(&row(), latency, datapath).unwrap(), kind);
            assert_eq!(report.vectors, VECTORS);
            assert!(report.is_clean(), "{report:?}");
        }
    }
}

#[test]
fn a_nan_with_a_sign_is_a_mismatch() {
    let broken = Design::from_function(&row(), 0, |_, operands| {
        vec![operands[1].bit(15).join(operands[0].low(15))]
    });
    assert!(verified(broken.unwrap(), EngineKind::Simulator).mismatches > 0);
}

#[test]
fn its_verilog_is_clean() {
    let designs = [0, 1, 2].map(|latency| Design::from_function(&row(), latency, datapath).unwrap());
    let text = verilog(&designs[1]);
    assert!(text.starts_with("// copysign.f16\n"), "{text}");
    by_latency(&designs, |design| [file(design)])
        .into_iter()
        .for_each(assert_clean);
}
