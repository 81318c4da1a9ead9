//! Injected faults of the module around the parts of a core. The simulation and the proof must find each.

use halfpipe_faults::text::TextFault;
use halfpipe_hdl::zfh::{Divider, ZfhSpec};

/// A fault in the module of a core.
pub struct Fault {
    /// The form of the core.
    pub form: Form,
    /// The place in its Verilog.
    pub text: TextFault,
}

/// The form of a core with a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// All groups have latency 2, and move together.
    Together,
    /// Each group has a latency of its own, one of them 0, and a small divider.
    Apart,
}

impl Form {
    pub fn spec(self) -> ZfhSpec {
        match self {
            Form::Together => ZfhSpec {
                latencies: [2, 2, 2],
                ..ZfhSpec::default()
            },
            Form::Apart => ZfhSpec {
                latencies: [2, 0, 1],
                divider: Divider::Small,
                ..ZfhSpec::default()
            },
        }
    }
}

const fn together(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        form: Form::Together,
        text: TextFault::new(right, wrong),
    }
}

const fn apart(right: &'static str, wrong: &'static str) -> Fault {
    Fault {
        form: Form::Apart,
        text: TextFault::new(right, wrong),
    }
}

/// The faults.
pub const FAULTS: [Fault; 23] = [
    // A result is lost, repeated, or changed while it waits.
    together("wire enable = !out_valid || out_ready;", "wire enable = 1'b1;"),
    together("wire enable = !out_valid || out_ready;", "wire enable = !out_valid;"),
    together("assign in_ready = enable && |offered;", "assign in_ready = |offered;"),
    together("assign in_ready = enable && |offered;", "assign in_ready = enable;"),
    together("{tags[1*TAG_BITS-1:0], tag_in}", "{tags[1*TAG_BITS-1:0], tag_out}"),
    together("        if (enable) tags <=", "        tags <="),
    together("else if (flush) moving <=", "else if (flush && enable) moving <="),
    together("busy = in_valid || |moving;", "busy = in_valid || |leaving;"),
    together(
        "assign out_valid = |leaving;",
        "assign out_valid = |leaving && out_ready;",
    ),
    apart(
        "wire addmul_h_moves = !addmul_h_valid || addmul_h_taken;",
        "wire addmul_h_moves = 1'b1;",
    ),
    apart(
        "wire addmul_h_moves = !addmul_h_valid || addmul_h_taken;",
        "wire addmul_h_moves = !addmul_h_valid || out_ready;",
    ),
    apart(
        "else if (flush) addmul_h_moving <=",
        "else if (flush && addmul_h_moves) addmul_h_moving <=",
    ),
    apart(
        "wire addmul_h_busy = |addmul_h_moving;",
        "wire addmul_h_busy = addmul_h_moving[1];",
    ),
    apart(
        "in_valid && to_divsqrt_h && divsqrt_h_ready) divsqrt_h_tag",
        "in_valid && to_divsqrt_h) divsqrt_h_tag",
    ),
    apart(
        "wire divsqrt_h_ready = divsqrt_h_free && (!divsqrt_h_valid || divsqrt_h_taken);",
        "wire divsqrt_h_ready = divsqrt_h_free;",
    ),
    apart(
        "wire divsqrt_h_busy = !divsqrt_h_free || divsqrt_h_valid;",
        "wire divsqrt_h_busy = !divsqrt_h_free;",
    ),
    apart(
        "wire divsqrt_h_moves = flush || !divsqrt_h_valid || divsqrt_h_taken;",
        "wire divsqrt_h_moves = !divsqrt_h_valid || divsqrt_h_taken;",
    ),
    apart(
        "wire noncomp_h_ready = noncomp_h_taken;",
        "wire noncomp_h_ready = out_ready;",
    ),
    apart(
        "wire [3:0] chosen = |waiting ? waiting : first;",
        "wire [3:0] chosen = first;",
    ),
    apart(
        "else if (flush || out_ready) waiting <=",
        "else if (out_ready) waiting <=",
    ),
    apart("else if (flush || out_ready) waiting <=", "else if (flush) waiting <="),
    apart(
        "assign conv_taken = conv_chosen && out_ready;",
        "assign conv_taken = conv_valid && out_ready;",
    ),
    apart(
        "({TAG_BITS{conv_chosen}} & conv_tag)",
        "({TAG_BITS{conv_valid}} & conv_tag)",
    ),
];
