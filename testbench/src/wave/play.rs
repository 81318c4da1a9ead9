//! The clock cycles that a wave shows, and what must come out in each.

use halfpipe_reference::evaluate;

use crate::contract::Contract;
use crate::device::Device;
use crate::engine::{CycleIn, CycleOut};
use crate::stimulus::Control;
use crate::Vector;

/// Clock cycles of a module; the first is a reset, unless the module is combinational.
pub(super) struct Play {
    pub inputs: Vec<CycleIn>,
    /// The result that each cycle has to show, if any.
    pub expected: Vec<Option<u32>>,
}

impl Play {
    /// These cycles. Operand bits above an operand's width are dropped.
    pub fn of(device: &dyn Device, mut inputs: Vec<CycleIn>) -> Play {
        let instruction = device.instruction();
        let operands = instruction.operands();
        for input in &mut inputs {
            for (value, operand) in input.operands.iter_mut().zip(operands) {
                *value &= u32::MAX >> (u32::BITS - operand.width());
            }
        }
        let mut contract = Contract::new(device.latency());
        let expected = inputs.iter().map(|input| {
            let control = Control {
                reset: input.reset,
                enable: input.enable,
                in_valid: input.in_valid,
            };
            let shown = contract.cycle(control, input.operands)?;
            Some(evaluate(instruction, &shown[..operands.len()]))
        });
        Play {
            expected: expected.collect(),
            inputs,
        }
    }

    /// A cycle of reset, one vector a cycle, and then as many cycles as the last result takes, and one. A combinational module
    /// has the vectors only.
    pub fn in_a_row(device: &dyn Device, vectors: &[Vector]) -> Play {
        let cycle = |operands: Vector| CycleIn {
            reset: false,
            enable: true,
            in_valid: true,
            operands,
        };
        let mut inputs: Vec<CycleIn> = vectors.iter().copied().map(cycle).collect();
        if device.latency() > 0 {
            let idle = |operands: Vector| CycleIn {
                in_valid: false,
                ..cycle(operands)
            };
            let last = vectors.last().copied().unwrap_or_default();
            inputs.extend(vec![idle(last); device.latency() as usize + 1]);
            let reset = CycleIn {
                reset: true,
                ..idle([0; 3])
            };
            inputs.insert(0, reset);
        }
        Play::of(device, inputs)
    }

    /// Whether a cycle shows what it must not. Before the reset the pipeline may show anything.
    pub fn is_wrong(&self, cycle: usize, output: CycleOut) -> bool {
        match self.expected[cycle] {
            Some(expected) => !output.out_valid || output.d != expected,
            None => output.out_valid && cycle > 0,
        }
    }
}
