//! Instructions in any format: every one can be built, and drawn ones agree with the model and pass the linters.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::unit::{max_latency, max_latency_of_form, Optimisation};
use halfpipe_isa::{FloatFormat, Instruction, Operation, Rounding, Type};
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_test_support::lint::{assert_clean, by_latency, file};
use halfpipe_test_support::{cases, seed, share};
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::verify;
use proptest::prelude::*;
use proptest::sample::Index;
use rand::Rng;
use rayon::prelude::*;

/// Mnemonics of all operations. `{r}` is a rounding, `{i}` a rounding to an integer, `{f}` the format, `{o}` another
/// format, and `{s}` one without infinities.
const MNEMONICS: [&str; 33] = [
    "add.{r}.{f}",
    "sub.{r}.ftz.sat.{f}",
    "mul.{r}.{f}",
    "mul.{r}.sat.{f}",
    "fma.{r}.{f}",
    "fma.{r}.ftz.relu.{f}",
    "div.{r}.{f}",
    "div.{r}.ftz.{f}",
    "rcp.{r}.{f}",
    "sqrt.{r}.{f}",
    "sqrt.{r}.ftz.{f}",
    "min.{f}",
    "min.ftz.xorsign.abs.{f}",
    "max.NaN.{f}",
    "neg.{f}",
    "abs.ftz.{f}",
    "setp.lt.{f}",
    "setp.gtu.and.ftz.{f}",
    "set.ne.u32.{f}",
    "set.leu.xor.{f}.{f}",
    "cvt.{i}.s32.{f}",
    "cvt.{i}.u8.{f}",
    "cvt.{i}.{f}.{f}",
    "cvt.{r}.{f}.u16",
    "cvt.{r}.sat.{f}.s64",
    "cvt.{r}.{f}.{o}",
    "cvt.{r}.relu.satfinite.{f}.{o}",
    "cvt.{r}.{o}.{f}",
    "cvt.{r}.satfinite.{s}.{f}",
    "cvt.{r}.{f}.{s}",
    "fma.{r}.f32.{f}",
    "dot2.{r}.{f}.{f}",
    "dot4.{r}.f32.{f}",
];

/// Other formats: wider ones, narrower ones, and some with the same exponents as many.
const OTHERS: [&str; 8] = ["f32", "e5m6", "f16", "bf16", "e2m5", "e4m7", "e3m1", "e6m20"];

/// Formats without infinities.
const SMALL: [&str; 4] = ["e4m3", "e3m2", "e2m3", "e2m1"];

/// Returns the formats that the table of instructions does not have.
fn formats() -> Vec<FloatFormat> {
    FloatFormat::ieee()
        .filter(|format| Type::scalar(*format).is_composed())
        .collect()
}

