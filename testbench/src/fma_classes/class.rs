//! The classes that a vector can be in.
//!
//! Product is what is added to the addend: a · b in an fma, and a alone in add and sub. The addend is c, or −c in a
//! sub.

use std::fmt;

use halfpipe_isa::Rounding;

/// One case. A vector is in several classes: one or none of each group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Leading exponents of product and addend, neither of them zero. A subnormal number's leading exponent is that of
    /// its highest one.
    Exponents {
        /// What the signs make of the sum.
        effective: Effective,
        /// Leading exponent of the product.
        product: i32,
        /// Leading exponent of the addend.
        addend: i32,
    },
    /// How far apart they are.
    Alignment(Alignment),
    /// How much a subtraction cancels.
    Cancellation(Depth),
    /// How an exact sum that is not zero becomes a number of the format.
    Rounding {
        /// Where the result lands.
        landing: Landing,
        /// What is cut off.
        lost: Lost,
        /// What is added up.
        terms: Terms,
        /// Whether the exact sum is negative.
        negative: bool,
    },
    /// A sum in the normal range that is so close to a number or to a midpoint that only its lowest bits tell which
    /// side it is on: what a lost sticky bit or a second rounding gets wrong.
    Close {
        /// Which side of what.
        side: Side,
        /// Whether the number below is odd.
        odd: bool,
        /// What the signs make of the sum.
        effective: Effective,
        /// Whether the sum is negative.
        negative: bool,
    },
    /// What the operands are.
    Operands {
        /// a
        a: Term,
        /// b, where there is one.
        b: Option<Term>,
        /// c
        c: Term,
    },
    /// Something other than a rounded sum, or a change that a modifier makes.
    Special(Special),
}

/// What the signs of product and addend make of their sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Effective {
    /// The signs are equal: magnitudes are added.
    Addition,
    /// The signs differ: magnitudes are subtracted.
    Subtraction,
}

/// How far the leading exponents of product and addend are apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Alignment {
    /// What the signs make of the sum.
    pub effective: Effective,
    /// Whether the product of the two significands, each from 1 up to 2, is 2 or more; none where nothing is
    /// multiplied.
    pub product_carries: Option<bool>,
    /// The addend's leading exponent less the product's.
    pub distance: i32,
}

/// By how many places the sum of an effective subtraction leads lower than the greater of product and addend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// So many.
    Places(i32),
    /// Nothing is left.
    Total,
}

/// Where the result of an exact sum lands that is not zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Landing {
    /// On a normal number of the sum's own binade.
    Binade,
    /// Rounded up to the power of two above.
    NextBinade,
    /// From above it, rounded down to the largest number.
    Largest,
    /// From above the largest number, rounded up to infinity.
    RoundedToInfinity,
    /// The sum itself is past the largest binade.
    Beyond,
    /// On a subnormal number, with part of the sum at or above the smallest.
    Subnormal,
    /// From below it, rounded up to the smallest normal number.
    SmallestNormal,
    /// From below it, rounded up to the smallest subnormal number.
    SmallestSubnormal,
    /// Rounded down to zero.
    Zero,
    /// Below the smallest normal number, and flushed.
    Flushed,
    /// Flushed, though rounding would have reached the smallest normal number.
    FlushedFromNormal,
}

/// What rounding cuts off, against half of the last place, and which way a tie goes where the number below decides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Lost {
    /// Nothing.
    Nothing,
    /// Less than half.
    BelowHalf,
    /// Half, with an even number below.
    TieDown,
    /// Half, with an odd number below.
    TieUp,
    /// Half, where the direction is the same for every number.
    Half,
    /// More than half.
    AboveHalf,
}

/// On which side of a number or a midpoint a sum is, closer to it than 2^-q of the last place, where factors have q
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Just above a number.
    AboveNumber,
    /// Just below the midpoint of two.
    BelowMidpoint,
    /// Just above it.
    AboveMidpoint,
    /// Just below a number.
    BelowNumber,
}

