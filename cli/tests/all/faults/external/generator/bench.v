`timescale 1ns / 1ns
// Runs a module through the cycles in a file, and prints its outputs before each edge.
module bench;
    reg [@WIDTH@-1:0] cycles [0:@CYCLES@-1];
    reg clock = 1'b0;
    reg [@WIDTH@-1:0] inputs;
    wire out_valid;
    integer cycle;
@WIRES@
    @MODULE@ dut (.clock(clock), .out_valid(out_valid)@PORTS@);
    initial begin
        $readmemb("cycles.txt", cycles);
        #5;
        for (cycle = 0; cycle < @CYCLES@; cycle = cycle + 1) begin
            inputs = cycles[cycle];
            #5;
            $display("outputs @FORMAT@"@OUTPUTS@);
            clock = 1'b1;
            #5;
            clock = 1'b0;
            #5;
        end
        $finish;
    end
endmodule
