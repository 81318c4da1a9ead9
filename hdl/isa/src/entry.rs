//! Entries: the data of instructions, and where they are found.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ptr;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::error::TypedOperation;
use crate::form::{syntax_lines, Form};
use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::operand::Operand;
use crate::operation::Operation::{self, Add, Fma, Max, Min, Mul, Sub};
use crate::signature::Signature;
use crate::types::Type;

/// The table's data on one instruction.
pub(crate) struct Entry {
    pub(crate) form: Form,
    pub(crate) ty: Type,
    pub(crate) modifiers: Modifiers,
    pub(crate) signature: Signature,
    /// The signature with flags. Instructions that only change a sign, and dot products, have none.
    pub(crate) with_flags: Option<Signature>,
    /// The signatures with a rounding, without and with flags, of an operation that can have all roundings.
    pub(crate) with_rounding: Option<(Signature, Option<Signature>)>,
    /// The position in the table. Instructions in any format have none.
    position: Option<usize>,
}

/// True for arithmetic of the table in a format of eight bits.
pub(crate) fn is_eight_bit_arithmetic(operation: Operation, ty: Type) -> bool {
    let is_in_table = matches!(operation, Add | Sub | Mul | Fma | Min | Max) && !ty.is_composed();
    is_in_table && ty.operand_format().register_bits() == 8
}

impl Entry {
    /// Returns the entries of the table, in the order of [`Instruction::all`](crate::Instruction::all).
    pub(crate) fn all() -> &'static [Entry] {
        &ENTRIES
    }

    /// Returns the entries of the same in every rounding of [`Rounding::ALL`], if it has all of them.
    pub(crate) fn in_roundings(&self) -> Option<[EntryRef; 5]> {
        match self.position {
            Some(position) => IN_ROUNDINGS[position],
            None => self.find_roundings(),
        }
    }

    fn find_roundings(&self) -> Option<[EntryRef; 5]> {
        self.with_rounding.as_ref()?;
        let rounds_to_integer = self.modifiers.iter().any(Modifier::rounds_to_integer);
        let in_rounding = |rounding: Rounding| {
            let others = self.modifiers.iter().filter(|modifier| modifier.rounding().is_none());
            let own = if rounds_to_integer {
                rounding.modifier_to_integer()
            } else {
                rounding.modifier()
            };
            EntryRef::find((self.form.operation(), self.ty, others.chain([own]).collect()))
        };
        let all: Option<Vec<EntryRef>> = Rounding::ALL.into_iter().map(in_rounding).collect();
        all?.try_into().ok()
    }

    fn parts(&self) -> Parts {
        (self.form.operation(), self.ty, self.modifiers)
    }
}

/// The parts by which an instruction is found.
pub(crate) type Parts = (Operation, Type, Modifiers);

/// An entry that lives as long as the program. Each instruction has one.
#[derive(Clone, Copy)]
pub(crate) struct EntryRef(pub(crate) &'static Entry);

impl EntryRef {
    /// Returns the entry with exactly these parts, if there is one.
    pub(crate) fn find(parts: Parts) -> Option<EntryRef> {
        BY_PARTS.get(&parts).copied().or_else(|| find_in_any_format(parts))
    }

    /// Returns the key of the order: the position in the table, then the parts of instructions outside of it.
    fn key(self) -> (usize, Option<Parts>) {
        match self.0.position {
            Some(position) => (position, None),
            None => (usize::MAX, Some(self.0.parts())),
        }
    }
}

impl PartialEq for EntryRef {
    fn eq(&self, other: &EntryRef) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for EntryRef {}

impl PartialOrd for EntryRef {
    fn partial_cmp(&self, other: &EntryRef) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EntryRef {
    fn cmp(&self, other: &EntryRef) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for EntryRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let types = |form: Form| form.types().iter().map(move |&ty| (form, ty));
    let mut all: Vec<Entry> = syntax_lines()
        .flat_map(types)
        .flat_map(|(form, ty)| entries(form, ty))
        .collect();
    for (position, entry) in all.iter_mut().enumerate() {
        entry.position = Some(position);
    }
    all
});

/// Returns the entries of a line with a type.
fn entries(form: Form, ty: Type) -> impl Iterator<Item = Entry> {
    let signature = form.signature(ty);
    let is_riscv = form.source().is_riscv();
    let with_flags = (form.operation().raises_flags() || is_riscv).then(|| signature.with_flags());
    let port = if is_riscv { Operand::RM } else { Operand::ROUNDING };
    let can_have_all = form.operation().has_all_roundings() || form.operation().is_conversion();
    let with_rounding = can_have_all.then(|| {
        let flagged = with_flags.as_ref().map(|flagged| flagged.with_rounding(port));
        (signature.with_rounding(port), flagged)
    });
    form.spellings().into_iter().map(move |modifiers| Entry {
        form,
        ty,
        modifiers,
        signature: signature.clone(),
        with_flags: with_flags.clone(),
        with_rounding: with_rounding.clone(),
        position: None,
    })
}

/// For each entry of the table, the same in every rounding.
static IN_ROUNDINGS: LazyLock<Vec<Option<[EntryRef; 5]>>> =
    LazyLock::new(|| ENTRIES.iter().map(Entry::find_roundings).collect());

/// Each entry of the table by its parts.
static BY_PARTS: LazyLock<HashMap<Parts, EntryRef>> =
    LazyLock::new(|| ENTRIES.iter().map(|entry| (entry.parts(), EntryRef(entry))).collect());

/// Each entry in any format by its parts, from its first use on.
static IN_ANY_FORMAT: LazyLock<Mutex<HashMap<Parts, EntryRef>>> = LazyLock::new(Mutex::default);

/// Returns the entry in any format with exactly these parts, if there is one.
fn find_in_any_format(parts: Parts) -> Option<EntryRef> {
    let (operation, ty, _) = parts;
    let mut known = IN_ANY_FORMAT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&parts) {
        return Some(*found);
    }
    let forms = TypedOperation { operation, ty }
        .forms()
        .filter(|form| form.types().is_empty());
    let entry = forms
        .flat_map(|form| entries(form, ty))
        .find(|entry| entry.parts() == parts)?;
    let found = EntryRef(Box::leak(Box::new(entry)));
    known.insert(parts, found);
    Some(found)
}
