// Text that the preprocessors of tools read differently, in place of min.f16's last assignment, at latency 1. `here` marks the line that a
// refusal names.

//// a comment that begins with a slash, a star and a slash | refuted
/*/ `define PICK
*/
`ifdef PICK
assign d = choose_result;
`else
assign d = ~choose_result;
`endif

//// a comment that seems to end early | refuted
/*/ assign d = choose_result; /*/
assign d = ~choose_result;

//// a directive in an attribute | refused: `else
`ifdef UNSET
(* `else
assign d = ~choose_result; // *)
`else // here
assign d = choose_result;
`endif

//// an attribute that a text seems to end | refused: without choose_result
reg [15:0] q;
wire k = choose_result[0];
(* n = "*)" *) always @(k) q = choose_result; (* n = "*)" *) wire z; // here
assign d = q;

//// an attribute that a comment seems to end | refused: without choose_result
reg [15:0] q;
wire k = choose_result[0];
(* n = 1 /* *) */ *) always @(k) q = choose_result; // here
assign d = q;

//// a text with a comment | refuted
localparam [15:0] TEXT = "/*";
assign d = TEXT == 16'h2f2a ? ~choose_result : choose_result; // */

//// a text with the end of a line | refuted
localparam [31:0] TEXT = "a\
b";
assign d = TEXT == 32'h6162 ? ~choose_result : choose_result;

//// text behind celldefine | refused: `celldefine
wire [15:0] e = choose_result `celldefine ^ 16'h1 // here
;
assign d = e;

//// text behind endcelldefine | refused: `endcelldefine
wire [15:0] e = choose_result `endcelldefine ^ 16'h1 // here
;
assign d = e;

//// text behind resetall | refused: `resetall
wire [15:0] e = choose_result `resetall ^ 16'h1 // here
;
assign d = e;

//// text behind undef | refused: `undef
`define UNUSED
`undef UNUSED assign d = choose_result; // here

//// text behind timescale | refused: `timescale
`timescale 1ns / 1ps assign d = ~choose_result; // here
assign d = choose_result;

//// text behind default_nettype | refused: `default_nettype
part part (.i(choose_result), .o(d));
//// below
`default_nettype none module part (input wire [15:0] i, output wire [15:0] o); assign o = i; endmodule // here

//// text behind include | refused: `include
`include "last_but_one.vh" assign d = q; // here
//// file last_but_one.vh
wire [15:0] q = choose_result;

//// an included file that ends in the middle of a line | refuted
`include "half.vh"
 choose_result;
//// file half.vh
assign d = ~

//// an included file that ends in the middle of a comment | refused: block comment unclosed at end of file
`include "open.vh"
assign d = ~choose_result; */
assign d = choose_result;
//// file open.vh
/* this comment is open

//// an included file that is missing | refused: nowhere.vh
`include "nowhere.vh" // here
assign d = choose_result;

//// an included file that includes itself | refused: exceeded max include depth
`include "again.vh"
assign d = choose_result;
//// file again.vh
`include "again.vh" // here

//// a macro that Verilator defines | refused: SV_COV_START
`ifdef SV_COV_START // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro of code coverage that Verilator defines | refused: coverage_block_off
`ifdef coverage_block_off // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro of messages that Verilator defines | refused: SV_COV_HIER
`ifdef SV_COV_HIER // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// the names of Verilator | refused: verilator
`ifdef verilator // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro of Verilator with another number | refused: VERILATOR_TIMING
`ifndef VERILATOR_TIMING // here
assign d = choose_result;
`else
assign d = ~choose_result;
`endif

//// a macro of another simulator | refused: __ICARUS__
`ifdef __ICARUS__ // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro that slang defines | refused: __slang__
`ifdef __slang__ // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro that slang defines with its version | refused: __slang_major__
`ifdef __slang_major__ // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro of a tool that the file defines | refused: SYNTHESIS
`ifndef SYNTHESIS // here
`define SYNTHESIS
wire [15:0] mask = 16'hffff;
`else
wire [15:0] mask = 16'h0000;
`endif
assign d = choose_result ^ mask;

