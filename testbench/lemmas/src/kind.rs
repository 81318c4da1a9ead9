//! Kinds of lemmas.

use std::fmt;

/// The kind of a lemma: the property that it claims.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LemmaKind {
    /// A factor of the multiplier is the significand of the operand of this name.
    Factor(String),
    /// The property that cases assume of a product is true of all products.
    Product,
    /// A digit of the specification's long division is correct.
    QuotientDigit,
    /// The cases cover all operands.
    CaseCoverage,
    /// The result is correct for all operands.
    Result,
    /// One lane of the result is correct.
    Lane(usize),
    /// The result is correct if an operand is infinite or NaN.
    SpecialOperands,
    /// The result is correct if all operands are finite.
    FiniteOperands,
    /// The result is correct for one alignment distance of the terms of a sum.
    Alignment(i64),
    /// Each term of a dot product that is subtracted has the other sign than c.
    TermSigns,
    /// The anchor of a dot product is not below a term other than zero.
    AnchorBound,
    /// The anchor of a dot product is the exponent of a term, or the floor.
    Anchor,
    /// The anchor of the specification has that bound.
    SpecifiedAnchorBound,
    /// The anchor of the specification is the exponent of a term, or the floor.
    SpecifiedAnchor,
    /// The term of this name of a dot product is aligned correctly.
    Term(String),
    /// The addition of this number in a dot product does not wrap.
    Addition(usize),
    /// The terms of a group of products.
    GroupTerms(usize),
    /// An addition in a group: the group, then the addition.
    GroupAddition(usize, usize),
    /// The sum of a group.
    GroupSum(usize),
    /// A group with its scales.
    ScaledGroup(usize),
    /// The additions of a dot product add each term once.
    Sum,
    /// A dot product is rounded correctly.
    Rounding,
    /// The addend is added correctly to a rounded sum.
    Addend,
    /// A dot product is correct if all products are zero, and c is subnormal or zero.
    LoneSubnormal,
    /// The steps of a dot product are its specification.
    Composition,
    /// Each block of a dot product is the same.
    Blocks,
    /// The signs and exponents of a dot product's products are correct.
    TermExponents,
    /// The magnitude of a dot product's sum is correct.
    Magnitude,
    /// A dot product is rounded correctly if the leading one of its sum is in this block of places.
    LeadingOne(usize),
    /// The sign of a dot product that is zero is correct.
    SignOfZero,
    /// The flags are correct.
    Flags,
    /// The result is correct for each value of the only operand.
    EveryValue,
    /// The tag passes the core unchanged.
    Tag,
    /// An unassigned `op` gives a fixed result.
    UnknownOp,
    /// A core takes the operations that it has, and no other.
    TakenOperations,
    /// Neither lane of a core changes the other's result.
    LaneIndependence,
    /// The output bits beside the result are 0.
    UnusedBits,
    /// The sum of partial products of two factors of these widths in bits is their product.
    Rows([usize; 2]),
    /// Every path passes as many registers as the latency says.
    Ranks,
    /// The module is the datapath that the function is proven of.
    Datapath,
    /// An iterative unit is that of one lane, several times.
    Lanes,
    /// The signs of two operands only matter together.
    Signs,
    /// The result is correct for one exponent field of the first operand.
    Exponent(u64),
    /// A reset makes an iterative unit ready.
    Reset,
    /// An iterative unit without operands stays ready.
    Idle,
    /// An iterative unit that works takes no operands.
    Busy,
    /// A flush makes an iterative unit ready.
    Flush,
    /// `out_valid` is the delayed `in_valid`.
    Valid,
    /// The result of an iterative unit does not depend on what it did before.
    Earlier,
    /// Data registers hold in a stall.
    Hold,
    /// Control signals do not change the data.
    Control,
    /// An operand without its box counts as a NaN.
    Box,
    /// A netlist computes the same as the module.
    Netlist,
    /// Nodes of a netlist are bits of the factor of the operand of this name.
    FoundFactor(String),
    /// Nodes of a netlist are the bits of the product of its operands.
    FoundProduct,
    /// One node of the addend changes a sum with a product as much as the addend.
    FoundAddend(usize),
    /// A netlist in which the bits of an addend are nodes computes the same.
    Rewriting,
}

