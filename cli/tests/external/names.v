// Names that tools resolve differently, in place of min.f16's last assignment, at latency 1. `here` marks the line that a refusal names.

//// an escaped name like a name inside an instance | refused: \part.q
wire [15:0] \part.q = choose_result; // here
part \part (.i(choose_result), .o());
assign d = part.q;
//// below
module part (input [15:0] i, output [15:0] o);
    wire [15:0] q = ~i;
    assign o = q;
endmodule

//// an escaped name like a variable of a function | refused: \invert.t
wire [15:0] \invert.t = choose_result; // here
function [15:0] invert(input [15:0] value);
    reg [15:0] t;
    begin
        t = ~value;
        invert = t;
    end
endfunction
wire [15:0] z = invert(choose_result);
assign d = invert.t;

//// an escaped name like a net of a generate scope | refused: \g.q
wire [15:0] \g.q = choose_result; // here
generate
    if (1) begin : g
        wire [15:0] q = ~choose_result;
    end
endgenerate
assign d = g.q;

//// an escaped name like a bit | refuted
wire [15:0] w = choose_result;
wire \w[0] = ~choose_result[0];
assign d = {w[15:1], \w[0] };

//// an escaped name like a scope of a loop | refused: \bits[0].q
wire [15:0] w = choose_result;
wire \bits[0].q = ~choose_result[0]; // here
genvar k;
generate
    for (k = 0; k < 1; k = k + 1) begin : bits
        wire q = choose_result[0];
    end
endgenerate
assign d = {w[15:1], \bits[0].q };

//// an escaped name like a word of a memory | refuted
reg [15:0] m [0:1];
wire [15:0] \m[0] = 16'hffff;
integer k;
initial for (k = 0; k < 2; k = k + 1) m[k] = 16'd0;
assign d = choose_result ^ \m[0] ^ m[0];

//// a variable of a function that the module reads | refused: net pass.t
function [15:0] pass(input [15:0] value);
    reg [15:0] t;
    begin
        t = value; // here
        pass = ~t;
    end
endfunction
wire [15:0] z = pass(choose_result);
assign d = pass.t;

//// an argument of a function that the module reads | refused: net pass.value has no driver
function [15:0] pass(input [15:0] value); // here
    pass = ~value;
endfunction
wire [15:0] z = pass(choose_result);
assign d = pass.value;

//// a variable of a task that the module reads | refused: Yosys and slang read this differently
reg [15:0] q;
task set(input [15:0] value);
    reg [15:0] t;
    begin
        t = value;
        q = ~t;
    end
endtask
always @* set(choose_result);
assign d = set.t;

//// an upward name | refused: min_f16.secret
wire [15:0] secret = choose_result;
part part (.o(d));
//// below
module part (output [15:0] o);
    assign o = min_f16.secret; // here
endmodule

//// an upward name of an instance | refused: holder.i
wire [15:0] z;
holder holder (.i(choose_result), .o(z));
reader reader (.o(d));
//// below
module holder (input [15:0] i, output [15:0] o);
    assign o = ~i;
endmodule
module reader (output [15:0] o);
    assign o = holder.i; // here
endmodule

//// a name from the root | refused: Yosys and slang read this differently: Yosys finds no driver of net d[0] | sv
wire [15:0] secret = choose_result;
assign d = $root.min_f16.secret;

//// a scope without a name | refused: genblk1
generate
    if (1) begin
        wire [15:0] q = choose_result;
    end
endgenerate
assign d = genblk1.q; // here

//// a second scope without a name | refused: genblk2
generate
    if (0) begin
        wire [15:0] q = ~choose_result;
    end
    if (1) begin
        wire [15:0] q = choose_result;
    end
endgenerate
assign d = genblk2.q; // here

//// a word of an array of instances | refused: parts[0].kept
wire [15:0] inverted;
invert parts [15:0] (.i(choose_result), .o(inverted));
assign d = {choose_result[15:1], parts[0].kept}; // here
//// below
module invert (input i, output o);
    wire kept = i;
    assign o = ~i;
