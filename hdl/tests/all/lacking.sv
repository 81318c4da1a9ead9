// Offers operations to cores of Zfhmin. Prints what it offers, between the cores' messages.
module bench;
    logic        clock = 1'b0, reset_n = 1'b0, flush = 1'b0, valid = 1'b0, may_leave = 1'b1;
    logic [15:0] codes = 16'd0;

    // The ports of a core.
    wire        in_valid = valid, out_ready = may_leave, op_mod = codes[11];
    wire [3:0]  op = codes[15:12];
    wire [2:0]  rm = codes[10:8], src_fmt = codes[7:5], dst_fmt = codes[4:2];
    wire [1:0]  int_fmt = codes[1:0];
    wire [31:0] a = 32'd0, b = 32'd0, c = 32'd0;
    wire [7:0]  tag_in = 8'd0;

    halfpipe_zfh dut (.clock, .reset_n, .flush, .in_valid, .op, .op_mod, .rm, .src_fmt, .dst_fmt, .int_fmt, .a, .b, .c, .tag_in, .out_ready);

    always #1 clock = !clock;

    localparam logic [15:0] DIVISION  = {4'd4, 1'b0, 3'd1, 3'd2, 3'd2, 2'd2};
    localparam logic [15:0] NARROWING = {4'd10, 1'b0, 3'd0, 3'd0, 3'd2, 2'd2};

    task automatic offer(input logic [15:0] operation, input int cycles);
        @(negedge clock);
        {codes, valid} = {operation, 1'b1};
        repeat (cycles) @(posedge clock);
    endtask

    // The codes stay, although nothing is offered.
    task automatic pause;
        @(negedge clock);
        valid = 1'b0;
        repeat (20) @(posedge clock);
    endtask

    initial begin
        repeat (3) @(negedge clock);
        reset_n = 1'b1;
        $display("division, for 100 cycles");
        offer(DIVISION, 100);
        pause;
        $display("division again");
        offer(DIVISION, 16);
        pause;
        $display("conversion that waits for its result's place");
        may_leave = 1'b0;
        offer(NARROWING, 40);
        may_leave = 1'b1;
        pause;
        $display("division, for 15 cycles");
        offer(DIVISION, 15);
        pause;
        $display("division, with a flush after 10 cycles");
        offer(DIVISION, 10);
        @(negedge clock) flush = 1'b1;
        @(negedge clock) flush = 1'b0;
        offer(DIVISION, 10);
        pause;
        $display("division and then a sum of double precision, each for 10 cycles");
        offer(DIVISION, 10);
        offer({4'd2, 1'b0, 3'd0, 3'd1, 3'd1, 2'd2}, 10);
        pause;
        $display("comparison without a variant");
        offer({4'd8, 1'b0, 3'd7, 3'd0, 3'd4, 2'd0}, 20);
        pause;
        $display("conversion with a reserved rounding");
        offer({4'd10, 1'b1, 3'd6, 3'd7, 3'd1, 2'd3}, 20);
        pause;
        $finish;
    end
endmodule
