// The unit behind its own decoder: the part of a processor that reads the operands of an instruction word and issues it. Prints each
// difference from SoftFloat, and how many instructions were right.
`default_nettype none

module decoder;
    logic        clock = 1'b0, reset_n = 1'b0, is_offered = 1'b0;
    logic [31:0] instr = 32'd0, frm = 32'd0;

    // What the decoder makes of the word.
    wire         illegal, op_mod, reads_rs1, reads_rs2, reads_rs3, rs1_is_fp, rd_is_fp, rs1_to_b;
    wire [3:0]   op;
    wire [2:0]   rm, src_fmt, dst_fmt;
    wire [1:0]   int_fmt;

    halfpipe_decode decode (
        .instr(instr), .frm(frm[2:0]), .illegal(illegal), .op(op), .op_mod(op_mod), .rm(rm), .src_fmt(src_fmt), .dst_fmt(dst_fmt),
        .int_fmt(int_fmt), .reads_rs1(reads_rs1), .reads_rs2(reads_rs2), .reads_rs3(reads_rs3), .rs1_is_fp(rs1_is_fp),
        .rd_is_fp(rd_is_fp), .rs1_to_b(rs1_to_b)
    );

    // The registers of the word. One that it does not read has ones here.
    logic [31:0] read[3];
    wire  [31:0] rs1 = reads_rs1 ? read[0] : '1;
    wire  [31:0] rs2 = reads_rs2 ? read[1] : '1;
    wire  [31:0] rs3 = reads_rs3 ? read[2] : '1;

    wire         is_taken, has_result, busy;
    wire  [31:0] result;
    wire  [4:0]  flags;
    wire  [5:0]  tag;

    // The tag has the register of the result.
    halfpipe_zfh #(.TAG_BITS(6)) zfh (
        .clock(clock), .reset_n(reset_n), .flush(1'b0), .in_valid(is_offered && !illegal), .in_ready(is_taken),
        .op(op), .op_mod(op_mod), .rm(rm), .src_fmt(src_fmt), .dst_fmt(dst_fmt), .int_fmt(int_fmt),
        .a(rs1), .b(rs1_to_b ? rs1 : rs2), .c(rs1_to_b ? rs2 : rs3), .tag_in({rd_is_fp, instr[11:7]}),
        .out_valid(has_result), .out_ready(1'b1), .result(result), .flags(flags), .tag_out(tag), .busy(busy)
    );

    always #1 clock = !clock;

    string       words, cases;
    int          words_file, cases_file, count = 0, right = 0, waited;
    logic [31:0] expected, expected_flags, kind;

    initial begin
        if (!$value$plusargs("words=%s", words) || !$value$plusargs("cases=%s", cases)) $fatal(1, "+words and +cases name the files");
        words_file = $fopen(words, "r");
        cases_file = $fopen(cases, "r");
        repeat (2) @(negedge clock);
        reset_n = 1'b1;
        while ($fscanf(words_file, "%h", instr) == 1) begin
            if ($fscanf(cases_file, "%h %h %h %h %h %h %h", read[0], read[1], read[2], frm, expected, expected_flags, kind) != 7)
                $fatal(1, "a word without a case");
            count++;
            is_offered = 1'b1;
            #0.1;
            for (waited = 0; !is_taken && waited < 60; waited++) @(negedge clock) #0.1;
            @(posedge clock);
            #0.1 is_offered = 1'b0;
            for (waited = 0; !has_result && waited < 60; waited++) @(negedge clock) #0.1;
            if (has_result && result == expected && flags == expected_flags[4:0] && tag == {kind[1], instr[11:7]}
                && rs1_is_fp == kind[0])
                right++;
            else if (illegal) $display("%h: illegal", instr);
            else $display("%h: %h with flags %b to register %b, not %h with %b", instr, result, flags, tag, expected, expected_flags[4:0]);
            @(negedge clock);
        end
        $display("halfpipe_decode: %0d of %0d instructions are right", right, count);
        if (right != count || count == 0) $fatal(1, "some are wrong");
        $finish;
    end
endmodule