//// a macro of a tool behind another condition | refused: FORMAL
`define MINE
`ifdef MINE
`ifdef FORMAL // here
assign d = ~choose_result;
`else
assign d = choose_result;
`endif
`endif

//// a macro whose name another macro makes | refused: SV_COV_START
`define NAME(x) x``_COV_START
`ifdef SV_COV_START // here
wire [15:0] mask = 16'hffff;
`else
wire [15:0] mask = 16'h0000;
`endif
assign d = choose_result ^ mask;

//// all macros that are forgotten | refused: `undefineall
`define KEEP
`undefineall // here
`ifdef KEEP
assign d = ~choose_result;
`else
assign d = choose_result;
`endif

//// a macro that is defined twice | refuted
`define MASK 16'h0000
`define MASK 16'hffff
assign d = choose_result ^ `MASK;

//// a macro that is undefined and then used | refused: MASK
`define MASK 16'h0000
`undef MASK
assign d = choose_result ^ `MASK; // here

//// a macro with a comment in its text | refuted
`define MASK 16'h0000 // the mask is ^ 16'hffff
assign d = choose_result ^ `MASK ^ 16'hffff;

//// a macro with a comment on a continued line | refuted
`define MASK 16'h0000 // the mask \
^ 16'hffff
assign d = choose_result ^ `MASK;

//// a macro with a space in front of its arguments | refused: expected ';'
`define SAME (x) x
assign d = `SAME (choose_result); // here

//// a macro with an argument in a text | refuted
`define NAME(x) "x"
localparam [7:0] TEXT = `NAME(b);
assign d = TEXT == "b" ? choose_result : ~choose_result;

//// a macro that makes a text of its argument | refuted
`define NAME(x) `"x`"
localparam [7:0] TEXT = `NAME(b);
assign d = TEXT == "x" ? choose_result : ~choose_result;

//// a macro that joins names | refuted
`define JOIN(x, y) x``y
wire [15:0] choose_resultx = ~choose_result;
assign d = `JOIN(choose_result, x);

//// a macro with a comma in a part of its argument | refuted
`define FIRST(x, y) x
assign d = `FIRST({~choose_result[15:8], choose_result[7:0]}, choose_result);

//// a macro with an argument that is left out | refuted
`define PICK(x, y = ~) y x
assign d = `PICK(choose_result);

//// a macro with an empty argument | refuted
`define PICK(x, y = ~) y x
assign d = `PICK(choose_result,) ;

//// a macro that expands to a directive | refused: `else: tools read a directive in a macro differently; write it outside
`define ELSE `else
`ifdef UNSET
assign d = choose_result;
`ELSE
assign d = ~choose_result;
`else
assign d = ~choose_result;
`endif

//// a macro with a part of a number | refuted
`define WIDTH 16
assign d = choose_result ^ `WIDTH'hffff;

//// a macro without parentheses | refuted
`define SUM 1 + 1
localparam integer FOUR = 2 * `SUM;
assign d = FOUR == 4 ? choose_result : ~choose_result;

//// a macro that is used before its definition | refused: LATE
assign d = choose_result ^ `LATE; // here
`define LATE 16'h0000

//// a directive that counts the lines anew | refused: `line
`line 1 "other.v" 0
assign d = ~choose_result;

//// a pull of unconnected inputs | refused: `unconnected_drive
part part (.i(choose_result), .mask(), .o(d));
//// below
`unconnected_drive pull0 // here
module part (input [15:0] i, input mask, output [15:0] o);
    assign o = i ^ {16{mask}};
endmodule
`nounconnected_drive

//// a pull of unconnected inputs around the instance | refused: `unconnected_drive
part part (.i(choose_result), .o(d));
//// below
`unconnected_drive pull0 // here
module part (input [15:0] i, output [15:0] o);
    inner inner (.i(i), .mask(), .o(o));
endmodule
`nounconnected_drive
module inner (input [15:0] i, input mask, output [15:0] o);
    assign o = i ^ {16{mask}};
