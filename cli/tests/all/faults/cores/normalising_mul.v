// A multiplier of f16 that normalises subnormal operands first.
module normalising_mul(input [15:0] a, b, output reg [15:0] d);
    integer number;
    reg [3:0] zeros_a, zeros_b;
    always @* begin
        zeros_a = 10;
        for (number = 0; number < 10; number = number + 1)
            if (a[number]) zeros_a = 9 - number;
    end
    always @* begin
        zeros_b = 10;
        for (number = 0; number < 10; number = number + 1)
            if (b[number]) zeros_b = 9 - number;
    end
    wire subnormal_a = a[14:10] == 0;
    wire subnormal_b = b[14:10] == 0;
    wire [10:0] digits_a = subnormal_a ? {1'b0, a[9:0]} << (zeros_a + 1) : {1'b1, a[9:0]};
    wire [10:0] digits_b = subnormal_b ? {1'b0, b[9:0]} << (zeros_b + 1) : {1'b1, b[9:0]};
    wire signed [7:0] place_a = subnormal_a ? -$signed({4'b0, zeros_a}) : $signed({3'b0, a[14:10]});
    wire signed [7:0] place_b = subnormal_b ? -$signed({4'b0, zeros_b}) : $signed({3'b0, b[14:10]});
    wire [21:0] product = digits_a * digits_b;
    wire top = product[21];
    wire [21:0] digits = top ? product : product << 1;
    // The exponent field of the result less 1. Below 0 the result is subnormal.
    wire signed [7:0] place = place_a + place_b - 8'sd15 - (top ? 8'sd0 : 8'sd1);
    wire low = place < 0;
    wire [7:0] down = low ? -place : 8'd0;
    wire [45:0] shifted = {digits, 24'b0} >> (down > 24 ? 8'd24 : down);
    wire up = shifted[34] & (shifted[33:0] != 0 | shifted[35]);
    wire [17:0] rounded = {low ? 8'd0 : place, 10'b0} + shifted[45:35] + up;
    wire sign = a[15] ^ b[15];
    wire nan_a = a[14:0] > 15'h7c00;
    wire nan_b = b[14:0] > 15'h7c00;
    wire infinite_a = a[14:0] == 15'h7c00;
    wire infinite_b = b[14:0] == 15'h7c00;
    wire zero = a[14:0] == 0 | b[14:0] == 0;
    always @*
        if (nan_a | nan_b | (infinite_a | infinite_b) & zero) d = 16'h7fff;
        else if (infinite_a | infinite_b) d = {sign, 15'h7c00};
        else if (zero) d = {sign, 15'h0000};
        else if (rounded >= 18'h07c00) d = {sign, 15'h7c00};
        else d = {sign, rounded[14:0]};
endmodule
