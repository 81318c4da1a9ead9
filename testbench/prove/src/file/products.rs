//! The search for the products of a file, and the lemmas that use them.

use std::sync::Arc;

use halfpipe_aig::deadline::Deadline;
use halfpipe_isa::{Instruction, Operand, Rounding};
use halfpipe_lemmas::enumeration::MOST_ENUMERATED;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lane_equivalence::MultiplierMismatch;
use halfpipe_lemmas::lanes::find_lane;
use halfpipe_lemmas::lemma::{Lemma, ProvenFormulas};
use halfpipe_lemmas::unit;
use halfpipe_lemmas::verdict::{LemmaVerdict, UnprovenReason};
use halfpipe_spec::{Format, Lane};

use super::claim::FileClaim;
use super::cut::ProductCut;
use super::lane::SearchedLane;
use super::search;

/// Returns the lemmas that the nodes of a cut are bits of the product, or of its sum with an addend.
fn found_lemmas(cut: &ProductCut) -> Vec<Lemma> {
    let rewriting = cut.rewriting_lemma().into_iter();
    rewriting
        .chain(cut.product_lemmas())
        .chain(cut.addend_lemmas())
        .collect()
}

/// The result of a search for the products of all lanes.
pub enum ProductSearch {
    /// All lanes have one. Its nodes are proven.
    Found(Vec<ProductCut>),
    /// A lane has none.
    Missing,
    /// The module is wrong for these operands.
    Refuted(Vec<u128>),
    /// The deadline passed.
    Undecided,
}

impl FileClaim {
    /// Looks for the product in each lane, and proves that it is one.
    pub fn find_products(&self, proven: &ProvenFormulas, deadline: &Deadline) -> ProductSearch {
        let lanes = self.instruction.independent_lanes() as usize;
        // The flags of several lanes are one output.
        let specified = Lane::from_instruction(find_lane(self.instruction).without_flags());
        let Some(multiplied) =
            specified.filter(|lane| lane.multiplies() && (lanes == 1 || !self.instruction.has_flags()))
        else {
            return ProductSearch::Missing;
        };
        let port = self.rounding_port();
        let format = Format::from(self.instruction.ty().operand_format());
        if 2 * format.width() > MOST_ENUMERATED {
            return ProductSearch::Missing;
        }
        let mut cuts = Vec::new();
        for lane in 0..lanes {
            let function = self.function.lane(lane, lanes, |place| port == Some(place));
            let searched = SearchedLane {
                function: &function,
                lane: multiplied,
                format,
                convention: &self.convention,
                rounding_port: port.map(|_| Operand::ROUNDING.name),
            };
            let Some(mut cut) = search::find_product(&searched) else {
                return ProductSearch::Missing;
            };
            match self.prove_product(&mut cut, lanes, proven, deadline) {
                None => {}
                Some(other) => return other,
            }
            cuts.push(cut);
        }
        ProductSearch::Found(cuts)
    }

    /// Proves that the nodes are bits of the product. Nodes that are not are removed, if the result is right for the operands
    /// nevertheless. Returns the end of the search, if it ends here.
    fn prove_product(
        &self,
        cut: &mut ProductCut,
        lanes: usize,
        proven: &ProvenFormulas,
        deadline: &Deadline,
    ) -> Option<ProductSearch> {
        'nodes: loop {
            for lemma in found_lemmas(cut) {
                match lemma.decide_unless(proven, deadline).verdict {
                    LemmaVerdict::Holds => {}
                    LemmaVerdict::Unproven(UnprovenReason::Time) => return Some(ProductSearch::Undecided),
                    LemmaVerdict::Unproven(_) => return Some(ProductSearch::Missing),
                    LemmaVerdict::Fails(_)
                        if matches!(lemma.kind, LemmaKind::FoundAddend(_) | LemmaKind::Rewriting) =>
                    {
                        return Some(ProductSearch::Missing);
                    }
                    LemmaVerdict::Fails(_) if cut.has_factors() => {
                        *cut = cut.with_wider_words();
                        continue 'nodes;
                    }
                    LemmaVerdict::Fails(words) => {
                        let pair = [0, 1].map(|place: usize| words[place].1);
                        let wrong = if lanes == 1 {
                            self.side_by_side().try_pair(pair)
                        } else {
                            None
                        };
                        if let Some(operands) = wrong {
                            return Some(ProductSearch::Refuted(operands));
                        }
                        if !cut.addend.is_empty() {
                            return Some(ProductSearch::Missing);
                        }
                        for node in cut.wrong_nodes(pair) {
                            cut.bits.remove(&node);
                        }
                        continue 'nodes;
                    }
                }
            }
            return None;
        }
    }

    /// Returns the lemmas that a file with these products computes the instruction.
    ///
    /// # Errors
    ///
    /// [`MultiplierMismatch`] where the lemmas do not fit its factors.
    pub fn lemmas(&self, cuts: &[ProductCut]) -> Result<Vec<Lemma>, MultiplierMismatch> {
        let instruction = find_lane(self.instruction);
        let instructions: Vec<Instruction> = if self.instruction.has_rounding_port() {
            Rounding::ALL
                .map(|rounding| instruction.with_fixed_rounding(rounding))
                .into()
        } else {
            vec![instruction]
        };
        let mut lemmas = self.contract_lemmas();
        for (lane, cut) in cuts.iter().enumerate() {
            let function =
                unit::arithmetic_by_convention(&instructions, Arc::new(cut.clone()), self.convention.clone());
            let function = function.unwrap_or(Err(MultiplierMismatch::None))?;
            let own = found_lemmas(cut).into_iter().chain(function.lemmas());
            let part = (cuts.len() > 1).then(|| format!("lane {lane}"));
            lemmas.extend(own.map(|mut lemma| {
                lemma.part.clone_from(&part);
                lemma
            }));
        }
        Ok(lemmas)
    }
}