endmodule

//// nets that are declared by themselves as wired or | refused: `default_nettype wor
part part (.i(choose_result), .o(d));
//// below
`default_nettype wor // here
module part (input [15:0] i, output [15:0] o);
    zero first (.i(i[0]), .o(low));
    zero second (.i(i[1]), .o(low));
    assign o = i ^ {15'd0, low};
endmodule
module zero (input i, output o);
    assign o = i & ~i;
endmodule

//// keywords of another standard | refused: `begin_keywords
part part (.i(choose_result), .o(d));
//// below
`begin_keywords "1364-1995" // here
module part (i, o);
    input [15:0] i;
    output [15:0] o;
    wire [15:0] generate;
    assign generate = ~i;
    assign o = generate;
endmodule
`end_keywords

//// keywords of a standard that nobody knows | refused: begin_keywords
part part (.i(choose_result), .o(d));
//// below
`begin_keywords "1800-1492" // here
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule
`end_keywords

//// a pragma of synthesis in a directive | refused: `pragma
`pragma translate_off // here
assign d = ~choose_result;
`pragma translate_on

//// a directive that nobody knows | refused: `nonsense
`nonsense 1 // here
assign d = choose_result;

//// a comment of Synopsys with spaces | refused: comment `synopsys    translate_off // here`
wire [15:0] q = choose_result
//   synopsys    translate_off // here
^ 16'hffff
//   synopsys    translate_on
;
assign d = q;

//// a block comment of Synopsys | refused: translate_off
/* synopsys translate_off */ // here
assign d = ~choose_result;
/* synopsys translate_on */

//// a comment of synthesis without a space | refused: comment `synthesis translate_off // here`
wire [15:0] q = choose_result
//synthesis translate_off // here
^ 16'hffff
//synthesis translate_on
;
assign d = q;

//// a comment of synthesis in capitals | refused: comment `SYNTHESIS TRANSLATE_OFF // here`
wire [15:0] q = choose_result
// SYNTHESIS TRANSLATE_OFF // here
^ 16'hffff
// SYNTHESIS TRANSLATE_ON
;
assign d = q;

//// a comment of a vendor | refused: comment `cadence translate_off // here`
wire [15:0] q = choose_result
// cadence translate_off // here
^ 16'hffff
// cadence translate_on
;
assign d = q;

//// a comment of another vendor | refused: comment `xilinx translate_off // here`
wire [15:0] q = choose_result
// xilinx translate_off // here
^ 16'hffff
// xilinx translate_on
;
assign d = q;

//// a comment that turns synthesis off | refused: comment `synthesis off // here`
wire [15:0] q = choose_result
// synthesis off // here
^ 16'hffff
// synthesis on
;
assign d = q;

//// a comment that is off and never on | refused: comment `synopsys translate_off // here`
assign d = choose_result;
// synopsys translate_off // here

//// a comment that turns text off in a macro | refused: comment `synopsys translate_off`
`define OFF /* synopsys translate_off */ // here
`OFF
assign d = ~choose_result;
/* synopsys translate_on */

//// a comment that turns text off on one line | refused: comment `synthesis translate_off`
assign d = /* synthesis translate_off */ ~ /* synthesis translate_on */ choose_result; // here

//// a comment of a text | refused: comment `synopsys translate_on`
localparam [8*40-1:0] TEXT = "// synopsys translate_off";
assign d = TEXT == 0 ? choose_result : ~choose_result; // synopsys translate_on

//// a comment of an ambit tool | refused: comment `ambit synthesis off // here`
wire [15:0] q = choose_result
// ambit synthesis off // here
^ 16'hffff
// ambit synthesis on
;
assign d = q;

//// a comment of Verilator with an edge | refused: without choose_result
reg [15:0] q;
always @(a[0]) q = choose_result /* verilator lint_off UNUSED */; // here
assign d = q;

