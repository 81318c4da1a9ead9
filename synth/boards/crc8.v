// One byte's step of the check byte: the CRC with the polynomial x^8 + x^2 + x + 1, highest bit first, from 0.
module crc8 (
    input wire [7:0] current,
    input wire [7:0] data,
    output wire [7:0] next
);
    function [7:0] divided(input [7:0] value);
        integer i;
        begin
            divided = value;
            for (i = 0; i < 8; i = i + 1) divided = {divided[6:0], 1'b0} ^ (divided[7] ? 8'h07 : 8'h00);
        end
    endfunction
    assign next = divided(current ^ data);
endmodule
