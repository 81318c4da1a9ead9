// Values at power-up in place of min.f16's last assignment, at latency 1. `here` marks the line that a refusal names.

//// a register that is never written | refused: net q has no driver
reg q = 1'b0; // here
assign d = choose_result ^ {15'd0, q};

//// a register with an initial block alone | refused: net q has no driver
reg q; // here
initial q = 1'b0;
assign d = choose_result ^ {15'd0, q};

//// a register with a random value | refused: $random: its value is not the same in all tools
reg q;
initial q = $random; // here
always @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// a register that is written with itself | refuted
reg q = 1'b0;
always @(posedge clock) q <= q;
assign d = choose_result ^ {15'd0, q};

//// a register that reset writes with itself | refuted
reg q = 1'b0;
always @(posedge clock) if (reset) q <= q;
assign d = choose_result ^ {15'd0, q};

//// states that a ring never leaves | refuted
reg [2:0] state = 3'b001;
always @(posedge clock)
    if (reset) state <= 3'b001;
    else if (enable) state <= {state[1:0], state[2]};
assign d = |state ? choose_result : 16'd0;

//// a state that reset does not reach | refuted
reg [1:0] state;
always @(posedge clock)
    if (enable)
        case (state)
            2'd0: state <= 2'd1;
            2'd1: state <= 2'd0;
            default: state <= state;
        endcase
assign d = state[1] ? 16'd0 : choose_result;

//// a register that only some operands write | refuted
reg q = 1'b0;
always @(posedge clock) if (enable & in_valid & a[0]) q <= 1'b0;
assign d = choose_result ^ {15'd0, q};

//// a counter of operations | refuted
reg [31:0] count = 32'd0;
always @(posedge clock) if (enable) count <= count + 32'd1;
assign d = &count ? 16'd0 : choose_result;

//// a word of a memory that is written elsewhere | refused: net words[1]: Yosys and slang read this differently
reg [15:0] words [0:1]; // here
initial begin words[0] = 16'd0; words[1] = 16'd0; end
always @(posedge clock) if (reset) words[0] <= 16'd0;
assign d = choose_result ^ words[1];

//// initial contents of a memory that is written | refuted
reg [15:0] words [0:3];
integer i;
initial for (i = 0; i < 4; i = i + 1) words[i] = 16'd0;
always @(posedge clock) if (reset) words[a[1:0]] <= 16'd0;
assign d = choose_result ^ words[a_bits14to0_1[1:0]];

//// a register compared with === to both values | refused: q === 1'b1: simulators start a register with x
reg q;
always @(posedge clock) if (enable & in_valid) q <= ^a;
assign d = q === 1'b1 | q === 1'b0 ? choose_result : 16'd0; // here

//// a net of a register compared with !== | refused: w !== ~a_bits14to0_1: simulators start a register with x
wire [14:0] w = ~a_bits14to0_1;
wire differs = w !== ~a_bits14to0_1; // here
assign d = differs ? 16'd0 : choose_result;

//// a register that a function compares with === | refused: v === v: simulators start a register with x
function [15:0] pick(input [15:0] v);
    pick = v === v ? v : 16'd0; // here
endfunction
assign d = pick(choose_result);

//// a register that an instance compares with === | refused: i === i: simulators start a register with x
part part (.i(choose_result), .o(d));
//// below
module part (input [15:0] i, output [15:0] o);
    assign o = i === i ? i : 16'd0; // here
endmodule
