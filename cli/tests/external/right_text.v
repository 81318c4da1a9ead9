// Right modules with text that preprocessors read, in place of min.f16's last assignment, at latency 1. Each is proven, and simulators find
// nothing wrong.

//// letters outside ASCII in comments | holds
// Größe der Mantisse: 10 Bit – ± ulp
assign d = choose_result; // été

//// letters of Latin-1 in comments | holds | latin1
// Größe der Mantisse: 10 Bit
assign d = choose_result; /* été */

//// a mark of the order of bytes | holds
﻿module min_f16 (clock, reset, enable, in_valid, a, b, out_valid, d);
    input clock, reset, enable, in_valid;
    input [15:0] a, b;
    output reg out_valid;
    output reg [15:0] d;
    wire a_nan = &a[14:10] & |a[9:0];
    wire b_nan = &b[14:10] & |b[9:0];
    wire [15:0] a_key = {~a[15], a[14:0] ^ {15{a[15]}}};
    wire [15:0] b_key = {~b[15], b[14:0] ^ {15{b[15]}}};
    always @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) d <= a_nan & b_nan ? 16'h7fff : b_nan | ~a_nan & (a_key < b_key) ? a : b;
    end
endmodule

//// lines that end with a carriage return and a line feed | holds
`define SAME(x) \␍
    x␍
wire [15:0] w = `SAME(choose_result);␍
// the result␍
assign d = w;␍

//// macros with arguments | holds
`define MAX(x, y) ((x) > (y) ? (x) : (y))
`define FIELD(word, top, low) word[top:low]
wire [9:0] fraction = `FIELD(choose_result, 9, 0);
assign d = {choose_result[15:10], `MAX(fraction, 10'd0)};

//// a macro that joins the names of macros | holds
`define FIELD(word, field) word[`field``_TOP:`field``_LOW]
`define FRACTION_TOP 9
`define FRACTION_LOW 0
assign d = {choose_result[15:10], `FIELD(choose_result, FRACTION)};

//// macros of several lines | holds
`define COPY(from, to) \
    always @* begin \
        to = from; /* all bits */ \
    end
reg [15:0] q;
`COPY(choose_result, q)
assign d = q;

//// macros in macros | holds
`define ONE 1
`define TWO (`ONE + `ONE)
`define WIDTH (8 * `TWO)
wire [`WIDTH-1:0] w = choose_result;
assign d = w;

//// conditions on macros of the file | holds
`define WITH_MASK
`ifdef WITH_MASK
    `ifndef MASK
        `define MASK 16'hffff
    `endif
wire [15:0] w = choose_result & `MASK;
`elsif WITHOUT
wire [15:0] w = 16'd0;
`else
wire [15:0] w = ~choose_result;
`endif
`undef MASK
assign d = w;

//// code that no condition reads | holds
`ifdef NEVER
    this is no Verilog: 16'hzz ' (
`else
assign d = choose_result;
`endif

//// included files with guards | holds
`include "types.vh"
`include "types.vh"
assign d = `SAME(choose_result);
//// file types.vh
`ifndef TYPES_VH
`define TYPES_VH
`define SAME(x) (x)
`endif // TYPES_VH

//// an included file that includes a file | holds
`include "outer.vh"
assign d = w;
//// file outer.vh
`include "inner.vh"
wire [`WIDTH-1:0] w = choose_result;
//// file inner.vh
`define WIDTH 16

//// a macro that gives a default | holds
`define PICK(x, invert = 0) (invert ? ~x : x)
assign d = `PICK(choose_result);

//// a macro that makes a text and a name | holds
`define NAME(x) `"x`"
`define JOIN(x, y) x``_``y
localparam [31:0] TEXT = `NAME(same);
assign d = TEXT == "same" ? `JOIN(choose, result) : 16'd0;

//// directives in front of the module | holds
`resetall
`timescale 1ns / 1ps
`default_nettype none
module min_f16 (
    input wire clock, reset, enable, in_valid,
    input wire [15:0] a, b,
    output reg out_valid,
    output reg [15:0] d
);
    wire a_nan = &a[14:10] & |a[9:0];
    wire b_nan = &b[14:10] & |b[9:0];
    wire [15:0] a_key = {~a[15], a[14:0] ^ {15{a[15]}}};
    wire [15:0] b_key = {~b[15], b[14:0] ^ {15{b[15]}}};
    always @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) d <= a_nan & b_nan ? 16'h7fff : b_nan | ~a_nan & (a_key < b_key) ? a : b;
    end
endmodule
`default_nettype wire

//// a module that says that it is a cell | holds
part part (.i(choose_result), .o(d));
//// below
`celldefine
module part (input wire [15:0] i, output wire [15:0] o);
    assign o = i;
endmodule
`endcelldefine

//// nets that a file declares by itself | holds
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    not first (low, i[0]);
    not second (o[0], low);
    assign o[15:1] = i[15:1];
endmodule

//// texts with the signs of comments | holds
localparam [8*2-1:0] TEXT = "//";
localparam [8*2-1:0] OTHER = "/*";
assign d = TEXT == 16'h2f2f && OTHER == 16'h2f2a ? choose_result : 16'd0;

//// comments of linters and editors | holds
// verilog_lint: waive line-length
// spyglass disable_block W164
/* verilator lint_off WIDTH */ // -*- verilog -*-
assign d = choose_result; // synthesis keeps this net
/* verilator lint_on WIDTH */

//// attributes of tools | holds
(* keep, mark_debug = "true", fsm_encoding = "one_hot" *) reg [1:0] seen;
(* use_dsp = "no" *) wire [15:0] w = choose_result;
always @(posedge clock)
    (* full_case = 0 *)
    if (enable) seen <= {seen[0], choose_result[0]};
assign d = w;

//// numbers with underscores, spaces and digits that do not matter | holds
wire [15:0] mask = 16 'b 1111_1111_1111_1111;
wire [15:0] none = 16'D0 + 16'o0 + 16'H00_00;
assign d = choose_result & mask | none;

//// names that tools use themselves | holds
wire [15:0] \choose$result.all[0] = choose_result;
wire [15:0] _unused$1 = \choose$result.all[0] ;
assign d = _unused$1;

//// a file that only simulations read | holds
`define BENCH_IS_ELSEWHERE
`ifndef BENCH_IS_ELSEWHERE
initial $display("never");
`endif
assign d = choose_result;

//// messages of a simulation | holds
initial $display("min.f16");
assign d = choose_result;
