//! The lemmas about a lane: its factors, its cases, and the result in each case.

use halfpipe_spec::{
    next_digit, next_root_digit, Arithmetic, Case, Exceptions, Lane, Logic, QuotientDigit, RootDigit, Specified,
};

use super::{ElaboratedLane, LaneEquivalence};
use crate::bounds::prove_relation;
use crate::convention::ResultShape;
use crate::enumeration::MOST_BITS_OF_FACTORS;
use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::add_goal;
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::named_words::NamedWords;
use crate::subject_lemmas::SubjectLemmas;

impl LaneEquivalence {
    /// Returns the lemmas that together prove the result right for all operands.
    pub fn lemmas(&self) -> Vec<Lemma> {
        self.lemmas_of(self.cases())
    }

    /// Returns the cases that partition the proof.
    pub fn cases(&self) -> Vec<Case> {
        let moves = [self.moves.first(), self.moves.last()];
        let [least, most] = moves.map(|moved| 2 * moved.map_or(0, |moved| *moved as i64));
        let mut cases = self.lane().cases(least..=most);
        if self.lane().multiplies() {
            cases.retain(|case| self.lane().has_operands(*case, &self.moves));
        }
        cases
    }

    /// Returns the lemmas for the caller's cases. One of the lemmas proves that the cases cover all operands.
    pub fn lemmas_of(&self, cases: Vec<Case>) -> Vec<Lemma> {
        let mut lemmas = SubjectLemmas::new(self.clone());
        if self.lane().multiplies() {
            for position in 0..2 {
                self.add_factor_lemma(position, &mut lemmas);
            }
            let width = self.lane().significand_bits();
            let statement = format!(
                "the property that the cases assume of a product is true of every product of {width} by {width} bits"
            );
            if 2 * width > MOST_BITS_OF_FACTORS {
                let relation = self.relation;
                let prove = move || prove_relation(width, relation);
                lemmas
                    .lemmas
                    .push(Lemma::structural(LemmaKind::Product, statement, prove));
            } else {
                lemmas.add(
                    Procedure::Enumerate,
                    LemmaKind::Product,
                    statement,
                    LaneEquivalence::claim_relation,
                );
            }
        }
        if self.lane().divides() {
            let width = self.lane().significand_bits();
            let statement = format!(
                "each digit q of a quotient leaves a remainder r' = 2 * r - q * d, less than the divisor d of {width} bits"
            );
            lemmas.solve(LemmaKind::QuotientDigit, statement, move |_| {
                claim_quotient_digit(width)
            });
        }
        if let Some(digits) = self.lane().root_digits() {
            let statement = format!(
                "each of {digits} digits d of a root q leaves a remainder r' = 4 * r + p - d * (4 * q + 1), at most twice the \
                 new root"
            );
            lemmas.solve(LemmaKind::QuotientDigit, statement, move |_| claim_root_digits(digits));
        }
        if cases != [Case::Every] {
            let statement = format!("the {} cases cover all operands", cases.len());
            let cases = cases.clone();
            lemmas.solve(LemmaKind::CaseCoverage, statement, move |function| {
                function.claim_coverage(&cases)
            });
        }
        for case in cases {
            self.add_case_lemma(case, &mut lemmas);
        }
        lemmas.lemmas
    }

    /// Adds the lemma that a factor is the operand's significand, shifted by a known distance.
    fn add_factor_lemma(&self, position: usize, lemmas: &mut SubjectLemmas<LaneEquivalence>) {
        let name = &self.names[position];
        let statement = match &self.moves[..] {
            [0] => format!("the factor of {name} is its significand"),
            [least, .., most] if most - least + 1 == self.moves.len() => {
                format!("the factor of {name} is its significand, shifted left by {least} to {most} places")
            }
            moves => {
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let moves = moves.join(" or ");
                format!("the factor of {name} is its significand, shifted left by {moves} places")
            }
        };
        lemmas.solve(LemmaKind::Factor(name.clone()), statement, move |function| {
            let lane = function.claim_known_move(position);
            Formula {
                words: vec![(function.names[position].clone(), lane.operands[position].clone())],
                products: Vec::new(),
                ..lane.formula
            }
        });
    }

    /// Claims that the property assumed of the product is true of every product.
    fn claim_relation(&self) -> Formula {
        let width = self.lane().significand_bits();
        let mut graph = Graph::new();
        let factors = NamedWords::free(&mut graph, ["first", "second"].map(|name| (name.to_owned(), width)));
        let [first, second] = [0, 1].map(|factor: usize| &factors.words[factor]);
        let product = graph.multiply(first, second);
        let holds = (self.relation)(&mut graph, first, second, &product);
        Formula::always(graph, holds).show(factors)
    }

    /// Claims that the cases cover all operands.
    fn claim_coverage(&self, cases: &[Case]) -> Formula {
        let mut lane = self.elaborate();
        let graph = &mut lane.formula.graph;
        let is_other = |case: &Case| !self.lane().is_case(graph, &lane.operands, lane.product.as_ref(), *case);
        let negated_goals = cases.iter().map(is_other).collect();
        Formula {
            assumptions: Vec::new(),
            negated_goals,
            products: Vec::new(),
            ..lane.formula
        }
    }

    /// Adds the lemma that the result is right in one case.
    fn add_case_lemma(&self, case: Case, lemmas: &mut SubjectLemmas<LaneEquivalence>) {
        let (kind, statement) = match case {
            Case::Every => (LemmaKind::Result, "the result is correct".to_owned()),
            Case::Special => (
                LemmaKind::SpecialOperands,
                "the result is correct if an operand is infinite or NaN".to_owned(),
            ),
            Case::Finite => (
                LemmaKind::FiniteOperands,
                "the result is correct if both operands are finite".to_owned(),
            ),
            Case::Distance(distance) => (
                LemmaKind::Alignment(distance),
                format!("the result is correct if the first term's lowest bit is {distance} places above the second's"),
            ),
        };
        // The digits of a quotient, or of a root, are merged one by one.
        let procedure = if self.lane().divides() || self.lane().root_digits().is_some() {
            Procedure::Sweep
        } else {
            Procedure::Solve
        };
        lemmas.add(procedure, kind, statement, move |function| function.claim_case(case));
    }

