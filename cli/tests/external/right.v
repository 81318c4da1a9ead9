// Right modules in place of min.f16's last assignment, at latency 1. Each is proven, and simulators find nothing wrong.

//// the assignment itself | holds
assign d = choose_result;

//// a hierarchy of three modules | holds
outer outer (.in(choose_result), .out(d));
//// below
module outer (input [15:0] in, output [15:0] out);
    wire [7:0] low, high;
    inner #(.WIDTH(8)) lower (.in(in[7:0]), .out(low));
    inner #(8) upper (in[15:8], high);
    assign out = {high, low};
endmodule
module inner #(parameter WIDTH = 4) (input [WIDTH-1:0] in, output [WIDTH-1:0] out);
    assign out = in;
endmodule

//// parameters | holds
part #(.WIDTH(16), .KEEP(1)) part (.i(choose_result), .o(d));
defparam part.EXTRA = 0;
//// below
module part (i, o);
    parameter WIDTH = 8;
    parameter KEEP = 0;
    parameter EXTRA = 1;
    localparam TOP = WIDTH - 1;
    input [TOP:0] i;
    output [TOP:0] o;
    assign o = KEEP != 0 ? i ^ EXTRA : {WIDTH{1'b0}};
endmodule

//// generate loops and conditions | holds
localparam INVERT = 0;
genvar k;
generate
    for (k = 0; k < 16; k = k + 1) begin : bits
        wire passed;
        assign passed = choose_result[k];
        if (INVERT) assign d[k] = ~passed;
        else assign d[k] = bits[k].passed;
    end
endgenerate

//// a chain through generated scopes | holds
genvar k;
generate
    for (k = 0; k < 4; k = k + 1) begin : link
        wire [15:0] value;
        if (k == 0) assign value = choose_result;
        else assign value = link[k-1].value;
    end
endgenerate
assign d = link[3].value;

//// ascending ranges | holds
wire [0:15] up = choose_result;
part part (.i(up), .o(d));
//// below
module part (input [0:15] i, output [0:15] o);
    assign o[0] = i[0];
    assign o[1:15] = i[1:15];
endmodule

//// offset ranges | holds
wire [20:5] moved = choose_result;
part part (.i(moved), .o(d));
//// below
module part (input [17:2] i, output [-1:-16] o);
    assign o[-1] = i[17];
    assign o[-2:-16] = i[16:2];
endmodule

//// ports of the module itself with other ranges | holds
module min_f16 (clock, reset, enable, in_valid, a, b, out_valid, d);
    input clock, reset, enable, in_valid;
    input [0:15] a;
    input [17:2] b;
    output reg out_valid;
    output reg [0:15] d;
    wire a_nan = &a[1:5] & |a[6:15];
    wire b_nan = &b[16:12] & |b[11:2];
    wire [15:0] a_key = {~a[0], a[1:15] ^ {15{a[0]}}};
    wire [15:0] b_key = {~b[17], b[16:2] ^ {15{b[17]}}};
    wire take_a = b_nan | (~a_nan & (a_key < b_key));
    always @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) begin
            if (a_nan & b_nan) d <= 16'h7fff;
            else if (take_a) d <= a;
            else d <= b;
        end
    end
endmodule

//// parallel_case that is true | holds
reg [15:0] r;
always @*
    (* parallel_case *)
    case (1'b1)
        ~choose_result[0]: r = choose_result;
        choose_result[0]: r = {choose_result[15:1], 1'b1};
        default: r = 16'd0;
    endcase
assign d = r;

//// full_case and parallel_case that are true, as comments | holds
reg [15:0] r;
always @*
    case (a_bits14to0_1[1:0]) // synopsys full_case parallel_case
        2'd0: r = choose_result;
        2'd1: r = choose_result;
        2'd2: r = choose_result;
        2'd3: r = choose_result;
    endcase
assign d = r;

//// full_case with all arms that occur | holds
wire [1:0] one_hot = {choose_result[0], ~choose_result[0]};
reg [15:0] r;
always @*
    (* full_case, parallel_case *)
    case (one_hot)
        2'b01: r = {choose_result[15:1], 1'b0};
        2'b10: r = {choose_result[15:1], 1'b1};
    endcase
assign d = r;

//// an x in an arm that never occurs | holds
wire [1:0] one_hot = {choose_result[0], ~choose_result[0]};
reg [15:0] r;
always @* begin
    case (one_hot)
        2'b01: r = {choose_result[15:1], 1'b0};
        2'b10: r = {choose_result[15:1], 1'b1};
        default: r = 16'bxxxx_xxxx_xxxx_xxxx;
    endcase
