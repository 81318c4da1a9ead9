// Undefined values in place of min.f16's last assignment, at latency 1. `here` marks the line that a refusal names.

//// an undriven net | refused: net u has no driver
wire u; // here
assign d = choose_result ^ {15'd0, u};

//// an undriven net that a gate seems to hide | refused: net u has no driver
wire u; // here
assign d = choose_result ^ {15'd0, u & ~u};

//// an undriven bit of a driven word | refused: net d[15] has no driver
wire [15:0] w;
assign w[14:0] = choose_result[14:0];
assign d = w;

//// a name with a typing error | refused: use of undeclared identifier 'choose_resuld'
assign d = choose_result ^ {15'd0, choose_resuld}; // here

//// an input of an instance left open | refused: net part.mask has no driver
part part (.i(choose_result), .mask(), .o(d));
//// below
module part (input [15:0] i,
    input mask, // here
    output [15:0] o);
    assign o = i ^ {16{mask}};
endmodule

//// an input of an instance that gets too few bits | refused: tools fill the missing bits differently
wire [15:0] o;
part part (.i(choose_result[14:0]), .o(o));
assign d = {choose_result[15], o[14:0]};
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a case with an arm of x | refuted
reg [15:0] r;
always @* case (a_bits14to0_1[1:0])
    2'd3: r = 16'bx;
    default: r = choose_result;
endcase
assign d = r;

//// a choice with an arm of x | refuted
assign d = a_bits14to0_1 == 15'h1234 ? 16'hxxxx : choose_result;

//// an x that an exclusive or seems to cancel | refused: always without an input
reg [15:0] t;
always @* t = 16'bx;
assign d = choose_result ^ (t ^ t);

//// a case that names no value of the selector | refuted
reg [15:0] r;
always @* begin
    r = 16'bx;
    case (a_bits14to0_1[1:0])
        2'd0, 2'd1, 2'd2: r = choose_result;
    endcase
end
assign d = r;

//// full_case without an arm | refuted
reg [15:0] r;
always @*
    (* full_case *)
    case (a_bits14to0_1[1:0])
        2'd0: r = choose_result;
        2'd1: r = choose_result;
        2'd2: r = choose_result;
    endcase
assign d = r;

//// full_case without an arm, as a comment | refuted
reg [15:0] r;
always @*
    case (a_bits14to0_1[1:0]) // synopsys full_case
        2'd0: r = choose_result;
        2'd1: r = choose_result;
        2'd2: r = choose_result;
    endcase
assign d = r;

//// parallel_case with two arms at once | refuted
reg [15:0] r;
always @*
    (* parallel_case *)
    case (1'b1)
        a_bits14to0_1[0]: r = choose_result;
        a_bits14to0_1[1]: r = 16'd5;
        default: r = choose_result;
    endcase
assign d = a_bits14to0_1[1:0] == 2'b10 ? choose_result : r;

//// a function that returns x | refuted
function [15:0] guarded(input [15:0] value, input known);
    if (known) guarded = value;
    else guarded = 16'bx;
endfunction
assign d = guarded(choose_result, a_bits14to0_1 != 15'h1234);

//// a function that returns nothing | refused: function guarded: it keeps its last value
function [15:0] guarded(input [15:0] value, input known);
    if (known) guarded = value;
endfunction
assign d = guarded(choose_result, a_bits14to0_1 != 15'h1234);

//// an index that no bit has | refuted
wire [4:0] index = a_bits14to0_1 == 15'h1234 ? 5'd16 : 5'd0;
assign d = {choose_result[15:1], choose_result[index]};

//// a constant index that no bit has | refused: cannot refer to element 3
wire [2:0] low = choose_result[2:0];
assign d = {choose_result[15:1], a_bits14to0_1 == 15'h1234 ? low[3] : low[0]};

//// a word that a memory does not have | refuted
reg [15:0] zeros [0:2];
initial begin zeros[0] = 16'd0; zeros[1] = 16'd0; zeros[2] = 16'd0; end
assign d = choose_result ^ zeros[a_bits14to0_1[1:0]];

//// a word that a memory is not filled with | refuted
reg [15:0] zeros [0:3];
initial begin zeros[0] = 16'd0; zeros[1] = 16'd0; zeros[2] = 16'd0; end
assign d = choose_result ^ zeros[a_bits14to0_1[1:0]];

//// a division by zero | refused: division: the result is undefined where the divisor is 0
assign d = choose_result / {15'd0, a_bits14to0_1 != 15'h1234}; // here

//// a remainder of zero | refused: division: the result is undefined where the divisor is 0
assign d = choose_result % (a_bits14to0_1 == 15'h1234 ? 17'd0 : 17'h10000); // here

//// a condition of x | refused: value 1'bx in a condition
reg [15:0] r;
always @*
    if (1'bx) r = choose_result; // here
    else r = 16'd0;
assign d = r;

//// a parameter of x | refused: value WRONG in a parameter
localparam WRONG = 1'bx; // here
generate
    if (WRONG) assign d = 16'd0;
    else assign d = choose_result;
endgenerate

//// a comparison with x | refused: value 16'bx in a condition
assign d = a === 16'bx ? 16'd0 : choose_result;

//// a label of x | refused: case label 2'b1x
reg [15:0] r;
always @* case (a_bits14to0_1[1:0])
    2'b1x: r = 16'd0; // here
    default: r = choose_result;
endcase
assign d = r;

//// a net that is z | refused: value 16'bz
assign d = a_bits14to0_1 == 15'h1234 ? 16'bz : choose_result; // here

//// a latch | refused: latch
reg [15:0] r;
always @* if (a_bits14to0_1 != 15'h1234) r = choose_result; // here
assign d = r;

//// an x of SystemVerilog | refuted | sv
logic [15:0] r;
always_comb r = a_bits14to0_1 == 15'h1234 ? 'x : choose_result;
assign d = r;

//// a unique case without an arm | refuted | sv
logic [15:0] r;
always_comb
    unique case (a_bits14to0_1[1:0])
        2'd0: r = choose_result;
        2'd1: r = choose_result;
        2'd2: r = choose_result;
    endcase
assign d = r;

//// a word that an array of registers does not have | refuted
reg [15:0] words [0:2];
reg [15:0] r;
always @* begin
    words[0] = choose_result;
    words[1] = choose_result;
    words[2] = choose_result;
    r = words[a_bits14to0_1[1:0]];
end
assign d = r;

//// an undefined bit that is compared with === | refused: (compare_chain[a[3:0] + 5'd16] > 1'b1...: simulators compare x
wire is_known = (compare_chain[a[3:0] + 5'd16] > 1'b1) === 1'b0; // here
assign d = is_known ? choose_result : ~choose_result;

//// an undefined bit that is compared with !== | refused: choose_result[a[4:0]] !== 1'b0
assign d = (choose_result[a[4:0]] !== 1'b0) | 1'b1 ? choose_result : 16'd0; // here

//// an undefined part that is compared | refused: choose_result[a[3:0] +: 2] === 2'd0
assign d = (choose_result[a[3:0] +: 2] === 2'd0) & 1'b0 ? 16'd0 : choose_result; // here