/// What an exact sum that is not zero consists of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Terms {
    /// Product and addend.
    Both(Effective),
    /// The product; the addend is zero.
    Product,
    /// The addend; the product is zero.
    Addend,
}

/// An operand: kind and sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term {
    /// Its kind.
    pub kind: Kind,
    /// Its sign bit.
    pub negative: bool,
}

/// The kinds of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Zero.
    Zero,
    /// A number below the normal ones.
    Subnormal,
    /// A normal number.
    Normal,
    /// An infinity.
    Infinity,
    /// The NaN that `.oob` looks for.
    OutOfBoundsNan,
    /// Any other NaN.
    Nan,
}

/// What comes instead of a rounded sum, and what modifiers change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Special {
    /// a or b is the out-of-bounds NaN of `.oob`.
    OutOfBounds,
    /// An operand is NaN.
    NanOperand,
    /// Infinity times zero, and c is no NaN.
    InfinityTimesZero,
    /// An infinite product and the opposite infinity as the addend.
    InfinityMinusInfinity,
    /// The product is infinite and the addend finite.
    InfiniteProduct {
        /// The product's sign.
        negative: bool,
    },
    /// The addend is infinite and the product finite.
    InfiniteAddend {
        /// Its sign.
        negative: bool,
    },
    /// Product and addend are the same infinity.
    EqualInfinities {
        /// Their sign.
        negative: bool,
    },
    /// Product and addend are zeros.
    Zeros {
        /// The product's sign.
        product_negative: bool,
        /// The addend's sign.
        addend_negative: bool,
    },
    /// The addend is the opposite of the product, which is not zero.
    Opposites {
        /// The product's sign.
        product_negative: bool,
    },
    /// `.ftz` flushes the operand of this position.
    FlushedOperand(usize),
    /// `.sat` and `.relu`: a sum below zero is clamped.
    BelowZero,
    /// `.sat` and `.relu`: −0 becomes +0.
    MinusZero,
    /// `.sat` and `.relu`: −infinity becomes +0.
    MinusInfinity,
    /// `.sat`: a finite sum above 1 that does not round to 1.
    AboveOne,
    /// `.sat`: a sum above 1 that rounds down to it.
    DownToOne,
    /// `.sat`: a sum below 1 that rounds up to it.
    UpToOne,
    /// `.sat`: infinity becomes 1.
    PlusInfinity,
    /// `.sat`: NaN becomes +0.
    NanToZero,
    /// `.relu`: NaN stays NaN.
    NanStays,
}

/// Classes that are counted in one row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Of [`Class::Exponents`].
    Exponents(Effective),
    /// Of [`Class::Alignment`].
    Alignment(Effective, Option<bool>),
    /// Of [`Class::Cancellation`].
    Cancellation,
    /// Of [`Class::Rounding`].
    Rounding(Landing, Lost),
    /// Of [`Class::Close`].
    Close(Side),
    /// Of [`Class::Operands`].
    Operands,
    /// Of [`Class::Special`].
    Special,
}

impl Effective {
    /// Both.
    pub const ALL: [Effective; 2] = [Effective::Addition, Effective::Subtraction];

    /// What signs make of a sum.
    pub fn of(product_negative: bool, addend_negative: bool) -> Effective {
        match product_negative == addend_negative {
            true => Effective::Addition,
            false => Effective::Subtraction,
        }
    }
}

impl Lost {
    /// All that a rounding tells apart.
    pub fn all(rounding: Rounding) -> &'static [Lost] {
        match rounding {
            Rounding::NearestEven => &[
                Lost::Nothing,
                Lost::BelowHalf,
                Lost::TieDown,
                Lost::TieUp,
                Lost::AboveHalf,
            ],
            Rounding::TowardZero | Rounding::TowardNegative | Rounding::TowardPositive => {
                &[Lost::Nothing, Lost::BelowHalf, Lost::Half, Lost::AboveHalf]
            }
        }
    }

    /// Whether the magnitude of a sum of this sign is rounded up.
    pub fn rounds_up(self, rounding: Rounding, negative: bool) -> bool {
        match rounding {
            _ if self == Lost::Nothing => false,
            Rounding::NearestEven => matches!(self, Lost::TieUp | Lost::AboveHalf),
            Rounding::TowardZero => false,
            Rounding::TowardNegative => negative,
            Rounding::TowardPositive => !negative,
        }
    }
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [
        Side::AboveNumber,
        Side::BelowMidpoint,
        Side::AboveMidpoint,
        Side::BelowNumber,
    ];
}

