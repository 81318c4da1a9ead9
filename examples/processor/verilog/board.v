// The top of a board: its pins, and nothing comes in by the serial line.
module top #(
    parameter WORDS = 16384,
    parameter PROGRAM = "program.hex",
    parameter [15:0] CLOCKS_PER_BIT = 16'd217
) (
    input wire clock,
    input wire receive,
    output wire transmit
);
    wire mark;
    processor #(
        .WORDS(WORDS),
        .PROGRAM(PROGRAM),
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
    ) processor (
        .clock(clock),
        .mark(mark),
        .transmit(transmit)
    );
endmodule
