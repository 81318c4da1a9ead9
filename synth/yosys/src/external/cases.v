// A multiplexer of a parallel case: undefined where two selections are 1, as the file promises that this never happens.
(* techmap_celltype = "$pmux" *)
module parallel_case (A, B, S, Y);
    parameter WIDTH = 1;
    parameter S_WIDTH = 1;
    input [WIDTH-1:0] A;
    input [WIDTH*S_WIDTH-1:0] B;
    input [S_WIDTH-1:0] S;
    output [WIDTH-1:0] Y;
    wire [WIDTH*(S_WIDTH+1)-1:0] chosen;
    wire [S_WIDTH:0] one, two;
    assign one[0] = 1'b0;
    assign two[0] = 1'b0;
    assign chosen[0 +: WIDTH] = A;
    genvar i;
    generate for (i = 0; i < S_WIDTH; i = i + 1) begin
        assign one[i+1] = one[i] | S[i];
        assign two[i+1] = two[i] | (one[i] & S[i]);
        assign chosen[(i+1)*WIDTH +: WIDTH] = S[i] ? B[i*WIDTH +: WIDTH] : chosen[i*WIDTH +: WIDTH];
    end endgenerate
    assign Y = two[S_WIDTH] ? {WIDTH{1'bx}} : chosen[S_WIDTH*WIDTH +: WIDTH];
endmodule

// A selection by an index: undefined where the index is none of the word's. Yosys' own map for it takes such a bit as it suits.
(* techmap_celltype = "$shiftx" *)
module selection (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    localparam BITS = (B_WIDTH > 32 ? B_WIDTH : 32) + 2;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    wire [BITS-1:0] first = {{(BITS-B_WIDTH){B_SIGNED ? B[B_WIDTH-1] : 1'b0}}, B};
    genvar i;
    generate for (i = 0; i < Y_WIDTH; i = i + 1) begin
        wire [BITS-1:0] index = first + i;
        // A negative index is a large one here.
        wire known = index < A_WIDTH;
        wire [A_WIDTH-1:0] shifted = A >> index;
        assign Y[i] = known ? shifted[0] : 1'bx;
    end endgenerate
endmodule

// A product as the schoolbook has it, a row for each bit of the second factor: the form that a proof compares products in.
(* techmap_celltype = "$mul" *)
module product (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    // Both factors are signed or neither is. A negative factor has its sign in every bit of the product.
    localparam ROWS = B_SIGNED || B_WIDTH > Y_WIDTH ? Y_WIDTH : B_WIDTH;
    localparam WIDE = (A_WIDTH > B_WIDTH ? A_WIDTH : B_WIDTH) + Y_WIDTH;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    wire [WIDE-1:0] first = {{(WIDE-A_WIDTH){A_SIGNED ? A[A_WIDTH-1] : 1'b0}}, A};
    wire [WIDE-1:0] second = {{(WIDE-B_WIDTH){B_SIGNED ? B[B_WIDTH-1] : 1'b0}}, B};
    wire [Y_WIDTH*(ROWS+1)-1:0] sums;
    assign sums[0 +: Y_WIDTH] = {Y_WIDTH{1'b0}};
    genvar row, place;
    generate for (row = 0; row < ROWS; row = row + 1) begin
        wire [WIDE+ROWS-1:0] raised = first << row;
        wire [Y_WIDTH-1:0] added = raised[Y_WIDTH-1:0] & {Y_WIDTH{second[row]}};
        wire [Y_WIDTH-1:0] sum = sums[row*Y_WIDTH +: Y_WIDTH];
        wire [Y_WIDTH-1:0] differ = sum ^ added;
        wire [Y_WIDTH:0] carry;
        assign carry[0] = 1'b0;
        for (place = 0; place < Y_WIDTH; place = place + 1) begin
            assign carry[place+1] = differ[place] ? carry[place] : sum[place];
        end
        assign sums[(row+1)*Y_WIDTH +: Y_WIDTH] = differ ^ carry[Y_WIDTH-1:0];
    end endgenerate
    assign Y = sums[ROWS*Y_WIDTH +: Y_WIDTH];
endmodule

// A latch that the other reading of the file does not have: undefined while it keeps its value.
(* techmap_celltype = "$dlatch" *)
module latch (EN, D, Q);
    parameter WIDTH = 1;
    parameter EN_POLARITY = 1;
    input EN;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;
    assign Q = EN == EN_POLARITY ? D : {WIDTH{1'bx}};
endmodule
