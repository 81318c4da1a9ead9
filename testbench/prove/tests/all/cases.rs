//! Tests that lemmas which say nothing, or too little, are noticed.

use std::sync::Arc;

use halfpipe_prove::formula::{relation, relation_of_leading_ones, Formula, Method, OpenProduct, Outcome};
use halfpipe_prove::graph::{Graph, Literal};
use halfpipe_prove::lane_equivalence::LaneEquivalence;
use halfpipe_prove::lemma::{Lemma, Verdict};
use halfpipe_prove::unit::{arithmetic, datapath, NetlistUnderProof};
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

fn lemma(lemmas: Vec<Lemma>, name: &str) -> Lemma {
    let mut lemmas = lemmas.into_iter();
    lemmas
        .find(|lemma| lemma.name == name)
        .unwrap_or_else(|| panic!("there is no lemma {name}"))
}

/// Returns the operands for which a lemma fails.
fn counterexample(lemma: &Lemma) -> Vec<u32> {
    match lemma.decide().verdict {
        Verdict::Fails(words) => words.into_iter().map(|(_, word)| word as u32).collect(),
        other => panic!("{} does not fail: {other:?}", lemma.name),
    }
}

#[test]
fn no_cases_are_not_all_operands() {
    for name in ["add.rn.f16", "mul.rn.f16", "fma.rn.f16", "sub.rn.f32.f16"] {
        let (_, function) = function(name);
        let lemma = lemma(function.lemmas_of(Vec::new()), "cover");
        assert!(matches!(lemma.decide().verdict, Verdict::Fails(_)), "{name}");
    }
}

#[test]
fn a_case_that_is_left_out_is_missed_at_any_seed() {
    let mut random = seed::random();
    for name in ["add.rn.f16", "mul.rn.f16", "sub.rn.f32.bf16"] {
        let (lane, function) = function(name);
        let mut cases = function.cases();
        let whole = lemma(function.lemmas_of(cases.clone()), "cover");
        assert_eq!(whole.decide().verdict, Verdict::Holds, "{name}");
        let dropped = cases.remove(random.random_range(0..cases.len()));
        let operands = counterexample(&lemma(function.lemmas_of(cases), "cover"));
        assert_eq!(lane.case_of(&operands), dropped, "{name}: {operands:x?}");
    }
}

#[test]
fn a_case_of_no_operands_proves_nothing() {
    let (_, function) = function("add.rn.f16");
    let lemma = lemma(function.lemmas_of(vec![Case::Distance(100)]), "distance 100");
    let verdict = lemma.decide().verdict;
    assert_eq!(
        verdict,
        Verdict::Unproven("no operands satisfy its assumption, so it says nothing".to_owned())
    );
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
    for method in [Method::Solve, Method::Enumerate, Method::Sweep] {
        assert_eq!(formula.decide(method), Outcome::Vacuous, "{method:?}");
    }
}

/// Builds the claim that a product of two 3-bit factors is never `value`. Nothing is known about the product but the
/// relation, if it is assumed.
fn never(value: i128, assumes_relation: bool) -> Formula {
    let mut graph = Graph::new();
    let [first, second, product] = [3, 3, 6].map(|width| graph.inputs(width));
    let assumptions = match assumes_relation {
        true => vec![relation(&mut graph, &first, &second, &product)],
        false => Vec::new(),
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
fn a_relation_that_says_too_little_of_products_is_told_from_a_counterexample() {
    for assumes_relation in [false, true] {
        // 15 is 3 times 5. 37 is a prime and no product of such factors, but the relation allows it.
        let Outcome::Fails(factors) = never(15, assumes_relation).decide(Method::Solve) else {
            panic!("15 is a product");
        };
        assert_eq!(factors[0] * factors[1], 15);
        assert_eq!(never(37, assumes_relation).decide(Method::Solve), Outcome::Inconclusive);
    }
    // 63 exceeds every product, and the relation excludes it.
    assert_eq!(never(63, false).decide(Method::Solve), Outcome::Inconclusive);
    assert_eq!(never(63, true).decide(Method::Solve), Outcome::Holds);
}

#[test]
fn a_case_without_the_relation_is_not_proven() {
    let (_, function) = function("mul.rn.bf16");
    let mut formula = lemma(function.lemmas(), "finite")
        .formula()
        .expect("a case has a formula");
    let assumptions = formula.assumptions.len();
    assert_eq!(formula.decide(Method::Solve), Outcome::Holds);
    // The relation comes first.
    formula.assumptions.remove(0);
    assert_eq!(formula.assumptions.len() + 1, assumptions);
    assert_eq!(formula.decide(Method::Solve), Outcome::Inconclusive);
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
    for method in [Method::Solve, Method::Enumerate, Method::Sweep] {
        assert_eq!(formula.decide(method), Outcome::Holds, "{method:?}");
        let claim = Formula {
            negated_goals: vec![a, Literal::TRUE],
            ..formula.clone()
        };
        assert_eq!(claim.decide(method), Outcome::Fails(vec![1]), "{method:?}");
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
    assert_eq!(claim(&product).decide(Method::Enumerate), Outcome::Holds);
    let mut doubled = product.clone();
    doubled.rotate_right(1);
    assert!(matches!(claim(&doubled).decide(Method::Enumerate), Outcome::Fails(_)));
}
