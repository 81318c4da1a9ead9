// A square root of f16 that takes one digit in a cycle. Special operands take one cycle.
module serial_sqrt(input clock, input reset, input enable, input in_valid, input [15:0] a,
                   output in_ready, output out_valid, output [15:0] d);
    integer number;
    reg [3:0] zeros;
    always @* begin
        zeros = 10;
        for (number = 0; number < 10; number = number + 1)
            if (a[number]) zeros = 9 - number;
    end
    wire subnormal = a[14:10] == 0;
    wire [10:0] digits = subnormal ? {1'b0, a[9:0]} << (zeros + 1) : {1'b1, a[9:0]};
    wire signed [6:0] place = subnormal ? -$signed({3'b0, zeros}) : $signed({2'b0, a[14:10]});
    // The bias is odd, so that an odd field has an even exponent.
    wire odd = ~place[0];
    wire signed [6:0] half = (place + (odd ? 7'sd14 : 7'sd15)) >>> 1;
    wire nan = a[14:0] > 15'h7c00 | a[15] & a[14:0] != 0;
    wire special = nan | a[14:0] == 15'h7c00 | a[14:0] == 0;

    reg [3:0] left;
    reg [23:0] radicand;
    reg [13:0] rest;
    reg [11:0] root;
    reg [4:0] exponent;
    reg exception;
    reg [15:0] exceptional;
    wire [15:0] longer = {rest, radicand[23:22]};
    wire [15:0] trial = {2'b0, root, 2'b01};
    wire digit = longer >= trial;
    wire [15:0] less = longer - (digit ? trial : 16'd0);
    assign in_ready = left <= 1;
    assign out_valid = left == 1;
    always @(posedge clock)
        if (reset) left <= 0;
        else if (enable) begin
            if (in_ready & in_valid) begin
                left <= special ? 1 : 13;
                radicand <= odd ? {digits, 13'b0} : {1'b0, digits, 12'b0};
                rest <= 0;
                root <= 0;
                exponent <= half[4:0];
                exception <= special;
                exceptional <= nan ? 16'h7fff : a;
            end else begin
                left <= left == 0 ? 0 : left - 1;
                radicand <= radicand << 2;
                rest <= less[13:0];
                root <= {root[10:0], digit};
            end
        end
    wire [10:0] rounded = root[11:1] + root[0];
    assign d = exception ? exceptional : {1'b0, exponent, rounded[9:0]};
endmodule
