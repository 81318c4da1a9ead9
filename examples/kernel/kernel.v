// The inner loop of a kernel, one row of its memory in each enabled clock cycle:
//
//     ld.shared                      x1, x0, w, b, t
//     cvt.rn.f16x2.f32               h, x1, x0
//     fma.rn.relu.f16x2              y, h, w, b
//     setp.gt.f16x2                  p|q, y, t
//     cvt.rn.satfinite.e4m3x2.f16x2  codes, y
//
// A row is, from its highest bits on: x1 and x0 in f32; weights w, biases b and thresholds t, two f16 each, lane 0 low.

`default_nettype none

module kernel #(
    parameter ROWS = 4096,
    parameter FILE = "rows.hex"
) (
    input  wire        clock,
    input  wire        reset,      // begins with the first row
    input  wire        enable,     // 0 holds everything
    output wire        out_valid,
    output wire [15:0] codes,      // two of e4m3
    output wire [1:0]  above       // bit 0: lane 0 is above its threshold
);
    // Of the modules, in clock cycles, as halfpipe.toml says.
    localparam NARROW       = 2;
    localparam MULTIPLY_ADD = 5;
    localparam COMPARE      = 1;
    localparam ENCODE       = 2;

    // ld.shared: the memory answers a cycle after it is asked.
    localparam ADDRESS_BITS = $clog2(ROWS);
    localparam LAST         = ROWS - 1;

    reg [159:0] memory [0:LAST];
    initial $readmemh(FILE, memory);

    reg [ADDRESS_BITS-1:0] address;
    reg                    more;      // rows that were not asked for
    reg                    loaded;
    reg [159:0]            row;

    always @(posedge clock)
        if (reset) begin
            address <= 0;
            more    <= 1'b1;
            loaded  <= 1'b0;
        end else if (enable) begin
            address <= address + 1'b1;
            if (address == LAST[ADDRESS_BITS-1:0]) more <= 1'b0;
            loaded  <= more;
        end

    always @(posedge clock)
        if (enable) row <= memory[address];

    wire [31:0] x1, x0, w, b, t;
    assign {x1, x0, w, b, t} = row;

    // cvt.rn.f16x2.f32
    wire [31:0] h;
    wire        h_valid;

    cvt_rn_f16x2_f32 narrow (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(loaded), .a(x1), .b(x0),
        .out_valid(h_valid), .d(h)
    );

    // fma.rn.relu.f16x2: its weights and biases wait for h.
    wire [31:0] w_of_h, b_of_h, y;
    wire        y_valid;

    delay #(.WIDTH(64), .CYCLES(NARROW)) for_h (
        .clock(clock), .enable(enable), .in({w, b}), .out({w_of_h, b_of_h})
    );

    fma_rn_relu_f16x2 multiply_add (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(h_valid), .a(h), .b(w_of_h), .c(b_of_h),
        .out_valid(y_valid), .d(y)
    );

    // setp.gt.f16x2: its thresholds wait for y.
    wire [31:0] t_of_y;
    wire        p, q;

    delay #(.WIDTH(32), .CYCLES(NARROW + MULTIPLY_ADD)) for_y (
        .clock(clock), .enable(enable), .in(t), .out(t_of_y)
    );

    /* verilator lint_off PINCONNECTEMPTY */
    setp_gt_f16x2 compare (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(y_valid), .a(y), .b(t_of_y),
        .out_valid(), .p(p), .q(q)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    // cvt.rn.satfinite.e4m3x2.f16x2: the predicates wait for it.
    cvt_rn_satfinite_e4m3x2_f16x2 encode (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(y_valid), .a(y),
        .out_valid(out_valid), .d(codes)
    );

    delay #(.WIDTH(2), .CYCLES(ENCODE - COMPARE)) for_codes (
        .clock(clock), .enable(enable), .in({q, p}), .out(above)
    );
endmodule

`default_nettype wire
