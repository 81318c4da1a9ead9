// Puts answers together: a framing byte, the request's sequence number, the status, the results where there are any, a
// check that goes on from the request's.
module frame_transmit #(
    // Those of the function whose results have the most.
    parameter [7:0] RESULT_BYTES = 8'd2
) (
    input wire clock,
    input wire reset,
    // High for one clock in which nothing is being sent.
    input wire send,
    input wire [15:0] sequence_number,
    input wire [7:0] status,
    input wire has_result,
    input wire [8*RESULT_BYTES-1:0] result,
    // How many of these bytes are sent, the lowest first.
    input wire [7:0] result_bytes,
    // The CRC over the bytes of the request.
    input wire [31:0] request_check,
    output wire busy,
    // Towards the transmitter, which takes `data` in a clock in which both are high.
    output wire valid,
    input wire ready,
    output wire [7:0] data
);
    localparam [7:0] FRAMING_BYTE = 8'h68;
    localparam [7:0] HEADER_BYTES = 8'd4;
    localparam [7:0] CHECK_BYTES = 8'd4;

    // The bytes before the check, the next one lowest.
    reg [8*RESULT_BYTES+31:0] left;
    // How many bytes are left, the check included.
    reg [7:0] bytes_left;
    wire is_check = bytes_left <= CHECK_BYTES;

    reg [31:0] check;
    wire [31:0] next_check;
    crc32 crc32 (
        .current(check),
        .data(left[7:0]),
        .next(next_check)
    );

    assign valid = bytes_left != 8'd0;
    assign data = is_check ? ~check[7:0] : left[7:0];
    // The last byte is still on its way when the transmitter has taken it.
    assign busy = valid || !ready;

    always @(posedge clock)
        if (reset) bytes_left <= 8'd0;
        else if (send) begin
            left <= {result, status, sequence_number, FRAMING_BYTE};
            bytes_left <= (has_result ? result_bytes : 8'd0) + HEADER_BYTES + CHECK_BYTES;
            check <= request_check;
        end else if (valid && ready) begin
            left <= {8'd0, left[8*RESULT_BYTES+31:8]};
            bytes_left <= bytes_left - 8'd1;
            check <= is_check ? {8'd0, check[31:8]} : next_check;
        end
endmodule
