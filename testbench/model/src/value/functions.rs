//! Correctly rounded functions of one operand that PTX does not have on halves, by Ziv's method.
//!
//! Each function has its special and its exact results apart. Elsewhere, intervals enclose the exact result, as for tanh.

use halfpipe_isa::Operation;
use num_bigint::BigUint;
use num_traits::Zero;

use crate::value::arithmetic::reciprocal_root;
use crate::value::interval::Interval;
use crate::value::number::{leading_exponent, Sign, Value};
use crate::value::pi::pi;
use crate::value::transcendental::{cosh_and_sinh, fraction_bits_of, just_below, ln_2, settle};
use crate::value::trigonometric::{trigonometric, Trigonometric};

/// Returns an elementary function of x, which `finish` rounds to nearest and encodes.
///
/// `finish` must be monotone: of two values, the greater never gets the lesser result, or never the greater.
///
/// # Panics
///
/// Panics if the operation is not an elementary function.
pub fn elementary(operation: Operation, x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    match operation {
        Operation::Rsqrt => finish(reciprocal_root(x)),
        Operation::Lg2 => logarithm(Base::Two, x, finish),
        Operation::Log => logarithm(Base::Natural, x, finish),
        Operation::Exp => exponential(x, finish),
        Operation::Sigmoid => sigmoid(x, finish),
        Operation::Silu => silu(x, finish),
        Operation::Gelu => gelu(x, finish),
        Operation::Erf => error_function(x, finish),
        Operation::Sin => trigonometric(Trigonometric::Sine, x, finish),
        Operation::Cos => trigonometric(Trigonometric::Cosine, x, finish),
        _ => panic!("{operation} is not an elementary function"),
    }
}

/// The exponent of a stand-in for numbers that overflow, and its negative for those that vanish, in every format.
const OUT_OF_RANGE: i64 = 1024;

/// A positive number significand · 2^exponent.
struct Magnitude<'v> {
    significand: &'v BigUint,
    exponent: i64,
}

impl<'v> Magnitude<'v> {
    /// Returns the number significand · 2^exponent.
    fn new(significand: &'v BigUint, exponent: i64) -> Self {
        Magnitude { significand, exponent }
    }

    /// Returns the exponent of the leading one.
    fn leading(&self) -> i64 {
        leading_exponent(self.significand, self.exponent)
    }

    /// Returns the number, exactly, with this many fraction bits or as many more as it needs.
    fn interval(&self, fraction_bits: u64) -> Interval {
        let fraction_bits = fraction_bits + fraction_bits_of(self.exponent);
        let units = self.significand << (fraction_bits as i64 + self.exponent);
        Interval::exact(units, fraction_bits)
    }

    /// Splits the number into m · 2^k with 1 ≤ m < 2. Returns k and m − 1, exactly, with this many fraction bits or as
    /// many more as it needs.
    fn split(&self, fraction_bits: u64) -> (i64, Interval) {
        let leading = self.leading();
        let digits = self.significand.bits() - 1;
        let fraction = self.significand - (BigUint::from(1_u32) << digits);
        (
            leading,
            Interval::exact(fraction << fraction_bits, fraction_bits + digits),
        )
    }

    /// Returns the product with each end of an interval, under a sign.
    fn times(&self, factor: Interval, sign: Sign) -> [Value; 2] {
        factor.ends(sign, self.exponent).map(|end| match end {
            Value::Finite {
                sign,
                significand,
                exponent,
            } => Value::Finite {
                sign,
                significand: significand * self.significand,
                exponent,
            },
            other => other,
        })
    }
}

/// A logarithm.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// To base 2.
    Two,
    /// To base e.
    Natural,
}

