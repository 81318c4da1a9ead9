// The position of an element in its row.

`default_nettype none

module row_position #(
    parameter ROW = 16
) (
    input  wire clock,
    input  wire reset,
    input  wire enable,
    input  wire valid,
    output wire first,
    output wire last
);
    localparam BITS = $clog2(ROW);
    localparam LAST = ROW - 1;

    reg [BITS-1:0] position;

    assign first = position == 0;
    assign last  = position == LAST[BITS-1:0];

    always @(posedge clock)
        if (reset) position <= 0;
        else if (enable && valid) position <= last ? 0 : position + 1'b1;
endmodule

`default_nettype wire
