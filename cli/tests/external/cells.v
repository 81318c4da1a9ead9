// Cells of FPGA families with settings that their models do not know, or that change their function, in place of min.f16's last
// assignment, at latency 1. `here` marks the line that a refusal names.

//// a table of iCE40 with an undefined entry | refused: cell lut of type SB_LUT4
wire low;
SB_LUT4 #(.LUT_INIT(16'bxxxx_xxxx_xxxx_x010)) lut ( // here
    .I0(choose_result[0]), .I1(choose_result[1]), .I2(1'b0), .I3(1'b0), .O(low)
);
assign d = {choose_result[15:1], choose_result[1] ? low : choose_result[0]};

//// a table of iCE40 with a setting of another family | refused: INIT
wire low;
SB_LUT4 #(.INIT(16'h0002)) lut (.I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .O(low)); // here
assign d = {choose_result[15:1], low};

//// a table of iCE40 without its contents | refused: LUT_INIT
wire low;
SB_LUT4 lut (.I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .O(low)); // here
assign d = choose_result ^ {15'd0, low};

//// a table of iCE40 with an input left open | refused: cell lut of type SB_LUT4
wire low;
SB_LUT4 #(.LUT_INIT(16'h0002)) lut (.I0(choose_result[0]), .I1(), .I2(1'b0), .I3(1'b0), .O(low)); // here
assign d = {choose_result[15:1], low};

//// a table of iCE40 whose contents are text | refused: LUT_INIT
wire low;
SB_LUT4 #(.LUT_INIT("0002")) lut (.I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .O(low)); // here
assign d = {choose_result[15:1], low};

//// a table of iCE40 with a pin that it does not have | refused: I4
wire low;
SB_LUT4 #(.LUT_INIT(16'h0002)) lut ( // here
    .I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .I4(1'b0), .O(low)
);
assign d = {choose_result[15:1], low};

//// a register of iCE40 with an asynchronous reset | refuted
wire q;
SB_DFFR register (.C(clock), .R(in_valid), .D(a[0]), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a register of iCE40 with the falling edge | refused: register d[0] is not clocked by the module's port clock
wire q;
SB_DFFN register (.C(clock), .D(choose_result[0]), .Q(q)); // here
assign d = {choose_result[15:1], q};

//// a register of iCE40 with a gate in its clock | refused: register q is not clocked by the module's port clock
wire q;
wire gated = clock & a[0];
SB_DFF register (.C(gated), .D(1'b0), .Q(q)); // here
assign d = choose_result ^ {15'd0, q};

//// a register of iCE40 that reset sets | refuted
wire q;
SB_DFFESS register (.C(clock), .E(enable), .S(in_valid), .D(1'b0), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a memory of iCE40 that a file fills | refused: cell ram of type SB_RAM40_4K
wire [15:0] word;
SB_RAM40_4K #(.INIT_FILE("words.hex")) ram ( // here
    .RDATA(word), .RCLK(clock), .RCLKE(1'b1), .RE(enable), .RADDR({3'd0, a[7:0]}),
    .WCLK(clock), .WCLKE(1'b0), .WE(1'b0), .WADDR(11'd0), .MASK(16'd0), .WDATA(a)
);
assign d = choose_result ^ word;
//// file words.hex
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff
ffff

//// a memory of iCE40 with narrow words | refused: cell ram of type SB_RAM40_4K
wire [15:0] word;
SB_RAM40_4K #(.READ_MODE(1), .INIT_0(256'hffff)) ram ( // here
    .RDATA(word), .RCLK(clock), .RCLKE(1'b1), .RE(enable), .RADDR({3'd0, a[7:0]}),
    .WCLK(clock), .WCLKE(1'b0), .WE(1'b0), .WADDR(11'd0), .MASK(16'd0), .WDATA(a)
);
assign d = choose_result ^ {15'd0, word[0]};

//// a memory of iCE40 that is written | refused: cell ram of type SB_RAM40_4K
wire [15:0] word;
SB_RAM40_4K #(.INIT_0(256'd0)) ram ( // here
    .RDATA(word), .RCLK(clock), .RCLKE(1'b1), .RE(enable), .RADDR({3'd0, a[7:0]}),
    .WCLK(clock), .WCLKE(1'b1), .WE(in_valid), .WADDR(11'd0), .MASK(16'd0), .WDATA(a)
);
assign d = choose_result ^ word;

//// a memory of iCE40 with an undefined word | refused: cell ram of type SB_RAM40_4K
wire [15:0] word;
SB_RAM40_4K #(.INIT_0(256'bx)) ram ( // here
    .RDATA(word), .RCLK(clock), .RCLKE(1'b1), .RE(enable), .RADDR({3'd0, a[7:0]}),
    .WCLK(clock), .WCLKE(1'b0), .WE(1'b0), .WADDR(11'd0), .MASK(16'd0), .WDATA(a)
);
assign d = choose_result ^ word;

//// a memory of iCE40 with a mode that is none | refused: cell ram of type SB_RAM40_4K
wire [15:0] word;
SB_RAM40_4K #(.READ_MODE(7)) ram ( // here
    .RDATA(word), .RCLK(clock), .RCLKE(1'b1), .RE(enable), .RADDR({3'd0, a[7:0]}),
    .WCLK(clock), .WCLKE(1'b0), .WE(1'b0), .WADDR(11'd0), .MASK(16'd0), .WDATA(a)
);
assign d = choose_result ^ word;

