// The version of the slang that reads this file.
module slang_version #(
    parameter MAJOR = `__slang_major__,
    parameter MINOR = `__slang_minor__
) (
    output [31:0] major,
    output [31:0] minor
);
    assign major = MAJOR;
    assign minor = MINOR;
endmodule
