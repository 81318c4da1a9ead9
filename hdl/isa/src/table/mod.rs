//! The instruction set: one section per operation of the PTX text and list of operands, with one row per syntax line.
//!
//! Everything else in this crate derives from [`sections`].

mod any_format;
mod arithmetic;
mod conversions;
mod dot;
mod ptx;
mod register;
mod riscv;
mod section;
mod types;

pub use section::{InstructionSource, Introduced};
pub(crate) use section::{RegisterSlot, Row, Section, Slot};

/// Returns the instruction set, in the order of the PTX text, followed by the instructions outside PTX.
pub(crate) fn sections() -> impl Iterator<Item = &'static Section> {
    let all = [
        ptx::PTX,
        conversions::CONVERSIONS,
        arithmetic::ARITHMETIC,
        riscv::ARITHMETIC,
        riscv::TRANSFERS,
        riscv::ADDITIONAL,
        riscv::CONSTANTS,
        dot::DOTS,
    ];
    all.into_iter().flatten()
}

/// Returns the instructions in any format, which [`sections`] does not have.
pub(crate) fn sections_of_any_format() -> &'static [Section] {
    any_format::ANY_FORMAT
}