    /// Claims that the result is right in one case.
    fn claim_case(&self, case: Case) -> Formula {
        let ElaboratedLane {
            mut formula,
            given,
            operands,
            results,
            product,
        } = self.elaborate();
        let graph = &mut formula.graph;
        let specify = |lane: &Lane| lane.specify(graph, &operands, product.as_ref(), case);
        let specified: Vec<Specified<Literal>> = self.lanes.iter().map(specify).collect();
        let is_case = specified[0].is_case;
        let flags = |exceptions: &Option<Exceptions>| match exceptions {
            None => Vec::new(),
            Some(exceptions) => exceptions.specify(graph, &operands, product.as_ref(), case),
        };
        let flags: Vec<Vec<Literal>> = self.exceptions.iter().map(flags).collect();
        let bracket = self
            .bracket
            .map(|lanes| lanes.map(|lane| lane.specify(graph, &operands, product.as_ref(), case).result));
        let shape = ResultShape {
            format: self.lane().result_format(),
            lanes: 1,
        };
        let wrong = specified
            .iter()
            .zip(&flags)
            .zip(&results)
            .map(|((specified, flags), result)| {
                let value = &specified.result[..];
                let flags = match &bracket {
                    None => flags.clone(),
                    Some([down, up]) => self
                        .convention
                        .give_flags(graph, shape.format, value, flags, [down, up]),
                };
                let wanted = self.convention.give(graph, shape, &[value, &flags].concat());
                let same = self
                    .convention
                    .is_right(graph, shape, result, &wanted, bracket.as_ref());
                // The cases cover all operands of the first lane, so each case must also be a case of the other lanes.
                let is_right = if specified.is_case == is_case {
                    same
                } else {
                    graph.and(specified.is_case, same)
                };
                !is_right
            });
        let mut wrong: Vec<Literal> = wrong.collect();
        if !self.convention.assumptions.is_empty() {
            // A case without operands that are assumed is right, and no vacuous lemma.
            let formats = self.lane().operand_formats();
            let operands: Vec<_> = formats.into_iter().zip(given).collect();
            let is_assumed = self.convention.is_assumed(graph, &operands);
            wrong
                .iter_mut()
                .for_each(|wrong| *wrong = graph.0.and(is_assumed, *wrong));
        }
        formula.assumptions.push(is_case);
        add_goal(&mut formula, &*self.implementation, &wrong);
        formula
    }
}

/// Claims that a digit of the specification's long division is correct, for a divisor of so many bits. By induction over the
/// digits, the quotient times the divisor, plus the remainder, is the dividend.
fn claim_quotient_digit(width: usize) -> Formula {
    let mut graph = Graph::new();
    let words = NamedWords::free(
        &mut graph,
        ["remainder", "divisor"].map(|name| (name.to_owned(), width)),
    );
    let [before, divisor] = [0, 1].map(|word: usize| &words.words[word]);
    let is_less = graph.less(before, divisor);
    let QuotientDigit { digit, remainder } = next_digit(&mut graph, before, divisor);
    let multiple = graph.only_if(digit, divisor);
    let [multiple, after] = [multiple, remainder.clone()].map(|word| graph.resized(&word, width + 1));
    let sum = graph.sum(&multiple, &after);
    let doubled = graph.raised(before, 1);
    let is_sum = graph.equal(&sum, &doubled);
    let stays_less = graph.less(&remainder, divisor);
    let holds = graph.and(is_sum, stays_less);
    Formula::always(graph, holds).assume(is_less).show(words)
}

/// Claims that each digit of the specification's root is correct. By induction over the digits, the square of the root, plus
/// the remainder, is the radicand.
fn claim_root_digits(digits: usize) -> Formula {
    let mut graph = Graph::new();
    let holds: Vec<Literal> = (1..digits).map(|before| is_root_digit(&mut graph, before)).collect();
    let all = graph.all(&holds);
    Formula::always(graph, all)
}

/// Returns the bit that is 1 if the digit after so many is correct.
fn is_root_digit(graph: &mut Graph, digits: usize) -> Literal {
    let [before, root, pair] = [graph.inputs(digits + 1), graph.inputs(digits), graph.inputs(2)];
    let at_most_twice = |graph: &mut Graph, remainder: &[Literal], root: &[Literal]| {
        let twice = graph.raised(root, 1);
        !graph.less(&twice, remainder)
    };
    let is_bounded = at_most_twice(graph, &before, &root);
    let RootDigit {
        digit,
        remainder,
        root: after,
    } = next_root_digit(graph, &before, &root, [pair[0], pair[1]]);
    let width = digits + 4;
    let subtracted = [graph.number(1, 2), root.clone()].concat();
    let subtracted = graph.only_if(digit, &subtracted);
    let [subtracted, left] = [subtracted, remainder.clone()].map(|word| graph.resized(&word, width));
    let sum = graph.sum(&subtracted, &left);
    let extended = graph.resized(&[pair, before].concat(), width);
    let is_sum = graph.equal(&sum, &extended);
    let is_root = graph.equal(&[vec![digit], root].concat(), &after);
    let stays = at_most_twice(graph, &remainder, &after);
    let is_right = graph.all(&[is_sum, is_root, stays]);
    let is_wrong = graph.and(is_bounded, !is_right);
    !is_wrong
}
