//! Results of an instruction with one operand of at most 16 bits a lane, each computed once by the golden model.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use halfpipe_isa::Instruction;

/// The widest operand of a table, in bits.
pub const WIDEST: u32 = 16;

/// The mark of an entry that is known.
const KNOWN: u64 = 1 << 63;

/// The lowest bit of the flags in an entry. The result is below them.
const FLAGS_PLACE: u32 = 32;

/// The results of a lane: an entry for each operand, filled on first use.
#[derive(Debug)]
pub struct Table {
    instruction: Instruction,
    entries: Vec<AtomicU64>,
}

static TABLES: LazyLock<Mutex<HashMap<String, Arc<Table>>>> = LazyLock::new(Mutex::default);

impl Table {
    /// Returns the table of an instruction. All callers share it.
    pub fn shared(instruction: Instruction) -> Arc<Table> {
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let bits = instruction.signature().operands()[0].element_type.bits();
            Arc::new(Table {
                instruction,
                entries: (0..1 << bits).map(|_| AtomicU64::new(0)).collect(),
            })
        };
        tables.entry(instruction.to_string()).or_insert_with(new).clone()
    }

    /// Returns the result and the flags of a lane.
    pub fn result(&self, operand: u64) -> (u64, u64) {
        let entry = &self.entries[operand as usize & (self.entries.len() - 1)];
        let known = entry.load(Ordering::Relaxed);
        let found = if known & KNOWN != 0 {
            known
        } else {
            let computed = self.compute(operand & (self.entries.len() as u64 - 1));
            entry.store(computed, Ordering::Relaxed);
            computed
        };
        (found & u64::from(u32::MAX), (found & !KNOWN) >> FLAGS_PLACE)
    }

    /// Returns the entry of an operand, which is in every lane.
    fn compute(&self, operand: u64) -> u64 {
        let signature = self.instruction.signature();
        let register = signature.operands()[0];
        let lanes = (0..register.lanes).map(|lane| operand << (lane * register.element_type.bits()));
        let word = lanes.fold(0, |word, lane| word | lane);
        let results = halfpipe_model::results(self.instruction, &[word]);
        let bits = signature.results()[0].lane(results[0], 0);
        let flags = if self.instruction.has_flags() { results[1] } else { 0 };
        bits | flags << FLAGS_PLACE | KNOWN
    }
}