/// Returns the instruction of a mnemonic. Single precision has no wider addend, and no format is another than itself.
fn instruction(
    mnemonic: &str,
    format: FloatFormat,
    rounding: Rounding,
    [other, small]: [&str; 2],
) -> Option<Instruction> {
    let name = mnemonic
        .replace("{r}", rounding.modifier().name())
        .replace("{i}", rounding.modifier_to_integer().name())
        .replace("{f}", format.word())
        .replace("{o}", other)
        .replace("{s}", small);
    if (name.ends_with("f32.f32") && name.starts_with("fma")) || (mnemonic.contains("{o}") && other == format.word()) {
        return None;
    }
    Some(name.parse().unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Calls a function with the instructions of each format in a rounding, and the row of each in [`MNEMONICS`].
fn for_each_instruction(rounding: Rounding, work: impl Fn(usize, Instruction) + Sync) {
    let formats = formats();
    let places = formats.par_iter().with_max_len(1).enumerate();
    places.for_each(|(place, format)| {
        for (row, mnemonic) in MNEMONICS.into_iter().enumerate() {
            let others = [OTHERS[(place + row) % OTHERS.len()], SMALL[(place + row) % SMALL.len()]];
            if let Some(instruction) = instruction(mnemonic, *format, rounding, others) {
                work(row, instruction);
            }
        }
    });
}

#[test]
fn every_format_builds_with_every_operation() {
    assert_eq!(formats().len(), 161 - 3);
    for_each_instruction(Rounding::NearestEven, |_, instruction| {
        let netlist = build(&LaneConfig::from_instruction(instruction));
        let results = instruction.signature().results().len();
        assert_eq!(netlist.outputs.len(), results, "{instruction}");
    });
}

/// Returns an instruction and the same with flags, with a port for its rounding, and with both, as far as it has them.
fn variants(plain: Instruction) -> Vec<Instruction> {
    let ports = [Some(plain), plain.with_rounding_port()].into_iter().flatten();
    let flags = ports.flat_map(|one| [Some(one), one.with_flags()]);
    flags.flatten().collect()
}

/// Builds the modules of an instruction in each of its forms: without registers, with two ranks, and with as many as are
/// useful. Returns their number.
fn build_modules(instruction: Instruction) -> usize {
    let forms = forms(instruction).iter();
    let specs = forms.flat_map(|form| {
        let longest = max_latency_of_form(instruction, *form);
        let latencies = BTreeSet::from([0, longest.min(2), longest]).into_iter();
        latencies.map(|latency| DesignSpec::unit(instruction, latency).with_optimisation(*form))
    });
    let build = |spec| {
        let design = Design::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"));
        let results = instruction.signature().results().len();
        assert_eq!(design.module().lane.outputs.len(), results, "{instruction}");
    };
    specs.map(build).count()
}

#[test]
#[ignore = "of `make test-all`: it builds more than 100,000 modules"]
fn every_format_builds_in_every_rounding_form_and_latency() {
    let count = AtomicUsize::new(0);
    for rounding in Rounding::ALL {
        for_each_instruction(rounding, |row, plain| {
            let is_rounded = ["{r}", "{i}"].iter().any(|word| MNEMONICS[row].contains(word));
            let is_first = rounding == Rounding::NearestEven;
            // A unit with a port, or without a rounding, is the same in all roundings.
            let is_new = |one: &Instruction| is_first || is_rounded && !one.has_rounding_port();
            let built = variants(plain).into_iter().filter(is_new).map(build_modules).sum();
            count.fetch_add(built, Ordering::Relaxed);
        });
    }
    assert!(count.into_inner() > 100_000);
}

/// Compares a module with the model.
fn assert_right(spec: DesignSpec, vectors: u64) {
    let design = Design::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"));
    let mut engine = engine::open(EngineKind::Simulator, &design).unwrap();
    let mut source = make_module_source(design.interface(), 1);
    let report = verify(&design, engine.as_mut(), source.as_mut(), vectors, &mut |_| {}).unwrap();
    if let Some(finding) = report.first {
        panic!("{finding}");
    }
}

/// Returns the forms that an instruction has.
fn forms(instruction: Instruction) -> &'static [Optimisation] {
    match instruction.operation() {
        Operation::Mul | Operation::Fma => &[Optimisation::Area, Optimisation::Speed, Optimisation::Simulation],
        _ => &[Optimisation::Area],
    }
}

proptest! {
    #![proptest_config(cases::configure(share::count(400, 8_000)))]

    #[test]
    fn drawn_modules_compute_what_the_model_does_at_any_seed(
        format in prop::sample::select(formats()),
        mnemonic in prop::sample::select(MNEMONICS.to_vec()),
        rounding in prop::sample::select(Rounding::ALL.to_vec()),
        other in prop::sample::select(OTHERS.to_vec()),
        small in prop::sample::select(SMALL.to_vec()),
        has_port in any::<bool>(),
        has_flags in any::<bool>(),
        latency in any::<Index>(),
        form in any::<Index>(),
    ) {
        if let Some(plain) = instruction(mnemonic, format, rounding, [other, small]) {
            let ported = plain.with_rounding_port().filter(|_| has_port).unwrap_or(plain);
            let flagged = ported.with_flags().filter(|_| has_flags).unwrap_or(ported);
            let latency = latency.index(max_latency(plain) as usize + 1) as u32;
            let forms = forms(plain);
            let form = forms[form.index(forms.len())];
            assert_right(DesignSpec::unit(flagged, latency).with_optimisation(form), 300);
        }
    }
}

#[test]
fn lanes_compute_what_the_model_does() {
    for name in [
        "add.rn.e3m4x4",
        "fma.rz.e5m6x2",
        "mul.rn.e2m1ix4",
        "div.rp.e4m9x2",
        "max.e5m4x2",
        "setp.le.e5m6x2",
        "set.eq.e5m6x2.e5m6x2",
        "cvt.rn.e5m6x2.f16x2",
        "cvt.rni.e4m3ix4.e4m3ix4",
        "cvt.rm.satfinite.e2m3x4.e3m4x4",
        "cvt.rn.satfinite.e4m3x2.e5m2x2",
        "cvt.rp.e5m6x2.e2m1x2",
        "cvt.rna.satfinite.relu.e2m1x4.e3m2x4",
    ] {
        let instruction: Instruction = name.parse().unwrap_or_else(|error| panic!("{error}"));
        let flagged = instruction.with_flags().unwrap_or(instruction);
        for instruction in [instruction, flagged] {
            assert_right(DesignSpec::unit(instruction, 2), 4_000);
        }
    }
}

/// Instructions of a core in many formats, beside those of its lanes.
const OF_CORE: [&str; 13] = [
    "add.rn.f16x2",
    "fma.rn.f32.bf16",
    "cvt.rn.f16.s8",
    "add.rn.f32",
    "fma.rz.e5m6x2",
    "mul.rn.e2m1ix4",
    "div.rp.e4m3",
    "fma.rn.f32.e3m4",
    "max.NaN.e5m2x4",
    "setp.le.e5m6x2",
    "set.eq.u32.e3m4",
    "cvt.rn.satfinite.e2m1x4.e3m4x4",
    "cvt.rni.s32.f32",
];

#[test]
fn a_core_of_many_formats_computes_what_the_model_does() {
    let plain = OF_CORE.map(|name| name.parse::<Instruction>().unwrap_or_else(|error| panic!("{error}")));
    let flagged = plain.map(|one| one.with_flags().unwrap());
    let ported = plain.map(|one| one.with_rounding_port().unwrap_or(one));
    for (instructions, latency) in [(plain, 0), (flagged, 3), (ported, 2)] {
        let core = Design::core(&instructions, latency).unwrap_or_else(|error| panic!("{error}"));
        let mut engine = engine::open(EngineKind::Simulator, &core).unwrap();
        let mut source = make_module_source(core.interface(), 1);
        let report = verify(&core, engine.as_mut(), source.as_mut(), 60_000, &mut |_| {}).unwrap();
        if let Some(finding) = report.first {
            panic!("{finding}");
        }
    }
}

#[test]
fn drawn_modules_are_clean_at_any_seed() {
    let mut random = seed::random();
    for format in share::drawn(&formats(), 12, &mut random) {
        let designs: Vec<Design> = share::drawn(&MNEMONICS, 1, &mut random)
            .into_iter()
            .filter_map(|mnemonic| {
                let others = [
                    OTHERS[random.random_range(0..OTHERS.len())],
                    SMALL[random.random_range(0..SMALL.len())],
                ];
                let rounding = Rounding::ALL[random.random_range(0..Rounding::ALL.len())];
                let variants = variants(instruction(mnemonic, format, rounding, others)?);
                let drawn = variants[random.random_range(0..variants.len())];
                Some(Design::unit(drawn, random.random_range(0..3)).unwrap())
            })
            .collect();
        by_latency(&designs, |design| [file(design)])
            .into_iter()
            .for_each(assert_clean);
    }
    let core = Design::core(&OF_CORE.map(|name| name.parse().unwrap()), 2).unwrap();
    assert_clean((2, vec![file(&core)]));
}