impl Landing {
    /// All eleven.
    pub const ALL: [Landing; 11] = [
        Landing::Binade,
        Landing::NextBinade,
        Landing::Largest,
        Landing::RoundedToInfinity,
        Landing::Beyond,
        Landing::Subnormal,
        Landing::SmallestNormal,
        Landing::SmallestSubnormal,
        Landing::Zero,
        Landing::Flushed,
        Landing::FlushedFromNormal,
    ];
}

impl Terms {
    /// All four.
    pub const ALL: [Terms; 4] = [
        Terms::Both(Effective::Addition),
        Terms::Both(Effective::Subtraction),
        Terms::Product,
        Terms::Addend,
    ];
}

impl Kind {
    /// All six.
    pub const ALL: [Kind; 6] = [
        Kind::Zero,
        Kind::Subnormal,
        Kind::Normal,
        Kind::Infinity,
        Kind::OutOfBoundsNan,
        Kind::Nan,
    ];
}

impl Class {
    /// The row that the class is counted in.
    pub fn group(self) -> Group {
        match self {
            Class::Exponents { effective, .. } => Group::Exponents(effective),
            Class::Alignment(alignment) => Group::Alignment(alignment.effective, alignment.product_carries),
            Class::Cancellation(_) => Group::Cancellation,
            Class::Rounding { landing, lost, .. } => Group::Rounding(landing, lost),
            Class::Close { side, .. } => Group::Close(side),
            Class::Operands { .. } => Group::Operands,
            Class::Special(_) => Group::Special,
        }
    }

    /// How many vectors must be in the class.
    ///
    /// Pairs of exponents and combinations of operands are many and each is met again in other classes; the others are
    /// few, and what can go wrong in them depends on bits that only many vectors try.
    pub fn needed(self) -> u64 {
        match self {
            Class::Exponents { .. } | Class::Operands { .. } => 4,
            Class::Alignment(_) | Class::Special(_) => 32,
            Class::Cancellation(_) | Class::Close { .. } => 256,
            Class::Rounding { .. } => 64,
        }
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Effective::Addition => "addition",
            Effective::Subtraction => "subtraction",
        })
    }
}

impl fmt::Display for Landing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Landing::Binade => "normal",
            Landing::NextBinade => "up to the next binade",
            Landing::Largest => "down to the largest number",
            Landing::RoundedToInfinity => "overflow by rounding",
            Landing::Beyond => "overflow",
            Landing::Subnormal => "subnormal",
            Landing::SmallestNormal => "up to the smallest normal",
            Landing::SmallestSubnormal => "up to the smallest subnormal",
            Landing::Zero => "underflow to zero",
            Landing::Flushed => "flushed",
            Landing::FlushedFromNormal => "flushed below the smallest normal",
        })
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Lost::Nothing => "exact",
            Lost::BelowHalf => "below half",
            Lost::TieDown => "tie down to even",
            Lost::TieUp => "tie up to even",
            Lost::Half => "half",
            Lost::AboveHalf => "above half",
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Side::AboveNumber => "above a number",
            Side::BelowMidpoint => "below a midpoint",
            Side::AboveMidpoint => "above a midpoint",
            Side::BelowNumber => "below a number",
        })
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terms::Both(effective) => effective.fmt(formatter),
            Terms::Product => formatter.pad("product alone"),
            Terms::Addend => formatter.pad("addend alone"),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Places(1) => formatter.pad("1 place"),
            Depth::Places(places) => write!(formatter, "{places} places"),
            Depth::Total => formatter.pad("total"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Zero => "zero",
            Kind::Subnormal => "subnormal",
            Kind::Normal => "normal",
            Kind::Infinity => "infinity",
            Kind::OutOfBoundsNan => "out-of-bounds NaN",
            Kind::Nan => "NaN",
        };
        write!(formatter, "{}{kind}", if self.negative { '-' } else { '+' })
    }
}

