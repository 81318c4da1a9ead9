//! Operands and results of the sections.

use super::section::RegisterSlot;
use crate::element_type::ElementType;
use crate::types::Type;

/// Returns an operand of that name with a value in every lane of the type.
const fn values(name: &'static str, element_type: fn(Type) -> ElementType) -> RegisterSlot {
    RegisterSlot::new(name, element_type, Type::lanes)
}

/// A factor, a term, or the only operand.
pub(super) const A: RegisterSlot = values("a", Type::operand);
/// The other factor or term.
pub(super) const B: RegisterSlot = values("b", Type::operand);
/// An addend, which has the result's format: in mixed precision it is wider than the other operands.
pub(super) const C: RegisterSlot = values("c", |ty| ElementType::Number(ty.result_format()));
/// The result.
pub(super) const D: &[RegisterSlot] = &[RegisterSlot::new("d", Type::result, Type::result_lanes)];

/// Returns a predicate of that name.
const fn predicate(name: &'static str) -> RegisterSlot {
    RegisterSlot::new(name, |_| ElementType::Predicate, |_| 1)
}

/// The predicate that a `.BoolOp` joins with each lane's answer.
pub(super) const C_PREDICATE: RegisterSlot = predicate("c");
/// The answer of lane 0, or of the only one.
pub(super) const P: RegisterSlot = predicate("p");
/// The answer of lane 1.
pub(super) const Q: RegisterSlot = predicate("q");

/// The random bits of a stochastic rounding: the upper half for a, the lower half for b.
pub(super) const RANDOM_BITS: RegisterSlot = RegisterSlot::new("rbits", |_| ElementType::Bits(32), |_| 1);

/// The lower half of an integer register.
pub(super) const INTEGER_D: &[RegisterSlot] = &[RegisterSlot::new("d", |_| ElementType::Unsigned(32), |_| 1)];

/// Returns the operand `a` of a dot product with so many products.
pub(super) const fn elements_of_a(lanes: fn(Type) -> u32) -> RegisterSlot {
    RegisterSlot::new("a", Type::operand, lanes)
}

/// Returns the operand `b` of a dot product with so many products.
pub(super) const fn elements_of_b(lanes: fn(Type) -> u32) -> RegisterSlot {
    RegisterSlot::new("b", Type::second_operand, lanes)
}

/// Returns the operand of that name with the scales of a dot product's elements.
pub(super) const fn scales(name: &'static str, count: fn(Type) -> u32) -> RegisterSlot {
    RegisterSlot::new(name, scale, count)
}

/// Returns the type of the scales of a dot product.
fn scale(ty: Type) -> ElementType {
    ElementType::Small(ty.scale_format().expect("the type has scales"))
}
