// A multiplexer of a parallel case: undefined where two selections are 1, as the file promises that this never happens.
(* techmap_celltype = "$pmux" *)
module parallel_case (A, B, S, Y);
    parameter WIDTH = 1;
    parameter S_WIDTH = 1;
    input [WIDTH-1:0] A;
    input [WIDTH*S_WIDTH-1:0] B;
    input [S_WIDTH-1:0] S;
    output [WIDTH-1:0] Y;
    wire [WIDTH-1:0] chosen[0:S_WIDTH];
    wire [S_WIDTH:0] one, two;
    assign one[0] = 1'b0;
    assign two[0] = 1'b0;
    assign chosen[0] = A;
    genvar i;
    generate for (i = 0; i < S_WIDTH; i = i + 1) begin
        assign one[i+1] = one[i] | S[i];
        assign two[i+1] = two[i] | (one[i] & S[i]);
        assign chosen[i+1] = S[i] ? B[i*WIDTH +: WIDTH] : chosen[i];
    end endgenerate
    assign Y = two[S_WIDTH] ? {WIDTH{1'bx}} : chosen[S_WIDTH];
endmodule
