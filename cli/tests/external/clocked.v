// Clocked blocks that simulators and synthesis read differently, in place of min.f16's last assignment. The latency is 1, or 3 where the
// variant is late. `here` marks the line that a refusal names.

//// a blocking assignment of an escaped name | refused: p = at a clock edge | late
reg [15:0] p, q;
always @(posedge clock) if (enable) \p = choose_result; // here
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// a blocking assignment in a task | refused: p = at a clock edge | late
reg [15:0] p, q;
task set(input [15:0] x);
    p = x; // here
endtask
always @(posedge clock) if (enable) set(choose_result);
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// a blocking assignment in a function | refused: p = at a clock edge | late
reg [15:0] p, q;
reg z;
function set(input [15:0] x);
    begin
        p = x; // here
        set = 1'b1;
    end
endfunction
always @(posedge clock) if (enable) z = set(choose_result);
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// a blocking assignment in a generate scope | refused: p = at a clock edge | late
generate
    if (1) begin : g
        reg [15:0] p;
        always @(posedge clock) if (enable) p = choose_result; // here
    end
endgenerate
reg [15:0] q;
always @(posedge clock) if (enable) q <= g.p;
assign d = q;

//// a blocking assignment that a second block reads | refused: p = at a clock edge | late
reg [15:0] p, q;
always @(posedge clock) if (enable) p = choose_result; // here
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// a blocking assignment behind the block that reads it | refused: p = at a clock edge | late
reg [15:0] p, q;
always @(posedge clock) if (enable) q <= p;
always @(posedge clock) if (enable) p = choose_result; // here
assign d = q;

//// a variable of a named block that a second block reads | refused: at a clock edge | late
reg [15:0] q;
always @(posedge clock) begin : first
    reg [15:0] p;
    if (enable) p = choose_result; // here
end
always @(posedge clock) if (enable) q <= first.p;
assign d = q;

//// a blocking assignment in an instance | refused: o = at a clock edge | late
wire [15:0] p;
reg [15:0] q;
stage first (.clock(clock), .enable(enable), .i(choose_result), .o(p));
always @(posedge clock) if (enable) q <= p;
assign d = q;
//// below
module stage (input clock, input enable, input [15:0] i, output reg [15:0] o);
    always @(posedge clock) if (enable) o = i; // here
endmodule

//// two instances with a blocking assignment each | refused: o = at a clock edge | late
wire [15:0] p;
stage first (.clock(clock), .enable(enable), .i(choose_result), .o(p));
stage second (.clock(clock), .enable(enable), .i(p), .o(d));
//// below
module stage (input clock, input enable, input [15:0] i, output reg [15:0] o);
    always @(posedge clock) if (enable) o = i; // here
endmodule

//// a blocking assignment that a wire hands on | refused: p = at a clock edge | late
reg [15:0] p, q;
wire [15:0] w = p ^ 16'h0000;
always @(posedge clock) if (enable) p = choose_result; // here
always @(posedge clock) if (enable) q <= w;
assign d = q;

//// a blocking assignment that a block of @* hands on | refused: p = at a clock edge | late
reg [15:0] p, q, w;
always @* w = p;
always @(posedge clock) if (enable) p = choose_result; // here
always @(posedge clock) if (enable) q <= w;
assign d = q;

//// a blocking assignment that a function reads | refused: p = at a clock edge | late
reg [15:0] p, q;
function [15:0] get(input unused);
    get = p;
