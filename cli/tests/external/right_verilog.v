// Right modules in Verilog, as users write them, in place of min.f16's last assignment, at latency 1. Each is proven, and simulators find
// nothing wrong.

//// a loop variable of the module, with the loop in one arm | holds
reg [15:0] q;
integer i;
always @* begin
    q = 16'd0;
    if (choose_result[14:10] == 5'd31 && choose_result[9:0] != 10'd0) q = 16'h7fff;
    else for (i = 0; i < 16; i = i + 1) q[i] = choose_result[i];
end
assign d = q;

//// one loop variable of two blocks | holds
reg [15:0] m, q;
integer i;
always @* begin
    m = 16'd0;
    for (i = 0; i < 16; i = i + 1) m[i] = choose_result[i];
end
always @* begin
    q = 16'd0;
    for (i = 0; i < 16; i = i + 1) q[i] = m[i];
end
assign d = q;

//// loop variables of two blocks with names | holds
reg [15:0] m, q;
always @* begin : first
    integer i;
    m = 16'd0;
    for (i = 0; i < 16; i = i + 1) m[i] = choose_result[i];
end
always @* begin : second
    integer i;
    q = 16'd0;
    if (m[0] | ~m[0]) for (i = 0; i < 16; i = i + 1) q[i] = m[i];
end
assign d = q;

//// a loop variable of a clocked block | holds
reg [3:0] seen;
integer i;
always @(posedge clock)
    for (i = 0; i < 4; i = i + 1)
        if (enable) seen[i] <= i == 0 ? in_valid : seen[i-1];
assign d = choose_result;

//// a loop variable that a clocked block and a combinational one use | holds
reg [15:0] q;
reg [3:0] seen;
integer i;
always @* for (i = 0; i < 16; i = i + 1) q[i] = choose_result[i];
always @(posedge clock)
    if (reset) seen <= 4'd0;
    else for (i = 0; i < 4; i = i + 1) if (enable) seen[i] <= in_valid;
assign d = q;

//// a loop that runs down and a loop by steps | holds
reg [15:0] q;
integer i;
always @* begin
    for (i = 15; i >= 0; i = i - 1) q[i] = ~choose_result[i];
    for (i = 0; i < 16; i = i + 2) begin
        q[i] = ~q[i];
        q[i+1] = ~q[i+1];
    end
end
assign d = q;

//// loops in loops | holds
reg [15:0] q;
integer row, column;
always @*
    for (row = 0; row < 4; row = row + 1)
        for (column = 0; column < 4; column = column + 1)
            q[4*row + column] = choose_result[4*row + column];
assign d = q;

//// a while loop in a block | holds
reg [15:0] q;
integer i;
always @* begin
    i = 0;
    while (i < 16) begin
        q[i] = choose_result[i];
        i = i + 1;
    end
end
assign d = q;

//// a count of leading zeros | holds
reg [4:0] zeros;
reg found;
integer i;
always @* begin
    zeros = 5'd0;
    found = 1'b0;
    for (i = 15; i >= 0; i = i - 1)
        if (!found) begin
            if (choose_result[i]) found = 1'b1;
            else zeros = zeros + 5'd1;
        end
end
assign d = choose_result << zeros >> zeros;

//// a condition of a constant | holds
assign d = 1'b1 ? choose_result : ~choose_result;

//// conditions in conditions | holds
assign d = choose_result[15] ? (choose_result[14] ? {2'b11, choose_result[13:0]} : {2'b10, choose_result[13:0]})
         : choose_result[14] ? {2'b01, choose_result[13:0]} : {2'b00, choose_result[13:0]};

