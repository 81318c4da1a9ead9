//! The contract of a pipelined module: which operands' result its outputs show in which clock cycle.

use std::collections::VecDeque;

use crate::stimulus::Control;

/// What is on its way through a pipeline, named by whatever names it: a queue as long as the latency.
///
/// ```
/// use halfpipe_testbench::contract::Contract;
/// use halfpipe_testbench::stimulus::Control;
///
/// let mut contract = Contract::new(2);
/// let running = Control { reset: false, enable: true, in_valid: true };
/// let stalled = Control { enable: false, ..running };
/// assert_eq!(contract.cycle(running, 'a'), None);
/// assert_eq!(contract.cycle(running, 'b'), None);
/// assert_eq!(contract.cycle(stalled, 'c'), Some('a'));
/// assert_eq!(contract.cycle(running, 'd'), Some('a'));
/// assert_eq!(contract.cycle(Control { reset: true, ..running }, 'e'), Some('b'));
/// assert_eq!(contract.cycle(running, 'f'), None);
/// ```
#[derive(Clone, Debug)]
pub struct Contract<T> {
    /// The youngest first; None where nothing valid came in.
    pipeline: VecDeque<Option<T>>,
}

impl<T: Copy> Contract<T> {
    /// A pipeline of so many clock cycles after a reset. At 0 the module is combinational.
    pub fn new(latency: u32) -> Contract<T> {
        Contract {
            pipeline: vec![None; latency as usize].into(),
        }
    }

    /// One clock cycle with these control signals, in which the operands named `entering` are at the ports: whose result
    /// the outputs must show before the edge that ends it. None says that `out_valid` must be 0.
    pub fn cycle(&mut self, control: Control, entering: T) -> Option<T> {
        let entering = control.in_valid.then_some(entering);
        let shown = self.pipeline.back().copied().unwrap_or(entering);
        if control.reset {
            self.pipeline.iter_mut().for_each(|under_way| *under_way = None);
        } else if control.enable && !self.pipeline.is_empty() {
            self.pipeline.pop_back();
            self.pipeline.push_front(entering);
        }
        shown
    }
}
