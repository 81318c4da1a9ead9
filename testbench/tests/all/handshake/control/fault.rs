//! Faults of a pipeline's control.

/// A fault. Ranks of registers are counted from 0, the one behind the operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// `enable` is stuck at the given value.
    EnableStuck(bool),
    /// The `enable` of one rank of data registers is stuck.
    EnableOfDataStuck(usize, bool),
    /// The `enable` of one valid bit is stuck.
    EnableOfValidStuck(usize, bool),
    /// `enable` acts a cycle late.
    EnableLate,
    /// `reset` does nothing.
    ResetIgnored,
    /// `reset` does not clear one valid bit.
    ResetIgnoredAt(usize),
    /// `reset` does nothing while `enable` is 0.
    ResetNeedsEnable,
    /// Everything is valid.
    InValidIgnored,
    /// `out_valid` comes a cycle before its result.
    ValidEarly,
    /// `out_valid` comes a cycle after its result.
    ValidLate,
    /// The last rank of data registers is missing.
    ResultEarly,
    /// There is an extra rank of data registers.
    ResultLate,
}

impl Fault {
    /// Lists every fault of a pipeline with a latency in clock cycles.
    pub fn all(latency: u32) -> Vec<Fault> {
        let mut faults = vec![
            Fault::EnableStuck(false),
            Fault::EnableStuck(true),
            Fault::EnableLate,
            Fault::ResetIgnored,
            Fault::ResetNeedsEnable,
            Fault::InValidIgnored,
            Fault::ValidEarly,
            Fault::ValidLate,
            Fault::ResultEarly,
            Fault::ResultLate,
        ];
        for rank in 0..latency as usize {
            for stuck in [false, true] {
                faults.push(Fault::EnableOfDataStuck(rank, stuck));
                faults.push(Fault::EnableOfValidStuck(rank, stuck));
            }
            faults.push(Fault::ResetIgnoredAt(rank));
        }
        faults
    }
}
