module top
    import fpnew_pkg::*;
(
    input  wire logic              clk_i,
    input  wire logic              rst_ni,
//if pulp
    input  wire logic [31:0]       hart_id_i,
//end
    input  wire logic [2:0][31:0]  operands_i,
    input  wire roundmode_e        rnd_mode_i,
    input  wire operation_e        op_i,
    input  wire logic              op_mod_i,
    input  wire fp_format_e        src_fmt_i,
    input  wire fp_format_e        dst_fmt_i,
    input  wire int_format_e       int_fmt_i,
    input  wire logic [6:0]        tag_i,
    input  wire logic              in_valid_i,
    output wire logic              in_ready_o,
    input  wire logic              flush_i,
    output wire logic [31:0]       result_o,
    output wire status_t           status_o,
    output wire logic [6:0]        tag_o,
    output wire logic              out_valid_o,
    input  wire logic              out_ready_i,
//if openhw
    output wire logic              early_valid_o,
//end
    output wire logic              busy_o
);
    // Formats in the package's order of numbers: FP64, FP32, FP8, FP16, FP16ALT.
    localparam logic [0:4] BY_NAME = 5'bFORMATS;
    localparam fpu_features_t FEATURES = '{
        Width: 32, EnableVectors: 1'b0, EnableNanBox: 1'b1,
//if openhw-0.8 openhw
        FpFmtMask: {BY_NAME[1], BY_NAME[0], BY_NAME[3], BY_NAME[2], BY_NAME[4]},
//end
//if pulp
        FpFmtMask: {BY_NAME[1], BY_NAME[0], BY_NAME[3], BY_NAME[2], BY_NAME[4], 1'b0},
//end
        IntFmtMask: 4'b0011
    };
    localparam fpu_implementation_t IMPLEMENTATION = '{
        PipeRegs: '{
            '{default: 2}, '{default: 7}, '{default: 1}, '{default: 01}
//if pulp
            , '{default: 0}
//end
        },
        UnitTypes: '{
            '{default: PARALLEL}, '{default: PARALLEL}, '{default: PARALLEL}, '{default: MERGED}
//if pulp
            , '{default: DISABLED}
//end
        },
        PipeConfig: DISTRIBUTED
    };
    SHELL #(
        .Features(FEATURES), .Implementation(IMPLEMENTATION), .TagType(logic [6:0])
    ) dut (
        .*, .vectorial_op_i(1'b0), .simd_mask_i(1'b1)
    );
endmodule
