//! Comparisons set and setp: a relation between two numbers.

use std::cmp::Ordering;

use halfpipe_isa::Modifier;

use crate::value::compare::order;
use crate::value::number::Value;

/// True if a relation holds; -0 equals +0.
pub fn holds(relation: Modifier, x: &Value, y: &Value) -> bool {
    let is_any = |_: Ordering| true;
    let is_none = |_: Ordering| false;
    // The result of the relation for two numbers, and for a NaN.
    let (of_numbers, of_nan): (fn(Ordering) -> bool, bool) = match relation {
        Modifier::Eq => (Ordering::is_eq, false),
        Modifier::Ne => (Ordering::is_ne, false),
        Modifier::Lt => (Ordering::is_lt, false),
        Modifier::Le => (Ordering::is_le, false),
        Modifier::Gt => (Ordering::is_gt, false),
        Modifier::Ge => (Ordering::is_ge, false),
        Modifier::Num => (is_any, false),
        Modifier::Equ => (Ordering::is_eq, true),
        Modifier::Neu => (Ordering::is_ne, true),
        Modifier::Ltu => (Ordering::is_lt, true),
        Modifier::Leu => (Ordering::is_le, true),
        Modifier::Gtu => (Ordering::is_gt, true),
        Modifier::Geu => (Ordering::is_ge, true),
        Modifier::AnyNan => (is_none, true),
        other => panic!("{other} is no relation"),
    };
    let ordering = order(x, y).map(|ordering| {
        if x.is_zero() && y.is_zero() {
            Ordering::Equal
        } else {
            ordering
        }
    });
    ordering.map_or(of_nan, of_numbers)
}

/// Combines an answer with the predicate `c`.
pub fn join(junction: Option<Modifier>, answer: bool, c: bool) -> bool {
    match junction {
        None => answer,
        Some(Modifier::And) => answer && c,
        Some(Modifier::Or) => answer || c,
        Some(Modifier::Xor) => answer != c,
        Some(other) => panic!("{other} joins nothing"),
    }
}
