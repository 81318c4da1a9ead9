//! Testbench of an iterative unit: vectors through `in_valid` and `in_ready`, with stalls, gaps and resets.

use super::flow::{clock, concatenation, pauses, RANDOM, RESETS};
use crate::export::package::Package;

/// Returns the code that drives the vectors. A counter of the enabled cycles since the unit took operands says what
/// `in_ready` and `out_valid` must be in each cycle. A vector that a reset drops is sent again. While the unit must not
/// take operands, every bit of them is the opposite of the next vector's. A register that wrongly takes them is therefore
/// detected.
pub(super) fn drive(package: &Package, latency: u32) -> String {
    format!(
        "{RANDOM}
    // ---- what the unit must do: the enabled cycles since it took operands, 0 without any ----
    localparam LATENCY = {latency};
    integer age = 0;
    reg ready = 1'b1;
    reg due = 1'b0;

    // ---- stalls, gaps and resets: inputs change while the clock is low ----
    integer cycle = 0;
    integer next = 0;
    reg takes;
    task drive;
        begin
            draw;
            reset = {RESETS};
{pauses}            takes = !reset && enable && in_valid && ready && next < VECTORS;
            if (takes) {inputs} = vectors[next][INPUTS+OUTPUTS-1:OUTPUTS];
            else       {inputs} = ~vectors[next < VECTORS ? next : 0][INPUTS+OUTPUTS-1:OUTPUTS];
            if (next == VECTORS) in_valid = 1'b0;
        end
    endtask
{clock}
    // ---- what the outputs must show, at the rising edge ----
    integer number = 0;
    integer shown = 0;
    integer left = 2 * LATENCY + 2;
    always @(posedge clock) begin
        // Before the first reset anything may be there.
        if (cycle > 0) begin
            if (in_ready !== ready) begin
                $display(\"{module}: in_ready is %b in cycle %0d\", in_ready, cycle);
                wrong = wrong + 1;
            end else if (out_valid !== due) begin
                $display(\"{module}: out_valid is %b in cycle %0d\", out_valid, cycle);
                wrong = wrong + 1;
            end else if (due) begin
                if ({outputs} !== vectors[number][OUTPUTS-1:0]) mismatch(number, vectors[number][OUTPUTS-1:0]);
            end
        end
        if (due) shown = number + 1;
        if (reset) begin
            age = 0;
            next = shown;
        end else if (enable) begin
            if (ready && in_valid) begin
                age = 1;
                number = next;
                next = next + 1;
            end else begin
                age = ready ? 0 : age + 1;
            end
        end
        due = age == LATENCY;
        ready = due || age == 0;
        // Behind the last result nothing may come.
        if (cycle > 0 && shown == VECTORS) left = left - 1;
        if (left == 0) finish;
        cycle = cycle + 1;
    end
",
        pauses = pauses("enable", "in_valid"),
        clock = clock("clock"),
        module = package.module,
        inputs = concatenation(&package.inputs),
        outputs = concatenation(&package.outputs),
    )
}
