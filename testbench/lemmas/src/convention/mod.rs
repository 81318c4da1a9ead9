//! Conventions of a file that differ from the instruction's: assumptions about operands, NaNs and subnormals.

mod fit;

use std::fmt;

use halfpipe_spec::{Arithmetic, Format, Logic};
use serde::Serialize;

use crate::graph::{Graph, Literal};

/// An assumption about operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// Each operand is a normal number.
    Normal,
    /// No operand is NaN.
    NoNan,
    /// No operand is infinite.
    NoInfinity,
    /// No operand is subnormal.
    NoSubnormal,
    /// An operand has a value.
    Equals {
        /// The name of the operand.
        operand: String,
        /// Its place among the operands.
        place: usize,
        /// The bits of its value.
        value: u128,
    },
}

impl fmt::Display for Assumption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Normal => formatter.write_str("normal"),
            Assumption::NoNan => formatter.write_str("no-nan"),
            Assumption::NoInfinity => formatter.write_str("no-infinity"),
            Assumption::NoSubnormal => formatter.write_str("no-subnormal"),
            Assumption::Equals { operand, value, .. } => write!(formatter, "{operand}={value:#x}"),
        }
    }
}

/// The conventions of a file. The default are those of the instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Convention {
    /// The assumptions.
    pub assumptions: Vec<Assumption>,
    /// True if each encoding of NaN is right where a NaN is.
    pub takes_any_nan: bool,
    /// True if subnormal operands count as zeros of their sign.
    pub flushes_operands: bool,
    /// True if a result that is subnormal after rounding is a zero of its sign, with the flags UF and NX.
    pub flushes_results: bool,
    /// True if UF is about the exact result, before it is rounded (IEEE 754, 7.5).
    pub is_tiny_before_rounding: bool,
    /// True if both numbers next to an inexact result are right.
    pub takes_neighbours: bool,
}

impl Convention {
    /// True if it is the instruction's.
    pub fn is_usual(&self) -> bool {
        *self == Convention::default()
    }

    /// Returns the operands for which a verdict is, and what counts as right, in words.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self
            .assumptions
            .iter()
            .map(|assumption| format!("assuming {assumption}"))
            .collect();
        let others = [
            (self.takes_any_nan, "any NaN"),
            (self.flushes_operands, "subnormal operands are zeros"),
            (self.flushes_results, "subnormal results are zeros"),
            (self.is_tiny_before_rounding, "tininess before rounding"),
            (self.takes_neighbours, "within 1 ulp"),
        ];
        words.extend(
            others
                .into_iter()
                .filter(|(is_so, _)| *is_so)
                .map(|(_, word)| word.to_owned()),
        );
        words
    }

    /// Returns the rest of the sentence "correct for all operands".
    pub fn qualify(&self) -> String {
        let assumption = |assumption: &Assumption| match assumption {
            Assumption::Normal => " that are normal numbers".to_owned(),
            Assumption::NoNan => " without NaN".to_owned(),
            Assumption::NoInfinity => " without infinities".to_owned(),
            Assumption::NoSubnormal => " without subnormal numbers".to_owned(),
            Assumption::Equals { operand, value, .. } => format!(" with {operand} = {value:#x}"),
        };
        let all: Vec<String> = self.assumptions.iter().map(assumption).collect();
        let mut text = all.join(" and");
        let others = [
            (self.takes_any_nan, ", with any encoding of NaN"),
            (self.flushes_operands, ", with subnormal operands as zeros"),
            (self.flushes_results, ", with subnormal results as zeros"),
            (self.is_tiny_before_rounding, ", with tininess before rounding"),
            (self.takes_neighbours, ", within 1 ulp"),
        ];
        for (_, words) in others.into_iter().filter(|(is_so, _)| *is_so) {
            text.push_str(words);
        }
        text
    }

    /// Returns an operand as the instruction takes it.
    pub fn take(&self, graph: &mut Graph, format: Format, operand: &[Literal]) -> Vec<Literal> {
        if !self.flushes_operands {
            return operand.to_vec();
        }
        flush(graph, format, operand).0
    }

    /// Returns one lane's flags by this convention of tininess. They are given with tininess after rounding, for a result
    /// and for the same rounded down and up. The one of these that is toward zero is below the least normal number if the
    /// exact result is.
    pub fn give_flags(
        &self,
        graph: &mut Graph,
        format: Format,
        result: &[Literal],
        flags: &[Literal],
        [down, up]: [&[Literal]; 2],
    ) -> Vec<Literal> {
        let mut given = flags.to_vec();
        if let (true, [inexact, underflow, ..]) = (self.is_tiny_before_rounding, &mut given[..]) {
            let sign = result[format.width() - 1];
            let field = format.fraction_bits..format.width() - 1;
            let toward_zero = graph.choose(sign, &up[field.clone()], &down[field]);
            let is_normal = graph.any(&toward_zero);
            *underflow = graph.0.and(*inexact, !is_normal);
        }
        given
    }

    /// Returns the value and the flags that the file gives in the place of the instruction's.
    pub fn give(&self, graph: &mut Graph, shape: ResultShape, result: &[Literal]) -> Vec<Literal> {
        if !self.flushes_results {
            return result.to_vec();
        }
        let (values, flags) = result.split_at(shape.width());
        let mut given = Vec::new();
        let mut flushed = Vec::new();
        for value in values.chunks(shape.format.width()) {
            let (value, is_flushed) = flush(graph, shape.format, value);
            given.extend(value);
            flushed.push(is_flushed);
        }
        let is_flushed = graph.any(&flushed);
        // NX is bit 0, UF is bit 1.
        let raised = |(place, flag): (usize, &Literal)| if place < 2 { graph.or(*flag, is_flushed) } else { *flag };
        given.extend(flags.iter().enumerate().map(raised).collect::<Vec<_>>());
        given
    }

    /// True if a result counts as the wanted one. The bracket is the wanted values, rounded down and up.
    pub fn is_right(
        &self,
        graph: &mut Graph,
        shape: ResultShape,
        made: &[Literal],
        wanted: &[Literal],
        bracket: Option<&[Vec<Literal>; 2]>,
    ) -> Literal {
        if !self.takes_any_nan && !self.takes_neighbours {
            return graph.equal(made, wanted);
        }
        let (values, flags) = made.split_at(shape.width());
        let (wanted_values, wanted_flags) = wanted.split_at(shape.width());
        let mut right = vec![graph.equal(flags, wanted_flags)];
        let width = shape.format.width();
        for (lane, (value, wanted)) in values.chunks(width).zip(wanted_values.chunks(width)).enumerate() {
            let mut ways = vec![graph.equal(value, wanted)];
            if self.takes_any_nan {
                let [nan, wanted_nan] = [value, wanted].map(|word| is_nan(graph, shape.format, word));
                ways.push(graph.0.and(nan, wanted_nan));
            }
            if let (true, Some(bracket)) = (self.takes_neighbours, bracket) {
                let bracket = bracket.each_ref().map(|values| &values[lane * width..][..width]);
                ways.push(is_neighbour(graph, shape.format, value, bracket));
            }
            right.push(graph.any(&ways));
        }
        graph.all(&right)
    }

    /// True if the assumptions are true of some operands: those of one lane after the other, in the order of the ports.
    pub fn is_assumed(&self, graph: &mut Graph, operands: &[(Format, Vec<Literal>)]) -> Literal {
        let mut all = Vec::new();
        for assumption in &self.assumptions {
            if let Assumption::Equals { place, value, .. } = assumption {
                let word = &operands[*place].1;
                let value = graph.number(*value as i128, word.len());
                all.push(graph.equal(word, &value));
                continue;
            }
            for (format, word) in operands {
                let is_broken = match assumption {
                    Assumption::Normal => {
                        let field = &word[format.fraction_bits..][..format.exponent_bits];
                        let has_field = graph.any(field);
                        let [nan, infinite] = [is_nan(graph, *format, word), is_infinite(graph, *format, word)];
                        let special = graph.or(nan, infinite);
                        graph.or(special, !has_field)
                    }
                    Assumption::NoNan => is_nan(graph, *format, word),
                    Assumption::NoInfinity => is_infinite(graph, *format, word),
                    _ => flush(graph, *format, word).1,
                };
                all.push(!is_broken);
            }
        }
        graph.all(&all)
    }
}