impl LemmaKind {
    /// The name of the alignment lemmas as a group.
    pub const ALIGNMENTS: &'static str = "alignment";
    /// The name of the exponent lemmas as a group.
    pub const EXPONENTS: &'static str = "exponent";
    /// The name of the lemmas about an addend as a group.
    pub const FOUND_ADDENDS: &'static str = "found addend";
}

impl fmt::Display for LemmaKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            LemmaKind::Factor(operand) => return write!(formatter, "factor {operand}"),
            LemmaKind::FoundFactor(operand) => return write!(formatter, "found factor {operand}"),
            LemmaKind::FoundAddend(number) => return write!(formatter, "{} {number}", LemmaKind::FOUND_ADDENDS),
            LemmaKind::Lane(lane) => return write!(formatter, "lane {lane}"),
            LemmaKind::Alignment(distance) => return write!(formatter, "{} {distance}", LemmaKind::ALIGNMENTS),
            LemmaKind::Rows([first, second]) if first == second => return write!(formatter, "rows {first}"),
            LemmaKind::Rows([first, second]) => return write!(formatter, "rows {first} by {second}"),
            LemmaKind::Term(term) => return write!(formatter, "term {term}"),
            LemmaKind::Addition(number) => return write!(formatter, "addition {number}"),
            LemmaKind::GroupTerms(group) => return write!(formatter, "terms of group {group}"),
            LemmaKind::GroupAddition(group, number) => return write!(formatter, "group {group} addition {number}"),
            LemmaKind::GroupSum(group) => return write!(formatter, "sum of group {group}"),
            LemmaKind::ScaledGroup(group) => return write!(formatter, "group {group}"),
            LemmaKind::LeadingOne(block) => return write!(formatter, "leading one {block}"),
            LemmaKind::TermSigns => "term signs",
            LemmaKind::TermExponents => "term exponents",
            LemmaKind::Magnitude => "magnitude",
            LemmaKind::SignOfZero => "sign of zero",
            LemmaKind::AnchorBound => "anchor bound",
            LemmaKind::Anchor => "anchor",
            LemmaKind::SpecifiedAnchorBound => "specified anchor bound",
            LemmaKind::SpecifiedAnchor => "specified anchor",
            LemmaKind::Sum => "sum",
            LemmaKind::Addend => "addend",
            LemmaKind::Rounding => "rounding",
            LemmaKind::LoneSubnormal => "lone subnormal",
            LemmaKind::Composition => "composition",
            LemmaKind::Blocks => "blocks",
            LemmaKind::Product => "product",
            LemmaKind::QuotientDigit => "quotient digit",
            LemmaKind::CaseCoverage => "case coverage",
            LemmaKind::Result => "result",
            LemmaKind::SpecialOperands => "special operands",
            LemmaKind::FiniteOperands => "finite operands",
            LemmaKind::Flags => "flags",
            LemmaKind::EveryValue => "every value",
            LemmaKind::Tag => "tag",
            LemmaKind::UnknownOp => "unknown op",
            LemmaKind::TakenOperations => "taken operations",
            LemmaKind::LaneIndependence => "lane independence",
            LemmaKind::UnusedBits => "unused bits",
            LemmaKind::Ranks => "ranks",
            LemmaKind::Datapath => "datapath",
            LemmaKind::Lanes => "lanes",
            LemmaKind::Signs => "signs",
            LemmaKind::Exponent(field) => return write!(formatter, "{} {field}", LemmaKind::EXPONENTS),
            LemmaKind::Reset => "reset",
            LemmaKind::Idle => "idle",
            LemmaKind::Busy => "busy",
            LemmaKind::Earlier => "earlier operations",
            LemmaKind::Flush => "flush",
            LemmaKind::Valid => "valid",
            LemmaKind::Hold => "hold",
            LemmaKind::Control => "control",
            LemmaKind::Box => "box",
            LemmaKind::Netlist => "netlist",
            LemmaKind::FoundProduct => "found product",
            LemmaKind::Rewriting => "rewriting",
        };
        formatter.write_str(name)
    }
}