endmodule

//// an array of instances with ports that do not divide | refused: parts
wire [14:0] o;
pass parts [15:0] (.i(choose_result), .o(o)); // here
assign d = {choose_result[15], o};
//// below
module pass (input i, output o);
    assign o = i;
endmodule

//// a name with another case | refused: Masked
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    wire masked = 1'b0;
    assign o = i ^ {15'd0, Masked}; // here
endmodule

//// a net that an instance makes by a typing error | refused: net part.kept_1 has no driver
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    wire kept_1;
    zero zero (.i(i[0]), .o(kept_l));
    assign o = i ^ {15'd0, kept_1};
endmodule
module zero (input i, output o);
    assign o = i & ~i;
endmodule

//// a net of a scope that is declared below its use, and above it in the module | refused: late: an outer scope
wire [15:0] late = 16'h0001;
generate if (1) begin : inner
    wire [15:0] w = choose_result ^ late; // here
    wire [15:0] late = 16'h0000;
    assign d = w;
end endgenerate

//// a variable of a scope that is written above its declaration, and declared in the module | refused: late: an outer scope
reg [15:0] late;
generate if (1) begin : inner
    always @* late = choose_result; // here
    reg [15:0] late;
    assign d = late;
end endgenerate

//// a net of a nested scope that is declared below its use, and two scopes above | refused: late: an outer scope
wire late = 1'b1;
generate if (1) begin : outer
    if (1) begin : inner
        wire [15:0] w = choose_result ^ {16{late}}; // here
        wire late = 1'b0;
        assign d = w;
    end
end endgenerate

//// a net that a scope and the module make by themselves | refused: use of undeclared identifier 'low'
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    generate
        if (1) begin : g
            zero zero (.i(i[0]), .o(low));
        end
    endgenerate
    assign o = {i[15:1], low ^ i[0]};
endmodule
module zero (input i, output o);
    assign o = i & ~i;
endmodule

//// an assignment that makes its net | refuted
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign copy = i;
    assign o = copy;
endmodule

//// a module that is defined twice | refused: part
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = ~i;
endmodule
module part (input [15:0] i, output [15:0] o); // here
    assign o = i;
endmodule

//// a port that an instance connects twice | refused: i
part part (.i(~choose_result), .i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a port that the module does not have | refused: j
part part (.i(choose_result), .j(1'b0), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// more connections than ports | refused: part
part part (choose_result, d, in_valid); // here
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a module that the file does not have | refused: neither the files nor Yosys' models of the cells of iCE40, ECP5, Nexus, Gowin, Xilinx 7 def
missing missing (.i(choose_result), .o(d));

//// a module whose name differs by case | refused: neither the files nor Yosys' models of the cells of iCE40, ECP5, Nexus, Gowin, Xilinx 7 def
Part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a port with another name outside than inside | refused: Unsupported
part part (.outer(choose_result), .o(d));
//// below
module part (.outer(inner), o); // here
    input [15:0] inner;
    output [15:0] o;
    assign o = inner;
endmodule

//// a port of two parts | refused: Unsupported
part part (.both({choose_result[7:0], choose_result[15:8]}), .o(d));
//// below
module part (.both({high, low}), o); // here
    input [7:0] high, low;
    output [15:0] o;
    assign o = {high, low};
endmodule

//// a port that is declared twice | refused: net part.i[0]
part part (.i(choose_result), .o(d));
//// below
module part (i, i, o);
    input [15:0] i; // here
    output [15:0] o;
    assign o = i;
endmodule

//// a port whose range differs from its net | refused: inconsistent dimensions declared for 'i'
part part (.i(choose_result), .o(d));
//// below
module part (i, o);
    input [15:0] i;
    output [15:0] o;
    wire [7:0] i;
    assign o = {8'd0, i};
endmodule

//// a keyword of SystemVerilog as a name | refused: expected a declaration name
wire [15:0] logic = choose_result; // here
assign d = logic;

//// keywords of SystemVerilog as names of variables | refused: expected a declaration name
reg [15:0] bit, byte, final; // here
always @* begin
    byte = choose_result;
    bit = byte;
    final = bit;
end
assign d = final;

//// a keyword as an escaped name | refuted
wire [15:0] \assign = choose_result;
wire [15:0] \wire = ~choose_result;
assign d = \wire ;

//// a function with the name of a net | refused: redefinition of 'same'
wire [15:0] same = choose_result;
function [15:0] same(input [15:0] value); // here
    same = value;
endfunction
assign d = same;

//// an instance with the name of a net | refused: part
wire [15:0] part = choose_result;
part part (.i(choose_result), .o(d)); // here
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a scope with the name of a net | refused: g
wire [15:0] g = choose_result;
generate
    if (1) begin : g // here
        wire [15:0] q = choose_result;
    end
endgenerate
assign d = g;

//// a parameter with the name of a net | refused: w
wire [15:0] w = choose_result;
localparam w = 16'd0; // here
assign d = w;

//// two scopes of one name | refused: could not resolve hierarchical path name 'p'
generate
    if (1) begin : g
        wire [15:0] q = ~choose_result;
    end
    if (1) begin : g
        wire [15:0] p = choose_result;
    end
endgenerate
assign d = g.p;

//// a variable of a package and one of the module | refuted | sv
import constants::*;
wire [15:0] mask = 16'hffff;
assign d = choose_result ^ mask;
//// below
package constants;
    localparam logic [15:0] mask = 16'h0000;
endpackage

//// two packages with one name | refused: MASK | sv
import first::*;
import second::*;
assign d = choose_result ^ MASK; // here
//// below
package first;
    localparam logic [15:0] MASK = 16'h0000;
endpackage
package second;
    localparam logic [15:0] MASK = 16'hffff;
endpackage

//// a package that stands below its use | refused: Yosys and slang read this differently: Yosys finds no driver of net constants::MASK | sv
assign d = choose_result ^ constants::MASK;
//// below
package constants;
    localparam logic [15:0] MASK = 16'h0000;
endpackage

//// a variable of a package | refused: mask | sv
package state;
    logic [15:0] mask = 16'h0000; // here
endpackage
module min_f16 (
    input clock, reset, enable, in_valid,
    input [15:0] a, b,
    output logic out_valid,
    output logic [15:0] d
);
    wire a_nan = &a[14:10] & |a[9:0];
    wire b_nan = &b[14:10] & |b[9:0];
    wire [15:0] a_key = {~a[15], a[14:0] ^ {15{a[15]}}};
    wire [15:0] b_key = {~b[15], b[14:0] ^ {15{b[15]}}};
    always_ff @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) begin
            if (a_nan & b_nan) d <= 16'h7fff ^ state::mask;
            else d <= (b_nan | ~a_nan & a_key < b_key ? a : b) ^ state::mask;
        end
    end
endmodule

//// ports by name that a typing error hides | refused: j | sv
wire [15:0] i = choose_result;
part part (.*); // here
//// below
module part (input [15:0] i, input [15:0] j, output [15:0] d);
    assign d = i ^ j;
endmodule

//// ports by name of another width | refused: i | sv
wire [7:0] i = choose_result[7:0];
wire [15:0] o;
part part (.*); // here
assign d = {choose_result[15:8], o[7:0]};
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = {i[15:8], i[7:0] ^ i[15:8]};
endmodule

//// an alias of two nets | refused: alias | sv
wire [15:0] w;
alias w = d; // here
assign w = choose_result;

//// a bind that replaces nothing but adds | refused: port value of watcher | sv
assign d = choose_result;
bind min_f16 watcher watcher (.value(d)); // here
//// below
module watcher (inout [15:0] value);
    assign value = 16'h0000;
endmodule