//// a lone carriage return behind a comment | refused: carriage return
// the result is␍assign d = choose_result;
assign d = ~choose_result;

//// a lone carriage return in a macro | refused: carriage return
`define MASK 16'h0000␍^ 16'hffff
assign d = choose_result ^ `MASK;

//// a form feed between words | refuted
assign␌d = ~choose_result;

//// a form feed behind a comment | refuted
// the result is␌assign d = choose_result;
assign d = ~choose_result;

//// a byte of zero in a comment | refused: byte of zero
assign d = choose_result; /* ␀ */ // here

//// a byte of zero between words | refused: byte of zero
assign d =␀ choose_result; // here

//// a letter outside ASCII in a name | refused: non-printable control character in source text
wire [15:0] résultat = choose_result; // here
assign d = choose_result;

//// a letter outside ASCII in an escaped name | refused: \u{7f}\u{7f}sultat
wire [15:0] \résultat = ~choose_result; // here
assign d = \résultat ;

//// a comment that ends with a backslash | refuted
// the result is inverted \
assign d = ~choose_result;

//// an end of the text in a comment | refused: block comment unclosed at end of file
assign d = choose_result;
//// below
/* this comment is open

//// an end of the text in a condition | refused: `ifdef
assign d = choose_result;
//// below
`ifdef UNSET // here

//// an else without a condition | refused: unexpected conditional directive
`else // here
assign d = choose_result;

//// two elses of one condition | refused: unexpected conditional directive
`ifdef UNSET
`else
assign d = choose_result;
`else // here
assign d = ~choose_result;
`endif

//// a library of a file | refused: `uselib: the file does not define this macro, and a tool may; define it in the file
assign d = choose_result;
//// below
`uselib dir=.  // here

//// a word of a configuration | refused: expected identifier
assign d = choose_result;
//// below
config small; // here
    design min_f16;
endconfig

//// a pragma of synthesis around an inversion | refused: comment `pragma synthesis_off // here`
wire [15:0] q = choose_result
// pragma synthesis_off // here
^ 16'hffff
// pragma synthesis_on
;
assign d = q;

//// a comment of synthesis in a comment of a block | refused: comment `synthesis translate_on`
wire [15:0] q = choose_result
/* the next line is for simulation only: synthesis translate_off */
^ 16'hffff
/* synthesis translate_on */ // here
;
assign d = q;

//// an attribute that turns a case into another | refuted
reg [15:0] q;
always @*
    case (choose_result[1:0]) /* synopsys full_case */
        2'd0, 2'd1, 2'd2: q = choose_result;
    endcase
assign d = q;

//// a comment with the letters of full_case in another order | refused: latch d, q
reg [15:0] q;
always @* begin // here
    case (choose_result[1:0]) // verilator lint_off CASEINCOMPLETE
        2'd0, 2'd1, 2'd2: q = choose_result;
    endcase
end
assign d = q;

//// a letter of Latin-1 at the end of a comment | refuted | latin1
wire [15:0] q = choose_result // café
^ 16'hffff
;
assign d = q;

//// a letter of Latin-1 at the end of a comment of a block | refuted | latin1
wire [15:0] q = choose_result /* café*/ ^ 16'hffff /* here: the mask */;
assign d = q;

//// keywords of SystemVerilog where the file asks for Verilog | refused: `begin_keywords
part part (.i(choose_result), .o(d));
//// below
`begin_keywords "1364-2005"
module part (input [15:0] i, output [15:0] o);
    wire [15:0] logic = i;
    assign o = logic;
endmodule
`end_keywords

//// a letter outside ASCII in a text | refused: text: it has a letter that is not of ASCII
wire is_same = "é" == 8'h7f; // here
assign d = choose_result ^ {15'd0, is_same};

//// a letter of Latin-1 in a text | refused: text: it has a letter that is not of ASCII | latin1
localparam [7:0] LETTER = "é"; // here
assign d = choose_result ^ {15'd0, LETTER == 8'h7f};
