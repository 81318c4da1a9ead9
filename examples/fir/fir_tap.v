// Adds COEFFICIENT times a sample to a sum. The sample takes one more cycle than the sum: with a sum comes the sample before.

`default_nettype none

module fir_tap #(
    parameter [15:0] COEFFICIENT = 16'h3c00,
    parameter        LATENCY     = 6         // at least 2
) (
    input  wire        clock,
    input  wire        reset,
    input  wire        enable,
    input  wire        in_valid,
    input  wire [15:0] in_sample,
    input  wire [15:0] in_sum,
    output wire        out_valid,
    output reg  [15:0] out_sample,
    output wire [15:0] out_sum
);
    fma_rn_f16 multiply_add (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(in_valid), .a(in_sample), .b(COEFFICIENT), .c(in_sum),
        .out_valid(out_valid), .d(out_sum)
    );

    // The samples whose sums are in multiply_add, the latest in the lowest bits.
    localparam LAST = LATENCY - 1;

    reg [16*LATENCY-1:0] delay_line;

    always @(posedge clock)
        if (enable) delay_line <= {delay_line[16*LAST-1:0], in_sample};

    always @(posedge clock)
        if (reset) out_sample <= 16'h0000;
        else if (enable && out_valid) out_sample <= delay_line[16*LAST +: 16];
endmodule

`default_nettype wire
