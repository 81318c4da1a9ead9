//! Classes of vectors, by the kinds of operands and result.

use halfpipe_spec::{Arithmetic, Format, Logic};
use serde::Serialize;

use halfpipe_lemmas::graph::{Graph, Literal};

/// A class of vectors. A vector belongs to the first class that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VectorClass {
    /// An operand is NaN.
    NanOperand,
    /// An operand is infinite.
    InfiniteOperand,
    /// An operand is subnormal.
    SubnormalOperand,
    /// The result is infinite or NaN.
    InfiniteResult,
    /// The result is subnormal.
    SubnormalResult,
    /// The result is zero.
    ZeroResult,
    /// An operand is zero.
    ZeroOperand,
    /// Operands and result are normal numbers.
    Normal,
}

impl VectorClass {
    /// The classes in their order.
    pub const ALL: [VectorClass; 8] = [
        VectorClass::NanOperand,
        VectorClass::InfiniteOperand,
        VectorClass::SubnormalOperand,
        VectorClass::InfiniteResult,
        VectorClass::SubnormalResult,
        VectorClass::ZeroResult,
        VectorClass::ZeroOperand,
        VectorClass::Normal,
    ];

    /// Returns the class in words, behind "with".
    pub fn words(self) -> &'static str {
        match self {
            VectorClass::NanOperand => "a NaN operand",
            VectorClass::InfiniteOperand => "an infinite operand",
            VectorClass::SubnormalOperand => "a subnormal operand",
            VectorClass::InfiniteResult => "an infinite result",
            VectorClass::SubnormalResult => "a subnormal result",
            VectorClass::ZeroResult => "a zero result",
            VectorClass::ZeroOperand => "a zero operand",
            VectorClass::Normal => "normal operands and result",
        }
    }
}

/// The kinds of a number, as bits of a graph.
struct NumberKind {
    nan: Literal,
    infinite: Literal,
    subnormal: Literal,
    zero: Literal,
}

impl NumberKind {
    fn new(graph: &mut Graph, format: Format, word: &[Literal]) -> NumberKind {
        let (fraction, rest) = word.split_at(format.fraction_bits);
        let field = &rest[..format.exponent_bits];
        let [ones, has_field, has_fraction] = [graph.all(field), graph.any(field), graph.any(fraction)];
        let full = graph.all(fraction);
        let is_top = |graph: &mut Graph, other: Literal| graph.and(ones, other);
        let (nan, infinite) = if format.has_infinity {
            (is_top(graph, has_fraction), is_top(graph, !has_fraction))
        } else {
            (is_top(graph, full), Literal::FALSE)
        };
        NumberKind {
            nan,
            infinite,
            subnormal: graph.and(!has_field, has_fraction),
            zero: graph.and(!has_field, !has_fraction),
        }
    }
}

/// Returns a bit for each class, of which one is 1. Operands and results are those of all lanes, each in its format.
pub fn classify(
    graph: &mut Graph,
    operands: &[(Format, Vec<Literal>)],
    results: &[(Format, Vec<Literal>)],
) -> Vec<Literal> {
    let kinds = |graph: &mut Graph, words: &[(Format, Vec<Literal>)]| -> Vec<NumberKind> {
        words
            .iter()
            .map(|(format, word)| NumberKind::new(graph, *format, word))
            .collect()
    };
    let [operands, results] = [kinds(graph, operands), kinds(graph, results)];
    let [nan, infinite] = [
        any(graph, &results, |kind| kind.nan),
        any(graph, &results, |kind| kind.infinite),
    ];
    let facts = [
        any(graph, &operands, |kind| kind.nan),
        any(graph, &operands, |kind| kind.infinite),
        any(graph, &operands, |kind| kind.subnormal),
        graph.or(nan, infinite),
        any(graph, &results, |kind| kind.subnormal),
        any(graph, &results, |kind| kind.zero),
        any(graph, &operands, |kind| kind.zero),
        Literal::TRUE,
    ];
    let mut is_open = Literal::TRUE;
    let mut classes = Vec::new();
    for fact in facts {
        classes.push(graph.and(is_open, fact));
        is_open = graph.and(is_open, !fact);
    }
    classes
}

/// True if one of some numbers is of a kind.
fn any(graph: &mut Graph, kinds: &[NumberKind], kind: fn(&NumberKind) -> Literal) -> Literal {
    let bits: Vec<Literal> = kinds.iter().map(kind).collect();
    graph.any(&bits)
}
