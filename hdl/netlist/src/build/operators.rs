//! Expressions that make nets from nets.
//!
//! Every width is checked when the expression is built. A mismatch is a mistake in the generator, so it panics with a
//! message that names the expression and the line that built it.

use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};
use std::sync::Arc;

use crate::build::builder::{check_width, Builder, Net};
use crate::label::Label;
use crate::node::{ones, Op};

impl fmt::Debug for Net<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bits)", self.builder.describe(*self, 2), self.width)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $symbol:literal, $meaning:literal) => {
        impl<'n> $trait for Net<'n> {
            type Output = Net<'n>;
            #[doc = $meaning]
            #[track_caller]
            fn $method(self, other: Net<'n>) -> Net<'n> {
                self.same_width(other, $symbol);
                self.builder.make(Op::$trait, &[self, other], self.width)
            }
        }
    };
}

impl<'n> BitAnd for Net<'n> {
    type Output = Net<'n>;
    #[track_caller]
    fn bitand(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "&");
        self.builder.make(Op::And, &[self, other], self.width)
    }
}

impl<'n> BitOr for Net<'n> {
    type Output = Net<'n>;
    #[track_caller]
    fn bitor(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "|");
        self.builder.make(Op::Or, &[self, other], self.width)
    }
}

impl<'n> BitXor for Net<'n> {
    type Output = Net<'n>;
    #[track_caller]
    fn bitxor(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "^");
        self.builder.make(Op::Xor, &[self, other], self.width)
    }
}

operator!(Add, add, "+", "The sum, as wide as the operands: a carry out is lost.");
operator!(
    Sub,
    sub,
    "-",
    "The difference, as wide as the operands: a borrow is lost."
);

impl<'n> Not for Net<'n> {
    type Output = Net<'n>;
    fn not(self) -> Net<'n> {
        self.builder.make(Op::Not, &[self], self.width)
    }
}