/// The form of a result: values side by side, then flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultShape {
    /// The format of each value.
    pub format: Format,
    /// The number of values.
    pub lanes: usize,
}

impl ResultShape {
    /// Returns the width of the values in bits.
    fn width(self) -> usize {
        self.lanes * self.format.width()
    }
}

/// The conventions in a report.
impl Serialize for Convention {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.words())
    }
}

/// Returns a number with zero in the place of a subnormal one, and a bit that is 1 if it was one.
fn flush(graph: &mut Graph, format: Format, word: &[Literal]) -> (Vec<Literal>, Literal) {
    let (fraction, rest) = word.split_at(format.fraction_bits);
    let has_field = graph.any(&rest[..format.exponent_bits]);
    let has_fraction = graph.any(fraction);
    let is_subnormal = graph.0.and(!has_field, has_fraction);
    let mut flushed = graph.only_if(has_field, fraction);
    flushed.extend(rest);
    (flushed, is_subnormal)
}

/// True if a value is one of the numbers next to an inexact result, which is rounded down and up.
fn is_neighbour(graph: &mut Graph, format: Format, value: &[Literal], bracket: [&[Literal]; 2]) -> Literal {
    let is_one = bracket.map(|bound| graph.equal(value, bound));
    // Zeros of both signs are an exact zero, whose sign follows the rounding.
    let magnitudes = bracket.map(|bound| &bound[..format.width() - 1]).concat();
    let is_inexact = graph.any(&magnitudes);
    let is_one = graph.any(&is_one);
    graph.0.and(is_inexact, is_one)
}

fn is_nan(graph: &mut Graph, format: Format, word: &[Literal]) -> Literal {
    let (fraction, rest) = word.split_at(format.fraction_bits);
    let ones = graph.all(&rest[..format.exponent_bits]);
    let fraction = if format.has_infinity {
        graph.any(fraction)
    } else {
        graph.all(fraction)
    };
    graph.0.and(ones, fraction)
}

fn is_infinite(graph: &mut Graph, format: Format, word: &[Literal]) -> Literal {
    if !format.has_infinity {
        return Literal::FALSE;
    }
    let (fraction, rest) = word.split_at(format.fraction_bits);
    let ones = graph.all(&rest[..format.exponent_bits]);
    let has_fraction = graph.any(fraction);
    graph.0.and(ones, !has_fraction)
}
