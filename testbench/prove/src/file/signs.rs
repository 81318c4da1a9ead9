//! The signs of two operands: a file is right for all of them if it is right for some, so that fewer pairs are tried.

use halfpipe_isa::Rounding;
use halfpipe_lemmas::convention::Assumption;
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_spec::Logic;

use super::claim::FileClaim;
use super::simulation::SideBySide;

/// The signs of two operands that decide all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DecidingSigns {
    /// Two zeros: a result and its opposite are rounded alike.
    Positive,
    /// Zero for the second operand, since only the exclusive or of the signs matters.
    SecondPositive,
}

impl FileClaim {
    /// Returns the lemmas that the results of two operands are those of the datapath: one about their signs, and one for the
    /// signs that decide all others.
    pub(super) fn results_by_sign(&self, statement: &str) -> Vec<Lemma> {
        let signs = self.deciding_signs();
        let (which, whose) = match signs {
            None => {
                let claim = self.clone();
                return vec![Lemma::new(
                    LemmaKind::Netlist,
                    statement,
                    Procedure::Enumerate,
                    move || claim.claim_results(),
                )];
            }
            Some(DecidingSigns::Positive) => (
                "the result is right for all signs if it is for positive operands",
                "for positive operands",
            ),
            Some(DecidingSigns::SecondPositive) => (
                "the result is right for all signs if it is for their exclusive or, that of a positive second operand",
                "for a positive second operand",
            ),
        };
        let statement = format!("{statement}, {whose}");
        let [one, other] = [self.clone(), self.clone()];
        vec![
            Lemma::new(LemmaKind::Signs, which, Procedure::Sweep, move || one.claim_signs()),
            Lemma::new(LemmaKind::Netlist, statement, Procedure::Enumerate, move || {
                other.claim_decided()
            }),
        ]
    }

    fn deciding_signs(&self) -> Option<DecidingSigns> {
        let mut assumptions = self.convention.assumptions.iter();
        let has_value = assumptions.any(|assumption| matches!(assumption, Assumption::Equals { .. }));
        let numbers = self.formats.len();
        if numbers != 2 || has_value || self.instruction.independent_lanes() > 1 {
            return None;
        }
        let rounding = self.instruction.rounding();
        let is_even = !matches!(rounding, Rounding::TowardNegative | Rounding::TowardPositive);
        let is_plain = self
            .instruction
            .modifiers()
            .all(|modifier| modifier.rounding().is_some());
        Some(if is_even && is_plain && !self.instruction.has_rounding_port() {
            DecidingSigns::Positive
        } else {
            DecidingSigns::SecondPositive
        })
    }

    /// Returns the inputs with the deciding signs in the places of the signs.
    fn decide_signs(&self, graph: &mut Graph, inputs: &[Literal]) -> Vec<Literal> {
        let mut decided = inputs.to_vec();
        let [a, b] = self.sign_inputs();
        let sign = match self.deciding_signs() {
            Some(DecidingSigns::SecondPositive) => graph.xor(inputs[a], inputs[b]),
            _ => Literal::FALSE,
        };
        (decided[a], decided[b]) = (sign, Literal::FALSE);
        decided
    }

    fn sign_inputs(&self) -> [usize; 2] {
        let widths = &self.function.widths;
        [widths[0] - 1, widths[0] + widths[1] - 1]
    }

    fn claim_signs(&self) -> Formula {
        let SideBySide { circuit, .. } = self.side_by_side();
        let mut graph = Graph::new();
        let inputs = graph.inputs(circuit.free_input_count());
        let decided = self.decide_signs(&mut graph, &inputs);
        let [one, other] = [inputs, decided].map(|inputs| graph.step(&circuit, &inputs, &[]).outputs[0]);
        Formula::equal(graph, &[one], &[other])
    }

    fn claim_decided(&self) -> Formula {
        let SideBySide { circuit, widths, .. } = self.side_by_side();
        let mut graph = Graph::new();
        let mut inputs = graph.inputs(circuit.free_input_count());
        let [a, b] = self.sign_inputs();
        inputs[b] = Literal::FALSE;
        if self.deciding_signs() == Some(DecidingSigns::Positive) {
            inputs[a] = Literal::FALSE;
        }
        let is_wrong = graph.step(&circuit, &inputs, &[]).outputs[0];
        self.claim_never_wrong(graph, is_wrong, inputs, &widths)
    }
}
