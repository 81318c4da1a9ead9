// Receives bytes: one start bit, eight data bits with the lowest first, one stop bit, no parity.
//
// Each bit is sampled in its middle. A start bit that is over by its middle is taken for noise and passed over.
module uart_receive #(
    parameter [15:0] CLOCKS_PER_BIT = 16'd104,
    // For how many bits the line has to be high to count as idle.
    parameter [7:0] IDLE_BITS = 8'd200
) (
    input wire clock,
    input wire reset,
    input wire line,
    // High for one clock in the middle of the stop bit; `broken` is high with it where the stop bit is low.
    output reg received,
    output reg broken,
    output reg [7:0] data,
    // The line has been idle for long enough.
    output wire idle
);
    localparam [15:0] WHOLE_BIT = CLOCKS_PER_BIT - 16'd1;
    localparam [15:0] HALF_BIT = (CLOCKS_PER_BIT >> 1) - 16'd1;
    localparam [23:0] IDLE_CLOCKS = {8'd0, CLOCKS_PER_BIT} * {16'd0, IDLE_BITS};

    // The line has no relation to the clock: the first register may take long to settle, the second has settled.
    reg [1:0] synchronised;
    wire level = synchronised[1];
    always @(posedge clock) synchronised <= {synchronised[0], line};

    // A line that stays low, as before anything is plugged in, is no start bit: it has to be high first.
    localparam [1:0] WAIT_FOR_HIGH = 2'd0;
    localparam [1:0] READY = 2'd1;
    localparam [1:0] START = 2'd2;
    localparam [1:0] BITS = 2'd3;
    reg [1:0] state;
    reg [15:0] clocks_left;
    // Data bits still to come, then 0 for the stop bit.
    reg [3:0] bits_left;

    always @(posedge clock) begin
        received <= 1'b0;
        broken <= 1'b0;
        clocks_left <= clocks_left - 16'd1;
        if (reset) state <= WAIT_FOR_HIGH;
        else
            case (state)
                WAIT_FOR_HIGH: if (level) state <= READY;
                READY:
                    if (!level) begin
                        state <= START;
                        clocks_left <= HALF_BIT;
                    end
                START:
                    if (clocks_left == 16'd0) begin
                        state <= level ? READY : BITS;
                        clocks_left <= WHOLE_BIT;
                        bits_left <= 4'd8;
                    end
                BITS:
                    if (clocks_left == 16'd0) begin
                        clocks_left <= WHOLE_BIT;
                        bits_left <= bits_left - 4'd1;
                        if (bits_left == 4'd0) begin
                            received <= 1'b1;
                            broken <= !level;
                            state <= WAIT_FOR_HIGH;
                        end else data <= {level, data[7:1]};
                    end
            endcase
    end

    reg [23:0] idle_left;
    assign idle = idle_left == 24'd0;
    always @(posedge clock)
        if (reset || state != READY) idle_left <= IDLE_CLOCKS;
        else if (!idle) idle_left <= idle_left - 24'd1;
endmodule
