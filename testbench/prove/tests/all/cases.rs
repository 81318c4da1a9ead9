//! Tests that lemmas which say nothing, or too little, are noticed.

use std::sync::Arc;

use halfpipe_lemmas::formula::{relation, relation_of_leading_ones, Formula, OpenProduct, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lane_equivalence::LaneEquivalence;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::unit::{arithmetic, datapath};
use halfpipe_lemmas::verdict::{LemmaVerdict, UnprovenReason};
use halfpipe_spec::{Arithmetic, Case, Lane, Logic};
use halfpipe_test_support::seed;
use rand::Rng;

use crate::common::instruction;

/// Returns the lane of an instruction, with its function.
fn function(mnemonic: &str) -> (Lane, LaneEquivalence) {
    let instruction = instruction(mnemonic);
    let lane = Lane::from_instruction(instruction).expect("it is arithmetic");
    let hardware = Arc::new(NetlistUnderProof(datapath(instruction)));
    let function = arithmetic(&[instruction], hardware).expect("it is arithmetic");
    (lane, function.expect("it multiplies its operands"))
}

fn lemma(lemmas: Vec<Lemma>, kind: &LemmaKind) -> Lemma {
    let mut lemmas = lemmas.into_iter();
    lemmas
        .find(|lemma| lemma.kind == *kind)
        .unwrap_or_else(|| panic!("there is no lemma {kind}"))
}

/// Returns the operands for which a lemma fails.
fn counterexample(lemma: &Lemma) -> Vec<u32> {
    match lemma.decide().verdict {
        LemmaVerdict::Fails(words) => words.into_iter().map(|(_, word)| word as u32).collect(),
        other => panic!("{} does not fail: {other:?}", lemma.name()),
    }
}

#[test]
fn no_cases_are_not_all_operands() {
    for name in ["add.rn.f16", "mul.rn.f16", "fma.rn.f16", "sub.rn.f32.f16"] {
        let (_, function) = function(name);
        let lemma = lemma(function.lemmas_of(Vec::new()), &LemmaKind::CaseCoverage);
        assert!(matches!(lemma.decide().verdict, LemmaVerdict::Fails(_)), "{name}");
    }
}

#[test]
fn a_case_that_is_left_out_is_missed_at_any_seed() {
    let mut random = seed::random();
    for name in ["add.rn.f16", "mul.rn.f16", "sub.rn.f32.bf16"] {
        let (lane, function) = function(name);
        let mut cases = function.cases();
        let whole = lemma(function.lemmas_of(cases.clone()), &LemmaKind::CaseCoverage);
        assert_eq!(whole.decide().verdict, LemmaVerdict::Holds, "{name}");
        let dropped = cases.remove(random.random_range(0..cases.len()));
        let operands = counterexample(&lemma(function.lemmas_of(cases), &LemmaKind::CaseCoverage));
        assert_eq!(lane.case_of(&operands), dropped, "{name}: {operands:x?}");
    }
}

#[test]
fn a_case_of_no_operands_proves_nothing() {
    let (_, function) = function("add.rn.f16");
    let lemma = lemma(
        function.lemmas_of(vec![Case::Distance(100)]),
        &LemmaKind::Alignment(100),
    );
    let verdict = lemma.decide().verdict;
    assert_eq!(verdict, LemmaVerdict::Unproven(UnprovenReason::Vacuous));
}

#[test]
fn what_assumes_the_impossible_proves_nothing_however_it_is_decided() {
    let mut graph = Graph::new();
    let [a, b, c] = [graph.input(), graph.input(), graph.input()];
    // Structural hashing does not simplify these.
    let [one, other] = [graph.select(c, a, b), graph.select(c, !a, !b)];
    let negated_goals = graph.and(a, b);
    let formula = Formula {
        graph,
        assumptions: vec![one, other],
        negated_goals: vec![negated_goals],
        ..Formula::default()
    };
    for method in [Procedure::Solve, Procedure::Enumerate, Procedure::Sweep] {
        assert_eq!(
            formula.decide(method),
            LemmaVerdict::Unproven(UnprovenReason::Vacuous),
            "{method:?}"
        );
    }
}

/// Builds the claim that a product of two 3-bit factors is never `value`. Nothing is known about the product but the
/// relation, if it is assumed.
fn never(value: i128, assumes_relation: bool) -> Formula {
    let mut graph = Graph::new();
    let [first, second, product] = [3, 3, 6].map(|width| graph.inputs(width));
    let assumptions = if assumes_relation {
        vec![relation(&mut graph, &first, &second, &product)]
    } else {
        Vec::new()
    };
    let value = graph.number(value, 6);
    let negated_goals = vec![graph.equal(&product, &value)];
    Formula {
        graph,
        assumptions,
        negated_goals,
        words: vec![
            ("first".to_owned(), first.clone()),
            ("second".to_owned(), second.clone()),
        ],
        products: vec![OpenProduct {
            factors: [first, second],
            product,
        }],
    }
}

#[test]
fn a_value_that_is_no_product_is_no_counterexample() {
    for assumes_relation in [false, true] {
        // 15 is 3 times 5. 37 is a prime and no product of such factors, but the relation allows it: the product is spelt out.
        let LemmaVerdict::Fails(words) = never(15, assumes_relation).decide(Procedure::Solve) else {
            panic!("15 is a product");
        };
        assert_eq!(words[0].1 * words[1].1, 15);
        // 63 exceeds every product, and the relation excludes it.
        for other in [37, 63] {
            let formula = never(other, assumes_relation);
            assert_eq!(formula.decide(Procedure::Solve), LemmaVerdict::Holds, "{other}");
            assert!(formula.certificate().is_some(), "{other}");
        }
        assert!(never(15, assumes_relation).certificate().is_none());
    }
}

#[test]
fn a_case_without_the_relation_is_proven_of_true_products() {
    let (_, function) = function("mul.rn.bf16");
    let mut formula = lemma(function.lemmas(), &LemmaKind::FiniteOperands)
        .formula()
        .expect("a case has a formula");
    let assumptions = formula.assumptions.len();
    assert_eq!(formula.decide(Procedure::Solve), LemmaVerdict::Holds);
    // The relation comes first.
    formula.assumptions.remove(0);
    assert_eq!(formula.assumptions.len() + 1, assumptions);
    assert_eq!(formula.decide(Procedure::Solve), LemmaVerdict::Holds);
    // Without the products nothing tells their bits from others.
    formula.products.clear();
    assert!(matches!(formula.decide(Procedure::Solve), LemmaVerdict::Fails(_)));
}

#[test]
fn a_bit_that_nothing_is_claimed_of_is_no_counterexample() {
    let mut graph = Graph::new();
    let a = graph.input();
    let formula = Formula {
        graph,
        negated_goals: vec![a, !a],
        words: vec![("a".to_owned(), vec![a])],
        ..Formula::default()
    };
    for method in [Procedure::Solve, Procedure::Enumerate, Procedure::Sweep] {
        assert_eq!(formula.decide(method), LemmaVerdict::Holds, "{method:?}");
        let claim = Formula {
            negated_goals: vec![a, Literal::TRUE],
            ..formula.clone()
        };
        assert_eq!(
            claim.decide(method),
            LemmaVerdict::Fails(vec![("a".to_owned(), 1)]),
            "{method:?}"
        );
    }
}

#[test]
fn what_is_said_of_leading_ones_is_true_of_all_products() {
    let mut graph = Graph::new();
    let [first, second] = [graph.inputs(6), graph.inputs(6)];
    let product = graph.multiply(&first, &second);
    let mut claim = |product: &[Literal]| {
        let holds = relation_of_leading_ones(&mut graph, &first, &second, product);
        Formula {
            graph: graph.clone(),
            negated_goals: vec![!holds],
            ..Formula::default()
        }
    };
    assert_eq!(claim(&product).decide(Procedure::Enumerate), LemmaVerdict::Holds);
    let mut doubled = product.clone();
    doubled.rotate_right(1);
    assert!(matches!(
        claim(&doubled).decide(Procedure::Enumerate),
        LemmaVerdict::Fails(_)
    ));
}