/// Returns the logarithm of x, which `finish` rounds to nearest and encodes. `finish` must be monotone.
fn logarithm(base: Base, x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    let (significand, exponent) = match x {
        Value::Nan | Value::Infinity { sign: Sign::Negative } => return finish(Value::Nan),
        Value::Infinity { sign: Sign::Positive } => return finish(x.clone()),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => match (significand.is_zero(), sign) {
            (true, _) => return finish(Value::Infinity { sign: Sign::Negative }),
            (false, Sign::Negative) => return finish(Value::Nan),
            (false, Sign::Positive) => (significand, *exponent),
        },
    };
    let magnitude = Magnitude { significand, exponent };
    let power = magnitude.leading();
    let sign = if power < 0 { Sign::Negative } else { Sign::Positive };
    let is_power = significand.count_ones() == 1;
    if is_power && (base == Base::Two || power == 0) {
        return finish(Value::Finite {
            sign,
            significand: power.unsigned_abs().into(),
            exponent: 0,
        });
    }
    settle(finish, |precision| {
        // The logarithm of a number next to 1 is about its distance from 1.
        let (_, fraction) = magnitude.split(precision);
        let fraction_bits = fraction.fraction_bits();
        let two = Interval::integer(2, fraction_bits);
        // ln m = 2 artanh((m - 1) / (m + 1))
        let half = artanh(&fraction.divided_by(&two.plus(&fraction)));
        let of_significand = half.plus(&half);
        let ln_2 = ln_2(fraction_bits);
        let powers = u32::try_from(power.unsigned_abs()).expect("a small exponent");
        let (whole, part) = match base {
            Base::Two => (
                Interval::integer(powers, fraction_bits),
                of_significand.divided_by(&ln_2),
            ),
            Base::Natural => (ln_2.times(&Interval::integer(powers, fraction_bits)), of_significand),
        };
        let logarithm = match sign {
            Sign::Positive => whole.plus(&part),
            Sign::Negative => whole.minus(&part),
        };
        logarithm.ends(sign, 0)
    })
}

/// Encloses artanh y = y + y³/3 + y⁵/5 + … for 0 ≤ y ≤ 1/3.
fn artanh(y: &Interval) -> Interval {
    let square = y.times(y);
    let mut power = y.clone();
    let mut sum = y.clone();
    for degree in (3..).step_by(2) {
        power = power.times(&square);
        sum = sum.plus(&power.divided_by_integer(degree));
        if power.is_at_most_one_unit() {
            break;
        }
    }
    // The powers that follow sum to an eighth of this one.
    sum.plus_at_most(&power)
}

/// Returns e^x, which `finish` rounds to nearest and encodes. `finish` must be monotone.
fn exponential(x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    match x {
        Value::Nan | Value::Infinity { sign: Sign::Positive } => finish(x.clone()),
        Value::Infinity { sign: Sign::Negative } => finish(Value::zero(Sign::Positive)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let magnitude = Magnitude::new(significand, *exponent);
            if significand.is_zero() {
                return finish(Value::power_of_two(Sign::Positive, 0));
            }
            if magnitude.leading() >= 7 {
                let exponent = if *sign == Sign::Positive {
                    OUT_OF_RANGE
                } else {
                    -OUT_OF_RANGE
                };
                return finish(Value::power_of_two(Sign::Positive, exponent));
            }
            settle(finish, |precision| {
                let power = power_of_e(&magnitude, precision);
                let power = match sign {
                    Sign::Positive => power,
                    Sign::Negative => Interval::integer(1, power.fraction_bits()).divided_by(&power),
                };
                power.ends(Sign::Positive, 0)
            })
        }
    }
}

/// Encloses e^x for 0 < x < 128, with enough fraction bits for its reciprocal.
fn power_of_e(x: &Magnitude, precision: u64) -> Interval {
    // e^x < 2^(1.5 · 2^(leading + 1))
    let reciprocal_bits = if x.leading() < 0 { 2 } else { 3 << x.leading() };
    let (cosh, sinh) = cosh_and_sinh(&x.interval(precision + reciprocal_bits));
    cosh.plus(&sinh)
}

/// Encloses the logistic function 1 / (1 + e^-x) for 0 < |x| < 128.
fn logistic(x: &Magnitude, sign: Sign, precision: u64) -> Interval {
    let power = power_of_e(x, precision);
    let one = Interval::integer(1, power.fraction_bits());
    let above = one.plus(&power);
    match sign {
        Sign::Positive => power.divided_by(&above),
        Sign::Negative => one.divided_by(&above),
    }
}

/// Returns the logistic function 1 / (1 + e^-x), which `finish` rounds to nearest and encodes. `finish` must be monotone.
fn sigmoid(x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    match x {
        Value::Nan => finish(Value::Nan),
        Value::Infinity { sign: Sign::Positive } => finish(Value::power_of_two(Sign::Positive, 0)),
        Value::Infinity { sign: Sign::Negative } => finish(Value::zero(Sign::Positive)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let magnitude = Magnitude::new(significand, *exponent);
            if significand.is_zero() {
                finish(Value::power_of_two(Sign::Positive, -1))
            } else if magnitude.leading() < 7 {
                settle(finish, |precision| {
                    logistic(&magnitude, *sign, precision).ends(Sign::Positive, 0)
                })
            } else if *sign == Sign::Positive {
                finish(just_below(Sign::Positive, &BigUint::from(1_u32), 0))
            } else {
                finish(Value::power_of_two(Sign::Positive, -OUT_OF_RANGE))
            }
        }
    }
}

