//! Handshake contract of a pipelined module: the result that its outputs must show in each clock cycle.

use std::collections::VecDeque;

use halfpipe_hdl::design::{ControlInputs, Interface};

/// The items on their way through a pipeline: a queue as long as the latency. The caller chooses the type that
/// identifies an item.
///
/// ```
/// use halfpipe_simulation::contract::Contract;
/// use halfpipe_hdl::design::ControlInputs;
///
/// let mut contract = Contract::new(2);
/// let running = ControlInputs { reset: false, enable: true, in_valid: true };
/// let stalled = ControlInputs { enable: false, ..running };
/// assert_eq!(contract.cycle(running, 'a'), None);
/// assert_eq!(contract.cycle(running, 'b'), None);
/// assert_eq!(contract.cycle(stalled, 'c'), Some('a'));
/// assert_eq!(contract.cycle(running, 'd'), Some('a'));
/// assert_eq!(contract.cycle(ControlInputs { reset: true, ..running }, 'e'), Some('b'));
/// assert_eq!(contract.cycle(running, 'f'), None);
/// ```
#[derive(Clone, Debug)]
pub struct Contract<T> {
    /// The youngest item first; None for a stage without a valid item.
    pipeline: VecDeque<Option<T>>,
    /// True for a unit that works on one item at a time.
    is_iterative: bool,
}

impl<T: Copy> Contract<T> {
    /// Returns a pipeline of `latency` clock cycles, just after a reset. At latency 0 the module is combinational.
    pub fn new(latency: u32) -> Contract<T> {
        Contract {
            pipeline: vec![None; latency as usize].into(),
            is_iterative: false,
        }
    }

    /// Returns the contract of a module with this interface, just after a reset.
    pub fn from_interface(interface: &Interface) -> Contract<T> {
        Contract {
            is_iterative: interface.is_iterative(),
            ..Contract::new(interface.latency())
        }
    }

    /// True if offered items are taken. An iterative unit takes none while it works on one.
    pub fn is_ready(&self) -> bool {
        let under_way = self.pipeline.iter().rev().skip(1).any(Option::is_some);
        !(self.is_iterative && under_way)
    }

    /// Runs one clock cycle with these control signals while the operands of `entering` are at the ports. Returns the
    /// item whose result the outputs must show before the edge that ends the cycle. None means that `out_valid` must be
    /// 0.
    pub fn cycle(&mut self, control: ControlInputs, entering: T) -> Option<T> {
        let entering = (control.in_valid && self.is_ready()).then_some(entering);
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
