// The same of a core without registers.
module halfpipe_fpu (
    input wire [OP_BITS-1:0] op,
    input wire [0:0] tag_in,
    input wire [31:0] a,
    input wire [31:0] b,
    input wire [31:0] c,
    output wire [0:0] tag_out,
    output wire [31:0] d
);
    (* anyseq *) wire [31:0] choice;
    assign tag_out = tag_in;
    assign d = choice;
endmodule
