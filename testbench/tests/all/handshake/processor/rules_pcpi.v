// The proven rules of a core behind PicoRV32's co-processor interface. The processor may do anything that it allows: it keeps an instruction
// until it is answered, and asks nothing in the clock after. The core may compute anything.
module rules (
    input wire        clk,
    input wire        reset,
    input wire        pcpi_valid,
    input wire [31:0] pcpi_insn,
    input wire [31:0] pcpi_rs1,
    input wire [31:0] pcpi_rs2
);
    wire        pcpi_wr, pcpi_wait, pcpi_ready;
    wire [31:0] pcpi_rd;
    halfpipe_fpu_pcpi dut (
        .clk(clk),
        .resetn(!reset),
        .pcpi_valid(pcpi_valid),
        .pcpi_insn(pcpi_insn),
        .pcpi_rs1(pcpi_rs1),
        .pcpi_rs2(pcpi_rs2),
        .pcpi_wr(pcpi_wr),
        .pcpi_rd(pcpi_rd),
        .pcpi_wait(pcpi_wait),
        .pcpi_ready(pcpi_ready)
    );
    localparam L = LATENCY;

    // Nets inside, which the test connects.
    wire        given, begun;
    wire [OP_BITS-1:0] op;
    wire [31:0] a, b, c;
    wire [31:0] choice;
    wire [L-1:0] valid, tags;
    wire [32*L-1:0] data;
    wire [31:0] accumulator;

    // ---- the environment ----
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @* if (!started) assume (reset);
    reg        offered = 1'b0, was_answered = 1'b0;
    reg [95:0] offer;
    wire [95:0] command = {pcpi_insn, pcpi_rs1, pcpi_rs2};
    always @(posedge clk) begin
        offered <= !reset && pcpi_valid && !pcpi_ready;
        was_answered <= !reset && pcpi_valid && pcpi_ready;
        offer <= command;
    end
    always @* if (!reset) begin
        if (offered) assume (pcpi_valid && command == offer);
        if (was_answered) assume (!pcpi_valid);
    end

    // ---- what an instruction is ----
    wire asked = pcpi_valid && pcpi_insn[6:0] == 7'h0b;
    wire [7:0] number = {pcpi_insn[31:25], pcpi_insn[14]};
    wire [1:0] mode = pcpi_insn[13:12];
    wire computes = mode < 2;
    wire uses = computes && (USES);
    wire second_is_c = SECOND_IS_C;
    wire fits = number < (1 << OP_BITS);

    // ---- the accumulator, as the instructions say in their order; how long the present one is there, and what it is answered ----
    reg [31:0] specified = 32'd0;
    reg [4:0]  age = 5'd0;
    reg [31:0] chosen;
    wire [31:0] outcome = mode == 2'd3 ? specified : mode == 2'd2 || !fits ? 32'h7fffffff : age == 5'd0 ? choice : chosen;
    always @(posedge clk) begin
        age <= !reset && asked && !pcpi_ready ? age + 5'd1 : 5'd0;
        if (age == 5'd0) chosen <= choice;
        if (reset) specified <= 32'd0;
        else if (asked && pcpi_ready && mode == 2'd1) specified <= outcome;
        else if (asked && pcpi_ready && mode == 2'd2) specified <= pcpi_rs1;
    end

    always @* if (started && !reset) begin
        // The core gets the operands of the instruction, once.
        assert (given == (asked && computes && age == 5'd0));
        if (given) begin
            assert (a == pcpi_rs1);
            if (second_is_c) assert (c == pcpi_rs2);
            else assert (b == pcpi_rs2);
            if (uses) assert (c == specified);
            if (fits) assert (op == number[OP_BITS-1:0]);
        end
        // Every instruction of ours is waited for and answered, in so many clocks; no other is.
        assert (pcpi_wait == asked);
        if (pcpi_ready) assert (asked && pcpi_wr);
        if (asked) assert (pcpi_ready == (age == (computes ? L + 1 : 1)));
        if (pcpi_ready) assert (pcpi_rd == outcome);
    end

    // ---- lemmas, which only shorten the proof ----
    function [31:0] result(input integer stage);
        result = tags[stage] ? 32'h7fffffff : data[32*stage +: 32];
    endfunction
    // In which stage an instruction is by its age; in none when its answer is there.
    wire [L-1:0] in_stage = (1 << age) >> 1;
    integer stage;
    reg     is_chosen;
    always @* begin
        is_chosen = 1'b1;
        for (stage = 0; stage < L; stage = stage + 1)
            if (valid[stage] && result(stage) != outcome) is_chosen = 1'b0;
    end
    always @* if (started && !reset) begin
        assert (is_chosen);
        assert (begun == (age != 5'd0));
        assert (age <= (computes ? L + 1 : 1));
        if (asked && computes && age != 5'd0) assert (valid == in_stage);
        else assert (valid == 0);
        if (!pcpi_ready && !(asked && mode == 2'd2 && age != 5'd0)) assert (accumulator == specified);
        if (pcpi_ready) assert (accumulator == (mode == 2'd1 ? outcome : mode == 2'd2 ? pcpi_rs1 : specified));
        if (age != 5'd0) assert (offered && asked);
    end
endmodule
