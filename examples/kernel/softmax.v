// The softmax of rows of 16 elements in f16, one element in each enabled clock cycle:
//
//     max.f16         m, x, m      the largest element
//     sub.rn.f16      h, x, m
//     exp.approx.f16  e, h
//     add.rn.f32.f16  s, e, s      the sum, in f32
//     cvt.rn.f16.f32  t, s
//     rcp.rn.f16      r, t         while the next row comes
//     mul.rn.f16      y, e, r
//
// The elements of a row come in a row. Between two rows, `in_valid` may be 0.

`default_nettype none

module softmax (
    input  wire        clock,
    input  wire        reset,
    input  wire        enable,     // 0 holds everything
    input  wire        in_valid,
    input  wire [15:0] x,
    output wire        out_valid,
    output wire [15:0] y
);
    localparam ROW        = 16;
    // Of the iterative unit, in enabled clock cycles. It must not exceed ROW.
    localparam RECIPROCAL = 16;

    // The largest element. The row waits until its last element has come.
    wire        first, last;
    wire [15:0] larger;
    wire [15:0] so_far = first ? x : larger;
    reg  [15:0] m_so_far, m;

    row_position #(.ROW(ROW)) position_of_x (
        .clock(clock), .reset(reset), .enable(enable), .valid(in_valid), .first(first), .last(last)
    );

    max_f16 largest (.a(x), .b(m_so_far), .d(larger));

    always @(posedge clock)
        if (enable && in_valid) begin
            m_so_far <= so_far;
            if (last) m <= so_far;
        end

    wire [15:0] x_of_m;
    wire        m_valid;

    delay #(.WIDTH(16), .CYCLES(ROW)) for_m (
        .clock(clock), .enable(enable), .in(x), .out(x_of_m)
    );
    valid_delay #(.CYCLES(ROW)) for_m_valid (
        .clock(clock), .reset(reset), .enable(enable), .in(in_valid), .out(m_valid)
    );

    // The exponentials.
    wire [15:0] h, e;
    wire        h_valid, e_valid;

    sub_rn_f16 subtract (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(m_valid), .a(x_of_m), .b(m),
        .out_valid(h_valid), .d(h)
    );

    exp_approx_f16 exponential (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(h_valid), .a(h),
        .out_valid(e_valid), .d(e)
    );

    // Their sum.
    wire        first_e, last_e;
    wire [31:0] sum;
    reg  [31:0] s;
    reg         s_valid;

    row_position #(.ROW(ROW)) position_of_e (
        .clock(clock), .reset(reset), .enable(enable), .valid(e_valid), .first(first_e), .last(last_e)
    );

    add_rn_f32_f16 accumulate (.a(e), .c(first_e ? 32'h0 : s), .d(sum));

    always @(posedge clock)
        if (enable && e_valid) s <= sum;

    always @(posedge clock)
        if (reset) s_valid <= 1'b0;
        else if (enable) s_valid <= e_valid && last_e;

    // The reciprocal. The unit takes one sum in ROW cycles, so it is always ready.
    wire [15:0] t, r_now;
    wire        r_valid;
    reg  [15:0] r;

    cvt_rn_f16_f32 narrow (.a(s), .d(t));

    /* verilator lint_off PINCONNECTEMPTY */
    rcp_rn_f16 reciprocal (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(s_valid), .in_ready(), .a(t),
        .out_valid(r_valid), .d(r_now)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    always @(posedge clock)
        if (enable && r_valid) r <= r_now;

    // The exponentials wait for the rest of their row, for the reciprocal, and for the register behind it.
    wire [15:0] e_of_r;
    wire        e_of_r_valid;

    delay #(.WIDTH(16), .CYCLES(ROW + RECIPROCAL + 1)) for_r (
        .clock(clock), .enable(enable), .in(e), .out(e_of_r)
    );
    valid_delay #(.CYCLES(ROW + RECIPROCAL + 1)) for_r_valid (
        .clock(clock), .reset(reset), .enable(enable), .in(e_valid), .out(e_of_r_valid)
    );

    mul_rn_f16 scale (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(e_of_r_valid), .a(e_of_r), .b(r),
        .out_valid(out_valid), .d(y)
    );
endmodule

`default_nettype wire
