// The small files that once got a wrong verdict, a wrong refusal or no answer at all. Each is a whole module.

//// a register that begins with a net | refused: initial value of q | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q = r; // here
assign d = q;
endmodule

//// an integer that begins with a net | refused: initial value of q | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
integer q = r; // here
assign d = q[15:0];
endmodule

//// a label of a case with its own width | refused: net d: Yosys and slang read this differently | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q;
wire [1:0] x = {a != a, a == a};
always @(x or r) case (x)
  ~1'b0: q = r; // here
  default: q = ~r;
endcase
assign d = q;
endmodule

//// an argument of a function with its own width | refused: net d: Yosys and slang read this differently | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
function [7:0] f(input [7:0] v); f = v; endfunction
assign d = f(-4'd1) == 8'h0f ? r : ~r; // here
endmodule

//// a literal without a width | refused: net w: Yosys and slang read this differently | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [39:0] w = 'h80000000; // here
assign d = w[39] ? r : ~r;
endmodule

//// a parameter with a sign | refused: net u.k: Yosys and slang read this differently | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
sub #(.P(4'd9)) u(.i(r), .o(d));
endmodule
module sub(input [15:0] i, output [15:0] o); parameter signed P = 1; wire signed [7:0] k = P; assign o = k == 8'd9 ? i : ~i; endmodule // here

//// a cast to int | refused: net w: Yosys and slang read this differently | sv | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
logic [63:0] w; // here
assign w = int'(32'h80000000);
assign d = w == 64'h80000000 ? r : ~r;
endmodule

//// a parameter with two defparams | refused: parameter already has a defparam override applied | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
sub u(.i(r), .o(d));
defparam u.P = 0;
defparam u.P = 1; // here
endmodule
module sub(input [15:0] i, output [15:0] o); parameter P = 1; assign o = P ? ~i : i; endmodule

//// a memory that begins at 1 | refuted | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] m [1:2];
initial $readmemh("x.hex", m);
assign d = r ^ m[1];
endmodule
//// file x.hex
ffff
0000

//// an index outside of one dimension of two | refuted | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] m [0:1][0:2]; integer x, y;
initial for (x = 0; x < 2; x = x + 1) for (y = 0; y < 3; y = y + 1) m[x][y] = 0;
wire [1:0] i = a == 16'h1234 ? 2'd3 : 2'd0;
assign d = r ^ m[0][i];
endmodule

//// a bit written outside of a memory word | refused: m[i] | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire one = (a == a), zero = (a != a);
reg [15:0] m [0:1];
reg [15:0] q;
wire [1:0] i = {one, zero};
always @(r or i) begin m[0] = ~r; m[1] = ~r; m[i] = r; q = m[0]; end // here
assign d = q;
endmodule

