// A fused multiply-add of f16: the addend is aligned to the product in a window of 48 bits.
module aligned_fma(input [15:0] a, b, c, output reg [15:0] d);
    wire [10:0] digits_a = {a[14:10] != 0, a[9:0]};
    wire [10:0] digits_b = {b[14:10] != 0, b[9:0]};
    wire [10:0] digits_c = {c[14:10] != 0, c[9:0]};
    wire [7:0] place_a = a[14:10] == 0 ? 8'd1 : {3'b0, a[14:10]};
    wire [7:0] place_b = b[14:10] == 0 ? 8'd1 : {3'b0, b[14:10]};
    wire [7:0] place_c = c[14:10] == 0 ? 8'd1 : {3'b0, c[14:10]};
    wire [21:0] product = digits_a * digits_b;
    // The last place of the product, and the distance of the addend's from it.
    wire [7:0] place = place_a + place_b - 8'd2;
    wire signed [8:0] above = $signed({1'b0, place_c}) + 9'sd23 - $signed({1'b0, place});
    wire leads = above > 24;
    wire lags = above < -13;
    wire [5:0] down = leads ? 6'd0 : lags ? 6'd37 : 6'd24 - above[5:0];
    wire [47:0] first = {13'b0, product, 13'b0};
    wire [47:0] second = {digits_c, 37'b0} >> down;
    wire sign = a[15] ^ b[15];
    wire differ = sign != c[15];
    wire less = first < second;
    wire [48:0] sum = !differ ? first + second : less ? second - first : first - second;
    wire minus = sum == 0 ? sign & c[15] : differ & less ? c[15] : sign;
    // The last place of the window, in units of 2^-48 and 13 lower.
    wire [7:0] base = leads ? place_c + 8'd23 - 8'd26 + 8'd3 : place + 8'd1;
    integer number;
    reg [5:0] zeros;
    always @* begin
        zeros = 49;
        for (number = 0; number < 49; number = number + 1)
            if (sum[number]) zeros = 48 - number;
    end
    wire [7:0] up = {2'b0, zeros} < base ? {2'b0, zeros} : base;
    wire [48:0] shifted = sum << up;
    wire odd = shifted[37] & (shifted[36:0] != 0 | shifted[38]);
    wire [17:0] rounded = {base - up, 10'b0} + shifted[48:38] + odd;
    wire nan_a = a[14:0] > 15'h7c00;
    wire nan_b = b[14:0] > 15'h7c00;
    wire nan_c = c[14:0] > 15'h7c00;
    wire infinite_a = a[14:0] == 15'h7c00;
    wire infinite_b = b[14:0] == 15'h7c00;
    wire infinite_c = c[14:0] == 15'h7c00;
    wire infinite = infinite_a | infinite_b;
    wire invalid = infinite_a & b[14:0] == 0 | infinite_b & a[14:0] == 0 | infinite & infinite_c & differ;
    always @*
        if (nan_a | nan_b | nan_c | invalid) d = 16'h7fff;
        else if (infinite) d = {sign, 15'h7c00};
        else if (infinite_c) d = {c[15], 15'h7c00};
        else if (rounded >= 18'h07c00) d = {minus, 15'h7c00};
        else d = {minus, rounded[14:0]};
endmodule
