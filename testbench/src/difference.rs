//! The first place where an external module differs from the generated module, by name or by function.

use halfpipe_simulation::CycleIn;
use halfpipe_simulation::Vector;
use halfpipe_yosys::VerilogDut;

use crate::scoreboard::Finding;

use crate::{NetDifference, StageDifference};

/// The first difference from the generated module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// A net of the same name with another value.
    Net(NetDifference),
    /// A stage with nets that the file lacks, where names do not match.
    Stage(StageDifference),
}

impl Difference {
    /// Returns the first difference that a finding shows. None for a generated module, and where no net differs.
    pub fn find(device: &dyn VerilogDut, finding: &Finding) -> Option<Difference> {
        match finding {
            Finding::Mismatch(mismatch) => Difference::from_vector(device, &mismatch.inputs),
            Finding::HandshakeViolation(violation) => {
                let first = (violation.cycle + 1).saturating_sub(violation.inputs.len());
                Difference::from_cycles(device, &violation.inputs, first)
            }
        }
    }

    /// Returns the first difference for one vector: a net of an edited module, a stage of a file with other names. A file
    /// with some of the names has a net where no lacking net is in front of it.
    pub(crate) fn from_vector(device: &dyn VerilogDut, vector: &Vector) -> Option<Difference> {
        match NetDifference::from_vector(device, vector) {
            Some(net) if net.is_edited => Some(Difference::Net(net)),
            net => {
                let known = net.as_ref().map(|net| net.net.as_str());
                let stage = StageDifference::from_vector(device, vector, known).map(Difference::Stage);
                stage.or(net.map(Difference::Net))
            }
        }
    }

    /// Returns the first net that differs in clock cycles, of which the first has this number.
    pub(crate) fn from_cycles(device: &dyn VerilogDut, cycles: &[CycleIn], first: usize) -> Option<Difference> {
        NetDifference::from_cycles(device, cycles, first).map(Difference::Net)
    }
}
