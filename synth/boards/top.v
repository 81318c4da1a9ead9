// Instructions behind a serial port: requests come in at `receive`, answers go out at `transmit`.
//
// `board.vh` has the board's clock and the most bytes of operands and results; the module `operation` says what each instruction
// takes and gives, and the module `instruction` computes it.
`include "board.vh"

module top #(
    parameter [15:0] CLOCKS_PER_BIT = `CLOCKS_PER_BIT,
    parameter [7:0] IDLE_BITS = `IDLE_BITS,
    parameter [7:0] OPERAND_BYTES = `OPERAND_BYTES,
    parameter [7:0] RESULT_BYTES = `RESULT_BYTES
) (
    input wire clock,
    input wire receive,
    output wire transmit
);
    // The first clocks after the configuration are a reset.
    reg [3:0] startup;
    initial startup = 4'd0;
    wire reset = !startup[3];
    always @(posedge clock) if (reset) startup <= startup + 4'd1;

    wire received, broken, idle;
    wire [7:0] received_data;
    uart_receive #(
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT),
        .IDLE_BITS(IDLE_BITS)
    ) uart_receive (
        .clock(clock),
        .reset(reset),
        .line(receive),
        .received(received),
        .broken(broken),
        .data(received_data),
        .idle(idle)
    );

    wire busy, request, refused;
    wire [7:0] number;
    wire [8*OPERAND_BYTES-1:0] operands;
    wire [7:0] result_bytes;
    wire [7:0] reason;
    wire [15:0] sequence_number;
    wire [31:0] request_check;
    frame_receive #(
        .OPERAND_BYTES(OPERAND_BYTES)
    ) frame_receive (
        .clock(clock),
        .reset(reset),
        .received(received),
        .broken(broken),
        .data(received_data),
        .idle(idle),
        .busy(busy),
        .request(request),
        .number(number),
        .operands(operands),
        .result_bytes(result_bytes),
        .refused(refused),
        .status(reason),
        .sequence_number(sequence_number),
        .check(request_check)
    );

    wire computed;
    wire [8*RESULT_BYTES-1:0] result;
    instruction instruction (
        .clock(clock),
        .reset(reset),
        .in_valid(request),
        .number(number),
        .operands(operands),
        .out_valid(computed),
        .result(result)
    );

    reg computing;
    always @(posedge clock) computing <= !reset && (computing || request) && !computed;

    wire answering, valid, ready;
    wire [7:0] transmitted_data;
    assign busy = request || computing || refused || answering;
    frame_transmit #(
        .RESULT_BYTES(RESULT_BYTES)
    ) frame_transmit (
        .clock(clock),
        .reset(reset),
        .send(computed || refused),
        .sequence_number(sequence_number),
        .status(computed ? 8'd0 : reason),
        .has_result(computed),
        .result(result),
        .result_bytes(result_bytes),
        .request_check(request_check),
        .busy(answering),
        .valid(valid),
        .ready(ready),
        .data(transmitted_data)
    );

    uart_transmit #(
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
    ) uart_transmit (
        .clock(clock),
        .reset(reset),
        .valid(valid),
        .ready(ready),
        .data(transmitted_data),
        .line(transmit)
    );
endmodule
