//! Testbench of a combinational module: one vector after another.

use super::flow::concatenation;
use crate::export::package::Package;

pub(super) fn drive(package: &Package) -> String {
    format!(
        "
    // ---- one vector after the other ----
    integer number;
    initial begin
        for (number = 0; number < VECTORS; number = number + 1) begin
            #10 {inputs} = vectors[number][INPUTS+OUTPUTS-1:OUTPUTS];
            #10 if ({outputs} !== vectors[number][OUTPUTS-1:0]) mismatch(number, vectors[number][OUTPUTS-1:0]);
        end
        finish;
    end
",
        inputs = concatenation(&package.inputs),
        outputs = concatenation(&package.outputs),
    )
}