//// a multiplier of iCE40 with a sign | refused: parameter A_SIGNED of SB_MAC16
wire [31:0] p;
SB_MAC16 #(.TOPOUTPUT_SELECT(2'd3), .BOTOUTPUT_SELECT(2'd3), .A_SIGNED(1'b1)) block ( // here
    .CLK(clock), .CE(enable), .C(16'd0), .A(choose_result), .B(16'd1), .D(16'd0),
    .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
    .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
    .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p), .CO(), .ACCUMCO(), .SIGNEXTOUT()
);
assign d = choose_result ^ {15'd0, p[16]};

//// a multiplier of iCE40 of eight bits | refused: parameter BOTOUTPUT_SELECT of SB_MAC16
wire [31:0] p;
SB_MAC16 #(.TOPOUTPUT_SELECT(2'd2), .BOTOUTPUT_SELECT(2'd2), .MODE_8x8(1'b1)) block ( // here
    .CLK(clock), .CE(enable), .C(16'd0), .A(choose_result), .B(16'd1), .D(16'd0),
    .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
    .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
    .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p), .CO(), .ACCUMCO(), .SIGNEXTOUT()
);
assign d = p[15:0];

//// a multiplier of iCE40 with registers | refused: parameter BOTADDSUB_UPPERINPUT of SB_MAC16
wire [31:0] p;
SB_MAC16 #(.TOPOUTPUT_SELECT(2'd3), .BOTOUTPUT_SELECT(2'd3), .A_REG(1'b1), .B_REG(1'b1)) block ( // here
    .CLK(clock), .CE(enable), .C(16'd0), .A(choose_result), .B(16'd1), .D(16'd0),
    .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
    .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
    .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p), .CO(), .ACCUMCO(), .SIGNEXTOUT()
);
assign d = p[15:0];

//// a multiplier of iCE40 with a register of the product | refused: parameter BOTADDSUB_UPPERINPUT of SB_MAC16
wire [31:0] p;
SB_MAC16 #(.TOPOUTPUT_SELECT(2'd3), .BOTOUTPUT_SELECT(2'd3), .PIPELINE_16x16_MULT_REG2(1'b1)) block ( // here
    .CLK(clock), .CE(enable), .C(16'd0), .A(choose_result), .B(16'd1), .D(16'd0),
    .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
    .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
    .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p), .CO(), .ACCUMCO(), .SIGNEXTOUT()
);
assign d = p[15:0];

//// a multiplier of iCE40 whose sum leaves it | refused: parameter BOTOUTPUT_SELECT of SB_MAC16
wire [31:0] p;
SB_MAC16 #(.TOPOUTPUT_SELECT(2'd0), .BOTOUTPUT_SELECT(2'd0)) block ( // here
    .CLK(clock), .CE(enable), .C(16'd0), .A(choose_result), .B(16'd1), .D(16'd0),
    .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
    .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
    .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p), .CO(), .ACCUMCO(), .SIGNEXTOUT()
);
assign d = p[15:0];

