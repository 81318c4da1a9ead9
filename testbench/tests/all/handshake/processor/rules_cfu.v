// The proven rules of a core behind CFU-Playground's bus. The processor may do anything that the bus allows: it keeps a command until it is
// taken. The core may compute anything. One command, whichever the solver marks, is followed to its answer.
module rules (
    input wire        clk,
    input wire        reset,
    input wire        cmd_valid,
    input wire [9:0]  cmd_payload_function_id,
    input wire [31:0] cmd_payload_inputs_0,
    input wire [31:0] cmd_payload_inputs_1,
    input wire        rsp_ready,
    input wire        mark
);
    wire        cmd_ready;
    wire        rsp_valid;
    wire [31:0] rsp_payload_outputs_0;
    halfpipe_fpu_cfu dut (
        .clk(clk),
        .reset(reset),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_payload_function_id(cmd_payload_function_id),
        .cmd_payload_inputs_0(cmd_payload_inputs_0),
        .cmd_payload_inputs_1(cmd_payload_inputs_1),
        .rsp_valid(rsp_valid),
        .rsp_ready(rsp_ready),
        .rsp_payload_outputs_0(rsp_payload_outputs_0)
    );
    localparam L = LATENCY;

    // Nets inside, which the test connects: what goes into the core, what it will compute of it, what is in its stages, and lemmas' registers.
    wire        given;
    wire [OP_BITS-1:0] op;
    wire [31:0] a, b, c;
    wire [31:0] choice;
    wire [L-1:0] valid, tags, filled, storing;
    wire [L:0]   full;
    wire [32*L-1:0] data;
    wire        kept;
    wire [31:0] kept_data, accumulator;

    // ---- the environment ----
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @* if (!started) assume (reset);
    // A command stays until it is taken.
    reg        offered = 1'b0;
    reg [73:0] offer;
    wire [73:0] command = {cmd_payload_function_id, cmd_payload_inputs_0, cmd_payload_inputs_1};
    always @(posedge clk) begin
        offered <= !reset && cmd_valid && !cmd_ready;
        offer <= command;
    end
    always @* if (offered && !reset) assume (cmd_valid && command == offer);

    // ---- what a command is, by its number and mode ----
    wire taken = !reset && cmd_valid && cmd_ready;
    wire answered = !reset && rsp_valid && rsp_ready;
    wire [7:0] number = cmd_payload_function_id[9:2];
    wire [1:0] mode = cmd_payload_function_id[1:0];
    wire computes = mode < 2;
    wire uses = computes && (USES);
    wire second_is_c = SECOND_IS_C;

    // ---- the accumulator, as the commands say in their order ----
    reg [31:0] specified = 32'd0;
    // A core that knows the number computes; one whose op is too narrow for it does not come into it.
    wire fits = number < (1 << OP_BITS);
    wire [31:0] outcome = mode == 2'd3 ? specified : mode == 2'd2 || !fits ? 32'h7fffffff : choice;
    always @(posedge clk) begin
        if (reset) specified <= 32'd0;
        else if (taken && mode == 2'd1) specified <= outcome;
        else if (taken && mode == 2'd2) specified <= cmd_payload_inputs_0;
    end

    always @* if (started && !reset) begin
        // The core gets the operands of the command.
        assert (given == (taken && mode != 2'd3));
        if (given && computes) begin
            assert (a == cmd_payload_inputs_0);
            if (second_is_c) assert (c == cmd_payload_inputs_1);
            else assert (b == cmd_payload_inputs_1);
            if (uses) assert (c == specified);
            if (fits) assert (op == number[OP_BITS-1:0]);
        end
    end

    // ---- answers ----
    reg [4:0] under_way = 5'd0;
    always @(posedge clk) under_way <= reset ? 5'd0 : under_way + {4'd0, taken} - {4'd0, answered};
    // The last answer was offered and not taken.
    reg        waited = 1'b0;
    reg [31:0] waited_data;
    always @(posedge clk) begin
        waited <= !reset && rsp_valid && !rsp_ready;
        waited_data <= rsp_payload_outputs_0;
    end
    // Clocks in a row without an answer though commands are under way.
    reg [4:0] silent = 5'd0;
    always @(posedge clk) silent <= (!reset && under_way != 0 && !rsp_valid) ? silent + 5'd1 : 5'd0;
    // Clocks in a row in which a command waits though answers are taken.
    reg [4:0] blocked = 5'd0;
    always @(posedge clk) blocked <= (!reset && cmd_valid && !cmd_ready && rsp_ready) ? blocked + 5'd1 : 5'd0;
    reg flowing = 1'b0;
    always @(posedge clk) flowing <= reset || rsp_ready;

    // The marked command, how many are answered before it, and its answer.
    reg        marked = 1'b0;
    reg [4:0]  ahead;
    reg [31:0] expected;
    always @(posedge clk) begin
        if (reset) marked <= 1'b0;
        else if (!marked) begin
            marked   <= mark && taken;
            ahead    <= under_way - {4'd0, answered};
            expected <= outcome;
        end else if (answered) begin
            marked <= ahead != 5'd0;
            ahead  <= ahead - 5'd1;
        end
    end

    always @* if (started && !reset) begin
        // An offered answer stays until it is taken.
        if (waited) begin
            assert (rsp_valid);
            assert (rsp_payload_outputs_0 == waited_data);
        end
        // No answer without a command, and none lost: there is room for no more than this.
        if (under_way == 5'd0) assert (!rsp_valid);
        assert (under_way <= L + 1);
        // An answer does not wait for its receiver.
        assert (silent < L);
        // Full throughput: what does not need the accumulator never waits while answers are taken; nothing waits longer than this.
        if (flowing && computes && !uses) assert (cmd_ready);
        assert (blocked <= L + 1);
        // The marked command is answered in its turn, with its answer.
        if (marked && ahead == 5'd0 && rsp_valid) assert (rsp_payload_outputs_0 == expected);
        if (marked) assert (ahead < under_way);
    end

    // ---- lemmas, which only shorten the proof: what is where inside ----
    reg [L:0] place = 0;
    wire moves = !(kept && filled[L-1]);
    always @(posedge clk) begin
        if (reset || !marked) place <= (mark && taken) ? (mode == 2'd3 ? 1 << L : 1) : 0;
        else begin
            if (moves) place[L-1:0] <= place[L-1:0] << 1;
            place[L] <= (place[L] || (moves && place[L-1])) && !rsp_ready;
        end
        if (reset) place <= 0;
    end
    // The result in a stage.
    function [31:0] result(input integer stage);
        result = tags[stage] ? 32'h7fffffff : data[32*stage +: 32];
    endfunction
    integer    stage;
    reg [4:0]  count, in_front;
    reg        is_expected;
    reg [31:0] newest;
    always @* begin
        count = 5'd0;
        in_front = 5'd0;
        is_expected = !place[L] || kept_data == expected;
        newest = accumulator;
        for (stage = 0; stage <= L; stage = stage + 1) begin
            if (place[stage]) in_front = 5'd0;
            else in_front = in_front + {4'd0, full[stage]};
            count = count + {4'd0, full[stage]};
        end
        for (stage = L - 1; stage >= 0; stage = stage - 1) begin
            if (place[stage] && result(stage) != expected) is_expected = 1'b0;
            if (storing[stage]) newest = result(stage);
        end
    end
    always @* if (started && !reset) begin
        assert (valid == filled);
        assert ((storing & ~filled) == 0);
        assert (under_way == count);
        assert (waited == 0 || kept);
        assert (newest == specified);
        if (under_way != 5'd0) assert ((full >> silent) != 0);
        else assert (silent == 5'd0);
        if (blocked != 5'd0) begin
            assert (!kept);
            assert ((filled & ((1 << (blocked - 1)) - 1)) == 0);
        end
        assert (marked == (place != 0));
        assert ((place & (place - 1'b1)) == 0);
        assert ((place & ~full) == 0);
        if (marked) begin
            assert (ahead == in_front);
            assert (is_expected);
        end
        if (waited) assert (kept_data == waited_data);
    end
endmodule
