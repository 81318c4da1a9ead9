// Text that tools read differently, in place of min.f16's last assignment, at latency 1. `here` marks the line that a refusal names.

//// text that a comment of Synopsys hides | refused: comment `synopsys translate_off
// synopsys translate_off // here
assign d = 16'd0;
// synopsys translate_on

//// text that a block comment hides | refused: comment `synthesis translate_off`
assign d = choose_result;
/* synthesis translate_off */ wire unused; /* synthesis translate_on */ // here

//// text that a pragma hides | refused: comment `pragma translate_off
// pragma translate_off // here
assign d = 16'd0;
// pragma translate_on

//// a conditional on SYNTHESIS | refused: conditional on SYNTHESIS
`ifdef SYNTHESIS // here
assign d = choose_result;
`else
assign d = 16'd0;
`endif

//// a conditional on YOSYS | refused: conditional on YOSYS
`ifndef YOSYS // here
assign d = 16'd0;
`else
assign d = choose_result;
`endif

//// a conditional on VERILATOR | refused: conditional on VERILATOR
`ifdef VERILATOR // here
assign d = choose_result;
`else
assign d = 16'd0;
`endif

//// a conditional on FORMAL | refused: conditional on FORMAL
`ifdef FORMAL // here
assign d = 16'd0;
`else
assign d = choose_result;
`endif

//// a second condition | refused: conditional on __ICARUS__
`ifdef MINE
assign d = 16'd0;
`elsif __ICARUS__ // here
assign d = 16'd0;
`else
assign d = choose_result;
`endif

//// a macro that a tool has | refused: `YOSYS: the file does not define this macro
assign d = `YOSYS ? choose_result : 16'd0; // here

//// a list without a signal | refused: always without choose_result in its list
reg [15:0] r;
always @(a_bits14to0_1) r = choose_result; // here
assign d = r;

//// a list without a selector | refused: always without in_valid in its list
reg [15:0] r;
always @(choose_result or a_bits14to0_1) begin // here
    if (in_valid) r = choose_result;
    else r = choose_result | {1'b0, a_bits14to0_1 & 15'd0};
end
assign d = r;

//// a delay of an assignment | refused: delay #5
assign #5 d = choose_result; // here

//// a delay of a register | refused: delay #1
reg q;
always @(posedge clock) if (enable) q <= #1 in_valid; // here
assign d = choose_result;

//// a delay of a gate | refused: delay #3
wire w;
and #3 gate (w, choose_result[0], 1'b1); // here
assign d = {choose_result[15:1], w};

//// a delay in an initial block | refused: delay #10
reg q;
initial begin
    q = 1'b0;
    #10 q = 1'b1; // here
end
assign d = choose_result;

//// a race of two blocks | refused: t = at a clock edge
reg t, u;
always @(posedge clock) if (enable) t = in_valid; // here
always @(posedge clock) if (enable) u <= t;
assign d = choose_result;

//// a name inside an instance | refused: part.o: tools read names inside an instance differently
wire [15:0] o;
part part (.i(choose_result), .o(o));
assign d = part.o; // here
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a falling edge | refused: negedge
reg q;
always @(negedge clock) if (enable) q <= 1'b0; // here
assign d = choose_result ^ {15'd0, q};

//// an event inside a block | refused: @(posedge clock): only simulators read an event inside a statement
reg q;
always @(posedge clock) begin
    q <= 1'b0;
    @(posedge clock) q <= 1'b1; // here
end
assign d = choose_result;

//// an attribute that empties a module | refused: attribute blackbox
part part (.i(choose_result), .o(d));
//// below
(* blackbox *) // here
module part (input [15:0] i, output [15:0] o);
    assign o = i;
endmodule

//// a directive that protects text | refused: `pragma
`pragma protect begin // here
assign d = choose_result;

//// an assumption | refused: assume: only some tools read it | sv
always_comb assume (a != 16'h1234); // here
assign d = choose_result;

//// a force | refused: force: synthesis does not read it
initial force d = 16'd0; // here
assign d = choose_result;

//// a wire that a block assigns | refused: cannot assign to a net within a procedural context
wire [15:0] w;
always @* w = choose_result; // here
assign d = w;

//// a reg that an assign statement drives | refused: net r: an assign statement can drive a wire only
reg [15:0] r;
assign r = choose_result; // here
assign d = r;

//// a net that is not declared | refused: use of undeclared identifier 'q'
part part (.i(choose_result[0]), .o(q)); // here
assign d = {choose_result[15:1], q};
//// below
module part (input i, output o);
    assign o = i;
endmodule

//// a name that is declared twice | refused: r: tools take one or the other declaration
reg [15:0] r;
wire r; // here
always @* r = choose_result;
assign d = r;

//// a function that reads a net of the module | refused: a function that reads in_valid
function [15:0] gated(input [15:0] value);
    gated = in_valid ? value : value & 16'hffff; // here
endfunction
reg [15:0] r;
always @* r = gated(choose_result);
assign d = r;

//// a task that reads a net of the module in a combinational block | refused: a function that reads choose_result
reg [15:0] r;
task keep;
    r = choose_result; // here
endtask
always @* keep;
assign d = r;

//// a switch of synthesis in a comment | refused: comment `rtl_synthesis off
// rtl_synthesis off // here
assign d = 16'd0;
// rtl_synthesis on

//// nets that are wired by themselves | refused: `default_nettype wand
`default_nettype wand // here
assign d = choose_result;

//// a loop without an end | refused: loop generation value 0 repeats more than once
genvar k;
generate
    for (k = 0; k < 2; k = ~k + 1) begin : endless
        wire passed = choose_result[0];
    end
endgenerate
assign d = choose_result;

//// an operator in front of an operator | refused: expected expression
assign d = ~~choose_result; // here
