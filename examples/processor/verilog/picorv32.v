// PicoRV32 with the core as its co-processor, memory and a serial line.
module processor #(
    parameter WORDS = 16384,
    parameter PROGRAM = "program.hex",
    parameter [15:0] CLOCKS_PER_BIT = 16'd4
) (
    input wire clock,
    output wire mark,
    output wire transmit
);
    // ---- reset: the first clocks ----
    reg [3:0] started;
    initial started = 4'd0;
    wire reset = started != 4'd15;
    always @(posedge clock) if (reset) started <= started + 4'd1;

    // ---- the processor and the core ----
    wire asked, writes, waits, done;
    wire [31:0] instruction, first, second, result;
    wire valid, ready;
    wire [31:0] address, write_data, read_data;
    wire [3:0] write;
    picorv32 #(
        .ENABLE_PCPI(1),
        .ENABLE_MUL(1),
        .ENABLE_DIV(1),
        .BARREL_SHIFTER(1)
    ) cpu (
        .clk(clock),
        .resetn(!reset),
        .trap(),
        .mem_valid(valid),
        .mem_instr(),
        .mem_ready(ready),
        .mem_addr(address),
        .mem_wdata(write_data),
        .mem_wstrb(write),
        .mem_rdata(read_data),
        .mem_la_read(),
        .mem_la_write(),
        .mem_la_addr(),
        .mem_la_wdata(),
        .mem_la_wstrb(),
        .pcpi_valid(asked),
        .pcpi_insn(instruction),
        .pcpi_rs1(first),
        .pcpi_rs2(second),
        .pcpi_wr(writes),
        .pcpi_rd(result),
        .pcpi_wait(waits),
        .pcpi_ready(done),
        .irq(32'd0),
        .eoi(),
        .trace_valid(),
        .trace_data()
    );
    halfpipe_fpu_pcpi fpu (
        .clk(clock),
        .resetn(!reset),
        .pcpi_valid(asked),
        .pcpi_insn(instruction),
        .pcpi_rs1(first),
        .pcpi_rs2(second),
        .pcpi_wr(writes),
        .pcpi_rd(result),
        .pcpi_wait(waits),
        .pcpi_ready(done)
    );

    memory #(
        .WORDS(WORDS),
        .PROGRAM(PROGRAM),
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
    ) memory (
        .clock(clock),
        .reset(reset),
        .valid(valid),
        .ready(ready),
        .address(address[31:2]),
        .write_data(write_data),
        .write(write),
        .read_data(read_data),
        .mark(mark),
        .transmit(transmit)
    );
endmodule
