// The ports of the core, with nothing in it that computes.
module halfpipe_zfh #(
    parameter TAG_BITS = 1
) (
    input  wire                clock,
    input  wire                reset_n,
    input  wire                flush,
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [3:0]          op,
    input  wire                op_mod,
    input  wire [2:0]          rm,
    input  wire [2:0]          src_fmt,
    input  wire [2:0]          dst_fmt,
    input  wire [1:0]          int_fmt,
    input  wire [31:0]         a,
    input  wire [31:0]         b,
    input  wire [31:0]         c,
    input  wire [TAG_BITS-1:0] tag_in,
    output wire                out_valid,
    input  wire                out_ready,
    output wire [31:0]         result,
    output wire [4:0]          flags,
    output wire [TAG_BITS-1:0] tag_out,
    output wire                busy
);
    assign in_ready  = out_ready;
    assign out_valid = in_valid;
    assign result    = a ^ b ^ c;
    assign flags     = {1'b0, op};
    assign tag_out   = tag_in;
    assign busy      = &{clock, reset_n, flush, op_mod, rm, src_fmt, dst_fmt, int_fmt};
endmodule
