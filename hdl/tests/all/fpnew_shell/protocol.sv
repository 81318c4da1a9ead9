// The shell between two units that answer after random times, an environment that stalls at random, and flushes.
module unit #(
    parameter int unsigned TAG_BITS = 7
) (
    input  wire logic                clock,
    input  wire logic                reset_n,
    input  wire logic                flush,
    input  wire logic                in_valid,
    output wire logic                in_ready,
    input  wire logic [31:0]         a,
    input  wire logic [TAG_BITS-1:0] tag_in,
    output wire logic                out_valid,
    input  wire logic                out_ready,
    output wire logic [31:0]         result,
    output wire logic [TAG_BITS-1:0] tag_out,
    output wire logic                early,
    output wire logic                busy
);
    // One operation at a time. It is ready at random, and a valid result waits for no ready.
    logic                is_full, is_done, accepts;
    logic [31:0]         held;
    logic [TAG_BITS-1:0] tag;
    assign in_ready  = accepts && (!is_full || (is_done && out_ready));
    assign out_valid = is_full && is_done;
    assign result    = ~held;
    assign tag_out   = tag;
    assign early     = in_valid || (is_full && !is_done);
    assign busy      = is_full;
    always_ff @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            is_full <= 1'b0;
            is_done <= 1'b0;
            accepts <= 1'b0;
        end else begin
            accepts <= $urandom_range(3) != 0;
            if (in_valid && in_ready) {is_full, is_done, held, tag} <= {1'b1, $urandom_range(1) == 0, a, tag_in};
            else if (out_valid && out_ready) is_full <= 1'b0;
            else if (is_full && $urandom_range(1) == 0) is_done <= 1'b1;
            if (flush) is_full <= 1'b0;
        end
endmodule

/* verilator lint_off UNUSEDSIGNAL */
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
    assign flags = 5'd21;
    // The top bit of the rounding is no part of a variant of FP16ALT, and is kept otherwise.
    wire has_variant = op inside {4'd6, 4'd7, 4'd8};
    always @(posedge clock)
        if (in_valid && rm != (has_variant && src_fmt == 3'd4 ? {1'b0, b[1:0]} : b[2:0])) begin
            $display("a wrong rm");
            $stop;
        end
    unit #(.TAG_BITS(TAG_BITS)) unit (.early(), .*);
endmodule

module fpnew_top #(
    parameter fpnew_pkg::fpu_features_t       Features       = fpnew_pkg::RV64D_Xsflt,
    parameter fpnew_pkg::fpu_implementation_t Implementation = fpnew_pkg::DEFAULT_NOREGS,
    parameter fpnew_pkg::divsqrt_unit_t       DivSqrtSel     = fpnew_pkg::THMULTI,
    parameter type                            TagType        = logic,
    parameter int unsigned                    TrueSIMDClass  = 0,
    parameter int unsigned                    EnableSIMDMask = 0
) (
    input  wire logic                   clk_i,
    input  wire logic                   rst_ni,
    input  wire logic [2:0][31:0]       operands_i,
    input  wire fpnew_pkg::roundmode_e  rnd_mode_i,
    input  wire fpnew_pkg::operation_e  op_i,
    input  wire logic                   op_mod_i,
    input  wire fpnew_pkg::fp_format_e  src_fmt_i,
    input  wire fpnew_pkg::fp_format_e  dst_fmt_i,
    input  wire fpnew_pkg::int_format_e int_fmt_i,
    input  wire logic                   vectorial_op_i,
    input  wire TagType                 tag_i,
    input  wire logic                   simd_mask_i,
    input  wire logic                   in_valid_i,
    output wire logic                   in_ready_o,
    input  wire logic                   flush_i,
    output wire logic [31:0]            result_o,
    output wire fpnew_pkg::status_t     status_o,
    output wire TagType                 tag_o,
    output wire logic                   out_valid_o,
    input  wire logic                   out_ready_i,
    output wire logic                   early_valid_o,
    output wire logic                   busy_o
);
    localparam bit COMPUTES_FP32 = 1'b0;
    // The core's formats are in its conversions only.
    for (genvar group = 0; group < int'(fpnew_pkg::NUM_OPGROUPS); group++) begin : gen_group
        localparam fpnew_pkg::unit_type_t EXPECTED = group == int'(fpnew_pkg::CONV) ? fpnew_pkg::MERGED : fpnew_pkg::DISABLED;
        if (Implementation.UnitTypes[group][fpnew_pkg::FP16] != EXPECTED
            || Implementation.UnitTypes[group][fpnew_pkg::FP16ALT] != EXPECTED) $error("halves are in group %0d", group);
        if (COMPUTES_FP32 && Implementation.UnitTypes[group][fpnew_pkg::FP32] != EXPECTED) $error("FP32 is in group %0d", group);
    end
    if (!Features.FpFmtMask[fpnew_pkg::FP32]) $error("no FP32 in CVFPU");
    if (!Features.FpFmtMask[fpnew_pkg::FP16] || !Features.FpFmtMask[fpnew_pkg::FP16ALT]) $error("no halves in CVFPU");
    assign status_o = 5'd10;
    unit #(.TAG_BITS($bits(TagType))) unit (
        .clock(clk_i), .reset_n(rst_ni), .flush(flush_i), .in_valid(in_valid_i), .in_ready(in_ready_o),
        .a(operands_i[0]), .tag_in(tag_i),
        .out_valid(out_valid_o), .out_ready(out_ready_i), .result(result_o), .tag_out(tag_o), .early(early_valid_o),
        .busy(busy_o)
    );
