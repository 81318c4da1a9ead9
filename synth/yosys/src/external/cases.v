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
    // Enough bits for each index of the word with its rims, and a sign.
    localparam BITS = (B_WIDTH > 32 ? B_WIDTH : 32) + 2;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    // The word has a rim of undefined bits on each side. Any other index selects undefined bits alone.
    wire [2*Y_WIDTH+A_WIDTH-1:0] rimmed = {{Y_WIDTH{1'bx}}, A, {Y_WIDTH{1'bx}}};
    wire [BITS-1:0] first = {{(BITS-B_WIDTH){B_SIGNED ? B[B_WIDTH-1] : 1'b0}}, B} + Y_WIDTH;
    // A negative index is a large one here.
    wire known = first < A_WIDTH + Y_WIDTH;
    localparam INDEX = $clog2(A_WIDTH + Y_WIDTH + 1);
    wire [INDEX-1:0] shift = first[INDEX-1:0];
    wire [2*Y_WIDTH+A_WIDTH-1:0] shifted = rimmed >> shift;
    assign Y = known ? shifted[Y_WIDTH-1:0] : {Y_WIDTH{1'bx}};
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
    wire [WIDE+ROWS-1:0] raised = {first, {ROWS{1'b0}}};
    wire [Y_WIDTH*(ROWS+1)-1:0] sums;
    assign sums[0 +: Y_WIDTH] = {Y_WIDTH{1'b0}};
    genvar row;
    generate for (row = 0; row < ROWS; row = row + 1) begin
        wire [Y_WIDTH-1:0] added = raised[ROWS-row +: Y_WIDTH] & {Y_WIDTH{second[row]}};
        wire [Y_WIDTH-1:0] sum = sums[row*Y_WIDTH +: Y_WIDTH];
        wire [Y_WIDTH-1:0] differ = sum ^ added;
        wire [Y_WIDTH:0] carry;
        assign carry[0] = 1'b0;
        \$bwmux #(.WIDTH(Y_WIDTH)) choice (.A(sum), .B(carry[Y_WIDTH-1:0]), .S(differ), .Y(carry[Y_WIDTH:1]));
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

// A quotient or a remainder, a row for each bit of the dividend. Yosys' own map has the same rows in slower steps: seconds for a word.
(* techmap_celltype = "$div $mod" *)
module division (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    parameter _TECHMAP_CELLTYPE_ = "";
    localparam OPERANDS = A_WIDTH > B_WIDTH ? A_WIDTH : B_WIDTH;
    // One bit more than the widest word, for twice a remainder.
    localparam BITS = (OPERANDS > Y_WIDTH ? OPERANDS : Y_WIDTH) + 1;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    wire a_sign = A_SIGNED ? A[A_WIDTH-1] : 1'b0;
    wire b_sign = B_SIGNED ? B[B_WIDTH-1] : 1'b0;
    wire [BITS-1:0] dividend = ({{(BITS-A_WIDTH){a_sign}}, A} ^ {BITS{a_sign}}) + a_sign;
    wire [BITS-1:0] divisor = ({{(BITS-B_WIDTH){b_sign}}, B} ^ {BITS{b_sign}}) + b_sign;
    wire [BITS-1:0] quotient;
    wire [BITS*(BITS+1)-1:0] rest;
    assign rest[BITS*BITS +: BITS] = {BITS{1'b0}};
    genvar i;
    generate for (i = 0; i < BITS; i = i + 1) begin
        wire [BITS-1:0] grown = {rest[(i+1)*BITS +: BITS-1], dividend[i]};
        wire [BITS:0] borrow;
        assign borrow = {(~grown & divisor) | (~(grown ^ divisor) & borrow[BITS-1:0]), 1'b0};
        assign quotient[i] = ~borrow[BITS];
        assign rest[i*BITS +: BITS] = borrow[BITS] ? grown : grown ^ divisor ^ borrow[BITS-1:0];
    end endgenerate
    wire is_negative = _TECHMAP_CELLTYPE_ == "$div" ? a_sign ^ b_sign : a_sign;
    wire [BITS-1:0] result = _TECHMAP_CELLTYPE_ == "$div" ? quotient : rest[BITS-1:0];
    wire [BITS-1:0] signed_result = (result ^ {BITS{is_negative}}) + is_negative;
    assign Y = signed_result[Y_WIDTH-1:0];
endmodule

// A register that an asynchronous event loads with a constant is reset by it.
(* techmap_celltype = "$aldff" *)
module constant_aldff (CLK, ALOAD, D, AD, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1'b1;
    parameter ALOAD_POLARITY = 1'b1;
    parameter [WIDTH-1:0] _TECHMAP_CONSTMSK_AD_ = 0;
    parameter [WIDTH-1:0] _TECHMAP_CONSTVAL_AD_ = 0;
    input CLK, ALOAD;
    input [WIDTH-1:0] D, AD;
    output [WIDTH-1:0] Q;
    wire _TECHMAP_FAIL_ = !(&_TECHMAP_CONSTMSK_AD_);
    \$adff #(
        .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .ARST_POLARITY(ALOAD_POLARITY), .ARST_VALUE(_TECHMAP_CONSTVAL_AD_)
    ) _TECHMAP_REPLACE_ (.CLK(CLK), .ARST(ALOAD), .D(D), .Q(Q));
endmodule

(* techmap_celltype = "$aldffe" *)
module constant_aldffe (CLK, ALOAD, EN, D, AD, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1'b1;
    parameter ALOAD_POLARITY = 1'b1;
    parameter EN_POLARITY = 1'b1;
    parameter [WIDTH-1:0] _TECHMAP_CONSTMSK_AD_ = 0;
    parameter [WIDTH-1:0] _TECHMAP_CONSTVAL_AD_ = 0;
    input CLK, ALOAD, EN;
    input [WIDTH-1:0] D, AD;
    output [WIDTH-1:0] Q;
    wire _TECHMAP_FAIL_ = !(&_TECHMAP_CONSTMSK_AD_);
    \$adffe #(
        .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .ARST_POLARITY(ALOAD_POLARITY), .EN_POLARITY(EN_POLARITY),
        .ARST_VALUE(_TECHMAP_CONSTVAL_AD_)
    ) _TECHMAP_REPLACE_ (.CLK(CLK), .ARST(ALOAD), .EN(EN), .D(D), .Q(Q));
endmodule