//// a multiplier of ECP5 with a sign | refused: pin SIGNEDA of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b1), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = choose_result ^ p[15:0];

//// a multiplier of ECP5 with a sign that changes | refused: pin SIGNEDB of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(in_valid), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = in_valid ? choose_result ^ p[15:0] : p[15:0];

//// a multiplier of ECP5 with another source | refused: pin SOURCEA of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b1), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = choose_result ^ p[15:0];

//// a multiplier of ECP5 with a register of its product | refuted
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.REG_OUTPUT_CLK("CLK0")) block (
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a multiplier of ECP5 with a register inside | refused: parameter REG_PIPELINE_CLK of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.REG_PIPELINE_CLK("CLK0")) block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a multiplier of ECP5 that is bypassed | refused: parameter MULT_BYPASS of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.MULT_BYPASS("ENABLED")) block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a multiplier of ECP5 with a setting that it does not have | refused: REG_INPUTD_CLK
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.REG_INPUTD_CLK("CLK0")) block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a multiplier of ECP5 with a clock that it does not have | refused: parameter REG_OUTPUT_CLK of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.REG_OUTPUT_CLK("CLK7")) block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a multiplier of ECP5 with an asynchronous reset | refused: parameter RESETMODE of MULT18X18D
wire [17:0] p;
wire [15:0] i = choose_result;
MULT18X18D #(.REG_OUTPUT_CLK("CLK0"), .RESETMODE("ASYNC")) block ( // here
    .A0(i[0]), .A1(i[1]), .A2(i[2]), .A3(i[3]), .A4(i[4]), .A5(i[5]), .A6(i[6]), .A7(i[7]), .A8(i[8]), .A9(i[9]), .A10(i[10]),
    .A11(i[11]), .A12(i[12]), .A13(i[13]), .A14(i[14]), .A15(i[15]), .A16(1'b0), .A17(1'b0),
    .B0(1'b1), .B1(1'b0), .B2(1'b0), .B3(1'b0), .B4(1'b0), .B5(1'b0), .B6(1'b0), .B7(1'b0), .B8(1'b0), .B9(1'b0), .B10(1'b0),
    .B11(1'b0), .B12(1'b0), .B13(1'b0), .B14(1'b0), .B15(1'b0), .B16(1'b0), .B17(1'b0),
    .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clock), .CE0(enable), .RST0(1'b0),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]),
    .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]));
assign d = p[15:0];

