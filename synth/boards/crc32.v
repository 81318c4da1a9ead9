// One byte's step of the check: the CRC-32 with the polynomial 0x04C11DB7, lowest bit first as on the line.
//
// Before the first byte it is all ones; what goes over the line is its inverse.
module crc32 (
    input wire [31:0] current,
    input wire [7:0] data,
    output wire [31:0] next
);
    // The polynomial with its lowest power in the highest bit.
    localparam [31:0] POLYNOMIAL = 32'hEDB88320;

    function [31:0] divided(input [31:0] value);
        integer i;
        begin
            divided = value;
            for (i = 0; i < 8; i = i + 1) divided = {1'b0, divided[31:1]} ^ (divided[0] ? POLYNOMIAL : 32'd0);
        end
    endfunction
    assign next = divided(current ^ {24'd0, data});
endmodule
