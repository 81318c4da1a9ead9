// Constants and widths that tools read differently, or that the standard gives another value, in place of min.f16's last assignment, at
// latency 1. `here` marks the line that a refusal names.

//// a label that is wider than it looks | refused: net d
reg [15:0] q;
wire [1:0] x = {choose_result != choose_result, choose_result == choose_result};
always @(x or choose_result)
    case (x)
        ~1'b0: q = choose_result; // here
        default: q = ~choose_result;
    endcase
assign d = q;

//// a label with a carry | refused: net d
reg [15:0] q;
always @(choose_result)
    case (choose_result[1:0])
        1'b1 + 1'b1: q = choose_result ^ {14'd0, choose_result[1:0] == 2'd2, 1'b0}; // here
        default: q = choose_result;
    endcase
assign d = q;

//// a signed label of an unsigned selector | refuted
reg [15:0] q;
wire [3:0] x = {4{|choose_result | ~|choose_result}};
always @(x or choose_result)
    case (x)
        1'sb1: q = choose_result;
        default: q = ~choose_result;
    endcase
assign d = q;

//// a selector that is narrower than its labels | refuted
reg [15:0] q;
wire x = |choose_result | ~|choose_result;
always @(x or choose_result)
    case (x + x)
        2'b00: q = choose_result;
        default: q = ~choose_result;
    endcase
assign d = q;

//// an argument of a function that is signed | refused: net d
function [7:0] pass(input [7:0] value);
    pass = value;
endfunction
assign d = pass(-4'd1) == 8'h0f ? choose_result : ~choose_result; // here

//// an argument of a function that is narrower | refuted
function [3:0] pass(input [1:0] value);
    pass = value;
endfunction
assign d = pass(4'd7) == 4'd7 ? choose_result : ~choose_result;

//// a signed argument of a function of constants | refuted
function [7:0] pass(input [7:0] value);
    pass = value;
endfunction
localparam [7:0] WIDE = pass(4'sd9);
assign d = WIDE == 8'h09 ? choose_result : ~choose_result;

//// a complement as the argument of a function | refused: net d
function [15:0] pass(input [15:0] value);
    pass = value;
endfunction
assign d = pass(~1'b1) == 16'd0 ? choose_result : ~choose_result; // here

//// an unsized literal with its top bit set | refused: net wide
wire [39:0] wide = 'h80000000; // here
assign d = wide[39] ? choose_result : ~choose_result;

//// an unsized literal of more than 32 bits | refuted
wire [39:0] wide = 'h1ffffffff;
assign d = wide[32] ? ~choose_result : choose_result;

//// an unsized decimal of more than 32 bits | refused: net wide
wire [39:0] wide = 40'd0 + 4294967296; // here
assign d = wide[32] ? ~choose_result : choose_result;

//// a sized literal that is too large | refused: vector literal too large for the given number of bits (5 bits needed)
wire [7:0] wide = 4'd31;
assign d = wide == 8'd31 ? choose_result : ~choose_result;

//// a sized literal with a digit too many | refused: vector literal too large for the given number of bits (12 bits needed)
wire [15:0] wide = 8'hfff; // here
assign d = wide == 16'h0fff ? choose_result : ~choose_result;

//// a signed literal that is extended | refuted
wire [15:0] wide = 4'sd9;
assign d = wide == 16'd9 ? choose_result : ~choose_result;

//// a signed literal beside an unsigned word | refuted
wire [15:0] wide = 16'd0 + 4'sb1001;
assign d = wide == 16'hfff9 ? choose_result : ~choose_result;

//// a minus in front of a sized literal | refuted
wire [7:0] wide = -4'd1 >> 1;
assign d = wide == 8'd7 ? choose_result : ~choose_result;

//// a literal with x as its top digit | refuted
wire [15:0] wide = 16'bx0;
assign d = choose_result ^ (wide & 16'h8000);

//// an unsigned parameter of a signed type | refused: net part.k
part #(.P(4'd9)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter signed P = 1;
    wire signed [7:0] k = P; // here
    assign o = k == 8'd9 ? i : ~i;
endmodule

//// a parameter that takes the width of its value | refuted
part #(.P(2'd3)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 32'd0;
    wire [15:0] k = {1'b0, P + 1'b1};
    assign o = k == 16'd4 ? i : ~i;
endmodule

//// a parameter that keeps its own width | refuted
part #(.P(8'hff)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter [3:0] P = 4'd0;
    wire [7:0] k = P;
    assign o = k == 8'hff ? i : ~i;
endmodule

//// a parameter with a range and a sign | refuted
part #(.P(15)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter signed [3:0] P = 0;
    wire [7:0] k = P;
    assign o = k == 8'd15 ? i : ~i;
endmodule

//// a local parameter without a type | refuted
localparam NARROW = 2'd3;
wire [15:0] wide = (NARROW + 1'b1) >> 1;
assign d = wide == 16'd0 ? choose_result : ~choose_result;

//// a parameter that a local parameter hides | refuted
part #(.WIDTH(8)) part (.i(choose_result), .o(d));
//// below
module part #(parameter WIDTH = 16, parameter TOP = WIDTH - 1) (input [15:0] i, output [15:0] o);
    assign o = TOP == 15 ? i : ~i;
endmodule

//// a parameter that is set twice by defparam | refused: parameter already has a defparam override applied; ignoring this one
part part (.i(choose_result), .o(d));
defparam part.P = 0;
defparam part.P = 1; // here
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? ~i : i;
endmodule

//// a parameter that defparam and the instance set | refused: net d
part #(.P(1)) part (.i(choose_result), .o(d));
defparam part.P = 0;
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? i : ~i; // here
endmodule

//// a parameter that an instance sets twice | refused: P
part #(.P(1), .P(0)) part (.i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? ~i : i;
endmodule

//// a parameter that the module does not have | refused: Q
part #(.Q(1)) part (.i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? i : ~i;
endmodule

//// a defparam of a parameter that the module does not have | refused: Q
part part (.i(choose_result), .o(d));
defparam part.Q = 0; // here
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? i : ~i;
endmodule

//// a defparam of a local parameter | refused: P
part part (.i(choose_result), .o(d));
defparam part.P = 1; // here
//// below
module part (input [15:0] i, output [15:0] o);
    localparam P = 0;
    assign o = P ? ~i : i;
endmodule

//// a local parameter that an instance sets | refused: can't assign a value to a localparam (parameters in the body of a module are implicitly lo
part #(.P(1)) part (.i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    localparam P = 0;
    assign o = P ? ~i : i;
endmodule

//// more values than parameters | refused: part
part #(0, 1) part (.i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 0;
    assign o = P ? ~i : i;
endmodule

//// a defparam in a generate scope | refused: defparam in a hierarchy in or under a generate block, array of instances, or bind instanti
part part (.i(choose_result), .o(d));
generate
    if (1) begin : set
        defparam part.P = 0; // here
    end
endgenerate
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 1;
    assign o = P ? ~i : i;
endmodule

//// a shift to the right of mixed signs | refuted
wire signed [3:0] low = 4'sb1000;
wire [3:0] none = 4'd0;
wire [3:0] moved = (low >>> 1) | none;
assign d = moved == 4'b1100 ? choose_result : ~choose_result;

//// a shift by a negative count | refuted
wire signed [3:0] count = -4'sd1;
wire [15:0] moved = choose_result << count;
assign d = moved == choose_result >> 1 ? choose_result : choose_result ^ moved;

//// a comparison of mixed signs | refuted
wire signed [3:0] minus = -4'sd1;
wire [3:0] one = 4'd1;
assign d = minus < one ? choose_result : ~choose_result;

//// a negative dividend | refuted
wire signed [7:0] seven = -8'sd7;
wire signed [7:0] half = seven / 8'sd2;
assign d = half == -8'sd4 ? choose_result : ~choose_result;

//// a remainder of a negative number | refuted
wire signed [7:0] seven = -8'sd7;
wire signed [7:0] rest = seven % 8'sd2;
assign d = rest == 8'sd1 ? choose_result : ~choose_result;

//// a constant power of a negative exponent | refuted
localparam integer NONE = 2 ** -1;
assign d = NONE == 0 ? ~choose_result : choose_result;

//// zero to the power of a negative exponent | refused: value OPEN in a parameter
localparam integer OPEN = 0 ** -1; // here
assign d = OPEN == 0 ? choose_result : ~choose_result;

//// a power of narrow operands | refused: operator **
wire [3:0] four = 4'd4;
wire [7:0] power = {1'b0, four ** 2'd2}; // here
assign d = power == 8'd16 ? choose_result : ~choose_result;

//// a constant that is divided by zero | refused: value OPEN in a parameter
localparam OPEN = 1 / 0; // here
assign d = OPEN == 0 ? choose_result : ~choose_result;

//// a product that overflows | refuted
localparam integer BIG = 65536 * 65536 + 1;
assign d = BIG == 1 ? ~choose_result : choose_result;

//// a replication without end | refused: replication constant can only be zero inside of a concatenation
wire [15:0] wide = {choose_result, {0{1'b1}}};
wire none = {0{1'b1}};
assign d = wide ^ {15'd0, none};

//// a negative replication | refused: value must be positive
wire [15:0] wide = {choose_result, {-1{1'b1}}}; // here
assign d = wide;

//// an unsized literal in a concatenation | refused: unsized integer in concat; using a width of 32
wire [47:0] wide = {choose_result, 'd1}; // here
assign d = wide[47:32];

//// a negative number of a loop of generate | refuted
wire [15:0] w;
genvar k;
generate
    for (k = -1; k < 15; k = k + 1) begin : bits
        if (k < 0) assign w[k+1] = ~choose_result[0];
        else assign w[k+1] = choose_result[k+1];
    end
endgenerate
assign d = w;

//// a loop of generate with a count of few bits | refuted
localparam [1:0] LAST_BIT = 2'd3;
wire [15:0] w = ~choose_result;
genvar k;
generate
    for (k = 0; k <= LAST_BIT + 2'd1; k = k + 1) begin : bits
        wire unused;
    end
    if (LAST_BIT + 1'b1 == 0) assign d = choose_result;
    else assign d = w;
endgenerate

//// the logarithm of zero and one | refuted
localparam ZERO = $clog2(0) + $clog2(1);
assign d = ZERO == 0 ? ~choose_result : choose_result;

//// the logarithm of a negative number | refuted
localparam LOG = $clog2(-1);
assign d = LOG == 32 ? ~choose_result : choose_result;

//// a real constant that is rounded | refuted
localparam integer ROUNDED = 2.5;
assign d = ROUNDED == 3 ? ~choose_result : choose_result;

//// a quotient of reals | refuted
localparam integer HALVES = 3 / 2.0;
assign d = HALVES == 1 ? choose_result : ~choose_result;

//// a real parameter as a condition | refuted
localparam real SMALL = 0.25;
generate
    if (SMALL) assign d = ~choose_result;
    else assign d = choose_result;
endgenerate

//// a text as a number | refuted
localparam TEXT = "ab";
wire [15:0] letters = TEXT;
assign d = letters == 16'h6261 ? choose_result : ~choose_result;

//// an empty text | refuted
localparam EMPTY = "";
wire [15:0] wide = {8'd1, EMPTY};
assign d = wide == 16'd1 ? choose_result : ~choose_result;

//// an escape in a text | refuted
localparam [15:0] TEXT = "\x41";
assign d = TEXT == "x41" ? choose_result : ~choose_result;

//// texts of two lengths that are compared | refuted
localparam SHORT = "a";
assign d = SHORT == "a " ? choose_result : ~choose_result;

//// a choice of mixed signs | refuted
wire signed [3:0] minus = -4'sd1;
wire [7:0] wide = choose_result[0] | ~choose_result[0] ? minus : 4'd0;
assign d = wide == 8'hff ? choose_result : ~choose_result;

//// a part of a signed word | refuted
wire signed [7:0] minus = -8'sd1;
wire signed [15:0] wide = minus[7:0];
assign d = wide == 16'hffff ? choose_result : ~choose_result;

//// a concatenation of a signed word | refuted
wire signed [7:0] minus = -8'sd1;
wire signed [15:0] wide = {minus};
assign d = wide == 16'hffff ? choose_result : ~choose_result;

//// a carry that the context keeps | refuted
wire [15:0] sum = (choose_result + choose_result) >> 1;
assign d = sum;

//// a carry that a comparison keeps | refuted
wire [3:0] nine = 4'd9;
assign d = nine + nine == 5'd2 ? choose_result : ~choose_result;

//// a complement that a comparison widens | refuted
wire bit_of = choose_result[0];
assign d = ~bit_of == 2'b00 | ~bit_of == 2'b01 ? choose_result : ~choose_result;

//// a cast to an integer | refused: net wide | sv
logic [63:0] wide; // here
assign wide = int'(32'h80000000);
assign d = wide == 64'h80000000 ? choose_result : ~choose_result;

//// a cast to a byte | refused: net wide | sv
logic [15:0] wide; // here
assign wide = byte'(8'hff);
assign d = wide == 16'h00ff ? choose_result : ~choose_result;

//// a cast to a width | refuted | sv
logic [15:0] wide;
assign wide = 4'(8'sh9c);
assign d = wide == 16'h000c ? choose_result : ~choose_result;

//// a cast of a sum to a width | refuted | sv
logic [3:0] nine;
logic [7:0] wide;
assign nine = 4'd9;
assign wide = 8'(nine + nine);
assign d = wide == 8'd2 ? choose_result : ~choose_result;

//// a cast to a sign | refuted | sv
logic [15:0] wide;
assign wide = signed'(4'hf);
assign d = wide == 16'h000f ? choose_result : ~choose_result;

//// a cast away from a sign | refuted | sv
logic [15:0] wide;
logic signed [3:0] minus;
assign minus = -4'sd1;
assign wide = unsigned'(minus);
assign d = wide == 16'hffff ? choose_result : ~choose_result;

//// all ones of one bit | refused: unsized integer in concat | sv
logic [15:0] wide;
assign wide = {'1};
assign d = wide == 16'hffff ? choose_result : ~choose_result;

//// all ones in a sum | refuted | sv
logic [7:0] wide;
assign wide = 4'd1 + '1;
assign d = wide == 8'h10 ? choose_result : ~choose_result;

//// all ones of a parameter | refused: P of '1 | sv
part #(.P('1)) part (.i(choose_result), .o(d)); // here
//// below
module part #(parameter P = 8'd0) (input [15:0] i, output [15:0] o);
    logic [7:0] k;
    assign k = P;
    assign o = k == 8'hff ? i : ~i;
endmodule

//// a value of an enumeration that is too large | refused: incrementing previous value 2'b11 would overflow enum base type 'logic[1:0]' | sv
typedef enum logic [1:0] { LOW = 2, HIGH, OVER } kind_t; // here
logic [15:0] q;
always_comb q = OVER == 2'd0 ? choose_result : ~choose_result;
assign d = q;

//// two names of one value of an enumeration | refused: redefinition of enum value 2'b1 | sv
typedef enum logic [1:0] { LOW = 1, HIGH = 1 } kind_t; // here
kind_t kind;
assign kind = LOW;
assign d = kind == HIGH ? choose_result : ~choose_result;

//// an enumeration without a type | refused: net wide | sv
typedef enum { LOW = -1, HIGH } kind_t;
kind_t kind;
assign kind = LOW;
logic [63:0] wide; // here
assign wide = kind;
assign d = wide == 64'h0000_0000_ffff_ffff ? choose_result : ~choose_result;

//// a parameter of type byte | refuted | sv
localparam byte MINUS = 8'hff;
logic [15:0] wide;
assign wide = MINUS;
assign d = wide == 16'h00ff ? choose_result : ~choose_result;

//// a parameter of type bit | refuted | sv
localparam bit ONE = 4'd2;
assign d = ONE ? choose_result : ~choose_result;

//// a parameter of a type with two values from x | refuted | sv
localparam bit [3:0] KNOWN = 4'bx000;
assign d = KNOWN == 4'd0 ? ~choose_result : choose_result;

//// a variable of type byte | refuted | sv
byte low;
logic [15:0] wide;
always_comb low = {1'b1, choose_result[6:0]};
assign wide = low;
assign d = wide[15:8] == 8'd0 ? choose_result : ~choose_result;

//// a packed struct that is signed | refuted | sv
typedef struct packed signed { logic [3:0] high; logic [3:0] low; } pair_t;
pair_t pair;
logic [15:0] wide;
assign pair = 8'hff;
assign wide = pair;
assign d = wide == 16'h00ff ? choose_result : ~choose_result;

//// a size of a type that is wider | refuted | sv
typedef struct packed { logic [14:0] rest; logic sign; } half_t;
localparam int TOP = $bits(half_t) + $bits(int) - 32;
assign d = TOP == 16 ? ~choose_result : choose_result;

//// an operator inside with a range of mixed signs | refuted | sv
logic signed [3:0] minus;
assign minus = -4'sd1;
assign d = minus inside {[4'd0:4'd7]} ? choose_result : ~choose_result;

//// an assignment with a cast of its width | refused: net d | sv
typedef logic signed [7:0] small_t;
logic [15:0] wide;
assign wide = small_t'(choose_result[7:0] | 8'h80);
assign d = wide[15] ? ~choose_result : choose_result; // here

//// an increment of a narrow word | refuted | sv
logic [1:0] count;
always_comb begin
    count = 2'd3;
    count++;
end
assign d = count == 3'd4 ? choose_result : ~choose_result;

//// an input of a task that is narrower | refuted
reg [15:0] q;
task set(input [7:0] value);
    q = value == 8'h0f ? choose_result : ~choose_result;
endtask
always @(choose_result) set(-4'sd1);
assign d = q;

//// an output of a task that is wider | refused: slang in Yosys stops at it (Assert `lvalue.bitwidth() == (uint64_t)unm
reg [15:0] q;
task minus(output signed [3:0] value);
    value = -4'sd1;
endtask
always @(choose_result) begin
    minus(q);
    q = q == 16'h000f ? choose_result : ~choose_result;
end
assign d = q;

//// a function with a sign | refuted
function signed [3:0] minus(input unused);
    minus = -4'sd1;
endfunction
wire [7:0] wide = minus(1'b0);
assign d = wide == 8'h0f ? choose_result : ~choose_result;

//// a signed net at a wider port | refused: implicit conversion of port connection expands from 4 to 8 bits
wire signed [3:0] minus = -4'sd1;
part part (.i(choose_result), .k(minus), .o(d));
//// below
module part (input [15:0] i, input [7:0] k, output [15:0] o);
    assign o = k == 8'h0f ? i : ~i;
endmodule

//// a signed literal at a wider port | refuted
part part (.i(choose_result), .k(-4'sd1), .o(d));
//// below
module part (input [15:0] i, input [7:0] k, output [15:0] o);
    assign o = k == 8'h0f ? i : ~i;
endmodule

//// an expression at a wider port | refused: net part.k
wire [3:0] nine = 4'd9;
part part (.i(choose_result), .k(nine + nine), .o(d)); // here
//// below
module part (input [15:0] i, input [7:0] k, output [15:0] o);
    assign o = k == 8'd2 ? i : ~i;
endmodule

//// an integer parameter from an unsigned value | refuted
part #(.P(32'hffffffff)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter integer P = 0;
    wire [39:0] k = P;
    assign o = k[39] ? ~i : i;
endmodule

//// an untyped parameter from a signed literal | refuted
part #(.P(-4'sd1)) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter P = 8'd0;
    wire [7:0] k = P;
    assign o = k == 8'h0f ? i : ~i;
endmodule

//// a parameter with a range from an expression of another sign | refuted
localparam [7:0] BASE = 8'd255;
localparam signed [15:0] SHIFTED = BASE >>> 1;
localparam signed [7:0] MINUS = BASE;
wire [15:0] k = MINUS;
assign d = k == 16'h00ff & SHIFTED == 16'sh007f ? choose_result : ~choose_result;

//// a comparison of parameters of two signs | refuted
localparam signed [7:0] MINUS = -8'sd1;
localparam [7:0] ONE = 8'd1;
generate
    if (MINUS < ONE) assign d = choose_result;
    else assign d = ~choose_result;
endgenerate

//// a case of generate with a label of another width | refused: net d
generate
    case (2'd1)
        ~1'b0: assign d = choose_result;
        default: assign d = ~choose_result; // here
    endcase
endgenerate

//// a signed selector with an unsigned label | refuted
reg [15:0] q;
wire signed [3:0] minus = {4{|choose_result | ~|choose_result}};
always @(minus or choose_result)
    case (minus)
        8'hff: q = choose_result;
        default: q = ~choose_result;
    endcase
assign d = q;

//// an unsized x that is wider than 32 bits | refuted
wire [39:0] wide = 'bx;
assign d = choose_result ^ {15'd0, wide[39]};

//// an unsized literal as a label | refused: net d
reg [15:0] q;
wire [39:0] wide = {8'hff, {32{|choose_result | ~|choose_result}}};
always @(wide or choose_result)
    case (wide)
        'hffffffff: q = choose_result; // here
        default: q = ~choose_result;
    endcase
assign d = q;

//// a function of constants with an argument of another sign | refused: net k
function integer half(input integer value);
    half = value / 2;
endfunction
localparam integer SMALL = half(4'hf - 5'sd17);
wire [15:0] k = SMALL; // here
assign d = k == 16'hffff ? ~choose_result : choose_result;

//// a loop of a signed variable against an unsigned bound | refuted
reg [15:0] q;
integer i;
wire [31:0] none = {31'd0, choose_result[0] & ~choose_result[0]};
always @(choose_result or none) begin
    q = ~choose_result;
    for (i = -1; i < 1; i = i + 1)
        if (i < none) q = choose_result;
end
assign d = q;

//// a label of casez that is narrower | refuted
reg [15:0] q;
always @(choose_result)
    casez ({2'b10, choose_result[1:0] & 2'b00})
        2'b?0: q = choose_result;
        default: q = ~choose_result;
    endcase
assign d = q;

//// a return value that is cut | refuted | sv
function automatic logic [3:0] cut(input logic [7:0] value);
    return value + 8'd15;
endfunction
logic [7:0] wide;
assign wide = cut(8'd1);
assign d = wide == 8'd16 ? choose_result : ~choose_result;

//// a cast to the width of a parameter | refuted | sv
localparam int WIDTH = 4;
logic [7:0] wide;
assign wide = WIDTH'(8'hff) + 8'd1;
assign d = wide == 8'd0 ? choose_result : ~choose_result;

//// a cast to a shortint | refused: net wide | sv
logic [31:0] wide;
assign wide = shortint'({1'b1, choose_result[14:0]});
assign d = wide[31:16] == 16'd0 ? choose_result : ~choose_result;

//// a cast to an unsigned int | refuted | sv
logic signed [7:0] minus;
logic [39:0] wide;
assign minus = -8'sd1;
assign wide = int'(minus) + 0;
assign d = wide == 40'h00_ffff_ffff ? choose_result : ~choose_result;

//// a cast to a type of an enumeration | refuted | sv
typedef enum logic signed [3:0] { MINUS = -4'sd1, ZERO = 4'sd0 } kind_t;
logic [7:0] wide;
assign wide = MINUS;
assign d = wide == 8'h0f ? choose_result : ~choose_result;

//// an element of a packed array that keeps no sign | refuted | sv
logic signed [1:0][7:0] pair;
logic [15:0] wide;
assign pair = 16'hffff;
assign wide = pair[0];
assign d = wide == 16'hffff ? choose_result : ~choose_result;

//// a stream to the left | refuted | sv
logic [15:0] turned;
assign turned = {<<{choose_result}};
assign d = turned;

//// loops in a function of constants | refused: Yosys and slang read this differently
function integer width(input integer value);
    integer rest;
    begin
        width = 0;
        rest = value;
        while (rest > 0) begin
            width = width + 1;
            rest = rest >> 1;
        end
        repeat (3) width = width - 1;
    end
endfunction
wire [width(16'h7fff << 3)-1:0] low = choose_result[14:0];
assign d = {choose_result[15], low};
