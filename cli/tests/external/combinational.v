// Combinational blocks that simulators and synthesis read differently, in place of min.f16's last assignment, at latency 1. `here` marks
// the line that a refusal names.

//// a block of @* that reads nothing | refused: always without an input
reg [15:0] z;
always @* z = 16'h0; // here
assign d = choose_result ^ z;

//// a block of @* that reads parameters only | refused: always without an input
localparam [15:0] MASK = 16'hffff;
reg [15:0] z;
always @(*) begin // here
    if (MASK[0]) z = MASK;
    else z = 16'd0;
end
assign d = choose_result & z;

//// a block of @* that calls a function of constants | refused: always without an input
function [15:0] ones(input integer count);
    ones = ~(16'hffff << count);
endfunction
reg [15:0] z;
always @* z = ones(16); // here
assign d = choose_result & z;

//// a table that a block of @* fills | refused: always without an input
reg [3:0] same [0:15];
integer i;
always @* for (i = 0; i < 16; i = i + 1) same[i] = i; // here
assign d = {choose_result[15:4], same[choose_result[3:0]]};

//// a block of @* that contradicts the initial value | refused: always without an input
reg [15:0] z;
initial z = 16'h8000;
always @* z = 16'h0; // here
assign d = choose_result ^ z;

//// one bit of a word in the list | refused: without choose_result
reg [15:0] q;
always @(choose_result[0]) q = choose_result; // here
assign d = q;

//// all bits but one in the list | refused: without choose_result
reg [15:0] q;
always @(choose_result[7:0] or choose_result[14:8]) q = choose_result; // here
assign d = q;

//// a product in the list | refused: without choose_result
reg [15:0] q;
always @(choose_result * 1'b0) q = choose_result; // here
assign d = q;

//// a reduction in the list | refused: without choose_result
reg [15:0] q;
always @(&choose_result) q = choose_result; // here
assign d = q;

//// a comparison in the list | refused: without choose_result
reg [15:0] q;
always @(choose_result > 16'h3c00, in_valid) q = choose_result; // here
assign d = q;

//// a choice in the list | refused: without choose_result
reg [15:0] q;
always @(a[0] ? choose_result : 16'd0) q = choose_result; // here
assign d = q;

//// a shift in the list | refused: without choose_result
reg [15:0] q;
always @(choose_result >> 8) q = choose_result; // here
assign d = q;

//// an edge in the list | refused: posedge
reg [15:0] q;
always @(posedge choose_result[0] or in_valid) q = choose_result; // here
assign d = q;

//// a word of another memory in the list | refused: without
reg [15:0] words [0:1];
reg [15:0] q;
always @(choose_result) begin
    words[0] = 16'd0;
    words[1] = choose_result;
end
always @(words[0]) q = words[1]; // here
assign d = q;

//// a list with the source of a net, without the net | refused: without lowest
wire lowest = choose_result[0];
reg [15:0] q;
always @(choose_result) q = {choose_result[15:1], lowest}; // here
assign d = q;

//// an escaped name in a function | refused: a function that reads choose_result
function [15:0] same(input unused);
    same = \choose_result ;
endfunction
assign d = same(1'b0);

//// a function that a function calls reads a net | refused: a function that reads choose_result
function [15:0] inner(input [15:0] mask);
    inner = choose_result & mask;
endfunction
function [15:0] outer(input [15:0] mask);
    outer = inner(mask | 16'hffff);
endfunction
reg [15:0] q;
always @* q = outer({16{enable}});
assign d = q;

//// a function that keeps its last argument | refused: old
function [15:0] late(input [15:0] value);
    reg [15:0] old;
    begin
        late = old; // here
        old = value;
    end
endfunction
reg [15:0] q;
always @* q = late(choose_result);
assign d = q;

//// a function that adds to its own result | refused: more
function [15:0] more(input [15:0] value);
    more = value | more & 16'h8000; // here
endfunction
assign d = more(choose_result);

//// a variable that is read before it is written | refused: t
reg [15:0] q, t;
always @* begin
    q = t; // here
    t = choose_result;
end
assign d = q;

//// a variable that the first turn of a loop reads | refused: t
reg [15:0] q;
reg t;
integer i;
always @* begin
    for (i = 0; i < 16; i = i + 1) begin
        q[i] = t; // here
        t = choose_result[(i + 1) % 16];
    end
end
assign d = q;

//// a variable that gathers bits from its last value | refused: q
reg [15:0] q;
always @* begin
    q = q | choose_result; // here
end
assign d = q;

//// bits that are written after the word is read | refused: t
reg [15:0] q, t;
always @* begin
    t[14:0] = choose_result[14:0];
    q = t; // here
    t[15] = choose_result[15];
end
assign d = q;

//// a loop variable of another block | refused: net i[0]: it has two drivers, the always block at variant.v:131 and the always block at va
reg [15:0] q, t;
integer i;
always @* for (i = 0; i < 8; i = i + 1) t[i] = choose_result[i];
always @* for (i = 0; i < 16; i = i + 1) q[i] = choose_result[i];
assign d = i == 8 ? q : ~q;

//// two kinds of assignment | refused: q
reg [15:0] q;
always @(choose_result) begin
    q <= ~choose_result; // here
    q = choose_result;
end
assign d = q;

//// two kinds of assignment of different bits | refused: q
reg [15:0] q;
always @(choose_result) begin
    q[15:8] <= choose_result[15:8]; // here
    q[7:0] = choose_result[7:0] ^ q[15:8] ^ choose_result[15:8];
end
assign d = q;

//// a nonblocking assignment that is read back | refused: p
reg [15:0] p, q;
always @(choose_result) begin
    p <= choose_result; // here
    q = p;
end
assign d = q;

//// a nonblocking assignment that a later condition reads | refused: p
reg p;
reg [15:0] q;
always @(choose_result or in_valid) begin
    p <= choose_result[0]; // here
    if (p) q = {choose_result[15:1], 1'b1};
    else q = {choose_result[15:1], 1'b0};
end
assign d = q;

//// two blocks that read each other | refused: combinational loop through net d[15]; break it with a register, or assign the net in every case
reg [15:0] p, q;
always @* p = choose_result | q & 16'h8000;
always @* q = p;
assign d = q;

//// a latch whose condition is another result | refused: p is read before it is written
reg [15:0] p, q;
always @(choose_result) begin
    if (choose_result[14:0] != 15'h1234) p = choose_result;
    q = p;
end
assign d = q;

//// a latch of one bit | refused: latch
reg [15:0] q;
always @* begin // here
    q[14:0] = choose_result[14:0];
    if (choose_result[14:0] != 15'h1234) q[15] = choose_result[15];
end
assign d = q;

//// a latch behind a block that ends early | refused: disable
reg [15:0] q;
always @* begin : pass
    if (choose_result == 16'h1234) disable pass; // here
    q = choose_result;
end
assign d = q;

//// a latch in a loop that ends early | refused: combinational loop through net d[15]; break it with a register, or assign the net in every case | sv
logic [15:0] q;
always_comb
    for (int i = 0; i < 16; i++) begin
        if (choose_result[14:0] == 15'h1234 && i == 15) break;
        q[i] = choose_result[i];
    end
assign d = q;

//// a latch that says so | refused: latch | sv
logic [15:0] q;
always_latch if (choose_result[14:0] != 15'h1234) q = choose_result; // here
assign d = q;

//// a latch behind a case of an enumeration | refused: combinational loop through net d[0]; break it with a register, or assign the net in every case | sv
typedef enum logic [1:0] { LOW, HIGH } kind_t;
kind_t kind;
logic [15:0] q;
assign kind = kind_t'(choose_result[1:0]);
always_comb
    case (kind)
        LOW: q = choose_result;
        HIGH: q = choose_result;
    endcase
assign d = q;

//// a condition of an event | refused: always without choose_result in its list | sv
logic [15:0] q;
always @(choose_result iff a[0]) q = choose_result; // here
assign d = q;

//// a member of a struct in the list | refused: without | sv
typedef struct packed { logic sign; logic [14:0] rest; } half_t;
half_t parts;
logic [15:0] q;
assign parts = choose_result;
always @(parts.sign) q = parts; // here
assign d = q;

//// an assignment that stays | refused: assign
reg [15:0] q;
always @(a[0]) if (a[0]) assign q = choose_result; else deassign q; // here
assign d = q;

//// a block without a list | refused: always: it has no list of events; write always @*
reg [15:0] q;
always q = choose_result; // here
assign d = q;

//// a block that waits | refused: wait
reg [15:0] q;
always @* begin
    wait (a[0]); // here
    q = choose_result;
end
assign d = q;

//// a block that an event of another block starts | refused: changed: hardware has bits only; declare it as logic
reg [15:0] q;
event changed; // here
always @(posedge choose_result[0]) -> changed;
always @(changed) q = choose_result;
assign d = q;

//// statements that run side by side | refused: fork
reg [15:0] p, q;
always @(choose_result)
    fork // here
        p = choose_result;
        q = p;
    join
assign d = q;

//// a block that reads its own result through a wire | refused: w in its list
reg [15:0] p, q;
wire [15:0] w = p;
always @(choose_result) begin // here
    p = choose_result;
    q = w;
end
assign d = q;

//// a task that keeps its last argument | refused: old
reg [15:0] q;
task late(input [15:0] value);
    reg [15:0] old;
    begin
        q = old; // here
        old = value;
    end
endtask
always @(choose_result) late(choose_result);
assign d = q;

//// a static variable of a block with a value of its own | refused: first is read before it is written | sv
logic [15:0] q;
always_comb begin
    static logic first = 1'b1;
    q = first ? choose_result : ~choose_result; // here
    first = 1'b0;
end
assign d = q;
