// CVFPU's fused multiply-add for f16 behind the ports of a unit, with three ranks of registers.
module cvfpu_fma (
    input  logic clock,
    input  logic reset,
    input  logic enable,
    input  logic in_valid,
    input  logic [15:0] a,
    input  logic [15:0] b,
    input  logic [15:0] c,
    output logic out_valid,
    output logic [15:0] d
);
    fpnew_fma #(
        .FpFormat(fpnew_pkg::FP16),
        .NumPipeRegs(3),
        .PipeConfig(fpnew_pkg::DISTRIBUTED)
    ) fma (
        .clk_i(clock),
        .rst_ni(~reset),
        .operands_i({c, b, a}),
        .is_boxed_i('1),
        .rnd_mode_i(fpnew_pkg::RNE),
        .op_i(fpnew_pkg::FMADD),
        .op_mod_i(1'b0),
        .tag_i(1'b0),
        .mask_i(1'b0),
        .aux_i(1'b0),
        .in_valid_i(in_valid),
        .in_ready_o(),
        .flush_i(1'b0),
        .result_o(d),
        .status_o(),
        .extension_bit_o(),
        .tag_o(),
        .mask_o(),
        .aux_o(),
        .out_valid_o(out_valid),
        .out_ready_i(enable),
        .busy_o()
    );
endmodule
