//! Injected faults of the modules around the units of a tile with two ranks and three slots. The simulation must find
//! each; the proof those of the handshake.

use halfpipe_faults::text::TextFault;

/// The faults of the handshake and the accumulators, which the proof finds too.
pub const OF_HANDSHAKE: usize = 16;

/// The faults.
pub const FAULTS: [TextFault; 20] = [
    // The accumulator starts from its old content, or always from c.
    TextFault::new("first ? c : sums[slot]", "sums[slot]"),
    TextFault::new("first ? c : sums[slot]", "c"),
    TextFault::new("first ? c : sums[slot]", "first ? c : sums[ending_slot]"),
    // A step starts on a slot whose previous step is under way, or on a slot that does not exist.
    TextFault::new("moves && !blocked[slot]", "moves"),
    TextFault::new("{{1{1'b1}}, busy}", "{{1{1'b0}}, busy}"),
    TextFault::new("moves && !blocked[slot]", "!blocked[slot]"),
    // A slot stays busy, or is free too early.
    TextFault::new("(busy & ~ended) | started", "busy | started"),
    TextFault::new("(busy & ~ended) | started", "started"),
    // A result is lost, repeated or changed while it waits.
    TextFault::new("!(closing && out_valid && !out_ready)", "1'b1"),
    TextFault::new("!(closing && out_valid && !out_ready)", "!(closing && out_valid)"),
    TextFault::new("else if (out_ready) out_valid <= 1'b0;", "else out_valid <= 1'b0;"),
    TextFault::new("else if (out_ready) out_valid <= 1'b0;", ""),
    TextFault::new("if (closes) d <= sum;", "if (ends) d <= sum;"),
    // A sum goes to another slot, or is written while nothing moves.
    TextFault::new("sums[ending_slot] <= sum;", "sums[slot] <= sum;"),
    TextFault::new("if (closes) out_slot <= ending_slot;", "if (closes) out_slot <= slot;"),
    TextFault::new("if (reset) moving <= 2'd0;\n        else if", "if"),
    // Wrong row, column, or place of c and d.
    TextFault::new(".a(a[32*i +: 32])", ".a(a[32*j +: 32])"),
    TextFault::new(".b(b[32*j +: 32])", ".b(b[32*i +: 32])"),
    TextFault::new(".c(c[16*(2*i+j) +: 16])", ".c(c[16*(2*j+i) +: 16])"),
    TextFault::new(".d(d[16*(2*i+j) +: 16])", ".d(d[16*(2*j+i) +: 16])"),
];
