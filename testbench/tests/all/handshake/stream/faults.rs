//! Injected faults of a stream, each of which the simulation and the proof must find.

use halfpipe_faults::text::TextFault;
use halfpipe_hdl::design::Design;

use super::UNITS;

/// A fault in the Verilog of a stream.
pub struct Fault {
    /// The place in the Verilog.
    pub text: TextFault,
    /// The simulation's complaint about it.
    pub complaint: &'static str,
}

/// Returns the unit whose stream gets the faults. Its latency is 2.
pub fn unit() -> &'static Design {
    UNITS.iter().find(|unit| unit.latency() == 2).unwrap()
}

/// The faults.
pub const FAULTS: [Fault; 7] = [
    Fault {
        text: TextFault::new(
            "wire enable = !(kept && unit_valid);",
            "wire enable = !kept || m_axis_tready;",
        ),
        complaint: "an input leads to an output within a cycle",
    },
    Fault {
        text: TextFault::new("wire enable = !(kept && unit_valid);", "wire enable = !unit_valid;"),
        complaint: "operands are not taken although every result was",
    },
    Fault {
        text: TextFault::new("wire enable = !(kept && unit_valid);", "wire enable = 1'b1;"),
        complaint: "the result is not the model's",
    },
    Fault {
        text: TextFault::new(
            "assign m_axis_tvalid = kept || unit_valid;",
            "assign m_axis_tvalid = (kept || unit_valid) && m_axis_tready;",
        ),
        complaint: "an input leads to an output within a cycle",
    },
    Fault {
        text: TextFault::new("m_axis_tvalid && !m_axis_tready;", "unit_valid && !m_axis_tready;"),
        complaint: "m_axis_tdata changed while the beat waited",
    },
    Fault {
        text: TextFault::new("kept ? kept_last", "kept ? !kept_last"),
        complaint: "m_axis_tlast changed while the beat waited",
    },
    Fault {
        text: TextFault::new("kept <= aresetn && ", "kept <= "),
        complaint: "a beat came out that never went in",
    },
];
