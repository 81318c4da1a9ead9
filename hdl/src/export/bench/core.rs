//! Testbench of a core of RISC-V: operations with tags, with pauses on either side, flushes and resets.

use super::flow::{clock, complain, concatenation, pauses, RANDOM, RESETS};
use crate::export::package::Package;

/// Returns the code that drives the operations. The tag is the number of the vector, because results of several groups come
/// out in another order. An operation that a flush or a reset drops is offered again. `latency` is the longest.
pub(super) fn drive(package: &Package, latency: u32) -> String {
    format!(
        "{RANDOM}
    // ---- pauses on either side, flushes and resets: inputs change while the clock is low ----
    integer cycle = 0;
    integer sent = 0;
    integer received = 0;
    integer place;
    reg offered = 1'b0;
    reg [VECTORS-1:0] answered = {{VECTORS{{1'b0}}}};
    reg [VECTORS-1:0] under_way = {{VECTORS{{1'b0}}}};
    task drive;
        begin
            draw;
            reset_n = !({RESETS});
            flush = random[24:20] == 5'd19;
{pauses}            if (offered) in_valid = 1'b1;
            while (sent < VECTORS && answered[sent]) sent = sent + 1;
            if (sent == VECTORS) in_valid = 1'b0;
            place = sent < VECTORS ? sent : 0;
            if (in_valid) {inputs} = vectors[place][INPUTS+OUTPUTS-1:OUTPUTS];
            else          {inputs} = ~vectors[place][INPUTS+OUTPUTS-1:OUTPUTS];
            tag_in = in_valid ? sent[TAG_BITS-1:0] : ~sent[TAG_BITS-1:0];
        end
    endtask
{clock}
    // ---- what the outputs must show, at the rising edge ----
    localparam LIMIT = {cycles} * VECTORS + 1000;
    localparam LATENCY = {latency};
    integer left = 2 * LATENCY + 2;
    integer shown = 0;
    reg known = 1'b0;
    reg held = 1'b0;
    reg [TAG_BITS-1:0] held_tag = 0;
{complain}    always @(posedge clock) begin
        shown = {{{{(32-TAG_BITS){{1'b0}}}}, tag_out}};
        // A group of latency 0 answers the operation that is offered.
        known = shown < VECTORS && (under_way[shown] || (in_valid && shown == sent));
        // Before the first reset anything may be there.
        if (cycle > 0 && reset_n) begin
            if ((out_valid !== 1'b0 && out_valid !== 1'b1) || (in_ready !== 1'b0 && in_ready !== 1'b1)) complain(0);
            if (busy !== (|under_way || in_valid)) complain(1);
            if (held && (!out_valid || tag_out !== held_tag)) complain(2);
            if (out_valid) begin
                if (!known) complain(3);
                else if ({outputs} !== vectors[shown][OUTPUTS-1:0]) mismatch(shown, vectors[shown][OUTPUTS-1:0]);
            end
        end
        if (reset_n && out_valid && out_ready && known) begin
            answered[shown] = 1'b1;
            under_way[shown] = 1'b0;
            received = received + 1;
        end
        held = reset_n && !flush && out_valid && !out_ready;
        held_tag = tag_out;
        offered = reset_n && !flush && in_valid && !in_ready;
        if (!reset_n || flush) begin
            under_way = {{VECTORS{{1'b0}}}};
            sent = 0;
        end else if (in_valid && in_ready) begin
            under_way[sent] = !answered[sent];
            sent = sent + 1;
        end
        // Behind the last result nothing may come; and it has to come.
        if (received == VECTORS) left = left - 1;
        if (cycle == LIMIT) complain(4);
        if (left == 0 || cycle == LIMIT) finish;
        cycle = cycle + 1;
    end
",
        pauses = pauses("out_ready", "in_valid"),
        clock = clock("clock"),
        cycles = 8 * (latency + 1),
        complain = complain(&package.module),
        inputs = concatenation(&package.inputs),
        outputs = concatenation(&package.outputs),
    )
}
