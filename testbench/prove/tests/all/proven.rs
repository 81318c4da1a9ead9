//! Proofs of modules of every family from their source.

use halfpipe_hdl::design::{multiplies, Design, DesignSpec};
use halfpipe_hdl::unit::{max_latency, Multiplier, Optimisation};
use halfpipe_isa::Instruction;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lanes::find_lane;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::theorem::{self, ProofSubject};
use halfpipe_test_support::{seed, share};

use crate::common::{assert_none, complaints, instruction};

/// Instructions whose functions a solver proves in seconds.
const QUICK: [&str; 10] = [
    "add.rn.f16",
    "sub.rn.ftz.sat.f16x2",
    "mul.rn.f16",
    "fma.rn.f16",
    "neg.bf16x2",
    "min.ftz.NaN.xorsign.abs.f16",
    "max.bf16x2",
    "tanh.approx.f16",
    "tanh.approx.bf16x2",
    "ex2.approx.f16",
];

#[test]
fn functions_of_every_family_are_proven() {
    for name in QUICK {
        let lemmas = ProofSubject::Lane(find_lane(instruction(name)))
            .lemmas()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_none(complaints(name, &lemmas));
    }
}

/// The number of these instructions that are proven in two forms, unless all are.
const FORMS: usize = 3;

/// Instructions of each pair of formats, whose forms for speed and simulation are proven equivalent to the smallest one.
const WITH_FORMS: [&str; 8] = [
    "fma.rn.f16",
    "fma.rn.bf16",
    "fma.rn.f32.f16",
    "fma.rz.sat.f32.bf16",
    "fma.rm.oob.relu.bf16x2",
    "fma.rna.ftz.relu.f16",
    "fma.rn.satfinite.e4m3",
    "fma.rp.relu.e5m2x2",
];

#[test]
fn forms_are_the_datapath_whose_function_is_proven_at_any_seed() {
    let variants = |name: &&str| [Some(instruction(name)), instruction(name).with_flags()];
    let all: Vec<Instruction> = WITH_FORMS.iter().flat_map(variants).flatten().collect();
    let instructions = share::drawn(&all, FORMS, &mut seed::random()).into_iter();
    let forms = [(Optimisation::Speed, 3), (Optimisation::Simulation, 3)];
    let found = instructions.flat_map(|instruction| {
        forms.into_iter().flat_map(move |(form, latency)| {
            let spec = DesignSpec::unit(instruction, latency).with_optimisation(form);
            let design = Design::from_spec(&spec).expect("it has such a form");
            let lemmas = theorem::module_lemmas(&design).expect("it is no core");
            complaints(
                &format!("{instruction} for {} at latency {latency}", form.name()),
                &lemmas,
            )
        })
    });
    assert_none(found.collect());
}

/// True for the lemma that the sum of partial products is the product.
fn is_of_rows(lemma: &Lemma) -> bool {
    matches!(lemma.kind, LemmaKind::Rows(_))
}

/// Returns the complaints about the modules of an instruction, at every latency with every multiplier.
fn complaints_of_modules(instruction: Instruction) -> Vec<String> {
    let multipliers = if multiplies(&[instruction]) {
        vec![Multiplier::Rows, Multiplier::Block(&[])]
    } else {
        vec![Multiplier::Rows]
    };
    let mut found = Vec::new();
    for multiplier in multipliers {
        // The lemma that the rows are the product is the same at every latency.
        let mut known = Vec::new();
        for latency in 0..=max_latency(instruction) + 1 {
            let spec = DesignSpec::unit(instruction, latency).with_multiplier(multiplier);
            let design = Design::from_spec(&spec).expect("every latency can be had");
            let mut lemmas = theorem::module_lemmas(&design).expect("it is no core");
            lemmas.retain(|lemma| !is_of_rows(lemma) || !known.contains(&lemma.digest()));
            known.extend(
                lemmas
                    .iter()
                    .filter(|lemma| is_of_rows(lemma))
                    .map(|lemma| lemma.digest()),
            );
            let title = format!("{instruction} at latency {latency}, {}", multiplier.name());
            found.extend(complaints(&title, &lemmas));
        }
    }
    found
}

#[test]
fn modules_of_every_family_are_proven_at_every_latency() {
    assert_none(
        QUICK
            .into_iter()
            .flat_map(|name| complaints_of_modules(instruction(name)))
            .collect(),
    );
}

/// The number of additional instructions that a run tries.
const OTHERS: usize = 3;

#[test]
fn modules_of_some_instructions_are_proven_at_every_latency_at_any_seed() {
    let chosen = share::drawn(Instruction::arithmetic(), OTHERS, &mut seed::random());
    assert_none(chosen.into_iter().flat_map(complaints_of_modules).collect());
}
