//! Equivalence of a dot product that rounds once with its specification.
//!
//! The netlist is cut at the nets of [`ExactNets`]. A lemma about a net takes earlier cut nets as free, in the hardware and
//! in the specification. A word of several nets, its limbs, is a number in two's complement.
//!
//! 1. The products are those of the significands. Their signs are those of the specification.
//! 2. The exponent of each product is its excess over the least one. No excess is larger than that of finite operands.
//! 3. Each limb of each product, and of c, is that of the specification, for any product and exponent.
//! 4. Each limb of each sum is that of the sum before it and of a term, complemented if it is negative, with the carry of
//!    the limb below. The lowest limb takes the sign of the term as its carry. So the sum lacks no increment but that of c,
//!    which the last sum adds.
//! 5. The limbs have room for the sum of the specification, so that neither wraps. Both are the same integer.
//! 6. The magnitude is that of the specification, for any sum.
//! 7. The result is that of the specification for any magnitude. There is a case for each place of the leading one; the
//!    bits below it are free.
//! 8. The sign of a zero result is that of the specification.
//! 9. Operands that are not all finite give the result of the specification.
//! 10. These steps of the specification, one after the other, are its result.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{net_words, Schoolbook};
use halfpipe_isa::Instruction;
use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Dot, ExactDot, Logic, Term, TermKind};

use super::exact_nets::ExactNets;
use super::free_operands;
use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::verdict::{LemmaVerdict, UnprovenReason};

/// The number of places of the leading one in a lemma.
const PLACES: usize = 32;

/// A dot product that rounds once, and the netlist that should compute it.
pub struct ExactEquivalence {
    dot: Dot,
    exact: ExactDot,
    netlist: Arc<Netlist>,
    nets: ExactNets,
}

/// Operands in a graph, and words that take the place of nets.
struct Given {
    /// The formula, which assumes nothing and has no goal.
    formula: Formula,
    factors: Vec<[Vec<Literal>; 2]>,
    c: Vec<Literal>,
    /// The words of nets that are not computed.
    words: Vec<(NetId, Vec<Literal>)>,
}

impl ExactEquivalence {
    /// Takes a dot product and its netlist.
    ///
    /// # Errors
    ///
    /// The path of a net that the netlist lacks.
    pub fn new(
        instruction: Instruction,
        dot: Dot,
        exact: ExactDot,
        netlist: Arc<Netlist>,
    ) -> Result<ExactEquivalence, String> {
        let products = instruction.operation().products().expect("it is a dot product");
        let nets = ExactNets::find(&netlist, products as usize)?;
        Ok(ExactEquivalence {
            dot,
            exact,
            netlist,
            nets,
        })
    }