//// a bit written outside of a word | refused: w[i] | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] w;
wire [4:0] i = {1'b1, r[3:0]};
always @(r or i) begin w = r; w[i] = ~r[0]; end // here
assign d = w;
endmodule

//// an escaped name that spells the net of an instance | refused: \u.q | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [15:0] \u.q = r; // here
sub \u (.i(r), .o());
assign d = u.q;
endmodule
module sub(input [15:0] i, output [15:0] o); wire [15:0] q = ~i; assign o = q; endmodule

//// an escaped name that spells the variable of a function | refused: \f.t | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [15:0] \f.t = r; // here
function [15:0] f(input [15:0] x); reg [15:0] t; begin t = ~x; f = t; end endfunction
wire [15:0] z = f(r);
assign d = f.t;
endmodule

//// always @* without an input | refused: always without an input | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] z;
always @* z = 16'h0; // here
assign d = r ^ z;
endmodule

//// a part of a word in a list of events | refused: always without r in its list | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q;
always @(r[0]) q = r; // here
assign d = q;
endmodule

//// a product in a list of events | refused: always without r in its list | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q;
always @(r * 1'b0) q = r; // here
assign d = q;
endmodule

//// a function that reads an escaped name | refused: a function that reads r | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
function [15:0] f(input x); f = \r ; endfunction // here
assign d = f(1'b0);
endmodule

//// a variable that is read before it is written | refused: t is read before it is written | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q, t;
always @* begin q = t; t = r; end // here
assign d = q;
endmodule

//// two kinds of assignment to a variable | refused: q <= in a combinational block | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q;
always @(r) begin q <= ~r; q = r; end // here
assign d = q;
endmodule

//// a nonblocking assignment that is read back | refused: p <= in a combinational block | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] p, q;
always @(r) begin p <= r; q = p; end // here
assign d = q;
endmodule

//// a blocking assignment to an escaped name at a clock edge | refused: p = at a clock edge | abs.f16 at 2
module abs_f16(input clock, reset, enable, in_valid, input [15:0] a, output out_valid, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg v1, v2; always @(posedge clock) if (reset) begin v1 <= 0; v2 <= 0; end else if (enable) begin v1 <= in_valid; v2 <= v1; end
assign out_valid = v2;
reg [15:0] p, q;
always @(posedge clock) if (enable) \p = r; // here
always @(posedge clock) if (enable) q <= p;
assign d = q;
endmodule

//// a blocking assignment in a task at a clock edge | refused: p = at a clock edge | abs.f16 at 2
module abs_f16(input clock, reset, enable, in_valid, input [15:0] a, output out_valid, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg v1, v2; always @(posedge clock) if (reset) begin v1 <= 0; v2 <= 0; end else if (enable) begin v1 <= in_valid; v2 <= v1; end
assign out_valid = v2;
reg [15:0] p, q;
task set(input [15:0] x); p = x; endtask // here
always @(posedge clock) if (enable) set(r);
always @(posedge clock) if (enable) q <= p;
assign d = q;
endmodule

//// a blocking assignment in a function at a clock edge | refused: p = at a clock edge | abs.f16 at 2
module abs_f16(input clock, reset, enable, in_valid, input [15:0] a, output out_valid, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg v1, v2; always @(posedge clock) if (reset) begin v1 <= 0; v2 <= 0; end else if (enable) begin v1 <= in_valid; v2 <= v1; end
assign out_valid = v2;
reg [15:0] p, q;
function x1(input [15:0] x); begin p = x; x1 = 1; end endfunction // here
reg z;
always @(posedge clock) if (enable) z = x1(r);
always @(posedge clock) if (enable) q <= p;
assign d = q;
endmodule

//// a blocking assignment into a generate scope at a clock edge | refused: g.p = at a clock edge | abs.f16 at 2
module abs_f16(input clock, reset, enable, in_valid, input [15:0] a, output out_valid, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg v1, v2; always @(posedge clock) if (reset) begin v1 <= 0; v2 <= 0; end else if (enable) begin v1 <= in_valid; v2 <= v1; end
assign out_valid = v2;
generate if (1) begin : g
  reg [15:0] p;
  always @(posedge clock) if (enable) p = r; // here
end endgenerate
reg [15:0] q;
always @(posedge clock) if (enable) q <= g.p;
assign d = q;
endmodule

//// text behind an include | refused: `include | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
`include "i.vh" assign d = q;
endmodule
//// file i.vh
wire [15:0] q = r;

//// a comment that begins with /*/ | refuted | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
/*/ `define PICK
*/
`ifdef PICK
assign d = r;
`else
assign d = ~r;
`endif
endmodule

//// a directive in an attribute | refused: unexpected conditional directive | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
`ifdef UNSET
(* `else
assign d = ~r; // *)
`else // here
assign d = r;
`endif
endmodule

//// the end of an attribute in a text | refused: always without r in its list | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
reg [15:0] q;
wire k = r[0];
(* n = "*)" *) always @(k) q = r; (* n = "*)" *) wire z; // here
assign d = q;
endmodule

//// text behind celldefine | refused: `celldefine | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [15:0] e = r `celldefine ^ 16'h1
;
assign d = e;
endmodule

//// a macro that Verilator defines | refused: conditional on SV_COV_START | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
`ifdef SV_COV_START // here
assign d = ~r;
`else
assign d = r;
`endif
endmodule

//// a macro that switches coverage off | refused: conditional on coverage_block_off | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
`ifdef coverage_block_off // here
assign d = ~r;
`else
assign d = r;
`endif
endmodule

//// a multiplier block with a sign | refused: pin SIGNEDA of MULT18X18D | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [35:0] p;
MULT18X18D m(.A0(r[0]), .A1(r[1]), .A2(r[2]), .A3(r[3]), .A4(r[4]), .A5(r[5]), .A6(r[6]), .A7(r[7]), .A8(r[8]), .A9(r[9]), .A10(r[10]), .A11(r[11]), .A12(r[12]), .A13(r[13]), .A14(r[14]), .A15(r[15]), .A16(1'b0), .A17(1'b0), // here
  .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0), .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
  .SIGNEDA(1'b1), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(1'b0), .CE0(1'b0), .RST0(1'b0),
  .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]), .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]), .P18(p[18]), .P19(p[19]), .P20(p[20]), .P21(p[21]), .P22(p[22]), .P23(p[23]), .P24(p[24]), .P25(p[25]), .P26(p[26]), .P27(p[27]), .P28(p[28]), .P29(p[29]), .P30(p[30]), .P31(p[31]), .P32(p[32]), .P33(p[33]), .P34(p[34]), .P35(p[35]));
// 18-bit signed r (never negative) times 1 is r, so d is 0 on the chip
assign d = r ^ p[15:0];
endmodule

//// a loop variable | holds | abs.f16 at 0
// the loop variable is declared in the module, and the loop is in one arm of an if
module abs_f16 (input [15:0] a, output reg [15:0] d);
  integer i;
  always @* begin
    d = 16'd0;
    if (a[14:10] == 5'd31 && a[9:0] != 10'd0) d = 16'h7fff;
    else for (i = 0; i < 15; i = i + 1) d[i] = a[i];
  end
endmodule

//// one loop variable of two blocks | holds | abs.f16 at 0
// one loop variable of two blocks
module abs_f16 (input [15:0] a, output reg [15:0] d);
  integer i;
  reg [14:0] m;
  always @* begin m = 15'd0; for (i = 0; i < 15; i = i + 1) m[i] = a[i]; end
  always @* begin d = 16'd0; for (i = 0; i < 15; i = i + 1) d[i] = m[i] | (m[14:10] == 5'd31 && m[9:0] != 10'd0); end
endmodule

//// a loop variable in its own block | holds | abs.f16 at 0
module abs_f16 (input [15:0] a, output reg [15:0] d);
  reg [14:0] m;
  always @* begin : first integer i; m = 15'd0; for (i = 0; i < 15; i = i + 1) m[i] = a[i]; end
  always @* begin : second integer i; d = 16'd0; if (a[0] | ~a[0]) for (i = 0; i < 15; i = i + 1) d[i] = m[i] | (m[14:10] == 5'd31 && m[9:0] != 10'd0); end
endmodule

//// a typed parameter and $clog2, with the sign of NaNs flipped | refuted | sv | neg.f16 at 0
module lzc #(parameter int WIDTH = 16) (input logic [WIDTH-1:0] data, output logic [$clog2(WIDTH):0] n);
  function automatic [$clog2(WIDTH):0] count(input [WIDTH-1:0] word);
    count = 0;
    for (int i = 0; i < WIDTH; i++) count += {4'd0, word[i]};
  endfunction
  always_comb n = count(data);
endmodule
module neg_f16 (input [15:0] a, output [15:0] d);
  wire [4:0] n;
  lzc core (.data(a), .n(n));
  assign d = {a[15] ^ (n < 5'd17), a[14:0]};
endmodule

//// a function with loop variables, with the sign of NaNs flipped | refuted | sv | neg.f16 at 0
// a function that reads a typed localparam
module neg_f16 (input logic [15:0] a, output logic [15:0] d);
  localparam int unsigned TOP = 15;
  function automatic logic [15:0] flip(input logic [15:0] x);
    flip = x; flip[TOP] = ~x[TOP];
  endfunction
  assign d = flip(a);
endmodule

//// a list of events with a parameter, with the sign of NaNs flipped | refuted | sv | neg.f16 at 0
module neg_f16 #(parameter int TOP = 15) (input logic [15:0] a, output logic [15:0] d);
  always @(a) d = {~a[TOP], a[14:0]};
endmodule

//// an imported package | holds | sv | neg.f16 at 0
package half_pkg;
  typedef logic [15:0] half_t;
  typedef struct packed { logic sign; logic [4:0] exponent; logic [9:0] fraction; } fields_t;
endpackage
module flip import half_pkg::*; (input half_t x, output half_t z);
  fields_t f;
  always_comb begin f = x; f.sign = ~f.sign; end
  assign z = f;
endmodule
module neg_f16 (input [15:0] a, output [15:0] d);
  wire [15:0] z;
  flip core (.x(a), .z(z));
  assign d = z[14:10] == 31 & z[9:0] != 0 ? 16'h7fff : z;
endmodule

//// a type of a package in a port | holds | sv | neg.f16 at 0
package half_pkg;
  typedef logic [15:0] half_t;
endpackage
module flip (input half_pkg::half_t x, input half_pkg::half_t y, output half_pkg::half_t z);
  assign z = {~x[15] ^ (y[15] & ~y[15]), x[14:0]};
endmodule
module neg_f16 (input [15:0] a, output [15:0] d);
  wire [15:0] z;
  flip core (.x(a), .y(a), .z(z));
  assign d = z[14:10] == 31 & z[9:0] != 0 ? 16'h7fff : z;
endmodule

//// a chain of 10,000 gates | holds | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
wire [10000:0] c;
assign c[0] = 1'b0;
genvar i;
generate for (i = 0; i < 10000; i = i + 1) begin : g assign c[i+1] = c[i] & a[i%16]; end endgenerate
assign d = r ^ c[10000];
endmodule

//// macros of 10^9 words | refused: slang takes more than 20 s or 2048 MiB to read it, or stops | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
`define A0 r^r^r^r^r^r^r^r^r^r
`define A1 `A0^`A0^`A0^`A0^`A0^`A0^`A0^`A0^`A0^`A0
`define A2 `A1^`A1^`A1^`A1^`A1^`A1^`A1^`A1^`A1^`A1
`define A3 `A2^`A2^`A2^`A2^`A2^`A2^`A2^`A2^`A2^`A2
`define A4 `A3^`A3^`A3^`A3^`A3^`A3^`A3^`A3^`A3^`A3
`define A5 `A4^`A4^`A4^`A4^`A4^`A4^`A4^`A4^`A4^`A4
`define A6 `A5^`A5^`A5^`A5^`A5^`A5^`A5^`A5^`A5^`A5
`define A7 `A6^`A6^`A6^`A6^`A6^`A6^`A6^`A6^`A6^`A6
`define A8 `A7^`A7^`A7^`A7^`A7^`A7^`A7^`A7^`A7^`A7
assign d = `A8;
endmodule

//// a module inside itself a million times | refused: module instantiation exceeded maximum depth of 128 | abs.f16 at 0
module abs_f16(input [15:0] a, output [15:0] d);
wire [15:0] r = {1'b0, a[14:0] | {15{(&a[14:10]) & (|a[9:0])}}};
sub #(1000000) u(r, d);
endmodule
module sub(input [15:0] i, output [15:0] o); parameter N = 0; generate if (N == 0) assign o = i; else sub #(N-1) u(i, o); endgenerate endmodule // here
