// Takes requests apart: a framing byte, a sequence number, the number of an instruction, its operands, a check.
//
// Whatever is wrong, the rest is passed over until the line is idle; then the first thing that was wrong is reported,
// and the next byte begins a new request.
module frame_receive #(
    // Those of the instruction that has the most.
    parameter [7:0] OPERAND_BYTES = 8'd6
) (
    input wire clock,
    input wire reset,
    input wire received,
    input wire broken,
    input wire [7:0] data,
    input wire idle,
    // A request is being computed or answered: no other may come.
    input wire busy,
    // High for one clock: a request is there, and stays until the next one begins. The last byte of its operands is the
    // highest; an instruction that has fewer bytes than others leaves the lowest as they are.
    output reg request,
    output reg [7:0] number,
    output reg [8*OPERAND_BYTES-1:0] operands,
    // How many bytes its results have.
    output reg [7:0] result_bytes,
    // High for one clock: `status` says what was wrong.
    output reg refused,
    output reg [7:0] status,
    // For the answer: the sequence number of the request, 0 where none came, and the CRC over the bytes before its check,
    // up to the first that was wrong. They stay until the next request begins.
    output reg [15:0] sequence_number,
    output reg [31:0] check
);
    localparam [7:0] FRAMING_BYTE = 8'h48;

    localparam [7:0] BROKEN_BYTE = 8'd1;
    localparam [7:0] WRONG_CHECK = 8'd2;
    localparam [7:0] UNKNOWN_BYTE = 8'd3;
    localparam [7:0] INCOMPLETE = 8'd4;
    localparam [7:0] OVERRUN = 8'd5;
    localparam [7:0] OTHER_INSTRUCTION = 8'd6;

    localparam [2:0] FRAMING = 3'd0;
    localparam [2:0] SEQUENCE_LOW = 3'd1;
    localparam [2:0] SEQUENCE_HIGH = 3'd2;
    localparam [2:0] NUMBER = 3'd3;
    localparam [2:0] OPERANDS = 3'd4;
    localparam [2:0] CHECK = 3'd5;
    localparam [2:0] PASS_OVER = 3'd6;
    reg [2:0] state;
    reg [7:0] bytes_left;

    wire known;
    wire [7:0] operand_bytes_of_data, result_bytes_of_data;
    operation operation (
        .number(data),
        .known(known),
        .operand_bytes(operand_bytes_of_data),
        .result_bytes(result_bytes_of_data)
    );

    localparam [31:0] EMPTY = 32'hFFFFFFFF;
    wire [31:0] next_check;
    crc32 crc32 (
        .current(state == FRAMING ? EMPTY : check),
        .data(data),
        .next(next_check)
    );
    // The byte of the check that has to come, the lowest first.
    reg [7:0] check_byte;
    always @*
        case (bytes_left[1:0])
            2'd3: check_byte = ~check[7:0];
            2'd2: check_byte = ~check[15:8];
            2'd1: check_byte = ~check[23:16];
            2'd0: check_byte = ~check[31:24];
        endcase

    always @(posedge clock) begin
        request <= 1'b0;
        refused <= 1'b0;
        if (reset) state <= FRAMING;
        else if (received && state != PASS_OVER) begin
            bytes_left <= bytes_left - 8'd1;
            if (state == FRAMING && !busy) begin
                sequence_number <= 16'd0;
                check <= EMPTY;
            end
            if (busy) begin
                state <= PASS_OVER;
                status <= OVERRUN;
            end else if (broken) begin
                state <= PASS_OVER;
                status <= BROKEN_BYTE;
            end else
                case (state)
                    FRAMING: begin
                        state <= data == FRAMING_BYTE ? SEQUENCE_LOW : PASS_OVER;
                        status <= UNKNOWN_BYTE;
                        if (data == FRAMING_BYTE) check <= next_check;
                    end
                    SEQUENCE_LOW: begin
                        state <= SEQUENCE_HIGH;
                        sequence_number[7:0] <= data;
                        check <= next_check;
                    end
                    SEQUENCE_HIGH: begin
                        state <= NUMBER;
                        sequence_number[15:8] <= data;
                        check <= next_check;
                    end
                    NUMBER: begin
                        state <= known ? OPERANDS : PASS_OVER;
                        status <= OTHER_INSTRUCTION;
                        number <= data;
                        bytes_left <= operand_bytes_of_data - 8'd1;
                        result_bytes <= result_bytes_of_data;
                        if (known) check <= next_check;
                    end
                    OPERANDS: begin
                        operands <= {data, operands[8*OPERAND_BYTES-1:8]};
                        check <= next_check;
                        if (bytes_left == 8'd0) begin
                            state <= CHECK;
                            bytes_left <= 8'd3;
                        end
                    end
                    CHECK:
                        if (data != check_byte) begin
                            state <= PASS_OVER;
                            status <= WRONG_CHECK;
                        end else if (bytes_left == 8'd0) begin
                            state <= FRAMING;
                            request <= 1'b1;
                        end
                    default: ;
                endcase
        end else if (idle && !busy && state != FRAMING) begin
            refused <= 1'b1;
            state <= FRAMING;
            if (state != PASS_OVER) status <= INCOMPLETE;
        end
    end
endmodule