endmodule
/* verilator lint_on UNUSEDSIGNAL */

module protocol;
    import fpnew_pkg::*;

    logic              clk_i = 1'b0, rst_ni = 1'b0;
    logic [2:0][31:0]  operands_i;
    operation_e        op_i;
    fp_format_e        src_fmt_i, dst_fmt_i;
    roundmode_e        rnd_mode_i;
    logic [6:0]        tag_i, tag_o;
    logic              in_valid_i, in_ready_o, flush_i, out_valid_o, out_ready_i, early_valid_o, busy_o;
    logic [31:0]       result_o;
    status_t           status_o;
    top dut (.op_mod_i(1'b0), .int_fmt_i(INT32), .*);

    // What each tag in flight must answer, by the side that it went to.
    logic         is_pending[128], is_of_core[128];
    logic [31:0]  expected[128];
    int unsigned  in_flight, answers[2], turns, clocks;
    logic         was_waiting, was_early, last_was_core, others_waited;
    logic [31:0]  last_result;
    logic [6:0]   last_tag;
    wire          for_core = dut.dut.for_core;
    wire          both = dut.dut.core_out_valid && dut.dut.others_out_valid;

    function automatic fp_format_e any_format();
        case ($urandom_range(4))
            0:       return FP64;
            1:       return FP16ALT;
            2:       return FP16;
            default: return FP32;
        endcase
    endfunction

    function automatic logic is_any_half(fp_format_e fmt);
        return fmt == FP16 || fmt == FP16ALT;
    endfunction

    // True if the core computes in a format.
    localparam bit COMPUTES_FP32 = 1'b0;
    function automatic logic is_own(fp_format_e fmt);
        return is_any_half(fmt) || (COMPUTES_FP32 && fmt == FP32);
    endfunction

    task automatic check(logic holds, string message);
        if (!holds) begin
            $display("cycle %0d: %s", clocks, message);
            $stop;
        end
    endtask

    always #1 clk_i = !clk_i;
    always @(negedge clk_i) begin
        clocks++;
        rst_ni     = clocks > 3;
        flush_i    = clocks > 3 && $urandom_range(199) == 0;
        in_valid_i = $urandom_range(3) != 0;
        case ($urandom_range(4))
            0:       op_i = F2I;
            1:       op_i = I2F;
            2:       op_i = F2F;
            3:       op_i = SGNJ;
            default: op_i = ADD;
        endcase
        src_fmt_i  = any_format();
        dst_fmt_i  = any_format();
        operands_i = {$urandom(), $urandom(), $urandom()};
        // The core checks that it gets the rounding.
        rnd_mode_i = roundmode_e'(operands_i[1][2:0]);
        out_ready_i = clocks % 1000 < 300 || $urandom_range(2) == 0;
        do tag_i = 7'($urandom()); while (is_pending[tag_i]);
        if (clocks == 20000) begin
            check(answers[0] > 1000 && answers[1] > 1000, "too few answers");
            check(turns > 500, "the sides do not take turns");
            $display("passes");
            $finish;
        end
    end
    always @(posedge clk_i)
        if (rst_ni) begin
            check(busy_o || (!in_valid_i && in_flight == 0), "busy_o is 0 with an operation inside");
            check(!out_valid_o || was_early, "no early_valid_o before a result");
            check(!was_waiting || (out_valid_o && result_o == last_result && tag_o == last_tag),
                  "a waiting result changes");
            if (out_valid_o) begin
                check(is_pending[tag_o], "an unknown tag");
                check(result_o == expected[tag_o], "a wrong result");
                check(status_o == (is_of_core[tag_o] ? 5'd21 : 5'd10), "wrong flags");
                if (out_ready_i) begin
                    // The side that waited while the other one answered comes next.
                    if (others_waited) begin
                        check(is_of_core[tag_o] != last_was_core, "a side comes twice while the other one waits");
                        turns++;
                    end
                    others_waited = both;
                    last_was_core = is_of_core[tag_o];
                    is_pending[tag_o] = 1'b0;
                    in_flight--;
                    answers[int'(is_of_core[tag_o])]++;
                end
            end
            was_waiting = out_valid_o && !out_ready_i && !flush_i;
            was_early   = early_valid_o;
            last_result = result_o;
            last_tag    = tag_o;
            if (in_valid_i && in_ready_o) begin
                is_pending[tag_i] = 1'b1;
                // The core lacks conversions from and to FP64, and from one half to another.
                case (op_i)
                    F2I:     is_of_core[tag_i] = is_own(src_fmt_i);
                    I2F:     is_of_core[tag_i] = is_own(dst_fmt_i);
                    F2F:     is_of_core[tag_i] = (is_any_half(src_fmt_i) && dst_fmt_i == FP32)
                                              || (src_fmt_i == FP32 && is_any_half(dst_fmt_i));
                    default: is_of_core[tag_i] = is_own(src_fmt_i) || is_own(dst_fmt_i);
                endcase
                check(is_of_core[tag_i] == for_core, "the wrong side");
                expected[tag_i] = ~operands_i[0];
                // EnableNanBox is 0, so the core finds a box around each half. An integer has none.
                if (is_of_core[tag_i] && op_i != I2F && is_any_half(src_fmt_i)) expected[tag_i][31:16] = 16'd0;
                in_flight++;
            end
            if (flush_i) begin
                in_flight = 0;
                others_waited = 1'b0;
                foreach (is_pending[i]) is_pending[i] = 1'b0;
            end
        end else was_early = 1'b0;
endmodule
