// Transmits bytes: one start bit, eight data bits with the lowest first, one stop bit, no parity.
module uart_transmit #(
    parameter [15:0] CLOCKS_PER_BIT = 16'd104
) (
    input wire clock,
    input wire reset,
    // `data` is taken in a clock in which both are high.
    input wire valid,
    output wire ready,
    input wire [7:0] data,
    output wire line
);
    localparam [15:0] WHOLE_BIT = CLOCKS_PER_BIT - 16'd1;

    // What is still to be sent, inverted: registers start with 0, and the line has to start high.
    reg [8:0] inverted;
    initial inverted = 9'd0;
    assign line = !inverted[0];
    reg [15:0] clocks_left;
    reg [3:0] bits_left;
    assign ready = bits_left == 4'd0;

    always @(posedge clock)
        if (reset) begin
            inverted <= 9'd0;
            bits_left <= 4'd0;
        end else if (ready) begin
            if (valid) begin
                inverted <= {~data, 1'b1};
                bits_left <= 4'd10;
                clocks_left <= WHOLE_BIT;
            end
        end else if (clocks_left == 16'd0) begin
            inverted <= {1'b0, inverted[8:1]};
            bits_left <= bits_left - 4'd1;
            clocks_left <= WHOLE_BIT;
        end else clocks_left <= clocks_left - 16'd1;
endmodule