impl fmt::Display for Special {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |negative: &bool| if *negative { "-" } else { "+" };
        match self {
            Special::OutOfBounds => formatter.pad("out of bounds"),
            Special::NanOperand => formatter.pad("NaN operand"),
            Special::InfinityTimesZero => formatter.pad("infinity times zero"),
            Special::InfinityMinusInfinity => formatter.pad("infinity minus infinity"),
            Special::InfiniteProduct { negative } => write!(formatter, "product {}infinity", sign(negative)),
            Special::InfiniteAddend { negative } => write!(formatter, "addend {}infinity", sign(negative)),
            Special::EqualInfinities { negative } => write!(formatter, "product and addend {}infinity", sign(negative)),
            Special::Zeros {
                product_negative,
                addend_negative,
            } => write!(
                formatter,
                "product {}0, addend {}0",
                sign(product_negative),
                sign(addend_negative)
            ),
            Special::Opposites { product_negative } => {
                write!(formatter, "addend opposite to a {} product", sign(product_negative))
            }
            Special::FlushedOperand(position) => write!(formatter, "{} flushed", ['a', 'b', 'c'][*position]),
            Special::BelowZero => formatter.pad("sum below zero clamped"),
            Special::MinusZero => formatter.pad("-0 clamped"),
            Special::MinusInfinity => formatter.pad("-infinity clamped"),
            Special::AboveOne => formatter.pad("sum above one clamped"),
            Special::DownToOne => formatter.pad("rounded down to one"),
            Special::UpToOne => formatter.pad("rounded up to one"),
            Special::PlusInfinity => formatter.pad("+infinity clamped"),
            Special::NanToZero => formatter.pad("NaN to zero"),
            Special::NanStays => formatter.pad("NaN not clamped"),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Group::Exponents(effective) => write!(formatter, "exponents, {effective}"),
            Group::Alignment(effective, carries) => {
                let product = match carries {
                    None => "",
                    Some(false) => ", product below 2",
                    Some(true) => ", product from 2 on",
                };
                write!(formatter, "alignment, {effective}{product}")
            }
            Group::Cancellation => formatter.pad("cancellation"),
            Group::Rounding(landing, lost) => write!(formatter, "rounding, {landing}, {lost}"),
            Group::Close(side) => write!(formatter, "just {side}"),
            Group::Operands => formatter.pad("operands"),
            Group::Special => formatter.pad("special"),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.group())?;
        match self {
            Class::Exponents { product, addend, .. } => write!(formatter, "product 2^{product}, addend 2^{addend}"),
            Class::Alignment(alignment) => write!(formatter, "addend at {:+}", alignment.distance),
            Class::Cancellation(depth) => depth.fmt(formatter),
            Class::Rounding { terms, negative, .. } => {
                write!(
                    formatter,
                    "{terms}, {}",
                    if *negative { "negative" } else { "positive" }
                )
            }
            Class::Close {
                odd,
                effective,
                negative,
                ..
            } => {
                let [parity, sign] = [
                    ["even", "odd"][usize::from(*odd)],
                    ["positive", "negative"][usize::from(*negative)],
                ];
                write!(formatter, "{effective}, {parity}, {sign}")
            }
            Class::Operands { a, b: Some(b), c } => write!(formatter, "{a}, {b}, {c}"),
            Class::Operands { a, b: None, c } => write!(formatter, "{a}, {c}"),
            Class::Special(special) => special.fmt(formatter),
        }
    }
}