//// unsigned and signed numbers that are mixed with care | holds
wire signed [16:0] value = {1'b0, choose_result};
wire signed [17:0] minus = -$signed({1'b0, value});
wire [17:0] back = $unsigned(-minus);
assign d = back[15:0];

//// a literal with a sign, and a comparison with it | holds
wire signed [5:0] exponent = $signed({1'b0, choose_result[14:10]}) - 6'sd15;
wire is_small = exponent < 6'sd0;
assign d = is_small == (choose_result[14:10] < 5'd15) ? choose_result : ~choose_result;

//// an arithmetic shift of a signed word | holds
wire signed [16:0] wide = $signed({choose_result, 1'b0});
wire signed [16:0] moved = wide >>> 1;
assign d = moved[15:0];

//// a carry that a wider sum keeps | holds
wire [16:0] sum = {1'b0, choose_result} + {1'b0, choose_result};
assign d = sum[16:1];

//// a product and a division by a constant | holds
wire [17:0] product = choose_result * 2'd3;
assign d = product / 3;

//// powers and logarithms of parameters | holds
localparam BITS = 4;
localparam WIDTH = 2 ** BITS;
localparam INDEX = $clog2(WIDTH);
wire [WIDTH-1:0] w = choose_result;
wire [INDEX-1:0] zero = {INDEX{1'b0}};
assign d = w >> zero;

//// a real parameter that becomes an integer | holds
localparam integer WIDTH = 15.6;
wire [WIDTH-1:0] w = choose_result;
assign d = w;

//// a text as a parameter | holds
part #(.MODE("SAME")) part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    parameter MODE = "INVERT";
    generate
        if (MODE == "SAME") assign o = i;
        else assign o = ~i;
    endgenerate
endmodule

//// a parameter that defparam sets once | holds
part part (.i(choose_result), .o(d));
defparam part.INVERT = 1'b0, part.WIDTH = 16;
//// below
module part (i, o);
    parameter INVERT = 1'b1;
    parameter WIDTH = 8;
    input [WIDTH-1:0] i;
    output [WIDTH-1:0] o;
    assign o = INVERT ? ~i : i;
endmodule

//// parameters by place, and a parameter that depends on another | holds
part #(16, 4) part (choose_result, d);
//// below
module part #(parameter WIDTH = 8, parameter STEP = 2, parameter STEPS = WIDTH / STEP) (
    input [WIDTH-1:0] i,
    output [STEPS*STEP-1:0] o
);
    assign o = i;
endmodule

//// a case of generate | holds
localparam KIND = 2;
generate
    case (KIND)
        0: assign d = 16'd0;
        1, 3: assign d = ~choose_result;
        default: assign d = choose_result;
    endcase
endgenerate

//// loops of generate without the word generate | holds
genvar k;
for (k = 0; k < 16; k = k + 1) begin : bits
    assign d[k] = choose_result[k];
end

//// loops of generate in loops of generate | holds
genvar row, column;
generate
    for (row = 0; row < 4; row = row + 1) begin : rows
        for (column = 0; column < 4; column = column + 1) begin : columns
            wire passed = choose_result[4*row + column];
            assign d[4*row + column] = passed;
        end
    end
endgenerate

//// instances in a loop of generate | holds
wire [15:0] passed;
genvar k;
generate
    for (k = 0; k < 4; k = k + 1) begin : parts
        part #(.WIDTH(4)) part (.i(choose_result[4*k +: 4]), .o(passed[4*k +: 4]));
    end
endgenerate
assign d = passed;
//// below
module part #(parameter WIDTH = 1) (input [WIDTH-1:0] i, output [WIDTH-1:0] o);
    assign o = i;
endmodule

//// an array of instances that runs up | holds
pass parts [0:15] (.i(choose_result), .o(d));
//// below
module pass (input i, output o);
    assign o = i;
endmodule

//// a variable of a block with a name that the module reads | holds
reg [15:0] q;
always @* begin : block
    reg [15:0] t;
    t = choose_result;
    q = ~t;
end
assign d = ~q;

//// functions of functions | holds
function [7:0] swap(input [7:0] value);
    swap = {value[3:0], value[7:4]};
endfunction
function [15:0] swap_halves(input [15:0] value);
    swap_halves = {swap(value[7:0]), swap(value[15:8])};
endfunction
assign d = swap_halves(swap_halves(choose_result));

//// a function with old style arguments and variables | holds
function [15:0] selected;
    input [15:0] first;
    input [15:0] second;
    input take_first;
    reg [15:0] mask;
    begin
        mask = {16{take_first}};
        selected = first & mask | second & ~mask;
    end
endfunction
assign d = selected(choose_result, 16'd0, 1'b1);

//// an automatic function with a loop | holds
function automatic [4:0] ones(input [15:0] word);
    integer i;
    begin
        ones = 5'd0;
        for (i = 0; i < 16; i = i + 1) ones = ones + {4'd0, word[i]};
    end
endfunction
assign d = choose_result ^ {15'd0, ones(choose_result) > 5'd16};

//// an automatic function that calls itself with constants | holds
function automatic integer factorial(input integer value);
    factorial = value <= 1 ? 1 : value * factorial(value - 1);
endfunction
localparam integer SIX = factorial(3);
assign d = choose_result << SIX >> SIX | choose_result & 16'hfc00;

//// a task with outputs | holds
reg [7:0] high, low;
task split(input [15:0] value, output [7:0] upper, output [7:0] lower);
    begin
        upper = value[15:8];
        lower = value[7:0];
    end
endtask
always @* split(choose_result, high, low);
assign d = {high, low};

//// parts of words with moving starts | holds
reg [15:0] q;
integer i;
always @*
    for (i = 0; i < 4; i = i + 1)
        q[4*i +: 4] = choose_result[4*i+3 -: 4];
assign d = q;

//// a shifter by stages | holds
wire [3:0] count = choose_result[3:0];
wire [31:0] s0 = {choose_result, 16'd0};
wire [31:0] s1 = count[0] ? s0 >> 1 : s0;
wire [31:0] s2 = count[1] ? s1 >> 2 : s1;
wire [31:0] s3 = count[2] ? s2 >> 4 : s2;
wire [31:0] s4 = count[3] ? s3 >> 8 : s3;
wire [31:0] back = s4 << count;
assign d = back[31:16];

//// a case with labels of parameters | holds
localparam [1:0] NONE = 2'd0, SOME = 2'd1, MOST = 2'd2, ALL = 2'd3;
reg [15:0] q;
always @*
    case (choose_result[1:0])
        NONE: q = {choose_result[15:2], NONE};
        SOME, MOST: q = choose_result;
        ALL: q = {choose_result[15:2], ALL};
    endcase
assign d = q;

//// a case of a constant with conditions as labels | holds
reg [15:0] q;
always @*
    case (1'b1)
        choose_result[15]: q = {1'b1, choose_result[14:0]};
        choose_result[14]: q = {2'b01, choose_result[13:0]};
        default: q = {2'b00, choose_result[13:0]};
    endcase
assign d = q;

//// a state that every path assigns first | holds
reg [15:0] q;
reg is_zero;
always @* begin
    q = choose_result;
    is_zero = 1'b0;
    case (choose_result[14:0])
        15'd0: is_zero = 1'b1;
        default: ;
    endcase
    if (is_zero) q = {choose_result[15], 15'd0};
end
assign d = q;

//// a memory of two dimensions that is read inside its bounds | holds
reg [3:0] same [0:3][0:3];
integer row, column;
initial
    for (row = 0; row < 4; row = row + 1)
        for (column = 0; column < 4; column = column + 1)
            same[row][column] = 4*row + column;
assign d = {choose_result[15:4], same[choose_result[3:2]][choose_result[1:0]]};

//// a memory whose words are read in part | holds
reg [7:0] same [0:15];
integer i;
initial for (i = 0; i < 16; i = i + 1) same[i] = {4'hf, i[3:0]};
assign d = {choose_result[15:4], same[choose_result[3:0]][3:0]};

//// a file of bits | holds
reg [1:0] same [0:3];
initial $readmemb("bits.txt", same);
assign d = {choose_result[15:2], same[choose_result[1:0]]};
//// file bits.txt
00 01
1_0
11

//// a memory of registers that each cycle writes | holds
reg [15:0] words [0:1];
reg [15:0] q;
always @* begin
    words[0] = {1'b0, choose_result[14:0]};
    words[1] = {1'b1, choose_result[14:0]};
    q = words[choose_result[15]];
end
assign d = q;

//// a list of an integer bound and words | holds
reg [15:0] q;
wire [7:0] high = choose_result[15:8], low = choose_result[7:0];
always @(high, low) q = {high, low};
assign d = q;

//// a list of the bits that the block reads | holds
reg q;
always @(choose_result[3] or choose_result[0]) q = choose_result[3] ^ choose_result[0];
assign d = {choose_result[15:4], q ^ choose_result[0], choose_result[2:0]};

//// a clocked block with variables of its own | holds
reg seen;
always @(posedge clock) begin : count
    reg next;
    next = in_valid & enable;
    if (reset) seen <= 1'b0;
    else if (next) seen <= 1'b1;
end
assign d = choose_result;

//// a register file whose words have write enables | holds
reg [7:0] words [0:3];
integer i;
always @(posedge clock)
    for (i = 0; i < 4; i = i + 1)
        if (enable && in_valid && a[1:0] == i) words[i] <= b[7:0];
assign d = choose_result;

//// gates of several inputs | holds
wire [15:0] inverted, both;
genvar k;
generate
    for (k = 0; k < 16; k = k + 1) begin : bits
        nand first (inverted[k], choose_result[k], 1'b1, choose_result[k]);
        nor second (both[k], inverted[k], 1'b0);
    end
endgenerate
buf third (d[0], both[0]), fourth (d[1], both[1]);
assign d[15:2] = both[15:2];

//// outputs with a register in the list of ports | holds
part part (.clock(clock), .enable(enable), .i(in_valid), .o());
assign d = choose_result;
//// below
module part (input wire clock, enable, i, output reg o = 1'b0);
    always @(posedge clock) if (enable) o <= i;
endmodule

//// a bus of results that is flat | holds
wire [47:0] flat = {choose_result, ~choose_result, 16'd0};
wire [15:0] words;
pick #(.WIDTH(16), .COUNT(3)) pick (.flat(flat), .index(2'd2), .word(words));
assign d = words;
//// below
module pick #(parameter WIDTH = 1, parameter COUNT = 1) (
    input [COUNT*WIDTH-1:0] flat,
    input [1:0] index,
    output [WIDTH-1:0] word
);
    assign word = flat[index*WIDTH +: WIDTH];
endmodule

//// a module without parameters of its ports, in the style of 1995 | holds
part part (choose_result, d);
//// below
module part (i, o);
    input [15:0] i;
    output [15:0] o;
    wire [15:0] i;
    reg [15:0] o;
    always @(i) o = i;
endmodule

//// a net that is declared below its use | holds
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i ^ later;
    wire [15:0] later = 16'h0000;
endmodule

//// a wide net that is declared below its use in an instance | holds
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    copy copy (.i(i), .o(later));
    wire [15:0] later;
    assign o = later;
endmodule
module copy (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a variable that is declared below its use in a block | holds
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output reg [15:0] o);
    always @* o = i ^ {16{later}};
    reg later;
    always @* later = i[0] & ~i[0];
endmodule

//// signed decimal numbers whose highest bit is one | holds
wire signed [4:0] number = 5 'sd 31;
wire signed [15:0] wide = 16'sd65_535;
assign d = choose_result & wide & {16{number == -5'sd1 && 1'sd1 < 0}};

//// a memory that begins at 4, read inside | holds
reg [15:0] m [4:8];
integer i;
initial for (i = 4; i < 9; i = i + 1) m[i] = 16'd0;
assign d = choose_result ^ m[choose_result[1:0] + 4] ^ m[(choose_result % 5) + 4];

//// a comparison of defined bits with === and !== | holds
assign d = a[a[3:0]] === a[a[3:0]] && a[2:0] !== ~a[2:0] ? choose_result : 16'd0;

//// conditionals of tools around printing, and in a module that is not in the circuit | holds
`ifndef SYNTHESIS
initial $display("begins");
always @(posedge clock) if (enable) $display("%h", a);
`endif
// synopsys translate_off
initial begin
    if (1'b0) $fatal(1, "never");
end
// synopsys translate_on
assign d = choose_result;
//// below
module beside (input i, output o);
`ifdef VERILATOR
    assign o = ~i;
`else
    assign o = i;
`endif
endmodule

//// a conditional in the body of a macro | holds
`define RESULT `ifdef UNKNOWN ~choose_result `else choose_result `endif
assign d = `RESULT ;