impl<'n> Net<'n> {
    /// Returns the width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Returns the netlist it belongs to.
    pub fn builder(self) -> &'n Builder {
        self.builder
    }

    /// Returns the value of a constant net.
    pub fn constant_value(self) -> Option<u128> {
        match self.builder.definition(self).0 {
            Op::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Names the net within the current stage, for Verilog, waves and messages. The first of several names stays,
    /// except that a shown net's name replaces a [`hidden`](crate::hidden) one.
    pub fn named(self, label: impl Into<Label>) -> Net<'n> {
        self.builder.label(self.id, label.into());
        self
    }

    /// Returns a label with this net's way to read the bits.
    pub fn alike(self, name: &str) -> Label {
        let show = self.builder.show(self);
        Label::from(name).shown_as(show)
    }

    /// Returns the sum with its carry out: one bit wider than the operands.
    #[track_caller]
    pub fn add_with_carry(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "+");
        self.zero_extend(self.width + 1) + other.zero_extend(self.width + 1)
    }

    /// Returns the product, as wide as both operands together.
    #[track_caller]
    pub fn multiply(self, other: Net<'n>) -> Net<'n> {
        let width = self.width + other.width;
        check_width(width, "a product");
        self.builder.make(Op::Mul, &[self, other], width)
    }

    /// Returns 1 if both are equal.
    #[track_caller]
    pub fn equals(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "==");
        self.builder.make(Op::Equal, &[self, other], 1)
    }

    /// Returns 1 if the net equals a constant.
    #[track_caller]
    pub fn equals_constant(self, value: u64) -> Net<'n> {
        self.equals(self.builder.constant(value, self.width))
    }

    /// Returns 1 if this net is smaller, both unsigned.
    #[track_caller]
    pub fn less_than(self, other: Net<'n>) -> Net<'n> {
        self.same_width(other, "<");
        self.builder.make(Op::Less, &[self, other], 1)
    }

    /// Returns 1 if this net is greater or equal, both unsigned.
    #[track_caller]
    pub fn at_least(self, other: Net<'n>) -> Net<'n> {
        !self.less_than(other)
    }

    /// Returns `then` if this net, one bit wide, is 1, else `otherwise`.
    #[track_caller]
    pub fn select(self, then: Net<'n>, otherwise: Net<'n>) -> Net<'n> {
        assert_eq!(self.width, 1, "the condition {self:?} of a selection is not one bit");
        then.same_width(otherwise, "selected against");
        self.builder.make(Op::Mux, &[self, then, otherwise], then.width)
    }

    /// Shifts left by a net; zeros enter, and bits that leave are lost.
    pub fn shift_left(self, amount: Net<'n>) -> Net<'n> {
        self.builder.make(Op::ShiftLeft, &[self, amount], self.width)
    }

    /// Shifts right by a net; zeros enter, and bits that leave are lost.
    pub fn shift_right(self, amount: Net<'n>) -> Net<'n> {
        self.builder.make(Op::ShiftRight, &[self, amount], self.width)
    }

    /// Returns one bit, counted from the least significant.
    #[track_caller]
    pub fn bit(self, position: u32) -> Net<'n> {
        self.slice(position, 1)
    }

    /// Returns the most significant bit.
    pub fn top_bit(self) -> Net<'n> {
        self.bit(self.width - 1)
    }

    /// Returns `width` bits from position `low` up.
    #[track_caller]
    pub fn slice(self, low: u32, width: u32) -> Net<'n> {
        assert!(
            width >= 1 && low + width <= self.width,
            "bits {low} to {} of {self:?}",
            low + width - 1
        );
        self.builder.make(Op::Slice { low }, &[self], width)
    }

    /// Returns the least significant `width` bits.
    #[track_caller]
    pub fn low(self, width: u32) -> Net<'n> {
        self.slice(0, width)
    }

    /// Returns the most significant `width` bits.
    #[track_caller]
    pub fn high(self, width: u32) -> Net<'n> {
        assert!(width <= self.width, "the top {width} bits of {self:?}");
        self.slice(self.width - width, width)
    }

    /// Returns this net above another: `{self, low}` in Verilog.
    #[track_caller]
    pub fn join(self, low: Net<'n>) -> Net<'n> {
        check_width(self.width + low.width, "a concatenation");
        self.builder.make(Op::Concat, &[self, low], self.width + low.width)
    }

    /// Returns the bit or word repeated side by side.
    #[track_caller]
    pub fn repeat(self, times: u32) -> Net<'n> {
        check_width(self.width * times, "a repetition");
        if times == 1 {
            return self;
        }
        let copies = vec![self; times as usize];
        self.builder.make(Op::Concat, &copies, self.width * times)
    }

    /// Extends the net with zeros above, up to the given width.
    #[track_caller]
    pub fn zero_extend(self, width: u32) -> Net<'n> {
        assert!(width >= self.width, "{self:?} extended to {width} bits");
        if width == self.width {
            return self;
        }
        self.builder.constant(0, width - self.width).join(self)
    }

    /// Extends the net with copies of its top bit, up to the given width: the same number in two's complement.
    #[track_caller]
    pub fn sign_extend(self, width: u32) -> Net<'n> {
        assert!(width >= self.width, "{self:?} extended to {width} bits");
        if width == self.width {
            return self;
        }
        self.top_bit().repeat(width - self.width).join(self)
    }

    /// Appends zeros below: the value times two to the power of `count`.
    #[track_caller]
    pub fn append_zeros(self, count: u32) -> Net<'n> {
        if count == 0 {
            return self;
        }
        self.join(self.builder.constant(0, count))
    }

    /// Returns 1 if any bit is 1.
    pub fn any(self) -> Net<'n> {
        self.builder.make(Op::Any, &[self], 1)
    }

    /// Returns 1 if every bit is 1.
    pub fn all(self) -> Net<'n> {
        self.builder.make(Op::All, &[self], 1)
    }

    /// Returns 1 if every bit is 0.
    pub fn is_zero(self) -> Net<'n> {
        !self.any()
    }

    /// Returns the net if the bit `keep` is 1, else 0.
    #[track_caller]
    pub fn only_if(self, keep: Net<'n>) -> Net<'n> {
        assert_eq!(keep.width, 1, "the condition {keep:?} is not one bit");
        self & keep.repeat(self.width)
    }

    /// Returns the entry of a constant table that this net selects; the table has 2^width entries.
    #[track_caller]
    pub fn look_up(self, entries: &[u128], width: u32) -> Net<'n> {
        assert_eq!(
            entries.len() as u64,
            1 << self.width,
            "entries of a table indexed by {self:?}"
        );
        assert!(
            entries.iter().all(|entry| *entry <= ones(width)),
            "an entry exceeds {width} bits"
        );
        self.builder.make(Op::Table(Arc::from(entries)), &[self], width)
    }

    #[track_caller]
    fn same_width(self, other: Net<'n>, symbol: &str) {
        assert_eq!(
            self.width, other.width,
            "widths differ in `{self:?} {symbol} {other:?}`"
        );
    }
}