endfunction
always @(posedge clock) if (enable) p = choose_result; // here
always @(posedge clock) if (enable) q <= get(1'b0);
assign d = q;

//// blocking and nonblocking assignments of one register | refused: p = at a clock edge | late
reg [15:0] p, q;
always @(posedge clock)
    if (enable) begin
        if (a[0]) p = choose_result; // here
        else p <= choose_result;
    end
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// both kinds of assignment in one branch | refused: blocking assignment to variable 'p' is not supported after previous no | late
reg [15:0] p, q;
always @(posedge clock)
    if (enable) begin
        p <= choose_result;
        p = ~choose_result; // here
        q <= p;
    end
assign d = q;

//// stages of a generate loop with blocking assignments | refused: at a clock edge | late
reg [15:0] stages [0:2];
always @* stages[0] = choose_result;
genvar k;
generate
    for (k = 0; k < 2; k = k + 1) begin : shift
        always @(posedge clock) if (enable) stages[k+1] = stages[k]; // here
    end
endgenerate
assign d = stages[2];

//// parts of one register in two blocks with blocking assignments | refused: at a clock edge | late
reg [31:0] p;
always @(posedge clock) if (enable) p[31:16] = choose_result; // here
always @(posedge clock) if (enable) p[15:0] = p[31:16];
assign d = p[15:0];

//// a blocking assignment of several registers at once | refused: at a clock edge | late
reg [15:0] q;
reg [7:0] high, low;
always @(posedge clock) if (enable) {high, low} = choose_result; // here
always @(posedge clock) if (enable) q <= {high, low};
assign d = q;

//// a word of a memory with a blocking assignment | refused: at a clock edge | late
reg [15:0] words [0:1];
reg [15:0] q;
always @(posedge clock) if (enable) words[1] = choose_result; // here
always @(posedge clock) if (enable) q <= words[1];
assign d = q;

//// an output argument of a task | refused: p = at a clock edge | late
reg [15:0] p, q;
task copy(input [15:0] from, output [15:0] to);
    to = from;
endtask
always @(posedge clock) if (enable) copy(choose_result, p); // here
always @(posedge clock) if (enable) q <= p;
assign d = q;

//// a blocking assignment of an upward name | refused: min_f16.p | late
reg [15:0] p, q;
writer writer (.clock(clock), .enable(enable), .value(choose_result));
always @(posedge clock) if (enable) q <= p;
assign d = q;
//// below
module writer (input clock, input enable, input [15:0] value);
    always @(posedge clock) if (enable) min_f16.p = value; // here
endmodule

//// a blocking assignment of a void function | refused: at a clock edge | late | sv
logic [15:0] p, q;
function void set(input logic [15:0] x);
    p = x; // here
endfunction
always_ff @(posedge clock) if (enable) set(choose_result);
always_ff @(posedge clock) if (enable) q <= p;
assign d = q;

//// a member of a struct with a blocking assignment | refused: at a clock edge | late | sv
typedef struct packed { logic sign; logic [14:0] rest; } half_t;
half_t p;
logic [15:0] q;
always_ff @(posedge clock) if (enable) begin
    p.sign = choose_result[15]; // here
    p.rest = choose_result[14:0];
end
always_ff @(posedge clock) if (enable) q <= p;
assign d = q;

//// an assignment operator that a second block reads | refused: at a clock edge | late | sv
logic [15:0] p, q;
always_ff @(posedge clock)
    if (enable) begin
        p = 16'd0; // here
        p |= choose_result;
    end
always_ff @(posedge clock) if (enable) q <= p;
assign d = q;

//// a clock from a block | refused: slow <= in a combinational block | late
reg slow;
reg [15:0] p, q;
always @(clock) slow <= clock;
always @(posedge clock) if (enable) p <= choose_result;
always @(posedge slow) if (enable) q <= p;
assign d = q;

//// a clock from a block of @* | refused: chain <= in a combinational block | late
reg [1:0] chain;
reg [15:0] p, q;
always @* chain <= {chain[0], clock};
always @(posedge clock) if (enable) p <= choose_result;
always @(posedge chain[1]) if (enable) q <= p;
assign d = q;

//// a clock that a register divides | refused: clock
reg half;
reg q;
always @(posedge clock) if (reset) half <= 1'b0; else half <= ~half;
always @(posedge half) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// a clock that a register gates | refused: clock | late
reg open;
reg [15:0] p, q;
wire gated = clock & open;
always @(posedge clock) open <= enable;
always @(posedge clock) if (enable) p <= choose_result;
always @(posedge gated) q <= p; // here
assign d = q;

//// a clock that a latch gates | refused: always @(posedge gated) | late
reg open;
reg [15:0] p, q;
wire gated = clock & open;
always @* if (clock) open = enable;
always @(posedge clock) if (enable) p <= choose_result;
always @(posedge gated) q <= p;
assign d = q;

//// a clock from an instance with a block | refused: clock | late
wire other;
reg [15:0] p, q;
buffer buffer (.i(clock), .o(other));
always @(posedge clock) if (enable) p <= choose_result;
always @(posedge other) if (enable) q <= p; // here
assign d = q;
//// below
module buffer (input i, output reg o);
    always @(i) o <= i;
endmodule

//// a clock from a function of two inputs | refused: clock
reg q;
function pick(input x, input y, input s);
    pick = s ? x : y;
endfunction
wire other = pick(clock, in_valid, a[0]);
always @(posedge other) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// a data input as a clock | refused: clock
reg q;
always @(posedge a[0]) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// the falling edge through an inverter | refused: clock
wire inverted = ~clock;
reg [15:0] q;
always @(posedge inverted) q <= choose_result; // here
assign d = q;

//// the falling edge of an inverted expression | refused: always @(posedge ~clock)
reg q;
always @(posedge ~clock) if (enable) q <= ^a; // here
assign d = choose_result ^ {15'd0, q};

//// the clock as data | refused: the clock is read as data; use it for registers only
assign d = clock ? ~choose_result : choose_result;

//// the clock as data of a register | refused: the clock is read as data; use it for registers only
reg q;
always @(posedge clock) if (enable) q <= ~clock;
assign d = choose_result ^ {15'd0, q};

//// a clock in the place of a list | refused: q <= in a combinational block | late
reg [15:0] p, q;
always @(posedge clock) if (enable) p <= choose_result;
always @(clock) if (clock & enable) q <= p; // here
assign d = q;

//// an edge and a level | refused: always enable
reg q;
always @(posedge clock or enable) q <= a[0]; // here
assign d = choose_result ^ {15'd0, q};

//// edges of two inputs | refused: in_valid
reg [15:0] q;
always @(posedge clock or posedge in_valid) q <= a; // here
assign d = choose_result ^ q;

//// both edges of the clock | refused: always @(posedge clock or negedge clock): a register takes its value at the rising edge
reg [15:0] q;
always @(posedge clock or negedge clock) q <= a; // here
assign d = choose_result ^ q;

//// a falling reset that the block tests as a rising one | refused: asynchronous reset: the block does not test it as its edge says
reg q;
always @(posedge clock or negedge reset)
    if (reset) q <= 1'b0; // here
    else if (enable) q <= a[0];
assign d = choose_result ^ {15'd0, q};

//// an asynchronous reset behind logic of two inputs | refused: register q: the logic in front of its asynchronous reset may glitch
reg q;
wire clear = reset | in_valid;
always @(posedge clock or posedge clear) // here
    if (clear) q <= 1'b0;
    else if (enable) q <= a[0];
assign d = choose_result ^ {15'd0, q};

//// an asynchronous reset that a register drives | refused: posedge clear: a procedure makes this
reg q, clear;
always @(posedge clock) if (enable) clear <= reset;
always @(posedge clock or posedge clear) // here
    if (clear) q <= 1'b0;
    else if (enable) q <= a[0];
assign d = choose_result ^ {15'd0, q};

//// two asynchronous events beside the clock | refused: always @(posedge clock or posedge reset or posedge in_valid)
reg q;
always @(posedge clock or posedge reset or posedge in_valid) // here
    if (reset) q <= 1'b0;
    else if (in_valid) q <= 1'b1;
    else if (enable) q <= a[0];
assign d = choose_result ^ {15'd0, q};

//// a register that an asynchronous reset clears | holds
reg q;
always @(posedge clock or posedge reset)
    if (reset) q <= 1'b0;
    else if (enable) q <= 1'b0;
assign d = choose_result ^ {15'd0, q};

//// an asynchronous reset of a falling edge | holds
reg q;
wire reset_n = ~reset;
always @(posedge clock or negedge reset_n)
    if (!reset_n) q <= 1'b0;
    else if (enable) q <= 1'b0;
assign d = choose_result ^ {15'd0, q};

//// an asynchronous reset to a one | refuted
reg q;
always @(posedge clock or posedge reset)
    if (reset) q <= 1'b1;
    else if (enable) q <= 1'b0;
assign d = choose_result ^ {15'd0, q};

//// an asynchronous reset that loads data | refused: register q: an asynchronous event loads it
reg [15:0] q;
always @(posedge clock or posedge reset) // here
    if (reset) q <= a & ~a;
    else if (enable) q <= 16'd0;
assign d = choose_result ^ q;

//// an edge of a word | refused: clock
reg q;
always @(posedge {enable, clock}) q <= 1'b0; // here
assign d = choose_result ^ {15'd0, q};

//// an edge of an expression | refused: clock
reg q;
always @(posedge (clock ^ in_valid)) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// an edge of a bit that an operand selects | refused: clock
wire [1:0] clocks = {clock, clock & enable};
reg q;
always @(posedge clocks[a[0]]) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// an event on the right of an assignment | refused: @(negedge clock)
reg [15:0] q;
always @(posedge clock) q <= @(negedge clock) choose_result; // here
assign d = q;

//// a loop with events | refused: event
reg [15:0] p;
integer i;
always @(posedge clock)
    for (i = 0; i < 2; i = i + 1) @(posedge clock) p <= choose_result; // here
assign d = p;

//// an event that repeats | refused: repeat (2) @(posedge clock) | late
reg [15:0] q;
always @(posedge clock) q <= repeat (2) @(posedge clock) choose_result; // here
assign d = q;

//// statements side by side at a clock edge | refused: fork
reg [15:0] p, q;
always @(posedge clock)
    fork // here
        p = choose_result;
        q <= p ^ choose_result;
    join
assign d = choose_result ^ q;

//// a register that an initial block writes after an edge | refused: event
reg q;
initial begin
    @(posedge clock); // here
    q = 1'b1;
end
always @(posedge clock) if (enable) q <= 1'b0;
assign d = choose_result ^ {15'd0, q};

//// a clock with a condition | refused: always_ff @(posedge clock iff in_valid) | sv
logic q;
always_ff @(posedge clock iff in_valid) q <= ^a; // here
assign d = choose_result ^ {15'd0, q};

//// both edges in one word | refused: edge | sv
logic [15:0] q;
always_ff @(edge clock) q <= a; // here
assign d = choose_result ^ q;

//// the edge of a member of a struct | refused: clock | sv
typedef struct packed { logic tick; logic go; } control_t;
control_t control;
logic q;
assign control = '{tick: clock ^ a[0], go: enable};
always_ff @(posedge control.tick) q <= ~q; // here
assign d = choose_result ^ {15'd0, q};

//// a clocking block | refused: clocking | sv
clocking ticks @(posedge clock); // here
    input enable;
endclocking
logic q;
always @(ticks) q <= ~q;
assign d = choose_result ^ {15'd0, q};

//// one variable of two clocked blocks | refused: net t[0]: it has two drivers | late
reg [15:0] p, q, t;
always @(posedge clock) if (enable) begin
    t = choose_result;
    p <= t;
end
always @(posedge clock) if (enable) begin
    q <= t;
    t = p;
end
assign d = q;
