//! Injected faults of a stream, each of which the simulation and the proof must find.

use halfpipe_hdl::design::Design;

use super::UNITS;

/// A text replacement in a stream's Verilog.
pub struct Fault {
    right: &'static str,
    /// The text that replaces the right one.
    pub wrong: &'static str,
    /// The simulation's complaint about it.
    pub complaint: &'static str,
}

impl Fault {
    /// Returns the stream with the fault in it.
    pub fn put_into(&self, stream: &str) -> String {
        assert!(stream.contains(self.right), "{}", self.right);
        stream.replacen(self.right, self.wrong, 1)
    }
}

/// Returns the unit whose stream gets the faults. Its latency is 2.
pub fn unit() -> &'static Design {
    UNITS.iter().find(|unit| unit.latency() == 2).unwrap()
}

/// The faults.
pub const FAULTS: [Fault; 7] = [
    Fault {
        right: "wire enable = !(kept && unit_valid);",
        wrong: "wire enable = !kept || m_axis_tready;",
        complaint: "an input leads to an output within a cycle",
    },
    Fault {
        right: "wire enable = !(kept && unit_valid);",
        wrong: "wire enable = !unit_valid;",
        complaint: "operands are not taken although every result was",
    },
    Fault {
        right: "wire enable = !(kept && unit_valid);",
        wrong: "wire enable = 1'b1;",
        complaint: "the result is not the model's",
    },
    Fault {
        right: "assign m_axis_tvalid = kept || unit_valid;",
        wrong: "assign m_axis_tvalid = (kept || unit_valid) && m_axis_tready;",
        complaint: "an input leads to an output within a cycle",
    },
    Fault {
        right: "m_axis_tvalid && !m_axis_tready;",
        wrong: "unit_valid && !m_axis_tready;",
        complaint: "m_axis_tdata changed while the beat waited",
    },
    Fault {
        right: "kept ? kept_last",
        wrong: "kept ? !kept_last",
        complaint: "m_axis_tlast changed while the beat waited",
    },
    Fault {
        right: "kept <= aresetn && ",
        wrong: "kept <= ",
        complaint: "a beat came out that never went in",
    },
];
