//! Testbench of a pipeline: vectors through `in_valid` and `out_valid`, with stalls, gaps and resets.

use super::flow::{clock, concatenation, pauses, RANDOM, RESETS};
use crate::export::package::Package;

/// Returns the code that drives the vectors. A queue as long as the latency holds the vector that the outputs must show
/// in each cycle. A vector that a reset drops is sent again. While the module must not accept operands, every bit of
/// them is the opposite of the next vector's. A register that wrongly accepts them is therefore detected.
pub(super) fn drive(package: &Package, latency: u32) -> String {
    format!(
        "{RANDOM}
    // ---- stalls, gaps and resets: inputs change while the clock is low ----
    integer cycle = 0;
    integer next = 0;
    reg takes;
    task drive;
        begin
            draw;
            reset = {RESETS};
{pauses}            takes = !reset && enable && in_valid && next < VECTORS;
            if (takes) {inputs} = vectors[next][INPUTS+OUTPUTS-1:OUTPUTS];
            else       {inputs} = ~vectors[next < VECTORS ? next : 0][INPUTS+OUTPUTS-1:OUTPUTS];
            if (next == VECTORS) in_valid = 1'b0;
        end
    endtask
{clock}
    // ---- what the outputs must show, at the rising edge ----
    localparam LATENCY = {latency};
    reg [LATENCY-1:0] due = 0;
    integer numbers [0:LATENCY-1];
    integer shown = 0;
    integer left = 2 * LATENCY + 2;
    integer i;
    always @(posedge clock) begin
        // Before the first reset anything may be there.
        if (cycle > 0) begin
            if (out_valid !== due[LATENCY-1]) begin
                $display(\"{module}: out_valid is %b in cycle %0d\", out_valid, cycle);
                wrong = wrong + 1;
            end else if (due[LATENCY-1]) begin
                if ({outputs} !== vectors[numbers[LATENCY-1]][OUTPUTS-1:0])
                    mismatch(numbers[LATENCY-1], vectors[numbers[LATENCY-1]][OUTPUTS-1:0]);
            end
        end
        if (due[LATENCY-1] && numbers[LATENCY-1] == shown) shown = shown + 1;
        if (reset) begin
            due = 0;
            next = shown;
        end else if (enable) begin
            for (i = LATENCY - 1; i > 0; i = i - 1) begin
                due[i] = due[i-1];
                numbers[i] = numbers[i-1];
            end
            due[0] = in_valid;
            numbers[0] = next;
            if (in_valid) next = next + 1;
        end
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
