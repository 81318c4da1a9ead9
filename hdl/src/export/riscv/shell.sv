`default_nettype none

module @NAME@ #(
    // Parameters of fpnew_top, in its order and with its defaults.
    parameter fpnew_pkg::fpu_features_t       Features       = fpnew_pkg::RV64D_Xsflt,
    parameter fpnew_pkg::fpu_implementation_t Implementation = fpnew_pkg::DEFAULT_NOREGS,
//if openhw-0.8
    parameter logic                           PulpDivsqrt    = 1'b1,
//end
//if openhw pulp
    parameter fpnew_pkg::divsqrt_unit_t       DivSqrtSel     = fpnew_pkg::THMULTI,
//end
    parameter type                            TagType        = logic,
//if openhw-0.8 openhw
    parameter int unsigned                    TrueSIMDClass  = 0,
    parameter int unsigned                    EnableSIMDMask = 0,
//end
//if pulp
    parameter logic                           TrueSIMDClass  = 1'b0,
    parameter logic                           EnableSIMDMask = 1'b0,
    parameter logic                           CompressedVecCmpResult = 1'b0,
    parameter fpnew_pkg::rsr_impl_t           StochasticRndImplementation = fpnew_pkg::DEFAULT_NO_RSR,
//end
    // Do not set.
    localparam int unsigned NumLanes =
        fpnew_pkg::max_num_lanes(Features.Width, Features.FpFmtMask, Features.EnableVectors),
    localparam type         MaskType = logic [NumLanes-1:0],
    localparam int unsigned WIDTH    = Features.Width
) (
    input  wire logic                   clk_i,
    input  wire logic                   rst_ni,
//if pulp
    input  wire logic [31:0]            hart_id_i,
//end
    input  wire logic [2:0][WIDTH-1:0]  operands_i,
    input  wire fpnew_pkg::roundmode_e  rnd_mode_i,
    input  wire fpnew_pkg::operation_e  op_i,
    input  wire logic                   op_mod_i,
    input  wire fpnew_pkg::fp_format_e  src_fmt_i,
    input  wire fpnew_pkg::fp_format_e  dst_fmt_i,
    input  wire fpnew_pkg::int_format_e int_fmt_i,
    input  wire logic                   vectorial_op_i,
    input  wire TagType                 tag_i,
    input  wire MaskType                simd_mask_i,
    input  wire logic                   in_valid_i,
    output wire logic                   in_ready_o,
    input  wire logic                   flush_i,
    output wire logic [WIDTH-1:0]       result_o,
    output wire fpnew_pkg::status_t     status_o,
    output wire TagType                 tag_o,
    output wire logic                   out_valid_o,
    input  wire logic                   out_ready_i,
//if openhw
    output wire logic                   early_valid_o,
//end
    output wire logic                   busy_o
);

    // ---- what the core was generated for ----
    localparam int unsigned CORE_WIDTH   = @WIDTH@;
    localparam int unsigned ADDMUL_REGS  = @ADDMUL@;
    localparam int unsigned NONCOMP_REGS = @NONCOMP@;
    localparam int unsigned CONV_REGS    = @CONV@;
    localparam bit          HAS_FP16     = 1'b@FP16@;
    localparam bit          HAS_FP16ALT  = 1'b@FP16ALT@;
    localparam bit          HAS_DIVSQRT  = 1'b@DIVSQRT@;
    // All operations on FP32.
    localparam bit          COMPUTES_FP32 = 1'b@SINGLE@;
//if shared
    // Conversions of halves from and to FP32, and of FP16 from and to FP16ALT.
    localparam bit          HAS_FP32     = 1'b@FP32@;
    localparam bit          HAS_BETWEEN  = 1'b@BETWEEN@;
//end

    function automatic logic is_half(fpnew_pkg::fp_format_e fmt);
        return fmt == fpnew_pkg::FP16 || fmt == fpnew_pkg::FP16ALT;
    endfunction

    // True if the core computes in a format.
    function automatic logic is_own(fpnew_pkg::fp_format_e fmt);
        return is_half(fmt) || (COMPUTES_FP32 && fmt == fpnew_pkg::FP32);
    endfunction

    // ---- settings that the core cannot serve stop elaboration ----
    // A generated latency that differs from PipeRegs would go unnoticed: some processors count on it.
    if (Features.Width != CORE_WIDTH) begin : check_width
        $error("@NAME@: Features.Width is %0d, but halfpipe_zfh has %0d bits", Features.Width, CORE_WIDTH);
    end
    if (Features.EnableVectors) begin : check_vectors
        $error("@NAME@: vectors are not supported; set Features.EnableVectors to 0");
    end
    if (Features.FpFmtMask[fpnew_pkg::FP8]) begin : check_fp8
        $error("@NAME@: FP8 is not supported; clear it in Features.FpFmtMask");
    end
//if pulp
    if (Features.FpFmtMask[fpnew_pkg::FP8ALT]) begin : check_fp8alt
        $error("@NAME@: FP8ALT is not supported; clear it in Features.FpFmtMask");
    end
//end
    if (Features.FpFmtMask[fpnew_pkg::FP16] && !HAS_FP16) begin : check_fp16
        $error("@NAME@: halfpipe_zfh was generated without FP16; add zfh to --isa");
    end
    if (Features.FpFmtMask[fpnew_pkg::FP16ALT] && !HAS_FP16ALT) begin : check_fp16alt
        $error("@NAME@: halfpipe_zfh was generated without FP16ALT; add bf16 to --formats");
    end
    if (Features.IntFmtMask[fpnew_pkg::INT8] || Features.IntFmtMask[fpnew_pkg::INT16]) begin : check_small_integers
        $error("@NAME@: INT8 and INT16 are not supported; clear them in Features.IntFmtMask");
    end
//if shared
    // CVFPU converts halves where the core cannot. It converts among formats in a merged unit alone.
    localparam bit HAVE_FP16    = Features.FpFmtMask[fpnew_pkg::FP16];
    localparam bit HAVE_FP16ALT = Features.FpFmtMask[fpnew_pkg::FP16ALT];
    localparam bit HAVE_FP32    = Features.FpFmtMask[fpnew_pkg::FP32];
    localparam bit HAVE_FP64    = Features.FpFmtMask[fpnew_pkg::FP64];
    localparam bit HAVE_OTHERS = HAVE_FP64 || (HAVE_FP32 && !COMPUTES_FP32);
    localparam bit OTHERS_CONVERT = HAVE_OTHERS && (HAVE_FP16 || HAVE_FP16ALT || (HAVE_FP32 && COMPUTES_FP32))
        && (HAVE_FP64 || !HAS_FP32 || (HAVE_FP16 && HAVE_FP16ALT && !HAS_BETWEEN));
    for (genvar fmt = 0; fmt < int'(fpnew_pkg::NUM_FP_FORMATS); fmt++) begin : gen_check_conversions
        if (OTHERS_CONVERT && Features.FpFmtMask[fmt]
            && Implementation.UnitTypes[fpnew_pkg::CONV][fmt] != fpnew_pkg::MERGED) begin : check_merged
            $error("@NAME@: CVFPU has to convert the core's formats from and to others; set UnitTypes of CONV to MERGED for each");
        end
    end
//end
//if alone
    if (Features.FpFmtMask[fpnew_pkg::FP32] && !COMPUTES_FP32) begin : check_fp32
        $error("@NAME@: FP32 needs CVFPU, or a core with --isa f; use another --name, so that fpnew_top stays CVFPU's");
    end
    if (Features.FpFmtMask[fpnew_pkg::FP64]) begin : check_fp64
        $error("@NAME@: FP64 needs CVFPU; use another --name, so that fpnew_top stays CVFPU's");
    end
//end
    for (genvar fmt = 0; fmt < int'(fpnew_pkg::NUM_FP_FORMATS); fmt++) begin : gen_check
        if (Features.FpFmtMask[fmt] && is_own(fpnew_pkg::fp_format_e'(fmt))) begin : gen_own
            if (Implementation.PipeRegs[fpnew_pkg::ADDMUL][fmt] != ADDMUL_REGS) begin : check_addmul
                $error("@NAME@: PipeRegs of ADDMUL is %0d, but halfpipe_zfh was generated with addmul=%0d",
                       Implementation.PipeRegs[fpnew_pkg::ADDMUL][fmt], ADDMUL_REGS);
            end
            if (Implementation.PipeRegs[fpnew_pkg::NONCOMP][fmt] != NONCOMP_REGS) begin : check_noncomp
                $error("@NAME@: PipeRegs of NONCOMP is %0d, but halfpipe_zfh was generated with noncomp=%0d",
                       Implementation.PipeRegs[fpnew_pkg::NONCOMP][fmt], NONCOMP_REGS);
            end
            if (Implementation.PipeRegs[fpnew_pkg::CONV][fmt] != CONV_REGS) begin : check_conv
                $error("@NAME@: PipeRegs of CONV is %0d, but halfpipe_zfh was generated with conv=%0d",
                       Implementation.PipeRegs[fpnew_pkg::CONV][fmt], CONV_REGS);
            end
            if (Implementation.UnitTypes[fpnew_pkg::DIVSQRT][fmt] != fpnew_pkg::DISABLED && !HAS_DIVSQRT)
            begin : check_divsqrt
                $error("@NAME@: halfpipe_zfh was generated without a divider; use --divsqrt small or disable DIVSQRT");
            end
        end
    end

    // ---- requests ----
    // The numbers of the core, whatever those of the package are.
    function automatic logic [2:0] format_number(fpnew_pkg::fp_format_e fmt);
        case (fmt)
            fpnew_pkg::FP32:    return 3'd0;
            fpnew_pkg::FP64:    return 3'd1;
            fpnew_pkg::FP16ALT: return 3'd4;
            default:            return 3'd2;
        endcase
    endfunction

    // Without NaN boxing, the upper bits of an operand say nothing. The core checks them, so they become a box.
    function automatic logic [WIDTH-1:0] boxed(logic [WIDTH-1:0] operand, fpnew_pkg::fp_format_e fmt);
        logic [WIDTH-1:0] box;
        box = operand;
        if (!Features.EnableNanBox)
            for (int unsigned i = 0; i < WIDTH; i++)
                if (i >= fpnew_pkg::fp_width(fmt)) box[i] = 1'b1;
        return box;
    endfunction

    logic [3:0]       core_op;
    logic [2:0]       core_rm;
    logic [1:0]       core_int_fmt;
    logic [WIDTH-1:0] core_a, core_b, core_c;
    always_comb begin
        case (op_i)
            fpnew_pkg::FMADD:    core_op = 4'd0;
            fpnew_pkg::FNMSUB:   core_op = 4'd1;
            fpnew_pkg::ADD:      core_op = 4'd2;
            fpnew_pkg::MUL:      core_op = 4'd3;
            fpnew_pkg::DIV:      core_op = 4'd4;
            fpnew_pkg::SQRT:     core_op = 4'd5;
            fpnew_pkg::MINMAX:   core_op = 4'd7;
            fpnew_pkg::CMP:      core_op = 4'd8;
            fpnew_pkg::CLASSIFY: core_op = 4'd9;
            fpnew_pkg::F2F:      core_op = 4'd10;
            fpnew_pkg::F2I:      core_op = 4'd11;
            fpnew_pkg::I2F:      core_op = 4'd12;
            default:             core_op = 4'd6;
        endcase
        // Processors that encode FP16ALT in the top bit of an instruction's rounding field pass it on with the variant.
        core_rm = 3'(rnd_mode_i);
        if (src_fmt_i == fpnew_pkg::FP16ALT
            && (op_i == fpnew_pkg::SGNJ || op_i == fpnew_pkg::MINMAX || op_i == fpnew_pkg::CMP)) core_rm[2] = 1'b0;
        case (int_fmt_i)
            fpnew_pkg::INT8:  core_int_fmt = 2'd0;
            fpnew_pkg::INT16: core_int_fmt = 2'd1;
            fpnew_pkg::INT64: core_int_fmt = 2'd3;
            default:          core_int_fmt = 2'd2;
        endcase
        // The operand of a conversion from an integer is no number of `src_fmt_i`.
        core_a = op_i == fpnew_pkg::I2F ? operands_i[0] : boxed(operands_i[0], src_fmt_i);
        core_b = boxed(operands_i[1], src_fmt_i);
        // The addend has the format of the sum.
        core_c = boxed(operands_i[2], dst_fmt_i);
    end

    localparam int unsigned TAG_BITS = $bits(TagType);
    logic                core_in_valid, core_in_ready, core_out_valid, core_out_ready, core_busy;
    logic [WIDTH-1:0]    core_result;
    logic [4:0]          core_flags;
    logic [TAG_BITS-1:0] core_tag;

    halfpipe_zfh #(.TAG_BITS(TAG_BITS)) core (
        .clock     (clk_i),
        .reset_n   (rst_ni),
        .flush     (flush_i),
        .in_valid  (core_in_valid),
        .in_ready  (core_in_ready),
        .op        (core_op),
        .op_mod    (op_mod_i),
        .rm        (core_rm),
        .src_fmt   (format_number(src_fmt_i)),
        .dst_fmt   (format_number(dst_fmt_i)),
        .int_fmt   (core_int_fmt),
        .a         (core_a),
        .b         (core_b),
        .c         (core_c),
        .tag_in    (tag_i),
        .out_valid (core_out_valid),
        .out_ready (core_out_ready),
        .result    (core_result),
        .flags     (core_flags),
        .tag_out   (core_tag),
        .busy      (core_busy)
    );

    // ---- CVFPU for the other formats ----
    logic               for_core, picks_others, others_in_ready, others_out_valid, others_busy;
    logic [WIDTH-1:0]   others_result;
    fpnew_pkg::status_t others_status;
    TagType             others_tag;
//if openhw
    logic               others_early_valid;
//end

//if shared
    // CVFPU has the core's formats in its conversions, if it has them at all.
    function automatic fpnew_pkg::fpu_features_t features_of_others();
        fpnew_pkg::fpu_features_t others;
        others = Features;
        others.FpFmtMask[fpnew_pkg::FP16]    = HAVE_FP16 && OTHERS_CONVERT;
        others.FpFmtMask[fpnew_pkg::FP16ALT] = HAVE_FP16ALT && OTHERS_CONVERT;
        others.FpFmtMask[fpnew_pkg::FP32]    = HAVE_FP32 && (OTHERS_CONVERT || !COMPUTES_FP32);
        return others;
    endfunction
    function automatic fpnew_pkg::fpu_implementation_t implementation_of_others();
        fpnew_pkg::fpu_implementation_t others;
        others = Implementation;
        for (int unsigned group = 0; group < fpnew_pkg::NUM_OPGROUPS; group++)
            if (group != int'(fpnew_pkg::CONV)) begin
                others.UnitTypes[group][fpnew_pkg::FP16]    = fpnew_pkg::DISABLED;
                others.UnitTypes[group][fpnew_pkg::FP16ALT] = fpnew_pkg::DISABLED;
                if (COMPUTES_FP32) others.UnitTypes[group][fpnew_pkg::FP32] = fpnew_pkg::DISABLED;
            end
        return others;
    endfunction

    // True if the core converts from a format to another one, of which at least one is its own.
    function automatic logic core_converts(fpnew_pkg::fp_format_e from, fpnew_pkg::fp_format_e to);
        if (is_half(from) && is_half(to)) return HAS_BETWEEN && from != to;
        return HAS_FP32 && (is_half(from) || is_half(to)) && (from == fpnew_pkg::FP32 || to == fpnew_pkg::FP32);
    endfunction

    if (HAVE_OTHERS) begin : gen_others
        // A conversion from or to an integer has one format. The field of the other one may hold anything.
        always_comb
            case (op_i)
                fpnew_pkg::F2I: for_core = is_own(src_fmt_i);
                fpnew_pkg::I2F: for_core = is_own(dst_fmt_i);
                fpnew_pkg::F2F: for_core = (is_own(src_fmt_i) || is_own(dst_fmt_i))
                                           && (core_converts(src_fmt_i, dst_fmt_i) || !OTHERS_CONVERT);
                default:        for_core = is_own(src_fmt_i) || is_own(dst_fmt_i);
            endcase

        fpnew_top #(
            .Features       (features_of_others()),
            .Implementation (implementation_of_others()),
//if openhw-0.8
            .PulpDivsqrt    (PulpDivsqrt),
//end
//if openhw pulp
            .DivSqrtSel     (DivSqrtSel),
//end
//if pulp
            .CompressedVecCmpResult      (CompressedVecCmpResult),
            .StochasticRndImplementation (StochasticRndImplementation),
//end
            .TagType        (TagType),
            .TrueSIMDClass  (TrueSIMDClass),
            .EnableSIMDMask (EnableSIMDMask)
        ) others (
            .clk_i,
            .rst_ni,
//if pulp
            .hart_id_i,
//end
            .operands_i,
            .rnd_mode_i,
            .op_i,
            .op_mod_i,
            .src_fmt_i,
            .dst_fmt_i,
            .int_fmt_i,
            .vectorial_op_i,
            .tag_i,
            .simd_mask_i    (1'b1),
            .in_valid_i     (in_valid_i && !for_core),
            .in_ready_o     (others_in_ready),
            .flush_i,
            .result_o       (others_result),
            .status_o       (others_status),
            .tag_o          (others_tag),
            .out_valid_o    (others_out_valid),
            .out_ready_i    (out_ready_i && picks_others),
//if openhw
            .early_valid_o  (others_early_valid),
//end
            .busy_o         (others_busy)
        );

        // Of two results, the one of the side that was served less recently goes first. A result that waits for
        // `out_ready_i` must stay, so the choice stays too.
        logic picked_others, is_held;
        assign picks_others = is_held ? picked_others : others_out_valid && !(core_out_valid && picked_others);
        always_ff @(posedge clk_i or negedge rst_ni)
            if (!rst_ni) begin
                picked_others <= 1'b0;
                is_held       <= 1'b0;
            end else begin
                if (out_valid_o) picked_others <= picks_others;
                is_held <= out_valid_o && !out_ready_i && !flush_i;
            end
    end else begin : gen_alone
//end
        assign for_core           = 1'b1;
        assign picks_others       = 1'b0;
        assign others_in_ready    = 1'b0;
        assign others_out_valid   = 1'b0;
        assign others_busy        = 1'b0;
        assign others_result      = '0;
        assign others_status      = '0;
        assign others_tag         = TagType'('0);
//if openhw
        assign others_early_valid = 1'b0;
//end
//if shared
    end
//end

    // ---- handshakes and results ----
    assign core_in_valid  = in_valid_i && for_core;
    assign in_ready_o     = for_core ? core_in_ready : others_in_ready;
    assign out_valid_o    = core_out_valid || others_out_valid;
    assign core_out_ready = out_ready_i && !picks_others;
    assign result_o       = picks_others ? others_result : core_result;
    assign status_o       = picks_others ? others_status : fpnew_pkg::status_t'(core_flags);
    assign tag_o          = picks_others ? others_tag : TagType'(core_tag);
    assign busy_o         = in_valid_i || core_busy || others_busy;
//if openhw
    // A processor keeps its write-back port free in the cycle after this signal. An idle port costs time, a missing one
    // costs a result, so the signal is 1 as long as the core may answer, and while a result waits.
    assign early_valid_o  = core_in_valid || core_busy || others_early_valid
                            || (others_out_valid && !(out_ready_i && picks_others));
//end

    // The core has no vectors, and one divider.
    wire unused = &{1'b0, vectorial_op_i, simd_mask_i, TrueSIMDClass, EnableSIMDMask,
//if openhw-0.8
                    PulpDivsqrt,
//end
//if openhw pulp
                    DivSqrtSel,
//end
//if pulp
                    CompressedVecCmpResult, StochasticRndImplementation, hart_id_i,
//end
                    1'b0};

endmodule

`default_nettype wire
