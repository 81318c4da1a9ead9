//! Values that are made while the program runs, and live as long as it.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A set of values, each of which exists once.
pub(crate) struct Interner<T: 'static>(Mutex<BTreeSet<&'static T>>);

impl<T: Ord> Interner<T> {
    /// A set without values.
    pub const fn new() -> Interner<T> {
        Interner(Mutex::new(BTreeSet::new()))
    }

    /// Returns the value of the set that equals a value.
    pub fn intern(&self, value: T) -> &'static T {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = values.get(&value) {
            return known;
        }
        let value: &'static T = Box::leak(Box::new(value));
        values.insert(value);
        value
    }
}

/// Returns a name that lives as long as the program. Equal names are one.
pub(crate) fn intern(name: String) -> &'static str {
    static NAMES: Interner<String> = Interner::new();
    NAMES.intern(name)
}