//// a register of ECP5 with an inverted enable | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("INV"), .LSRMUX("LSR"), .CLKMUX("CLK")) register ( // here
    .CLK(clock), .LSR(1'b0), .CE(enable), .DI(^a), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 that is never enabled | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("0"), .LSRMUX("LSR"), .CLKMUX("CLK")) register ( // here
    .CLK(clock), .LSR(1'b0), .CE(enable), .DI(1'b0), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with an inverted clock | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("1"), .LSRMUX("LSR"), .CLKMUX("INV")) register ( // here
    .CLK(clock), .LSR(1'b0), .CE(1'b1), .DI(a[0]), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with an inverted reset | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("1"), .LSRMUX("INV"), .CLKMUX("CLK"), .REGSET("SET")) register ( // here
    .CLK(clock), .LSR(1'b0), .CE(1'b1), .DI(1'b0), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with an asynchronous set | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("1"), .LSRMUX("LSR"), .CLKMUX("CLK"), .SRMODE("ASYNC"), .REGSET("SET")) register ( // here
    .CLK(clock), .LSR(in_valid), .CE(1'b1), .DI(1'b0), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with a misspelt mode | refused: cell register of type TRELLIS_FF
wire q;
TRELLIS_FF #(.CEMUX("1"), .LSRMUX("LSR"), .CLKMUX("CLK"), .SRMODE("async"), .REGSET("SET")) register ( // here
    .CLK(clock), .LSR(in_valid), .CE(1'b1), .DI(1'b0), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with a setting that it does not have | refused: CEMODE
wire q;
TRELLIS_FF #(.CEMODE("INV")) register ( // here
    .CLK(clock), .LSR(1'b0), .CE(1'b1), .DI(1'b0), .M(1'b0), .Q(q)
);
assign d = choose_result ^ {15'd0, q};

//// a register of ECP5 with its clock left open | refused: register q is not clocked by the module's port clock
wire q;
TRELLIS_FF #(.CEMUX("1")) register (.LSR(1'b0), .CE(1'b1), .DI(1'b0), .Q(q)); // here
assign d = choose_result ^ {15'd0, q};

//// a table of ECP5 whose contents are decimal digits in a text | refused: INIT
wire low;
LUT4 #(.INIT("43690")) lut (.A(choose_result[0]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(low)); // here
assign d = {choose_result[15:1], low};

//// a carry of ECP5 that hands on its input | refuted
wire low;
CCU2C #(.INIT0(16'haaaa), .INIT1(16'h0000), .INJECT1_0("NO"), .INJECT1_1("NO")) carry (
    .CIN(choose_result[1]), .A0(choose_result[0]), .B0(1'b0), .C0(1'b0), .D0(1'b0),
    .A1(1'b0), .B1(1'b0), .C1(1'b0), .D1(1'b0), .S0(low), .S1(), .COUT()
);
assign d = {choose_result[15:1], low};

//// a carry of ECP5 with a misspelt setting | refused: cell carry of type CCU2C
wire low;
CCU2C #(.INIT0(16'haaaa), .INIT1(16'h0000), .INJECT1_0("yes"), .INJECT1_1("yes")) carry ( // here
    .CIN(choose_result[1]), .A0(choose_result[0]), .B0(1'b0), .C0(1'b0), .D0(1'b0),
    .A1(1'b0), .B1(1'b0), .C1(1'b0), .D1(1'b0), .S0(low), .S1(), .COUT()
);
assign d = {choose_result[15:1], low};

//// a memory of ECP5 with an inverted enable | refused: cell ram of type DP16KD
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("CLKA"), .INITVAL_00(320'd0), .CEAMUX("INV")) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a memory of ECP5 with a register behind it | refused: REGMODE_A
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("CLKA"), .INITVAL_00(320'h00001), .REGMODE_A("OUTREG")) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a memory of ECP5 with an inverted clock | refused: cell ram of type DP16KD
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("INV"), .INITVAL_00(320'd0)) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a memory of ECP5 whose contents are text | refused: parameter INITVAL_00 of DP16KD as text "0000"
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("CLKA"), .INITVAL_00("0000")) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a memory of ECP5 with a setting that it does not have | refused: INITVAL_40
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("CLKA"), .INITVAL_00(320'd0), .INITVAL_40(320'd0)) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a memory of ECP5 with an initial file | refused: cell ram of type DP16KD
wire [15:0] word;
wire [1:0] parity;
DP16KD #(.DATA_WIDTH_A(18), .REGMODE_A("NOREG"), .CSDECODE_A("0b000"), .CLKAMUX("CLKA"), .INITVAL_00(320'd0), .INIT_DATA("DYNAMIC")) ram ( // here
    .CLKA(clock), .CEA(enable), .OCEA(1'b1), .RSTA(1'b0), .WEA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(a[0]), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0), .CEB(1'b0),
    .DOA0(word[0]), .DOA1(word[1]), .DOA2(word[2]), .DOA3(word[3]), .DOA4(word[4]), .DOA5(word[5]), .DOA6(word[6]),
    .DOA7(word[7]), .DOA8(parity[0]), .DOA9(word[8]), .DOA10(word[9]), .DOA11(word[10]), .DOA12(word[11]),
    .DOA13(word[12]), .DOA14(word[13]), .DOA15(word[14]), .DOA16(word[15]), .DOA17(parity[1])
);
assign d = choose_result ^ word;

//// a register of Nexus with an asynchronous clear | refuted
wire q;
FD1P3DX register (.D(a[0]), .CK(clock), .SP(enable), .CD(in_valid), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a table of Nexus with binary digits in a text | refused: INIT
wire low;
LUT4 #(.INIT("0b1010101010101010")) lut (.A(choose_result[0]), .B(1'b0), .C(1'b0), .D(1'b0), .Z(low)); // here
assign d = {choose_result[15:1], low};

//// a table of Nexus whose contents are too long | refuted
wire low;
wire nothing;
FD1P3IX register (.D(1'b0), .CK(clock), .SP(1'b1), .CD(1'b1), .Q(nothing));
LUT4 #(.INIT("0xAAAA5555")) lut (.A(choose_result[0]), .B(1'b0), .C(1'b0), .D(nothing), .Z(low));
assign d = {choose_result[15:1], low};

//// a register of Gowin with an asynchronous clear | refuted
wire q;
DFFCE register (.D(a[0]), .CLK(clock), .CE(enable), .CLEAR(in_valid), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a register of Gowin with the falling edge | refused: register d[0] is not clocked by the module's port clock
wire q;
DFFN register (.D(choose_result[0]), .CLK(clock), .Q(q)); // here
assign d = {choose_result[15:1], q};

//// an adder of Gowin with a mode that is none | refused: cell alu of type ALU
wire low;
ALU #(.ALU_MODE(12)) alu (.I0(choose_result[0]), .I1(1'b0), .I3(1'b0), .CIN(1'b0), .SUM(low), .COUT()); // here
assign d = {choose_result[15:1], low};

//// a register of Xilinx with an inverted clock | refused: register q is not clocked by the module's port clock
wire q;
FDRE #(.IS_C_INVERTED(1'b1)) register (.C(clock), .CE(1'b1), .R(1'b0), .D(a[0]), .Q(q)); // here
assign d = choose_result ^ {15'd0, q};

//// a register of Xilinx with an inverted input | refuted
wire q;
FDRE #(.IS_D_INVERTED(1'b1)) register (.C(clock), .CE(enable), .R(1'b0), .D(1'b0), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a register of Xilinx with an inverted reset | refuted
wire q;
FDSE #(.IS_S_INVERTED(1'b1)) register (.C(clock), .CE(enable), .S(1'b0), .D(1'b0), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a register of Xilinx with an asynchronous clear | refuted
wire q;
FDCE register (.C(clock), .CE(enable), .CLR(in_valid), .D(a[0]), .Q(q));
assign d = choose_result ^ {15'd0, q};

//// a register of Xilinx with a setting that it does not have | refused: IS_CE_INVERTED
wire q;
FDRE #(.IS_CE_INVERTED(1'b1)) register (.C(clock), .CE(enable), .R(1'b0), .D(1'b0), .Q(q)); // here
assign d = choose_result ^ {15'd0, q};

//// a shift register of Xilinx as a delay | refuted
wire low;
SRL16E #(.INIT(16'h0000)) delay (.CLK(clock), .CE(enable), .A0(1'b1), .A1(1'b0), .A2(1'b0), .A3(1'b0), .D(choose_result[0]), .Q(low));
assign d = {choose_result[15:1], low};

//// a multiplier of Xilinx with few pins | refused: net block.RSTC has no driver; assign it (an initial value is no driver
wire [47:0] p;
DSP48E1 #(.AREG(0), .BREG(0), .MREG(0), .PREG(1)) block ( // here
    .CLK(clock), .A({14'd0, choose_result}), .B(18'd1), .OPMODE(7'b0000101), .ALUMODE(4'd0), .CEP(enable), .P(p)
);
assign d = p[15:0];

//// cells of two families | refused: cell INV
wire low, high;
SB_LUT4 #(.LUT_INIT(16'h0002)) lut (.I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .O(low));
INV first (.I(choose_result[15]), .O(high)); // here
assign d = {~high, choose_result[14:1], low};

//// a cell that no family has | refused: NO_SUCH_CELL
wire low;
NO_SUCH_CELL part (.I(choose_result[0]), .O(low)); // here
assign d = {choose_result[15:1], low};

//// a module of the file with the name of a cell | refuted
wire low;
SB_LUT4 #(.LUT_INIT(16'h0002)) lut (.I0(choose_result[0]), .I1(1'b0), .I2(1'b0), .I3(1'b0), .O(low));
assign d = {choose_result[15:1], low};
//// below
module SB_LUT4 #(parameter LUT_INIT = 0) (output O, input I0, I1, I2, I3);
    assign O = ~I0;
endmodule
