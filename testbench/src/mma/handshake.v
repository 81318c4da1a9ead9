// The rules of a tile's handshake, for any slot and the sums of one cell. A unit computes two bits that depend on all its
// operands.
// The environment keeps a step until it is taken.
module rules (
    input wire clock,
    input wire reset,
    input wire in_valid,
    input wire [@SLOT_BITS-1:0] slot,
    input wire first,
    input wire last,
    input wire [@A_BITS-1:0] a,
    input wire [@B_BITS-1:0] b,
    input wire [@C_BITS-1:0] c,
    input wire out_ready
);
    wire in_ready, out_valid;
    wire [@SLOT_BITS-1:0] out_slot;
    wire [@C_BITS-1:0] d;
    // The bits of the cell.
    wire [1:0] own_a = a[@A_AT +: 2];
    wire [1:0] own_b = b[@B_AT +: 2];
    wire [1:0] own_c = c[@C_AT +: 2];
    wire [1:0] own_d = d[@C_AT +: 2];
    @TILE dut (
        .clock(clock),
        .reset(reset),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .slot(slot),
        .first(first),
        .last(last),
        .a(a),
        .b(b),
        .c(c),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .out_slot(out_slot),
        .d(d)
    );

    // ---- the environment ----
    reg started = 1'b0;
    reg offered = 1'b0;
    reg [@SLOT_BITS+7:0] offer;
    wire [@SLOT_BITS+7:0] offering = {slot, first, last, own_a, own_b, own_c};
    always @(posedge clock) begin
        started <= 1'b1;
        offered <= !reset && in_valid && !in_ready;
        offer <= offering;
    end
    always @* begin
        if (!started) assume (reset);
        if (offered && !reset) assume (in_valid && offering == offer);
    end

    // ---- one of the slots ----
    (* anyconst *) wire [@SLOT_BITS-1:0] its;
    wire accept = in_valid && in_ready && slot == its && !reset;
    wire leaves = out_valid && out_ready && out_slot == its;
    // Its sum after all accepted steps. Only a first step gives it a value.
    reg       has_sum = 1'b0;
    reg [1:0] sum;
    wire [1:0] next = (first ? {own_c[0], own_c[1]} : {sum[0], sum[1]}) ^ own_a ^ {own_b[0], own_b[1]};
    // Its results that have not left, the oldest first. A step under way, and one that waits at the output.
    reg [1:0] count = 2'd0;
    reg [1:0] result_0, result_1;
    reg       known_0, known_1;
    wire      known = first || has_sum;
    wire [1:0] left = count - {1'b0, leaves};
    // Cycles since its last step in which no result waited.
    reg [5:0] age = 6'd63;
    wire      flows = !out_valid || out_ready;
    always @(posedge clock) begin
        if (reset) begin
            has_sum <= 1'b0;
            count <= 2'd0;
            age <= 6'd63;
        end else begin
            if (leaves) {result_0, known_0} <= {result_1, known_1};
            if (accept) begin
                has_sum <= known;
                sum <= next;
                if (last && left == 2'd0) {result_0, known_0} <= {next, known};
                if (last && left == 2'd1) {result_1, known_1} <= {next, known};
            end
            count <= left + {1'b0, accept && last};
            if (accept) age <= 6'd0;
            else if (flows && age != 6'd63) age <= age + 6'd1;
        end
    end

    // ---- the rules ----
    reg waited = 1'b0;
    reg [@SLOT_BITS+1:0] answer;
    always @(posedge clock) begin
        waited <= !reset && out_valid && !out_ready;
        answer <= {out_slot, own_d};
    end
    always @* if (started && !reset) begin
        // A slot that does not exist has no steps.
        if (in_ready) assert (slot < @SLOTS);
        // A result waits without a change.
        if (waited) assert (out_valid && {out_slot, own_d} == answer);
        // Each result is that of the oldest last step, and no other comes.
        if (out_valid && out_slot == its) assert (count != 2'd0 && (!known_0 || own_d == result_0));
        assert (count != 2'd3);
        // A step ends in its latency, if no result waits.
        if (its < @SLOTS && age >= @LATENCY - 1 && slot == its && flows) assert (in_ready);
        if (age >= @LATENCY && count != 2'd0 && age != 6'd63) assert (out_valid);
    end
endmodule
