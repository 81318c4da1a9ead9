// Memories and indices that tools read differently, or that leave their range, in place of min.f16's last assignment, at latency 1. `here`
// marks the line that a refusal names.

//// a file for a memory that begins at 1 | refuted
reg [15:0] m [1:2];
initial $readmemh("words.hex", m);
assign d = choose_result ^ m[1];
//// file words.hex
ffff
0000

//// a file for a memory that runs down | refuted
reg [15:0] m [1:0];
initial $readmemh("words.hex", m);
assign d = choose_result ^ m[0];
//// file words.hex
ffff
0000

//// a file for a memory that runs down to 1 | refuted
reg [15:0] m [2:1];
initial $readmemh("words.hex", m);
assign d = choose_result ^ m[1];
//// file words.hex
ffff
0000

//// a file with an address for a memory that begins at 2 | refuted
reg [15:0] m [2:5];
initial $readmemh("words.hex", m);
assign d = choose_result ^ m[2];
//// file words.hex
ffff
@2 ffff
0000
0000
0000

//// a file with too few words | refuted
reg [15:0] m [0:3];
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ m[a_bits14to0_1[1:0]];
//// file words.hex
0000
0000
0000

//// a file with too many words | refused: $readmemh("words.hex")
reg [15:0] m [0:1];
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ m[0];
//// file words.hex
0000
0000
ffff
0000

//// a file with an address outside the memory | refused: $readmemh("words.hex")
reg [15:0] m [0:1];
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ m[0];
//// file words.hex
@0 0000 0000
@4 ffff

