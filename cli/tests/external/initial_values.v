// Initial values that are no constants, and constants that are no values, in place of min.f16's last assignment, at latency 1. `here` marks
// the line that a refusal names.

//// a register with a net as its initial value | refused: initial value of q
reg [15:0] q = choose_result; // here
assign d = q;

//// an integer with a net as its initial value | refused: initial value of q
integer q = choose_result; // here
assign d = q[15:0];

//// an initial block that copies a net | refused: net q has no driver
reg [15:0] q;
initial q = choose_result;
assign d = q;

//// an initial block that copies an input of the module | refused: net q has no driver
reg q;
initial q = in_valid;
assign d = choose_result ^ {15'd0, q & ~enable & ~q};

//// an initial block that copies another register | refuted
reg p = 1'b0;
reg q;
initial q = p;
always @(posedge clock) begin
    p <= 1'b0;
    q <= q;
end
assign d = choose_result ^ {15'd0, q};

//// a list of registers with initial values | refused: net p has no driver
reg [15:0] p = 16'd0, q = choose_result; // here
assign d = q ^ p;

//// an initial value from a function of a net | refused: initial value of q
function [15:0] same(input [15:0] value);
    same = value;
endfunction
reg [15:0] q = same(choose_result); // here
assign d = q;

//// an initial value from a function that reads a net | refused: initial value of q
function [15:0] same(input unused);
    same = choose_result;
endfunction
reg [15:0] q = same(1'b0); // here
assign d = q;

//// an initial value of an output of an instance | refused: reference to non-constant variable 'i' is not allowed in a constant expression
part part (.i(choose_result), .o(d));
//// below
module part (
    input [15:0] i,
    output reg [15:0] o = i // here
);
endmodule

//// a constant output of an instance with an initial value alone | refused: net part.o has no driver
wire [15:0] zeros;
part part (.o(zeros));
assign d = choose_result ^ zeros;
//// below
module part (
    output reg [15:0] o = 16'd0 // here
);
endmodule

//// an initial value in a generate scope | refused: initial value of bits[0].q
genvar k;
generate
    for (k = 0; k < 16; k = k + 1) begin : bits
        reg q = choose_result[k]; // here
        assign d[k] = q;
    end
endgenerate

//// an initial block in a generate scope | refused: net g.q has no driver
generate
    if (1) begin : g
        reg [15:0] q;
        initial begin q = 16'd0; q = q | choose_result; end
    end
endgenerate
assign d = g.q;

//// an initial block with a loop over bits of a net | refused: net q has no driver
reg [15:0] q;
integer i;
initial for (i = 0; i < 16; i = i + 1) q[i] = choose_result[i];
assign d = q;

//// an initial block that calls a task | refused: net q has no driver
reg [15:0] q;
task set;
    q = choose_result;
endtask
initial set;
assign d = q;

//// an initial block with a nonblocking assignment | refused: net q has no driver
reg [15:0] q;
initial q <= choose_result;
assign d = q;

//// an initial block with a condition of a net | refused: reading net state during design initialization unsupported
reg [15:0] q;
initial
    if (choose_result[0]) q = 16'd0; // here
    else q = 16'd0;
always @(posedge clock) q <= q;
assign d = choose_result ^ q;

//// an initial value of x that nothing replaces | refused: net q has no driver
reg q = 1'bx; // here
assign d = choose_result ^ {15'd0, q};

//// an initial value in part | refuted
reg [1:0] q = 2'b0x;
always @(posedge clock) if (enable) q <= {1'b0, q[0]};
assign d = choose_result ^ {14'd0, q};

//// an initial value of a net of type wire that is assigned again | refused: two drivers
wire [15:0] w = 16'd0; // here
assign w = choose_result;
assign d = w;

//// an initial value of a register that a block of @* writes | refused: net z has no driver
reg [15:0] q = 16'hffff;
reg z = 1'b1; // here
always @* if (z) q = choose_result;
assign d = q;

//// two initial values of a register | refuted
reg q = 1'b0;
initial q = 1'b1;
always @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// two initial blocks of one register | refuted
reg q;
initial q = 1'b1;
initial q = 1'b0;
always @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// a memory with words from a net | refused: initial value of words from choose_result
reg [15:0] words [0:1];
initial begin
    words[0] = choose_result; // here
    words[1] = choose_result;
end
assign d = words[choose_result[0]];

//// a memory with words from a register | refused: initial value of words from zero
reg [15:0] zero = 16'd0;
reg [15:0] words [0:1];
initial begin
    words[0] = zero; // here
    words[1] = zero;
end
always @(posedge clock) zero <= zero;
assign d = choose_result ^ words[choose_result[0]];

//// a memory whose address is a net | refused: initial value of words from in_valid
reg [15:0] words [0:1];
initial words[in_valid] = 16'd0; // here
assign d = choose_result ^ words[0];

//// a memory that a loop without constant bounds fills | refused: initial value of words from choose_result
reg [15:0] words [0:3];
integer i;
initial for (i = 0; i < choose_result[2:0]; i = i + 1) words[i] = 16'd0; // here
assign d = choose_result ^ words[0];

//// a time of the simulation as a value | refused: initial value of q
reg [15:0] q = $time; // here
always @(posedge clock) q <= q;
assign d = choose_result ^ q;

//// an argument of the simulation as a value | refused: $test$plusargs
reg q;
initial q = $test$plusargs("halfpipe"); // here
always @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// a parameter from a net | refused: choose_result
localparam [15:0] KEPT = choose_result; // here
assign d = KEPT;

//// a parameter of x in an exclusive or | refused: value OPEN in a parameter
localparam [15:0] OPEN = 16'bx;
assign d = choose_result ^ OPEN;

//// a parameter of z as a mask | refused: value OPEN in a parameter
localparam [15:0] OPEN = 16'hzzzz;
assign d = choose_result & OPEN;

//// a static variable of a function with an initial value | refused: first.once is read before it is written
function [15:0] first(input [15:0] value);
    reg once = 1'b1;
    begin
        first = once ? value : ~value; // here
        once = 1'b0;
    end
endfunction
reg [15:0] q;
always @* q = first(choose_result);
assign d = q;

//// a variable with an initial value in a block | refused: initial value of block.t
reg [15:0] q;
always @* begin : block
    reg [15:0] t = choose_result; // here
    q = t;
end
assign d = q;

//// a register with a net as its initial value, in SystemVerilog | refused: initial value of q | sv
logic [15:0] q = choose_result; // here
assign d = q;

//// an int with a net as its initial value | refused: initial value of q | sv
int q = choose_result; // here
assign d = q[15:0];

//// a bit with an initial value of x | refuted | sv
bit q = 1'bx;
always_ff @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// a var with a net as its initial value | refused: initial value of q | sv
var logic [15:0] q = choose_result; // here
assign d = q;

//// a struct with a net as its initial value | refused: initial value of half | sv
typedef struct packed { logic sign; logic [14:0] rest; } half_t;
half_t half = '{sign: choose_result[15], rest: choose_result[14:0]}; // here
assign d = half;

//// a member of a struct with an initial value | refuted | sv
typedef struct { logic [15:0] mask = 16'h0000; logic [15:0] value; } pair_t;
pair_t pair;
always_comb pair.value = choose_result;
assign d = pair.value ^ pair.mask;

//// an array with nets as its initial values | refused: initial value of words | sv
logic [15:0] words [0:1] = '{choose_result, choose_result}; // here
assign d = words[choose_result[0]];

//// a static variable of a block with a net as its initial value | refused: initial value of t | sv
logic [15:0] q;
always_comb begin
    static logic [15:0] t = choose_result; // here
    q = t;
end
assign d = q;

//// a variable of a loop in an initial block | refused: net q has no driver | sv
logic [15:0] q;
initial for (int i = 0; i < 16; i++) q[i] = choose_result[i];
assign d = q;

//// a static function that counts | refused: count.calls is read before it is written | sv
function logic [15:0] count(input logic [15:0] value);
    static int calls = 0;
    calls++; // here
    return calls > 1000000 ? ~value : value;
endfunction
logic [15:0] q;
always_comb q = count(choose_result);
assign d = q;

//// a variable that an always_comb and its declaration write | refused: net z has no driver | sv
logic [15:0] q = 16'hffff;
logic z = 1'b1; // here
always_comb if (z) q = choose_result;
assign d = q;

//// a final block | refused: Unsupported | sv
logic q = 1'b0; // here
final q = 1'b1;
always_ff @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};
