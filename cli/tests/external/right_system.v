// Right modules in SystemVerilog, as users write them, in place of min.f16's last assignment, at latency 1. Each is proven, and simulators
// find nothing wrong.

//// a function that reads a typed parameter | holds | sv
part core (.i(choose_result), .o(d));
//// below
module part #(parameter int WIDTH = 16) (input logic [WIDTH-1:0] i, output logic [WIDTH-1:0] o);
    logic [$clog2(WIDTH):0] n;
    function automatic [$clog2(WIDTH):0] count(input [WIDTH-1:0] word);
        count = 0;
        for (int i = 0; i < WIDTH; i++) count += {4'd0, word[i]};
    endfunction
    always_comb n = count(i);
    assign o = i ^ {15'd0, n > 5'd16};
endmodule

//// a typed parameter beside a list | holds | sv
part core (.i(choose_result), .o(d));
//// below
module part #(parameter int TOP = 15) (input logic [15:0] i, output logic [15:0] o);
    always @(i) o = {i[TOP], i[14:0]};
endmodule

//// a function that reads a typed local parameter | holds | sv
localparam int unsigned TOP = 15;
function automatic logic [15:0] flip(input logic [15:0] x);
    flip = x;
    flip[TOP] = ~x[TOP];
endfunction
assign d = flip(flip(choose_result));

//// types of a package that a module imports | holds | sv
package half_pkg;
    typedef logic [15:0] half_t;
    typedef struct packed { logic sign; logic [4:0] exponent; logic [9:0] fraction; } fields_t;
endpackage
module chosen import half_pkg::*; (input half_t a, input half_t b, output half_t d);
    fields_t fa, fb;
    logic a_nan, b_nan;
    half_t a_key, b_key;
    always_comb begin
        fa = a;
        fb = b;
        a_nan = fa.exponent == '1 && fa.fraction != '0;
        b_nan = fb.exponent == '1 && fb.fraction != '0;
        a_key = fa.sign ? ~a : {1'b1, a[14:0]};
        b_key = fb.sign ? ~b : {1'b1, b[14:0]};
        if (a_nan && b_nan) d = 16'h7fff;
        else d = b_nan || !a_nan && a_key < b_key ? a : b;
    end
endmodule
module min_f16 (input clock, reset, enable, in_valid, input [15:0] a, b, output logic out_valid, output logic [15:0] d);
    wire [15:0] z;
    chosen core (.a, .b, .d(z));
    always_ff @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) d <= z;
    end
endmodule

//// types of a package in ports | holds | sv
package half_pkg;
    typedef logic [15:0] half_t;
    localparam half_t NAN = 16'h7fff;
    function automatic logic is_nan(half_t value);
        return value[14:10] == 5'd31 && value[9:0] != 0;
    endfunction
endpackage
module min_f16 (
    input logic clock, reset, enable, in_valid,
    input half_pkg::half_t a, b,
    output logic out_valid,
    output half_pkg::half_t d
);
    half_pkg::half_t a_key, b_key, chosen;
    assign a_key = a[15] ? ~a : {1'b1, a[14:0]};
    assign b_key = b[15] ? ~b : {1'b1, b[14:0]};
    always_comb
        unique case ({half_pkg::is_nan(a), half_pkg::is_nan(b)})
            2'b11: chosen = half_pkg::NAN;
            2'b10: chosen = b;
            2'b01: chosen = a;
            2'b00: chosen = a_key < b_key ? a : b;
        endcase
    always_ff @(posedge clock)
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
    always_ff @(posedge clock) if (enable) d <= chosen;
endmodule

//// an interface with modports | holds | sv
stream link ();
source source (.value(choose_result), .link(link));
sink sink (.link(link), .value(d));
//// below
interface stream;
    logic [15:0] data;
    modport master (output data);
    modport slave (input data);
endinterface
module source (input logic [15:0] value, stream.master link);
    assign link.data = value;
endmodule
module sink (stream.slave link, output logic [15:0] value);
    assign value = link.data;
endmodule

//// an interface with parameters | holds | sv
stream #(.WIDTH(16)) link ();
assign link.data = choose_result;
assign d = link.data;
//// below
interface stream #(parameter int WIDTH = 8);
    logic [WIDTH-1:0] data;
endinterface

//// an interface with a clock | holds | sv
control controls (.clock(clock));
assign controls.enable = enable;
watch watch (.controls(controls), .value(in_valid));
assign d = choose_result;
//// below
interface control (input logic clock);
    logic enable;
    modport user (input clock, input enable);
endinterface
module watch (control.user controls, input logic value);
    logic seen;
    always_ff @(posedge controls.clock) if (controls.enable) seen <= value;
endmodule

//// a union of fields and bits | holds | sv
typedef union packed {
    logic [15:0] bits;
    struct packed { logic sign; logic [4:0] exponent; logic [9:0] fraction; } fields;
} half_t;
half_t half;
assign half.bits = choose_result;
assign d = {half.fields.sign, half.fields.exponent, half.fields.fraction};

//// structs in structs | holds | sv
typedef struct packed { logic [4:0] exponent; logic [9:0] fraction; } magnitude_t;
typedef struct packed { logic sign; magnitude_t magnitude; } half_t;
half_t half, copied;
assign half = half_t'(choose_result);
always_comb begin
    copied = half;
    copied.magnitude.exponent = half.magnitude.exponent;
    copied.magnitude.fraction[9:1] = half.magnitude.fraction[9:1];
end
assign d = copied;

//// a struct from a pattern with names | holds | sv
typedef struct packed { logic sign; logic [4:0] exponent; logic [9:0] fraction; } half_t;
half_t half;
assign half = '{sign: choose_result[15], exponent: choose_result[14:10], default: choose_result[9:0]};
assign d = half;

//// a default of a pattern | holds | sv
logic [3:0] nibbles [0:3];
always_comb begin
    nibbles = '{default: 4'd0};
    for (int k = 0; k < 4; k++) nibbles[k] = choose_result[4*k +: 4];
end
assign d = {nibbles[3], nibbles[2], nibbles[1], nibbles[0]};

//// an array of structs | holds | sv
typedef struct packed { logic valid; logic [7:0] value; } entry_t;
entry_t entries [0:1];
always_comb begin
    entries[0] = '{valid: 1'b1, value: choose_result[7:0]};
    entries[1] = '{valid: 1'b1, value: choose_result[15:8]};
end
assign d = {entries[1].value, entries[0].value};

//// packed arrays of two dimensions | holds | sv
logic [3:0][3:0] nibbles;
logic [3:0][3:0] turned;
assign nibbles = choose_result;
always_comb
    for (int k = 0; k < 4; k++) turned[3-k] = nibbles[k];
assign d = {turned[0], turned[1], turned[2], turned[3]};

//// packed and unpacked arrays | holds | sv
logic [1:0][3:0] pairs [2];
assign pairs[0] = choose_result[7:0];
assign pairs[1] = choose_result[15:8];
assign d = {pairs[1][1], pairs[1][0], pairs[0][1], pairs[0][0]};

//// an array as a port | holds | sv
logic [7:0] halves [0:1];
assign halves[0] = choose_result[7:0];
assign halves[1] = choose_result[15:8];
join_halves joined (.halves(halves), .word(d));
//// below
module join_halves (input logic [7:0] halves [0:1], output logic [15:0] word);
    assign word = {halves[1], halves[0]};
endmodule

//// ports by their names | holds | sv
wire [15:0] i = choose_result;
wire [15:0] o;
part first (.i, .o);
part second (.i(o), .o(d));
//// below
module part (input logic [15:0] i, output logic [15:0] o);
    assign o = i;
endmodule

//// all ports by their names | holds | sv
wire [15:0] i = choose_result;
wire [15:0] o;
part first (.*);
assign d = o;
//// below
module part (input logic [15:0] i, output logic [15:0] o);
    always_comb o = i;
endmodule

//// an enumeration as a state of a word | holds | sv
typedef enum logic [1:0] { IDLE, BUSY, DONE, FAILED } state_t;
state_t state, next;
always_comb begin
    next = state;
    unique case (state)
        IDLE: if (in_valid) next = BUSY;
        BUSY: next = DONE;
        DONE: next = IDLE;
        FAILED: next = IDLE;
    endcase
end
always_ff @(posedge clock)
    if (reset) state <= IDLE;
    else if (enable) state <= next;
assign d = choose_result;

//// an enumeration without a type, and its values | holds | sv
typedef enum { FIRST = 3, SECOND, THIRD = 9 } place_t;
localparam place_t PLACE = SECOND;
assign d = PLACE == 4 && THIRD == 9 ? choose_result : ~choose_result;

//// a function that returns early | holds | sv
function automatic logic [15:0] same(input logic [15:0] value);
    if (value == 16'd0) return 16'd0;
    for (int i = 0; i < 16; i++)
        if (value[i]) return value;
    return ~value;
endfunction
assign d = same(choose_result);

//// loops that end early and turns that end early | holds | sv
logic [4:0] lowest;
always_comb begin
    lowest = 5'd16;
    for (int i = 0; i < 16; i++) begin
        if (!choose_result[i]) continue;
        lowest = 5'(i);
        break;
    end
end
assign d = choose_result >> lowest << lowest;

//// loop variables of the same name | holds | sv
logic [15:0] m, q;
always_comb begin
    for (int i = 0; i < 16; i++) m[i] = choose_result[i];
    for (int unsigned i = 0; i < 16; i++) q[i] = m[i];
end
assign d = q;

//// a loop over all elements | holds | sv
logic [7:0] halves [2];
always_comb foreach (halves[k]) halves[k] = choose_result[8*k +: 8];
assign d = {halves[1], halves[0]};

//// generate loops with variables of their own | holds | sv
for (genvar k = 0; k < 16; k++) begin : bits
    logic passed;
    assign passed = choose_result[k];
    assign d[k] = passed;
end

//// a void function with output arguments | holds | sv
logic [7:0] high, low;
function automatic void split(input logic [15:0] value, output logic [7:0] upper, output logic [7:0] lower);
    upper = value[15:8];
    lower = value[7:0];
endfunction
always_comb split(choose_result, high, low);
assign d = {high, low};

//// arguments by name and with defaults | holds | sv
function automatic logic [15:0] masked(input logic [15:0] value, input logic [15:0] mask = 16'hffff, input bit invert = 0);
    return (invert ? ~value : value) & mask;
endfunction
assign d = masked(.value(choose_result), .invert(1'b0));

//// casts of widths and signs | holds | sv
logic signed [15:0] value;
logic [31:0] wide;
assign value = signed'(choose_result);
assign wide = 32'(unsigned'(value));
assign d = 16'(wide);

//// casts to types | holds | sv
typedef logic [7:0] byte_t;
typedef logic [14:0] magnitude_t;
assign d = {choose_result[15], magnitude_t'(choose_result)} | {8'd0, byte_t'(choose_result)};

//// sizes of types and of words | holds | sv
typedef struct packed { logic sign; logic [14:0] rest; } half_t;
logic [$bits(half_t)-1:0] w;
logic [$bits(choose_result)-1:0] x;
assign w = choose_result;
assign x = w;
assign d = x;

//// bounds of arrays | holds | sv
logic [15:0] q;
logic [3:0] nibbles [0:3];
always_comb begin
    for (int k = $low(nibbles); k <= $high(nibbles); k++) nibbles[k] = choose_result[4*k +: 4];
    for (int k = 0; k < $size(nibbles); k++) q[4*k +: $bits(nibbles[0])] = nibbles[k];
end
assign d = q;

//// typed parameters | holds | sv
part #(.WIDTH(16), .INVERT(1'b0), .word_t(logic [15:0])) part (.i(choose_result), .o(d));
//// below
module part #(
    parameter int unsigned WIDTH = 8,
    parameter bit INVERT = 1,
    parameter type word_t = logic [WIDTH-1:0],
    localparam int TOP = WIDTH - 1
) (
    input word_t i,
    output logic [TOP:0] o
);
    if (INVERT) begin : inverted
        assign o = ~i;
    end else begin : plain
        assign o = i;
    end
endmodule

//// a parameter of text and one of a real number | holds | sv
part #(.MODE("same"), .SCALE(1.0)) part (.i(choose_result), .o(d));
//// below
module part #(parameter string MODE = "none", parameter real SCALE = 2.0) (input logic [15:0] i, output logic [15:0] o);
    localparam int FACTOR = int'(SCALE * 4.0);
    if (MODE == "same" && FACTOR == 4) assign o = i;
    else assign o = ~i;
endmodule

//// tables of parameters | holds | sv
localparam logic [3:0] SAME [0:15] = '{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
localparam int WIDTHS [2] = '{8, 8};
assign d = {choose_result[15-:WIDTHS[0]], choose_result[WIDTHS[1]-1:4], SAME[choose_result[3:0]]};

//// a table that a function of constants makes | holds | sv
typedef logic [63:0] table_t;
function automatic table_t filled();
    for (int i = 0; i < 16; i++) filled[4*i +: 4] = 4'(i);
endfunction
localparam table_t SAME = filled();
wire [5:0] start = {choose_result[3:0], 2'b00};
assign d = {choose_result[15:4], SAME[start +: 4]};

//// ranges of values | holds | sv
logic is_nan, is_small;
assign is_nan = choose_result[14:10] inside {5'd31} && choose_result[9:0] != '0;
assign is_small = choose_result[14:0] inside {15'd0, [15'd1:15'h3ff]};
assign d = is_nan ? 16'h7fff : is_small ? {choose_result[15], 5'd0, choose_result[9:0]} : choose_result;

//// a case of ranges | holds | sv
logic [15:0] q;
always_comb
    case (choose_result[14:10]) inside
        5'd0: q = {choose_result[15], 5'd0, choose_result[9:0]};
        [5'd1:5'd30]: q = choose_result;
        default: q = {choose_result[15], 5'd31, choose_result[9:0]};
    endcase
assign d = q;

//// cases that are unique and conditions that have a priority | holds | sv
logic [15:0] q;
always_comb begin
    unique casez (choose_result[15:14])
        2'b1?: q = {1'b1, choose_result[14:0]};
        2'b0?: q = {1'b0, choose_result[14:0]};
    endcase
    priority if (q[0]) q[0] = 1'b1;
    else q[0] = 1'b0;
    unique0 case (q[1:0])
        2'd3: q[1:0] = 2'd3;
    endcase
end
assign d = q;

//// operators with an assignment | holds | sv
logic [15:0] q;
always_comb begin
    q = 16'd0;
    q |= choose_result;
    q ^= 16'h00ff;
    q += 16'd5;
    q -= 16'd5;
    q ^= 16'h00ff;
    q <<= 0;
end
assign d = q;

//// a stream of bits that is turned twice | holds | sv
logic [15:0] turned;
assign turned = {<<{choose_result}};
assign d = {<<{turned}};

//// a wildcard in a comparison | holds | sv
assign d = choose_result ==? 16'b1xxx_xxxx_xxxx_xxxx ? {1'b1, choose_result[14:0]} : {1'b0, choose_result[14:0]};

//// a let | holds | sv
let low(x) = x[7:0];
assign d = {choose_result[15:8], low(choose_result)};

//// numbers that fill their word | holds | sv
logic [15:0] ones, zeros;
assign ones = '1;
assign zeros = '0;
assign d = (choose_result & ones) | zeros;

//// variables with and without bits of x | holds | sv
bit [15:0] two;
logic [15:0] four;
int unsigned wide;
always_comb begin
    two = choose_result;
    four = two;
    wide = {16'd0, four};
end
assign d = wide[15:0];

//// local variables of a block | holds | sv
logic [15:0] q;
always_comb begin : block
    automatic logic [15:0] t = choose_result;
    q = t;
end : block
assign d = q;

//// a variable with a value in a function | holds | sv
function automatic logic [15:0] same(input logic [15:0] value);
    logic [15:0] result = value;
    int unsigned count = 0;
    return result + 16'(count);
endfunction : same
assign d = same(choose_result);

//// a block that reads a function of nets | holds | sv
logic [15:0] q;
function logic [15:0] masked();
    return choose_result & 16'hffff;
endfunction
always_comb q = masked();
assign d = q;

//// a block of always_comb with constants | holds | sv
logic [15:0] mask;
always_comb mask = 16'hffff;
assign d = choose_result & mask;

//// an end with a name | holds | sv
part part (.i(choose_result), .o(d));
//// below
module part (input logic [15:0] i, output logic [15:0] o);
    assign o = i;
endmodule : part

//// an import inside a module, and a wildcard | holds | sv
package limits;
    localparam logic [15:0] NAN = 16'h7fff;
    localparam int WIDTH = 16;
endpackage
package keys;
    import limits::WIDTH;
    function automatic logic [WIDTH-1:0] key(input logic [WIDTH-1:0] value);
        return value[WIDTH-1] ? ~value : {1'b1, value[WIDTH-2:0]};
    endfunction
    function automatic logic is_nan(input logic [WIDTH-1:0] value);
        return (&value[14:10]) && (|value[9:0]);
    endfunction
endpackage
module min_f16
    import limits::*;
    import keys::key, keys::is_nan;
(
    input  logic             clock,
    input  logic             reset,
    input  logic             enable,
    input  logic             in_valid,
    input  logic [WIDTH-1:0] a,
    input  logic [WIDTH-1:0] b,
    output logic             out_valid,
    output logic [WIDTH-1:0] d
);
    logic [WIDTH-1:0] chosen;
    always_comb begin
        if (is_nan(a) && is_nan(b)) chosen = NAN;
        else if (is_nan(b)) chosen = a;
        else if (is_nan(a)) chosen = b;
        else chosen = key(a) < key(b) ? a : b;
    end
    always_ff @(posedge clock) begin
        if (reset) out_valid <= '0;
        else if (enable) out_valid <= in_valid;
        if (enable) d <= chosen;
    end
endmodule

//// types outside all modules | holds | sv
typedef logic [15:0] half_t;
localparam half_t NAN = 16'h7fff;
function automatic logic is_nan(half_t value);
    return (&value[14:10]) && (|value[9:0]);
endfunction
module min_f16 (input clock, reset, enable, in_valid, input half_t a, b, output logic out_valid, output half_t d);
    half_t a_key, b_key;
    always_comb a_key = a[15] ? ~a : {1'b1, a[14:0]};
    always_comb b_key = b[15] ? ~b : {1'b1, b[14:0]};
    always_ff @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
        if (enable) d <= is_nan(a) && is_nan(b) ? NAN : is_nan(b) || !is_nan(a) && a_key < b_key ? a : b;
    end
endmodule
