//! Formats as the datapaths use them: constants of netlists, and labels of nets.

use halfpipe_isa::FloatFormat;

use crate::net::{encoded, Label};

/// Views of a format that only hardware needs.
pub trait HardwareFormat {
    /// Returns the exponent field of numbers from 1 to 2, which is the exponent bias, as a constant of a netlist.
    fn bias_field(self) -> u64;

    /// Returns the label of a value in this format. A value of a format with arithmetic is displayed as a number,
    /// decoded by the name of the format.
    fn number(self, name: &str) -> Label;
}

impl HardwareFormat for FloatFormat {
    fn bias_field(self) -> u64 {
        self.bias().unsigned_abs()
    }

    fn number(self, name: &str) -> Label {
        if self.has_arithmetic() && !self.is_riscv() {
            encoded(name, self.word())
        } else {
            Label::from(name)
        }
    }
}
