// Memory, a transmitter and a counter behind one port: `ready` answers `valid`, one clock or more later.
//
//     0000 0000   memory, in which a program starts
//     8000 0000   write: a byte to send; read: bit 0 says that one can be written
//     8000 0004   read: clocks since reset
//     8000 0008   write: bit 0 is the output `mark`, for waveforms
module memory #(
    parameter WORDS = 16384,
    // The program, a word a line in hexadecimal digits. A simulation takes another by +program=FILE.
    parameter PROGRAM = "program.hex",
    parameter [15:0] CLOCKS_PER_BIT = 16'd4
) (
    input wire clock,
    input wire reset,
    input wire valid,
    output reg ready,
    // Of a word: the two bits below are 0.
    input wire [29:0] address,
    input wire [31:0] write_data,
    // One for each byte that is written; none reads.
    input wire [3:0] write,
    output wire [31:0] read_data,
    output reg mark,
    output wire transmit
);
    localparam BITS = $clog2(WORDS);

    wire takes = valid && !ready;
    wire is_device = address[29];
    wire to_memory = takes && !is_device;

    // ---- memory ----
    reg [31:0] words [0:WORDS-1];
    reg [31:0] word;
    wire [BITS-1:0] place = address[BITS-1:0];
    always @(posedge clock) begin
        if (to_memory && write[0]) words[place][7:0] <= write_data[7:0];
        if (to_memory && write[1]) words[place][15:8] <= write_data[15:8];
        if (to_memory && write[2]) words[place][23:16] <= write_data[23:16];
        if (to_memory && write[3]) words[place][31:24] <= write_data[31:24];
        if (to_memory) word <= words[place];
    end
`ifdef SYNTHESIS
    initial $readmemh(PROGRAM, words);
`else
    reg [8*256-1:0] file;
    initial if ($value$plusargs("program=%s", file)) $readmemh(file, words);
`endif

    // ---- devices ----
    reg [31:0] clocks;
    reg [31:0] answer;
    reg was_device;
    wire can_send;
    wire sends = takes && is_device && write[0] && address[1:0] == 2'd0;
    always @(posedge clock) begin
        ready <= takes && !reset;
        was_device <= is_device;
        answer <= address[0] ? clocks : {31'd0, can_send};
        clocks <= reset ? 32'd0 : clocks + 32'd1;
        if (reset) mark <= 1'b0;
        else if (takes && is_device && write[0] && address[1:0] == 2'd2) mark <= write_data[0];
    end
    assign read_data = was_device ? answer : word;

    uart_transmit #(
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
    ) uart (
        .clock(clock),
        .reset(reset),
        .valid(sends),
        .ready(can_send),
        .data(write_data[7:0]),
        .line(transmit)
    );
endmodule
