// A delay of a valid bit by CYCLES enabled cycles; a reset clears it. CYCLES is at least 2.

`default_nettype none

module valid_delay #(
    parameter CYCLES = 2
) (
    input  wire clock,
    input  wire reset,
    input  wire enable,
    input  wire in,
    output wire out
);
    reg [CYCLES-1:0] entered;

    assign out = entered[CYCLES-1];

    always @(posedge clock)
        if (reset) entered <= 0;
        else if (enable) entered <= {entered[CYCLES-2:0], in};
endmodule

`default_nettype wire
