// A fused multiply-add of f16 in fixed point: all terms are multiples of 2^-48.
module fixed_point_fma(input [15:0] a, b, c, output reg [15:0] d);
    wire [10:0] digits_a = {a[14:10] != 0, a[9:0]};
    wire [10:0] digits_b = {b[14:10] != 0, b[9:0]};
    wire [10:0] digits_c = {c[14:10] != 0, c[9:0]};
    wire [5:0] above_a = a[14:10] == 0 ? 0 : a[14:10] - 1;
    wire [5:0] above_b = b[14:10] == 0 ? 0 : b[14:10] - 1;
    wire [5:0] above_c = c[14:10] == 0 ? 0 : c[14:10] - 1;
    wire [21:0] product = digits_a * digits_b;
    wire [81:0] first = {60'b0, product} << (above_a + above_b);
    wire [81:0] second = {71'b0, digits_c} << (above_c + 6'd24);
    wire sign = a[15] ^ b[15];
    wire differ = sign != c[15];
    wire less = first < second;
    wire [81:0] sum = !differ ? first + second : less ? second - first : first - second;
    wire minus = sum == 0 ? sign & c[15] : differ & less ? c[15] : sign;
    // The last place of the result is 2^-24 or above.
    integer place;
    reg [6:0] last;
    always @* begin
        last = 24;
        for (place = 35; place < 82; place = place + 1)
            if (sum[place]) last = place - 10;
    end
    wire [81:0] kept = sum >> last;
    wire [81:0] rest = sum << (7'd82 - last);
    wire up = rest[81] & (rest[80:0] != 0 | kept[0]);
    wire [16:0] rounded = {(last - 7'd24), 10'b0} + kept[10:0] + up;
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
        else if (rounded >= 17'h07c00) d = {minus, 15'h7c00};
        else d = {minus, rounded[14:0]};
endmodule