end
assign d = r;

//// casez with priorities | holds
reg [15:0] r;
always @*
    casez (choose_result[15:12])
        4'b1???: r = {1'b1, choose_result[14:0]};
        4'b01??: r = {2'b01, choose_result[13:0]};
        4'b00zz: r = {2'b00, choose_result[13:0]};
        default: r = choose_result;
    endcase
assign d = r;

//// casex with digits that do not matter | holds
reg [15:0] r;
always @*
    casex (choose_result[15:14])
        2'b1x: r = {1'b1, choose_result[14:0]};
        2'b0x: r = {1'b0, choose_result[14:0]};
    endcase
assign d = r;

//// functions and a task | holds
function [15:0] same(input [15:0] value);
    integer i;
    begin
        same = 16'd0;
        for (i = 0; i < 16; i = i + 1)
            if (value[i]) same = same | (16'd1 << i);
    end
endfunction
function automatic [7:0] half;
    input [15:0] value;
    input upper;
    half = upper ? value[15:8] : value[7:0];
endfunction
reg [15:0] r;
task join_halves(input [7:0] high, input [7:0] low);
    r = {high, low};
endtask
always @* join_halves(half(same(choose_result), 1'b1), half(choose_result, 1'b0));
assign d = r;

//// a function of constants | holds
function integer log2(input integer value);
    begin
        log2 = 0;
        while ((1 << log2) < value) log2 = log2 + 1;
    end
endfunction
localparam BITS = log2(9);
wire [BITS-1:0] low = choose_result[BITS-1:0];
assign d = {choose_result[15:$clog2(16)], low};

//// a table in a memory | holds
reg [3:0] table_of_same [0:15];
integer i;
initial for (i = 0; i < 16; i = i + 1) table_of_same[i] = i;
assign d = {choose_result[15:4], table_of_same[choose_result[3:0]]};

//// a table that a file fills | holds
reg [3:0] same [0:15];
initial $readmemh("same.hex", same);
assign d = {choose_result[15:4], same[choose_result[3:0]]};

//// a table behind a register, as block RAM has it | holds
reg [7:0] upper [0:255];
reg [7:0] word;
integer i;
initial for (i = 0; i < 256; i = i + 1) upper[i] = i;
always @(posedge clock) if (enable) word <= upper[8'd0];
assign d = choose_result ^ {8'd0, word};

//// a table whose unused words are not filled | holds
reg [15:0] table_of_two [0:3];
initial begin
    table_of_two[0] = 16'h0000;
    table_of_two[1] = 16'hffff;
end
assign d = table_of_two[{1'b0, choose_result[15]}] & 16'h8000 | choose_result & 16'h7fff;

//// a table as a case | holds
reg [2:0] r;
always @*
    case (choose_result[2:0])
        3'd0: r = 3'd0; 3'd1: r = 3'd1; 3'd2: r = 3'd2; 3'd3: r = 3'd3;
        3'd4: r = 3'd4; 3'd5: r = 3'd5; 3'd6: r = 3'd6; default: r = 3'd7;
    endcase
assign d = {choose_result[15:3], r};

//// a list of signals that is complete | holds
reg [15:0] r;
always @(choose_result or in_valid) begin
    r = 16'd0;
    if (in_valid) r = choose_result;
    else r = r | choose_result;
end
assign d = r;

//// initial values of registers that are written | holds
reg [1:0] seen = 2'b00;
reg last;
initial last = 1'b0;
always @(posedge clock) begin
    if (reset) seen <= 2'b00;
    else if (enable) seen <= {seen[0], in_valid};
    last <= enable;
end
assign d = choose_result;

//// macros and a guard | holds
`ifndef MINE_IS_INCLUDED
`define MINE_IS_INCLUDED
`define WIDTH 16
`define PICK(word, high, low) word[high:low]
`ifdef WIDTH
assign d = {`PICK(choose_result, `WIDTH-1, 8), `PICK(choose_result, 7, 0)};
`else
assign d = 0;
`endif
`endif

//// a macro that nobody defines | holds
`ifdef MINE
assign d = 16'd0;
`else
assign d = choose_result;
`endif

//// an included file | holds
`include "last.vh"

//// instances of gates and an array of instances | holds
wire [15:0] inverted;
not first (inverted[0], choose_result[0]), second (inverted[1], choose_result[1]);
invert others [13:0] (.i(choose_result[15:2]), .o(inverted[15:2]));
assign d = ~inverted;
//// below
module invert (input i, output o);
    assign o = ~i;
endmodule

//// signed arithmetic and shifts | holds
wire signed [16:0] wide = $signed({1'b0, choose_result});
wire signed [16:0] back = (wide <<< 1) >>> 1;
wire [15:0] third = choose_result / 16'd3;
wire [15:0] rest = choose_result % 16'd3;
assign d = (back[15:0] & 16'h7fff | choose_result & 16'h8000) & {16{third * 16'd3 + rest == choose_result}};

//// an index in range and parts of words | holds
wire [3:0] index = choose_result[3:0];
wire bit_there = choose_result[index];
wire [3:0] part_there = choose_result[{index[3:2], 2'b00} +: 4];
reg [15:0] r;
always @* begin
    r = choose_result;
    r[index] = bit_there;
    r[{index[3:2], 2'b00} +: 4] = part_there;
end
assign d = r;

//// comments and attributes of linters | holds
/* verilator lint_off UNUSED */
(* keep = 1, ram_style = "block" *)
wire [15:0] kept = choose_result; // synthesis of the result ends here
/* verilator lint_on UNUSED */
assign d = kept;

//// outputs left open and inputs that nothing reads | holds
part part (.i(choose_result), .unused(1'b0), .o(d), .parity());
//// below
module part (input [15:0] i, input unused, output [15:0] o, output parity);
    assign o = i;
    assign parity = ^i;
endmodule

//// names that need a backslash | holds
wire [15:0] \result[0] ;
assign \result[0] = choose_result;
assign d = \result[0] ;

//// an undriven net that nothing reads | holds
wire [3:0] spare;
wire unused_spare = &spare;
assign d = choose_result;

//// blocks with names and variables of their own | holds
reg [15:0] r;
integer i;
always @* begin : reverse_twice
    reg [15:0] turned;
    for (i = 0; i < 16; i = i + 1) turned[i] = choose_result[15-i];
    for (i = 0; i < 16; i = i + 1) r[i] = turned[15-i];
end
assign d = r;

//// SystemVerilog | holds | sv
typedef struct packed { logic sign; logic [14:0] rest; } half_t;
typedef enum logic [1:0] { NONE = 2'd0, SOME = 2'd1, ALL = 2'd3 } kind_t;
half_t parts;
kind_t kind;
logic [15:0] r;
assign parts = choose_result;
always_comb begin
    if (choose_result[0]) kind = SOME;
    else kind = NONE;
    unique case (kind)
        NONE: r = {parts.sign, parts.rest};
        SOME: r = {parts.sign, parts.rest[14:1], 1'b1};
        default: r = 'x;
    endcase
end
logic seen;
always_ff @(posedge clock) if (enable) seen <= in_valid;
assign d = r;
