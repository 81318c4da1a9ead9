// The shell around halfpipe_zfh and CVFPU, with halves and doubles. CVFPU converts between them, which the unit cannot. Prints each
// difference, and how many operations were right.
`default_nettype none

module doubles;
    import fpnew_pkg::*;

    localparam fpu_features_t FEATURES = '{
        Width: 64, EnableVectors: 1'b0, EnableNanBox: 1'b1, FpFmtMask: 5'b11100, IntFmtMask: 4'b0011
    };
    // This version of CVFPU has no divider for doubles without files that it does not come with.
    localparam fpu_implementation_t IMPLEMENTATION = '{
        PipeRegs: '{'{default: 1}, '{default: 1}, '{default: 1}, '{default: 2}},
        UnitTypes: '{'{default: PARALLEL}, '{default: DISABLED}, '{default: PARALLEL}, '{default: MERGED}},
        PipeConfig: DISTRIBUTED
    };

    logic             clock = 1'b0, reset_n = 1'b0, valid = 1'b0, ready, has_result;
    logic [63:0]      a, b, result;
    operation_e       op;
    fp_format_e       source, target;
    status_t          status;
    logic             tag;
    int unsigned      right, waited;

    /* verilator lint_off PINCONNECTEMPTY */
    halfpipe_fpnew #(.Features(FEATURES), .Implementation(IMPLEMENTATION)) dut (
        .clk_i(clock), .rst_ni(reset_n), .operands_i({b, b, a}), .rnd_mode_i(RNE), .op_i(op), .op_mod_i(1'b0),
        .src_fmt_i(source), .dst_fmt_i(target), .int_fmt_i(INT32), .vectorial_op_i(1'b0), .tag_i(1'b1), .simd_mask_i(1'b1),
        .in_valid_i(valid), .in_ready_o(ready), .flush_i(1'b0), .result_o(result), .status_o(status), .tag_o(tag),
        .out_valid_o(has_result), .out_ready_i(1'b1), .busy_o()
    );

    always #1 clock = !clock;

    // Offers an operation, and compares the result and the flags. `taken` is 0 for an operation that neither unit has.
    task automatic check(string name, operation_e operation, fp_format_e from, fp_format_e to, logic [63:0] operand,
                         logic taken, logic [63:0] expected, logic [4:0] flags);
        @(negedge clock);
        {op, source, target, a, b, valid} = {operation, from, to, operand, operand, 1'b1};
        #0.1;
        for (waited = 0; !ready && waited < 20; waited++) @(negedge clock) #0.1;
        if (ready != taken) $display("%s: in_ready_o is %b", name, ready);
        if (!taken) begin
            valid = 1'b0;
            if (!ready) right++;
            return;
        end
        @(posedge clock);
        #0.1 valid = 1'b0;
        for (waited = 0; !has_result && waited < 20; waited++) @(negedge clock) #0.1;
        if (has_result && tag && result == expected && status == flags) right++;
        else $display("%s %h: %h with flags %b, not %h with %b", name, operand, result, status, expected, flags);
    endtask

    initial begin
        repeat (4) @(negedge clock);
        reset_n = 1'b1;
        check("fcvt.d.h", F2F, FP16, FP64, 64'hffffffffffff3c00, 1'b1, 64'h3ff0000000000000, 5'd0);
        check("fcvt.d.h", F2F, FP16, FP64, 64'hffffffffffff0001, 1'b1, 64'h3e70000000000000, 5'd0);
        check("fcvt.d.h without a box", F2F, FP16, FP64, 64'h0000000000003c00, 1'b1, 64'h7ff8000000000000, 5'd0);
        check("fcvt.h.d", F2F, FP64, FP16, 64'h3ff8000000000000, 1'b1, 64'hffffffffffff3e00, 5'd0);
        check("fcvt.h.d", F2F, FP64, FP16, 64'h40f0000000000000, 1'b1, 64'hffffffffffff7c00, 5'd5);
        check("fcvt.s.h", F2F, FP16, FP32, 64'hffffffffffff3c00, 1'b1, 64'hffffffff3f800000, 5'd0);
        check("fcvt.d.s", F2F, FP32, FP64, 64'hffffffff3f800000, 1'b1, 64'h3ff0000000000000, 5'd0);
        check("fadd.h", ADD, FP16, FP16, 64'hffffffffffff3c00, 1'b1, 64'hffffffffffff4000, 5'd0);
        check("fadd.d", ADD, FP64, FP64, 64'h3ff0000000000000, 1'b1, 64'h4000000000000000, 5'd0);
        check("fmacex.s.h", FMADD, FP16, FP32, 64'hffffffffffff3c00, 1'b0, 64'd0, 5'd0);
        $display("halves and doubles: %0d of 10 operations are right", right);
        $finish;
    end
endmodule

`default_nettype wire
