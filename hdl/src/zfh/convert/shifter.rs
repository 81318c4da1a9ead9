//! The conversions of a half-precision format: operands to the shifter, and its result to the roundings.

use super::candidate::Candidate;
use super::placement::{NumberInput, ShiftInput};
use super::selection::Selection;
use super::shape::HalfConversions;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{shift_left_to_top, step};
use crate::zfh::boxes::OperandBox;
use crate::zfh::half::HALF_BITS;
use halfpipe_isa::FloatFormat;

impl HalfConversions<'_> {
    /// Returns the results of the conversions.
    pub fn candidates<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        of_a: OperandBox<'n>,
        a: Net<'n>,
    ) -> Vec<Candidate<'n>> {
        let to_half = selection.has_target(self.format);
        let from_integer = self.has_integers().then(|| {
            self.place_integer(
                n,
                selection,
                (selection.from_integer & to_half).named(hidden("from_integer")),
                a,
            )
        });
        let to_integer = self.has_integers().then(|| {
            let asked = (selection.to_integer & selection.has_source(self.format)).named(hidden("to_integer"));
            self.place_half(n, asked, of_a, a.low(HALF_BITS))
        });
        let narrowing = self.has_single().then(|| {
            let from_single = selection.between_formats & selection.has_source(FloatFormat::RISCV_S);
            self.place_single(n, (from_single & to_half).named(hidden("narrowing")), a)
        });
        let stage = n.stage(step::MOVE);
        let placed = [
            from_integer.map(|(placed, _)| placed),
            to_integer.map(|(placed, _)| placed),
            narrowing.map(|(placed, _)| placed),
        ];
        let either = |field: fn(&ShiftInput<'n>) -> Net<'n>| {
            let nets = placed.iter().flatten().map(field);
            let width = nets.clone().map(Net::width).max().expect("a format has conversions");
            let all = nets.map(|net| net.zero_extend(width));
            all.reduce(|one, other| one | other).expect("a format has conversions")
        };
        let word = either(|placed| placed.word).named("digits");
        let amount = either(|placed| placed.amount).named(unsigned("amount"));
        let top = shift_left_to_top(word, amount, self.keep());
        drop(stage);
        let mut candidates = Vec::new();
        if let Some((_, half)) = to_integer {
            let asked = selection.to_integer & selection.has_source(self.format);
            candidates.push(self.round_to_integer(n.scope("integer"), selection, asked, half, top));
        }
        let numbers: Vec<NumberInput> = [
            from_integer.map(|(_, number)| number),
            narrowing.map(|(_, number)| number),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !numbers.is_empty() {
            let from_single = selection.between_formats & selection.has_source(FloatFormat::RISCV_S);
            let asked = if self.has_single() {
                to_half & (selection.from_integer | from_single)
            } else {
                to_half & selection.from_integer
            };
            candidates.push(self.round_to_number(n, selection, asked, &numbers, top));
        }
        candidates
    }
}
