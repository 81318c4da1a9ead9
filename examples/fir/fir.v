// A filter in f16: y[n] = c0·x[n] + c1·x[n-1] + c2·x[n-2] + ..., summed in this order with one rounding in each tap.
//
// Samples before the first one after a reset are 0.

`default_nettype none

module fir #(
    parameter TAPS = 4,
    // In f16, c0 in the lowest bits: 0.483, 0.8364, 0.2241, -0.1294.
    parameter [16*TAPS-1:0] COEFFICIENTS = {16'hb024, 16'h332c, 16'h3ab1, 16'h37ba}
) (
    input  wire        clock,
    input  wire        reset,
    input  wire        enable,       // 0 holds everything
    input  wire        in_valid,
    input  wire [15:0] x,
    output wire        out_valid,
    output wire [15:0] y
);
    // Of fma_rn_f16, in clock cycles, as halfpipe.toml says.
    localparam LATENCY = 6;

    // Between the taps: whether both words are valid, a sample, and the sum that it is to be added to.
    wire        valid  [0:TAPS];
    wire [15:0] sample [0:TAPS];
    wire [15:0] sum    [0:TAPS];

    assign valid[0]  = in_valid;
    assign sample[0] = x;
    assign sum[0]    = 16'h8000;     // -0, the neutral element: -0 + -0 is -0, but +0 + -0 is +0

    genvar k;
    generate
        for (k = 0; k < TAPS; k = k + 1) begin : tap
            fir_tap #(.COEFFICIENT(COEFFICIENTS[16*k +: 16]), .LATENCY(LATENCY)) tap (
                .clock(clock), .reset(reset), .enable(enable),
                .in_valid(valid[k]), .in_sample(sample[k]), .in_sum(sum[k]),
                .out_valid(valid[k+1]), .out_sample(sample[k+1]), .out_sum(sum[k+1])
            );
        end
    endgenerate

    assign out_valid = valid[TAPS];
    assign y         = sum[TAPS];

    // The last tap gives a sample that no other takes.
    wire unused = &{1'b0, sample[TAPS]};
endmodule

`default_nettype wire