    /// Returns the lemmas.
    pub fn lemmas(self) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        let dot = Arc::new(self);
        let products = dot.dot.products();
        let mut lemma = |kind, statement: String, formula: Box<dyn Fn(&ExactEquivalence) -> Formula + Send + Sync>| {
            let dot = dot.clone();
            let procedure = match kind {
                LemmaKind::Product => Procedure::Solve,
                _ => Procedure::Sweep,
            };
            lemmas.push(Lemma::new(kind, statement, procedure, move || formula(&dot)));
        };
        lemma(
            LemmaKind::Product,
            "each product is that of the significands".to_owned(),
            Box::new(ExactEquivalence::every_product),
        );
        lemma(
            LemmaKind::TermExponents,
            "the sign and the exponent of each product are those of its factors".to_owned(),
            Box::new(ExactEquivalence::term_exponents),
        );
        for pair in 0..products {
            lemma(
                LemmaKind::Term(pair.to_string()),
                format!("product {pair} is at its place in the fixed point, for any digits and exponent"),
                Box::new(move |dot| dot.term(Some(pair))),
            );
        }
        lemma(
            LemmaKind::Term("c".to_owned()),
            "c is at its place in the fixed point".to_owned(),
            Box::new(|dot| dot.term(None)),
        );
        for number in 0..dot.nets.sums.len() {
            let statement = if number == products {
                "the last sum adds the increment of c".to_owned()
            } else {
                format!("sum {} adds product {number} with its increment", number + 1)
            };
            lemma(
                LemmaKind::Addition(number + 1),
                statement,
                Box::new(move |dot| dot.addition(number)),
            );
        }
        lemma(
            LemmaKind::Magnitude,
            "the magnitude is that of the sum, for any sum".to_owned(),
            Box::new(ExactEquivalence::magnitude),
        );
        for block in 0..dot.exact.sum_bits().div_ceil(PLACES) {
            let places = dot.places(block);
            let statement = format!(
                "the result is the rounded magnitude, for any with its leading one at a place from {} to {}",
                places.start,
                places.end - 1
            );
            lemma(
                LemmaKind::LeadingOne(block),
                statement,
                Box::new(move |dot| dot.rounding(block)),
            );
        }
        lemma(
            LemmaKind::SignOfZero,
            "the sign of a zero sum is that of the specification".to_owned(),
            Box::new(ExactEquivalence::sign_of_zero),
        );
        lemma(
            LemmaKind::SpecialOperands,
            "the result is correct if an operand is infinite or NaN, and no net says so if none is".to_owned(),
            Box::new(ExactEquivalence::special),
        );
        lemma(
            LemmaKind::Composition,
            "the steps, one after the other, are the specification".to_owned(),
            Box::new(ExactEquivalence::composition),
        );
        lemmas.push(Lemma::structural(
            LemmaKind::Sum,
            "the sums have each term once, and do not wrap",
            move || {
                dot.check_room()
                    .map_err(|wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong)))
            },
        ));
        lemmas
    }

    /// Returns free operands.
    fn operands(&self) -> Given {
        let mut graph = Graph::new();
        let words = free_operands(&mut graph, &self.netlist);
        let operands: Vec<Vec<Literal>> = words.iter().map(|(_, word)| word.clone()).collect();
        let (factors, c) = self.dot.elements(&operands);
        let ports = self.netlist.inputs.iter().map(|port| port.net);
        Given {
            words: ports.zip(operands).collect(),
            formula: Formula {
                graph,
                words,
                ..Formula::default()
            },
            factors,
            c,
        }
    }

    /// Computes some nets.
    fn made(&self, given: &mut Given, wanted: &[NetId]) -> Vec<Vec<Literal>> {
        let Given { formula, words, .. } = given;
        net_words(&mut formula.graph, &self.netlist, words, wanted, &mut Schoolbook)
    }

    /// Returns the terms of the specification: of the products, then of c.
    fn terms(&self, given: &mut Given) -> Vec<(TermKind, Term<Literal>)> {
        self.exact.terms(&mut given.formula.graph, &given.factors, &given.c)
    }

    /// Assumes that all operands are finite.
    fn assume_finite(&self, given: &mut Given) {
        let Given {
            formula, factors, c, ..
        } = given;
        let special = self.exact.special(&mut formula.graph, factors, c);
        formula.assumptions.push(!special.is_special);
    }

    /// Returns 1 if an excess is not larger than that of finite operands.
    fn is_excess(&self, graph: &mut Graph, kind: TermKind, excess: &[Literal]) -> Literal {
        let most = graph.number(self.exact.largest_excess(kind).into(), excess.len());
        let above = graph.less(&most, excess);
        !above
    }

    fn every_product(&self) -> Formula {
        let mut given = self.operands();
        let terms = self.terms(&mut given);
        let made = self.made(&mut given, &self.nets.products);
        let pairs = made.iter().zip(&terms);
        let pairs: Vec<_> = pairs.map(|(made, (_, term))| (&made[..], &term.digits[..])).collect();
        claim_equal(&mut given.formula, &pairs);
        given.formula
    }

    fn term_exponents(&self) -> Formula {
        let mut given = self.operands();
        self.assume_finite(&mut given);
        let terms = self.terms(&mut given);
        let signs = self.made(&mut given, &self.nets.signs);
        let exponents = self.made(&mut given, &self.nets.exponents);
        let graph = &mut given.formula.graph;
        let mut right = Vec::new();
        for (number, (kind, term)) in terms.iter().enumerate() {
            let excess = self.exact.excess(graph, *kind, term);
            right.push(self.is_excess(graph, *kind, &excess));
            if let Some(made) = exponents.get(number) {
                let made = graph.resized(made, excess.len());
                right.push(graph.equal(&made, &excess));
                let differs = graph.xor(signs[number][0], term.sign);
                right.push(!differs);
            }
        }
        let all = graph.all(&right);
        given.formula.negated_goals.push(!all);
        given.formula
    }

    fn term(&self, pair: Option<usize>) -> Formula {
        let mut given = self.operands();
        let (kind, digits, excess) = match pair {
            Some(pair) => {
                let product = self.free(&mut given, self.nets.products[pair]);
                let exponent = self.free(&mut given, self.nets.exponents[pair]);
                let exponent = given.formula.graph.resized(&exponent, self.exact.exponent_bits());
                (TermKind::Product, product, exponent)
            }
            None => {
                let term = self.exact.addend(&mut given.formula.graph, &given.c);
                let excess = self.exact.excess(&mut given.formula.graph, TermKind::Addend, &term);
                (TermKind::Addend, term.digits, excess)
            }
        };
        let is_excess = self.is_excess(&mut given.formula.graph, kind, &excess);
        given.formula.assumptions.push(is_excess);
        let placed = self.exact.fixed_point(&mut given.formula.graph, kind, &digits, &excess);
        let limbs = &self.nets.placed[pair.unwrap_or(self.dot.products())];
        let wanted: Vec<NetId> = limbs.iter().flatten().copied().collect();
        let mut made = self.made(&mut given, &wanted).into_iter();
        let mut all = Vec::new();
        for (limb, width) in limbs.iter().zip(&self.nets.limb_bits) {
            all.extend(match limb {
                Some(_) => made.next().expect("it is made"),
                None => vec![Literal::FALSE; *width],
            });
        }
        let placed = given.formula.graph.resized(&placed, all.len());
        claim_equal(&mut given.formula, &[(&all, &placed)]);
        given.formula
    }

    /// Takes a net as free.
    fn free(&self, given: &mut Given, net: NetId) -> Vec<Literal> {
        let word = given.formula.graph.inputs(self.netlist.node(net).width as usize);
        given.words.push((net, word.clone()));
        let name = self.netlist.node(net).name().unwrap_or_default().to_owned();
        given.formula.words.push((name, word.clone()));
        word
    }

    /// Takes the limbs of a term as free.
    fn free_term(&self, given: &mut Given, term: usize) -> Vec<Vec<Literal>> {
        let limbs = self.nets.placed[term].iter().zip(&self.nets.limb_bits);
        limbs
            .map(|(limb, width)| match limb {
                Some(net) => self.free(given, *net),
                None => vec![Literal::FALSE; *width],
            })
            .collect()
    }

    fn addition(&self, number: usize) -> Formula {
        let mut given = self.operands();
        let products = self.dot.products();
        let sign_of_c = given.c[given.c.len() - 1];
        let complement = |graph: &mut Graph, limb: &[Literal], sign| -> Vec<Literal> {
            limb.iter().map(|bit| graph.xor(*bit, sign)).collect()
        };
        let before: Vec<Vec<Literal>> = match number {
            0 => {
                let limbs = self.free_term(&mut given, products);
                let graph = &mut given.formula.graph;
                limbs.iter().map(|limb| complement(graph, limb, sign_of_c)).collect()
            }
            _ => {
                let sums = self.nets.sums[number - 1].iter();
                let limbs = sums.map(|net| self.free(&mut given, *net)).collect::<Vec<_>>();
                let widths = &self.nets.limb_bits;
                limbs
                    .iter()
                    .zip(widths)
                    .map(|(limb, width)| limb[..*width].to_vec())
                    .collect()
            }
        };
        let (term, mut carry) = if number == products {
            let zeros = self.nets.limb_bits.iter().map(|width| vec![Literal::FALSE; *width]);
            (zeros.collect::<Vec<_>>(), sign_of_c)
        } else {
            let limbs = self.free_term(&mut given, number);
            let sign = self.free(&mut given, self.nets.signs[number])[0];
            let graph = &mut given.formula.graph;
            let limbs = limbs.iter().map(|limb| complement(graph, limb, sign));
            (limbs.collect(), sign)
        };
        // Each limb takes the carry of the limb below as the netlist has it.
        let sums = &self.nets.sums[number];
        let made: Vec<Vec<Literal>> = sums
            .iter()
            .map(|net| {
                let made = self.made(&mut given, &[*net]).swap_remove(0);
                self.free(&mut given, *net);
                made
            })
            .collect();
        let frees = given.words[given.words.len() - sums.len()..].to_vec();
        let graph = &mut given.formula.graph;
        let mut wanted = Vec::new();
        for (limb, (_, free)) in frees.iter().enumerate() {
            let width = self.nets.limb_bits[limb];
            let (mut sum, out) = graph.add(&before[limb], &term[limb], carry);
            sum.push(out);
            wanted.push(graph.resized(&sum, made[limb].len()));
            carry = free.get(width).copied().unwrap_or(Literal::FALSE);
        }
        let pairs = made.iter().zip(&wanted);
        let pairs: Vec<_> = pairs.map(|(made, wanted)| (&made[..], &wanted[..])).collect();
        claim_equal(&mut given.formula, &pairs);
        given.formula
    }

    /// Checks that the limbs have room for the sum.
    fn check_room(&self) -> Result<String, String> {
        let room: usize = self.nets.limb_bits.iter().sum();
        let bits = self.exact.sum_bits();
        let kinds = [TermKind::Product, TermKind::Addend];
        let widest = kinds.map(|kind| self.exact.term_bits(kind)).into_iter().max();
        let widest = widest.expect("there are two kinds");
        let terms = self.dot.products() + 1;
        if room >= bits && terms <= 1 << (bits - 1 - widest) {
            Ok(format!(
                "{terms} terms of at most {widest} bits in {bits} bits, in limbs of {:?} bits",
                self.nets.limb_bits
            ))
        } else {
            Err(format!("the sum needs {bits} bits and has {room}"))
        }
    }

    /// Takes the words of a number in place of the limbs of a sum or a magnitude.
    fn give_limbs(&self, given: &mut Given, nets: &[NetId], number: &[Literal]) {
        let mut low = 0;
        for (net, width) in nets.iter().zip(&self.nets.limb_bits) {
            let mut word = number[low..low + width].to_vec();
            // The carry out.
            let more = self.netlist.node(*net).width as usize - width;
            word.extend(given.formula.graph.inputs(more));
            given.words.push((*net, word));
            low += width;
        }
    }

    /// Returns the low bits of limbs, one after the other.
    fn join_limbs(&self, limbs: &[Vec<Literal>]) -> Vec<Literal> {
        let limbs = limbs.iter().zip(&self.nets.limb_bits);
        limbs.flat_map(|(limb, width)| limb[..*width].iter().copied()).collect()
    }

    fn room(&self) -> usize {
        self.nets.limb_bits.iter().sum()
    }

    fn magnitude(&self) -> Formula {
        let mut given = self.operands();
        let sum = given.formula.graph.inputs(self.exact.sum_bits());
        given.formula.words.push(("sum".to_owned(), sum.clone()));
        let wide = given.formula.graph.extended(&sum, self.room());
        let last = self.nets.sums.last().expect("there is a sum").clone();
        self.give_limbs(&mut given, &last, &wide);
        let sign = self.made(&mut given, &[self.nets.sign]).swap_remove(0);
        // Each limb takes the carry of the limb below.
        let made = self.made(&mut given, &self.nets.magnitude);
        let made = self.join_limbs(&made);
        let graph = &mut given.formula.graph;
        let (wanted_sign, wanted) = self.exact.sign_and_magnitude(graph, &sum);
        let wanted = graph.resized(&wanted, made.len());
        claim_equal(&mut given.formula, &[(&made, &wanted), (&sign, &[wanted_sign])]);
        given.formula
    }

    /// Returns the places of the leading one in a lemma.
    fn places(&self, block: usize) -> std::ops::Range<usize> {
        PLACES * block..(PLACES * (block + 1)).min(self.exact.sum_bits())
    }

    fn rounding(&self, block: usize) -> Formula {
        let mut given = self.operands();
        let places = self.places(block);
        let nets = &self.nets;
        let [sign, sign_of_zero] = [nets.sign, nets.sign_of_zero].map(|net| self.free(&mut given, net)[0]);
        for net in [nets.nan, nets.infinite] {
            given.words.push((net, vec![Literal::FALSE]));
        }
        let below = given.formula.graph.inputs(places.end);
        given.formula.words.push(("magnitude".to_owned(), below.clone()));
        let leading = places.map(Some).chain((block == 0).then_some(None));
        let count = given.words.len();
        let mut wrong = Vec::new();
        for place in leading {
            let mut magnitude = below[..place.unwrap_or(0)].to_vec();
            magnitude.extend(place.map(|_| Literal::TRUE));
            let magnitude = given.formula.graph.resized(&magnitude, self.room());
            given.words.truncate(count);
            self.give_limbs(&mut given, &nets.magnitude, &magnitude);
            let made = self.made(&mut given, &[nets.result]).swap_remove(0);
            let graph = &mut given.formula.graph;
            let bits = self.exact.sum_bits();
            let wanted = self.exact.encoded(graph, sign, &magnitude[..bits], sign_of_zero);
            let same = graph.equal(&made, &wanted);
            wrong.push(!same);
        }
        let any = given.formula.graph.any(&wrong);
        given.formula.negated_goals.push(any);
        given.formula
    }

    fn sign_of_zero(&self) -> Formula {
        let mut given = self.operands();
        self.assume_finite(&mut given);
        let terms = self.terms(&mut given).into_iter().map(|(_, term)| term);
        let terms: Vec<Term<Literal>> = terms.collect();
        let made = self.made(&mut given, &[self.nets.sign_of_zero]).swap_remove(0);
        let wanted = self.exact.sign_of_zero(&mut given.formula.graph, &terms);
        claim_equal(&mut given.formula, &[(&made, &[wanted])]);
        given.formula
    }

    fn special(&self) -> Formula {
        let mut given = self.operands();
        let nets = &self.nets;
        for net in [nets.sign, nets.sign_of_zero].iter().chain(&nets.magnitude) {
            self.free(&mut given, *net);
        }
        let made = self.made(&mut given, &[nets.nan, nets.infinite, nets.result]);
        let graph = &mut given.formula.graph;
        let special = self.exact.special(graph, &given.factors, &given.c);
        let same = graph.equal(&made[2], &special.result);
        let either = graph.or(made[0][0], made[1][0]);
        let right = graph.select(special.is_special, same, !either);
        given.formula.negated_goals.push(!right);
        given.formula
    }

    fn composition(&self) -> Formula {
        let mut given = self.operands();
        let terms = self.terms(&mut given);
        let operands: Vec<Vec<Literal>> = given.formula.words.iter().map(|(_, word)| word.clone()).collect();
        let graph = &mut given.formula.graph;
        let mut signed = Vec::new();
        for (kind, term) in &terms {
            let excess = self.exact.excess(graph, *kind, term);
            let placed = self.exact.fixed_point(graph, *kind, &term.digits, &excess);
            signed.push(self.exact.signed(graph, term.sign, &placed));
        }
        let sum = self.exact.sum(graph, &signed);
        let terms: Vec<Term<Literal>> = terms.into_iter().map(|(_, term)| term).collect();
        let sign_of_zero = self.exact.sign_of_zero(graph, &terms);
        let (sign, magnitude) = self.exact.sign_and_magnitude(graph, &sum);
        let rounded = self.exact.encoded(graph, sign, &magnitude, sign_of_zero);
        let special = self.exact.special(graph, &given.factors, &given.c);
        let d = graph.choose(special.is_special, &special.result, &rounded);
        let specified = self.dot.specify(graph, &operands);
        claim_equal(&mut given.formula, &[(&d, &specified)]);
        given.formula
    }
}

/// Claims that words are equal pair by pair.
fn claim_equal(formula: &mut Formula, pairs: &[(&[Literal], &[Literal])]) {
    let graph = &mut formula.graph;
    let mut same = Vec::new();
    for (one, other) in pairs {
        same.push(graph.equal(one, other));
    }
    let all = graph.all(&same);
    formula.negated_goals.push(!all);
}
