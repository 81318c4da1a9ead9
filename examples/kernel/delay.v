// A delay by CYCLES enabled cycles; CYCLES is at least 1.

`default_nettype none

module delay #(
    parameter WIDTH  = 1,
    parameter CYCLES = 1
) (
    input  wire             clock,
    input  wire             enable,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
    // The words in flight, the latest in the lowest bits.
    reg [CYCLES*WIDTH-1:0] entered;

    generate
        if (CYCLES == 1) begin : one
            always @(posedge clock) if (enable) entered <= in;
        end else begin : more
            always @(posedge clock) if (enable) entered <= {entered[(CYCLES-1)*WIDTH-1:0], in};
        end
    endgenerate

    assign out = entered[CYCLES*WIDTH-1:(CYCLES-1)*WIDTH];
endmodule

`default_nettype wire