/// Returns x / (1 + e^-x), which `finish` rounds to nearest and encodes. `finish` must be monotone.
fn silu(x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    weighted(x, finish, 7, logistic)
}

/// Returns x · Φ(x) with the distribution function Φ of the normal distribution, which `finish` rounds to nearest and
/// encodes. `finish` must be monotone.
fn gelu(x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    weighted(x, finish, 4, |magnitude, sign, precision| {
        // The normal distribution beyond 16 is below 2^-189.
        let extra = if magnitude.leading() < 0 { 2 } else { 192 };
        let x = magnitude.interval(precision + extra);
        let half = Interval::integer(1, x.fraction_bits()).divided_by_integer(2);
        let distance = normal_between_zero_and(&x);
        match sign {
            Sign::Positive => half.plus(&distance),
            Sign::Negative => half.minus(&distance),
        }
    })
}

/// Returns x times a weight, which goes to 1 for large x and to 0 for large negative x, from 2^`large` on in no format's
/// precision.
fn weighted(
    x: &Value,
    finish: impl Fn(Value) -> u32,
    large: i64,
    weight: impl Fn(&Magnitude, Sign, u64) -> Interval,
) -> u32 {
    match x {
        Value::Nan | Value::Infinity { sign: Sign::Positive } => finish(x.clone()),
        Value::Infinity { sign: Sign::Negative } => finish(Value::zero(Sign::Negative)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let magnitude = Magnitude::new(significand, *exponent);
            if significand.is_zero() {
                finish(x.clone())
            } else if magnitude.leading() < large {
                settle(finish, |precision| {
                    magnitude.times(weight(&magnitude, *sign, precision), *sign)
                })
            } else if *sign == Sign::Positive {
                finish(just_below(Sign::Positive, significand, *exponent))
            } else {
                finish(Value::power_of_two(Sign::Negative, -OUT_OF_RANGE))
            }
        }
    }
}

/// Encloses Φ(x) − 1/2 = (x + x³/3 + x⁵/(3 · 5) + …) / (√(2π) · e^(x²/2)).
fn normal_between_zero_and(x: &Interval) -> Interval {
    let square = x.times(x);
    let (cosh, sinh) = cosh_and_sinh(&square.divided_by_integer(2));
    let pi = pi(x.fraction_bits());
    let density = pi.plus(&pi).square_root().times(&cosh.plus(&sinh));
    odd_series(x, &square).divided_by(&density)
}

/// Returns the error function of x, which `finish` rounds to nearest and encodes. `finish` must be monotone.
fn error_function(x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    match x {
        Value::Nan => finish(Value::Nan),
        Value::Infinity { sign } => finish(Value::power_of_two(*sign, 0)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let magnitude = Magnitude::new(significand, *exponent);
            if significand.is_zero() {
                finish(x.clone())
            } else if magnitude.leading() >= 3 {
                // erf 8 > 1 - 2^-90
                finish(just_below(*sign, &BigUint::from(1_u32), 0))
            } else {
                settle(finish, |precision| {
                    // erf x = 2 / √π · (x + 2 x³/3 + 4 x⁵/(3 · 5) + …) / e^(x²)
                    let x = magnitude.interval(precision + 8);
                    let square = x.times(&x);
                    let (cosh, sinh) = cosh_and_sinh(&square);
                    let series = odd_series(&x, &square.plus(&square));
                    let density = pi(x.fraction_bits()).square_root().times(&cosh.plus(&sinh));
                    series.plus(&series).divided_by(&density).ends(*sign, 0)
                })
            }
        }
    }
}

/// Encloses x + x y/3 + x y²/(3 · 5) + x y³/(3 · 5 · 7) + …
fn odd_series(x: &Interval, y: &Interval) -> Interval {
    let mut term = x.clone();
    let mut sum = x.clone();
    for degree in (3..).step_by(2) {
        term = term.times(y).divided_by_integer(degree);
        sum = sum.plus(&term);
        // From y ≤ degree/2 on, each term is at most half the one before.
        if term.is_at_most_one_unit() && y.is_at_most(degree / 2) {
            break;
        }
    }
    sum.plus_at_most(&term)
}
