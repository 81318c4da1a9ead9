//! Testbench of a tile: steps of matrix products, with pauses on either side and resets.

use super::flow::{clock, complain, concatenation, pauses, RANDOM};
use crate::export::package::Package;

/// Returns the code that drives the steps. Results come out in the order of the steps that ask for them. A reset loses the sums
/// of all slots, so all steps begin again after the second one.
pub(super) fn drive(package: &Package, latency: u32) -> String {
    format!(
        "{RANDOM}
    // ---- pauses on either side and two resets: inputs change while the clock is low ----
    integer cycle = 0;
    integer sent = 0;
    integer place;
    reg offered = 1'b0;
    task drive;
        begin
            draw;
            reset = cycle == 0 || cycle == 97;
{pauses}            if (offered) in_valid = 1'b1;
            if (sent == VECTORS) in_valid = 1'b0;
            place = sent < VECTORS ? sent : 0;
            if (in_valid) {inputs} = vectors[place][INPUTS+OUTPUTS-1:OUTPUTS];
            else          {inputs} = ~vectors[place][INPUTS+OUTPUTS-1:OUTPUTS];
        end
    endtask
{clock}
    // ---- what the outputs must show, at the rising edge ----
    localparam LIMIT = {cycles} * VECTORS + 1000;
    localparam LATENCY = {latency};
    integer awaited = 0;
    integer left = 2 * LATENCY + 2;
    reg held = 1'b0;
{complain}    // The first input says whether the sums of a step come out.
    function is_last(input integer number);
        is_last = vectors[number][INPUTS+OUTPUTS-1];
    endfunction
    always @(posedge clock) begin
        // Before the first reset anything may be there.
        if (cycle > 0) begin
            if ((out_valid !== 1'b0 && out_valid !== 1'b1) || (in_ready !== 1'b0 && in_ready !== 1'b1)) complain(0);
            if (held && !out_valid) complain(1);
            while (awaited < sent && !is_last(awaited)) awaited = awaited + 1;
            if (out_valid && awaited == sent) complain(2);
            if (out_valid && awaited < sent) begin
                if ({outputs} !== vectors[awaited][OUTPUTS-1:0]) mismatch(awaited, vectors[awaited][OUTPUTS-1:0]);
                if (out_ready) awaited = awaited + 1;
            end
        end
        held = !reset && out_valid && !out_ready;
        offered = !reset && in_valid && !in_ready;
        if (reset) begin
            sent = 0;
            awaited = 0;
        end else if (in_valid && in_ready) sent = sent + 1;
        // Behind the last result nothing may come; and it has to come.
        if (awaited == VECTORS && cycle > 97) left = left - 1;
        if (cycle == LIMIT) complain(3);
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
