`timescale 1ns / 1ns
// Runs a module through the cycles in a file. Counts the outputs that are wrong or undefined.
module bench;
    localparam INPUTS = @INPUTS@;
    localparam OUTPUTS = @OUTPUTS@;
    localparam CYCLES = @CYCLES@;
    // Fields from the top bit: check out_valid, expected out_valid, reset, enable, in_valid, inputs, expected outputs.
    reg [5+INPUTS+OUTPUTS-1:0] cycles [0:CYCLES-1];
    reg matters, valid;
    reg clock = 1'b0;
    reg reset, enable, in_valid;
    reg [INPUTS-1:0] inputs;
    reg [OUTPUTS-1:0] expected;
    wire out_valid;
    wire [OUTPUTS-1:0] outputs;
    integer cycle, wrong;
    @MODULE@ dut (.clock(clock), .reset(reset), .enable(enable), .in_valid(in_valid), .out_valid(out_valid)@PORTS@);
    initial begin
        $readmemh("cycles.hex", cycles);
        wrong = 0;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            {matters, valid, reset, enable, in_valid, inputs, expected} = cycles[cycle];
            #5;
            if (matters && out_valid !== valid || matters && valid && outputs !== expected) begin
                if (wrong == 0) $display("cycle %0d: out_valid %b, outputs %b, expected %b %b", cycle, out_valid, outputs, valid, expected);
                wrong = wrong + 1;
            end
            clock = 1'b1;
            #5;
            clock = 1'b0;
        end
        $display("wrong %0d", wrong);
        $finish;
    end
endmodule
