// A core as its contract says, of which it is left open what it computes: whatever the solver chooses when operands go in comes out
// LATENCY enabled clocks later. What goes in is looked at by the rules around it.
module halfpipe_fpu (
    input wire clock,
    input wire reset,
    input wire enable,
    input wire in_valid,
    input wire [OP_BITS-1:0] op,
    input wire [0:0] tag_in,
    input wire [31:0] a,
    input wire [31:0] b,
    input wire [31:0] c,
    output wire out_valid,
    output wire [0:0] tag_out,
    output wire [31:0] d
);
    (* anyseq *) wire [31:0] choice;
    reg [LATENCY-1:0] valid;
    reg [LATENCY-1:0] tags;
    reg [32*LATENCY-1:0] data;
    always @(posedge clock) begin
        if (reset) valid <= 0;
        else if (enable) valid <= {valid, in_valid};
        if (enable) begin
            tags <= {tags, tag_in};
            data <= {data, choice};
        end
    end
    assign out_valid = valid[LATENCY-1];
    assign tag_out = tags[LATENCY-1];
    assign d = data[32*LATENCY-1:32*(LATENCY-1)];
endmodule
