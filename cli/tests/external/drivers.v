// Nets with several drivers in place of min.f16's last assignment, at latency 1. `here` marks the line that a refusal names.

//// two assignments to an output | refused: net d[0]: it has two drivers, the assignment at
assign d = choose_result;
assign d = {1'b0, a_bits14to0_1};

//// the same assignment twice | refused: net d[0]: it has two drivers
assign d = choose_result;
assign d = choose_result;

//// two instances | refused: net d[0]: it has two drivers, the output of the instance at
part one (.i(choose_result), .o(d));
part two (.i(16'd0), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// an instance and an assignment | refused: net d[0]: it has two drivers, the assignment at
assign d = choose_result;
part one (.i(16'd0), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// two assignments to a net inside | refused: net w[0]: it has two drivers
wire [15:0] w; // here
assign w = choose_result;
assign w = {1'b0, a_bits14to0_1};
assign d = w;

//// an assignment of a net that nothing drives | refused: net w[0]: it has two drivers
wire [15:0] w; // here
wire [15:0] u;
assign w = choose_result;
assign w = u;
assign d = u;

//// a declaration and an assignment | refused: net w[0]: it has two drivers
wire [15:0] w = choose_result; // here
assign w = 16'd0;
assign d = w;

//// one bit twice | refused: net w[3]: it has two drivers
wire [15:0] w; // here
assign w = choose_result;
assign w[3] = 1'b0;
assign d = w;

//// an assignment to an input | refused: net a[0]: it has two drivers, the port at
assign d = choose_result;
assign a = 16'd0;

//// an assignment to an input of an instance | refused: net part.i[0]: it has two drivers
part part (.i(choose_result), .o(d));
//// below
module part (
    input [15:0] i, // here
    output [15:0] o
);
    assign o = i;
    assign i = 16'd0;
endmodule

//// two combinational blocks | refused: net r[0]: it has two drivers
reg [15:0] r; // here
always @* r = choose_result;
always @* r = 16'd0;
assign d = r;

//// two registers | refused: net r: it has two drivers, the always block at
reg r; // here
always @(posedge clock) if (enable) r <= in_valid;
always @(posedge clock) if (enable) r <= 1'b0;
assign d = choose_result ^ {15'd0, r};

//// a register and an assignment | refused: net r: it has two drivers
reg r; // here
always @(posedge clock) if (enable) r <= 1'b0;
part part (.i(1'b0), .o(r));
assign d = choose_result ^ {15'd0, r};
//// below
module part (input i, output o);
    assign o = i;
endmodule

//// a wired and | refused: wand: a net must have a single driver
wand [15:0] w; // here
assign w = choose_result;
assign w = 16'hffff;
assign d = w;

//// a port in both directions | refused: port o of part: bidirectional ports are not supported
part part (.i(choose_result), .o(d)); // here
//// below
module part (
    input [15:0] i,
    inout [15:0] o
);
    assign o = i;
endmodule

//// a pull-up | refused: pullup: switches leave a net undefined
wire u;
pullup (u); // here
assign d = choose_result & {16{u}};