//// a file with a word that is too wide | refused: $readmemh("words.hex")
reg [3:0] m [0:1];
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ {12'd0, m[0]};
//// file words.hex
0f0
000

//// a file with undefined digits | refuted
reg [15:0] m [0:1];
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ m[a_bits14to0_1[0]];
//// file words.hex
0000
000x

//// a file with a start address | refuted
reg [15:0] m [0:3];
initial $readmemh("words.hex", m, 2); // here
assign d = choose_result ^ m[a_bits14to0_1[1:0]];
//// file words.hex
0000
0000

//// a file with a start above the end | refused: $readmemh("words.hex")
reg [15:0] m [0:1];
initial $readmemh("words.hex", m, 1, 0); // here
assign d = choose_result ^ m[0];
//// file words.hex
0000
ffff

//// a file that two statements read | refuted
reg [15:0] m [0:1];
initial $readmemh("words.hex", m);
initial $readmemb("bits.hex", m);
assign d = choose_result ^ m[0];
//// file words.hex
0000
0000
//// file bits.hex
1111
1111

//// a file that is missing | refused: nowhere.hex
reg [15:0] m [0:1];
initial $readmemh("nowhere.hex", m); // here
assign d = choose_result ^ (m[0] & ~m[0]);

//// a file with a name from a parameter | refused: $readmemh("{NAME, "x"}")
parameter NAME = "words.hex";
reg [15:0] m [0:1];
initial $readmemh({NAME, "x"}, m);
assign d = choose_result ^ m[0];
//// file words.hex
0000
0000
//// file words.hexx
ffff
ffff

//// a file of a word that is no memory | refused: invalid argument type 'reg[15:0]' to system task
reg [15:0] m;
initial $readmemh("words.hex", m); // here
assign d = choose_result ^ m;
//// file words.hex
0000

//// a file with a comment that ends nowhere | refuted
reg [15:0] m [0:1];
initial $readmemh("words.hex", m);
assign d = choose_result ^ m[0];
//// file words.hex
/* 0000
0000 /* */ ffff
0000

//// a second index outside the memory | refuted
reg [15:0] m [0:1][0:2];
integer x, y;
initial for (x = 0; x < 2; x = x + 1) for (y = 0; y < 3; y = y + 1) m[x][y] = 16'd0;
wire [1:0] i = a_bits14to0_1 == 15'h1234 ? 2'd3 : 2'd0;
assign d = choose_result ^ m[0][i];

//// a first index outside the memory | refuted
reg [15:0] m [0:2][0:1];
integer x, y;
initial for (x = 0; x < 3; x = x + 1) for (y = 0; y < 2; y = y + 1) m[x][y] = 16'd0;
wire [1:0] i = a_bits14to0_1 == 15'h1234 ? 2'd3 : 2'd0;
assign d = choose_result ^ m[i][0];

//// a write outside the memory | refused: m[i]
reg [15:0] m [0:1];
reg [15:0] q;
wire [1:0] i = {choose_result == choose_result, choose_result != choose_result};
always @(choose_result or i) begin
    m[0] = ~choose_result;
    m[1] = ~choose_result;
    m[i] = choose_result; // here
    q = m[0];
end
assign d = q;

//// a write outside the word | refused: w[i]
reg [15:0] w;
wire [4:0] i = {1'b1, choose_result[3:0]};
always @(choose_result or i) begin
    w = choose_result;
    w[i] = ~choose_result[0]; // here
end
assign d = w;

//// a write outside the word that changes it | refused: w[i]
reg [15:0] w;
wire [4:0] i = {1'b1, choose_result[3:0]};
always @(choose_result or i) begin
    w = choose_result ^ 16'd1 << i[3:0];
    w[i] = choose_result[i[3:0]]; // here
end
assign d = w;

//// a write below the memory | refused: m[i]
reg [15:0] m [2:3];
reg [15:0] q;
wire [1:0] i = {1'b0, choose_result[0]};
always @(choose_result or i) begin
    m[2] = choose_result ^ 16'hffff;
    m[3] = choose_result ^ 16'hffff;
    m[i] = choose_result; // here
    q = m[{1'b1, i[0]}];
end
assign d = q;

//// a write with a negative index | refused: w[i]
reg [15:0] w;
wire signed [4:0] i = {1'b1, choose_result[3:0]};
always @(choose_result or i) begin
    w = choose_result;
    w[i] = ~choose_result[0]; // here
end
assign d = w;

//// a bit below the word | refuted
wire [7:0] low = choose_result[7:0];
wire signed [3:0] i = a_bits14to0_1 == 15'h1234 ? -4'sd1 : 4'sd0;
assign d = {choose_result[15:1], low[i]};

//// a constant bit below the word | refused: cannot refer to element -1 of 'logic[7:0]'
wire [7:0] low = choose_result[7:0];
assign d = {choose_result[15:1], a_bits14to0_1 == 15'h1234 ? low[-1] : low[0]}; // here

//// a part that begins below the word | refuted
wire signed [4:0] start = a_bits14to0_1 == 15'h1234 ? -5'sd2 : 5'sd0;
assign d = {choose_result[15:4], choose_result[start +: 4]}; // here

//// a part that ends above the word | refuted
wire [4:0] start = a_bits14to0_1 == 15'h1234 ? 5'd14 : 5'd12;
assign d = {choose_result[start +: 4], choose_result[11:0]}; // here

//// a part that runs down below the word | refuted
wire [3:0] top = a_bits14to0_1 == 15'h1234 ? 4'd2 : 4'd3;
assign d = {choose_result[15:4], choose_result[top -: 4]}; // here

//// a constant part above the word | refused: cannot select range of [19:4] from 'logic[15:0]'
wire [15:0] wide = choose_result[19:4]; // here
assign d = {wide[11:0], choose_result[3:0]};

//// a constant part above the word that is read | refused: cannot select range of [19:4] from 'logic[15:0]'
wire [15:0] wide = choose_result[19:4]; // here
assign d = choose_result ^ {15'd0, wide[12]};

//// a part of a word of ascending bits | refuted
wire [0:15] up = choose_result;
assign d = {choose_result[15:4], up[12 -: 4]};

//// a part that runs against the range | refused: slang's analysis stops
wire [0:15] up = choose_result;
assign d = {up[0:7], up[15:8]};

//// a part whose bound is no constant | refused: top
wire [3:0] top = 4'd15;
assign d = choose_result[top:0]; // here

//// an index of x | refuted
reg [3:0] i;
reg [15:0] q;
always @* begin
    i = 4'bx;
    q = {choose_result[15:1], choose_result[i] & choose_result[0]};
end
assign d = q;

//// a write with an index of x | refuted
reg [15:0] q;
reg [3:0] i;
always @* begin
    i = a_bits14to0_1 == 15'h1234 ? 4'bxxxx : 4'd0;
    q = choose_result;
    q[i] = choose_result[0];
end
assign d = q;

//// an index that is wider than the memory | refused: m[i]
reg [15:0] m [0:3];
integer k;
initial for (k = 0; k < 4; k = k + 1) m[k] = 16'd0;
wire [31:0] i = a_bits14to0_1 == 15'h1234 ? 32'h8000_0000 : 32'd0;
assign d = choose_result ^ m[i];

//// an index that a sum widens | refused: m[i + 1]
reg [15:0] m [0:15];
integer k;
initial for (k = 0; k < 16; k = k + 1) m[k] = 16'd0;
wire [3:0] i = choose_result[3:0];
assign d = choose_result ^ m[i + 1];

//// a memory that a loop fills in part | refuted
reg [15:0] m [0:3];
integer k;
initial for (k = 0; k < 3; k = k + 1) m[k] = 16'd0;
assign d = choose_result ^ m[a_bits14to0_1[1:0]];

//// a memory that a loop fills beyond its end | refused: m[a_bits14to0_1[2:0]]
reg [15:0] m [0:3];
integer k;
initial for (k = 0; k < 8; k = k + 1) m[k] = k < 4 ? 16'd0 : 16'hffff;
assign d = choose_result ^ m[a_bits14to0_1[2:0]]; // here

//// a memory whose words are filled in part | refuted
reg [15:0] m [0:1];
initial begin
    m[0] = 16'd0;
    m[1][14:0] = 15'd0; // here
end
assign d = choose_result ^ m[a_bits14to0_1[0]];

//// a memory that is filled from a net | refused: initial value of m from choose_result
reg [15:0] m [0:1];
initial begin
    m[0] = choose_result; // here
    m[1] = choose_result;
end
assign d = m[a_bits14to0_1[0]];

//// a memory that is filled and copied to a register at the start | refused: net q has no driver
reg [15:0] m [0:1];
reg [15:0] q; // here
initial begin
    m[0] = 16'd0;
    m[1] = 16'd0;
end
initial q = m[0];
assign d = choose_result ^ q;

//// a memory of registers with an index of a loop beyond its end | refused: cannot refer to element 3 of 'reg[15:0]$[3]'
reg [15:0] m [0:2];
reg [15:0] q;
integer k;
always @* begin
    for (k = 0; k < 4; k = k + 1) m[k] = choose_result;
    q = m[0] & m[1] & m[2] & m[3]; // here
end
assign d = q;

//// a memory that one write port fills in part | refused: net m[1][0] has no driver
reg [15:0] m [0:1];
always @(posedge clock) if (enable) m[0] <= a & ~a;
assign d = choose_result ^ m[a_bits14to0_1[0]];

//// two write ports at one address | refused: net m[0]
reg [15:0] m [0:1]; // here
always @(posedge clock) if (enable) m[in_valid] <= 16'd0;
always @(posedge clock) if (enable) m[in_valid] <= 16'hffff;
assign d = choose_result ^ ~m[1];

//// a bit of a word of a memory outside the word | refuted
reg [3:0] m [0:1];
initial begin
    m[0] = 4'd0;
    m[1] = 4'd0;
end
wire [2:0] i = a_bits14to0_1 == 15'h1234 ? 3'd4 : 3'd0;
assign d = choose_result ^ {15'd0, m[0][i]};

//// a bit of a bit | refused: scalar type cannot be indexed
assign d = {choose_result[15:1], choose_result[0][0]}; // here

//// an index of a packed array outside its range | refuted | sv
logic [2:0][3:0] nibbles;
assign nibbles = choose_result[11:0];
wire [1:0] i = a_bits14to0_1 == 15'h1234 ? 2'd3 : 2'd0;
assign d = {choose_result[15:4], nibbles[i]};

//// a second index of a packed array outside its range | refuted | sv
logic [3:0][2:0] groups;
assign groups = choose_result[11:0];
wire [1:0] i = a_bits14to0_1 == 15'h1234 ? 2'd3 : 2'd0;
assign d = {choose_result[15:1], groups[0][i]};

//// a second index of a packed array outside its range as the next group | refuted | sv
logic [3:0][2:0] groups;
logic [2:0] i;
assign groups = choose_result[11:0];
always_comb i = 3'd3;
assign d = {choose_result[15:4], groups[0][i], choose_result[2:0]};

//// an array with a size, written at its size | refused: m | sv
logic [15:0] m [2];
logic [15:0] q;
always_comb begin
    m[0] = choose_result;
    m[1] = choose_result;
    m[2] = ~choose_result; // here
    q = m[0];
end
assign d = q;

//// a loop over an array with a size, read beyond its end | refuted | sv
logic [15:0] m [4];
logic [15:0] q;
always_comb begin
    q = 16'd0;
    foreach (m[k]) m[k] = choose_result;
    for (int k = 0; k <= 4; k++) q |= m[k]; // here
end
assign d = q;

//// an associative array | refused: words | sv
logic [15:0] words [int]; // here
initial words[5] = 16'd0;
assign d = choose_result ^ words[5];

//// a pattern that names too few words | refused: assignment pattern for 'logic[15:0]$[4]' requires 4 elements but 3 were provided | sv
localparam logic [15:0] ZEROS [0:3] = '{16'd0, 16'd0, 16'd0}; // here
assign d = choose_result ^ ZEROS[a_bits14to0_1[1:0]];

//// a table of parameters that is read beyond its end | refuted | sv
localparam logic [15:0] ZEROS [0:2] = '{default: 16'd0};
assign d = choose_result ^ ZEROS[a_bits14to0_1[1:0]];

//// a member of an array of structs outside the array | refuted | sv
typedef struct packed { logic [7:0] high; logic [7:0] low; } pair_t;
pair_t pairs [0:2];
wire [1:0] i = a_bits14to0_1 == 15'h1234 ? 2'd3 : 2'd0;
always_comb foreach (pairs[k]) pairs[k] = choose_result;
assign d = {pairs[0].high, pairs[i].low};

//// a file with addresses and comments | refuted
reg [3:0] same [0:3];
initial $readmemh("words.hex", same, 0, 3);
assign d = {choose_result[15:2], same[choose_result[1:0]][1:0]};
//// file words.hex
// the third and the fourth word
@2 2 3
@0
0
1

//// a memory that begins at 1 and is read inside its bounds | refused: words[
reg [15:0] words [1:2];
initial begin
    words[1] = 16'h0000;
    words[2] = 16'hffff;
end
wire [1:0] index = {choose_result[15], ~choose_result[15]};
assign d = words[index] & 16'h8000 | choose_result & 16'h7fff;

//// a file for a memory that begins at 1 | refused: words[
reg [15:0] words [1:2];
initial $readmemh("words.hex", words);
assign d = words[{choose_result[15], ~choose_result[15]}] & 16'h8000 | choose_result & 16'h7fff;
//// file words.hex
0000 // the sign of positive numbers
ffff

//// a memory that begins at 4, read with three bits | refused: m[choose_result[2:0]]
reg [15:0] m [4:7];
integer i;
initial for (i = 4; i < 8; i = i + 1) m[i] = 16'd0;
assign d = choose_result ^ m[choose_result[2:0]]; // here

//// a memory of five words that begins at 4, read with four bits | refused: m[choose_result[3:0]]
reg [15:0] m [4:8];
integer i;
initial for (i = 4; i < 9; i = i + 1) m[i] = 16'd0;
assign d = choose_result ^ m[choose_result[3:0]]; // here

//// a remainder of a negative divisor as an index | refused: m[s % -5]
reg [15:0] m [0:4];
integer i;
initial for (i = 0; i < 5; i = i + 1) m[i] = 16'd0;
wire signed [5:0] s = choose_result[5:0];
assign d = choose_result ^ m[s % -5]; // here
