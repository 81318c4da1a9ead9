// The proven rules of a core's handshake. The environment keeps an operation until it is taken; the parts may compute anything. A tag
// names the part of its operation, and marks at most one operation that is under way.
module rules (
    input wire         clock,
    input wire         reset_n,
    input wire         flush,
    input wire         in_valid,
    input wire [3:0]   op,
    input wire [2:0]   src_fmt,
    input wire [WIDTH+9:0] others,
    input wire         mark,
    input wire         free,
    input wire         out_ready
);
    localparam N = COUNT;
    wire [WIDTH-1:0] a = others[WIDTH-1:0];
    wire       op_mod = others[WIDTH];
    wire [2:0] rm = others[WIDTH+3:WIDTH+1];
    wire [2:0] dst_fmt = others[WIDTH+6:WIDTH+4];
    wire [1:0] int_fmt = others[WIDTH+8:WIDTH+7];
    wire       in_ready, out_valid, busy;
    wire [WIDTH-1:0] result;
    wire [4:0] flags;
    wire [5:0] tag_out;
    reg  [3:0] place;
    wire [5:0] tag_in = {free, mark && !tracked, place};
    CORE #(.TAG_BITS(6)) dut (
        .clock(clock),
        .reset_n(reset_n),
        .flush(flush),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .op(op),
        .op_mod(op_mod),
        .rm(rm),
        .src_fmt(src_fmt),
        .dst_fmt(dst_fmt),
        .int_fmt(int_fmt),
        .a(a),
        .b(a),
        .c(a),
        .tag_in(tag_in),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .result(result),
        .flags(flags),
        .tag_out(tag_out),
        .busy(busy)
    );

    // ---- the environment ----
    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    always @* if (!started) assume (!reset_n);
    wire rules_apply = started && reset_n;
    reg offered = 1'b0;
    reg [WIDTH+22:0] offer;
    wire [WIDTH+22:0] offering = {op, src_fmt, others, mark, free, in_valid};
    always @(posedge clock) begin
        offered <= reset_n && !flush && in_valid && !in_ready;
        offer <= offering;
    end
    always @* if (reset_n && offered) assume (offering == offer);

    // ---- operations under way ----
    wire accept = in_valid && in_ready;
    wire done = out_valid && out_ready;
    wire [3:0] from = tag_out[3:0];
    wire clear = !reset_n || flush;
    // The part of the operation. 7: the core lacks it.
    always @* begin
        place = 4'd15;
PLACES
    end
    wire is_known = place != 4'd15;
    reg  is_comb;
    always @* begin
        is_comb = 1'b0;
COMBINATIONAL
    end
    // The marked operation, with the operations of its part ahead of it.
    reg        tracked = 1'b0;
    reg [3:0]  its_place;
    reg        its_free;
    reg [4:0]  ahead;
    reg [79:0] its_choice, choice;
    always @* begin
        choice = 80'd0;
CHOICES
    end
    reg [5*N-1:0] counts;
    integer part;
    wire marks = accept && tag_in[4] && !is_comb;
    always @(posedge clock) begin
        if (clear) tracked <= 1'b0;
        else if (marks) tracked <= 1'b1;
        else if (done && tag_out[4] && from == its_place) tracked <= 1'b0;
        if (marks) begin
            its_place <= place;
            its_free <= free;
            its_choice <= choice;
            ahead <= counts[5*place +: 5] - (done && from == place);
        end else if (done && tracked && from == its_place && !tag_out[4]) ahead <= ahead - 5'd1;
        for (part = 0; part < N; part = part + 1)
            if (clear) counts[5*part +: 5] <= 5'd0;
            else counts[5*part +: 5] <= counts[5*part +: 5] + (accept && place == part) - (done && from == part);
    end

    // ---- rules of all parts ----
    reg                 waited = 1'b0;
    reg [WIDTH+10:0]    answer;
    always @(posedge clock) begin
        waited <= !clear && out_valid && !out_ready;
        answer <= {result, flags, tag_out};
    end
    always @* if (rules_apply) begin
        if (in_ready) assert (is_known);
        // A result waits without a change.
        if (waited) assert (out_valid && {result, flags, tag_out} == answer);
        if (out_valid) assert (from < N);
        // Nothing but operations under way, or offered, keeps the core busy.
        assert (busy == (in_valid || counts != 0));
    end

    function [4:0] ones(input [15:0] bits);
        integer bit_place;
        begin
            ones = 5'd0;
            for (bit_place = 0; bit_place < 16; bit_place = bit_place + 1) ones = ones + bits[bit_place];
        end
    endfunction

PARTS
ARBITER
endmodule
