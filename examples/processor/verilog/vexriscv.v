// VexRiscv with the core as its custom function unit, memory and a serial line.
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
    wire command_valid, command_ready, response_valid, response_ready;
    wire [9:0] function_id;
    wire [31:0] first, second, result;
    wire fetch_cycle, fetch_strobe, fetch_done;
    wire [29:0] fetch_address;
    wire data_cycle, data_strobe, data_done, data_writes;
    wire [29:0] data_address;
    wire [31:0] data_written;
    wire [3:0] data_bytes;
    wire [31:0] read_data;
    VexRiscv cpu (
        .externalResetVector(32'd0),
        .timerInterrupt(1'b0),
        .softwareInterrupt(1'b0),
        .externalInterruptArray(32'd0),
        .CfuPlugin_bus_cmd_valid(command_valid),
        .CfuPlugin_bus_cmd_ready(command_ready),
        .CfuPlugin_bus_cmd_payload_function_id(function_id),
        .CfuPlugin_bus_cmd_payload_inputs_0(first),
        .CfuPlugin_bus_cmd_payload_inputs_1(second),
        .CfuPlugin_bus_rsp_valid(response_valid),
        .CfuPlugin_bus_rsp_ready(response_ready),
        .CfuPlugin_bus_rsp_payload_outputs_0(result),
        .iBusWishbone_CYC(fetch_cycle),
        .iBusWishbone_STB(fetch_strobe),
        .iBusWishbone_ACK(fetch_done),
        .iBusWishbone_WE(),
        .iBusWishbone_ADR(fetch_address),
        .iBusWishbone_DAT_MISO(read_data),
        .iBusWishbone_DAT_MOSI(),
        .iBusWishbone_SEL(),
        .iBusWishbone_ERR(1'b0),
        .iBusWishbone_CTI(),
        .iBusWishbone_BTE(),
        .dBusWishbone_CYC(data_cycle),
        .dBusWishbone_STB(data_strobe),
        .dBusWishbone_ACK(data_done),
        .dBusWishbone_WE(data_writes),
        .dBusWishbone_ADR(data_address),
        .dBusWishbone_DAT_MISO(read_data),
        .dBusWishbone_DAT_MOSI(data_written),
        .dBusWishbone_SEL(data_bytes),
        .dBusWishbone_ERR(1'b0),
        .dBusWishbone_CTI(),
        .dBusWishbone_BTE(),
        .clk(clock),
        .reset(reset)
    );
    halfpipe_fpu_cfu fpu (
        .clk(clock),
        .reset(reset),
        .cmd_valid(command_valid),
        .cmd_ready(command_ready),
        .cmd_payload_function_id(function_id),
        .cmd_payload_inputs_0(first),
        .cmd_payload_inputs_1(second),
        .rsp_valid(response_valid),
        .rsp_ready(response_ready),
        .rsp_payload_outputs_0(result)
    );

    // ---- one port for instructions and data: data go first ----
    wire wants_data = data_cycle && data_strobe;
    wire wants_fetch = fetch_cycle && fetch_strobe;
    // Whose answer comes: a choice stays until it is answered.
    reg under_way, chosen;
    wire data_now = under_way ? chosen : wants_data;
    wire valid = data_now ? wants_data : wants_fetch;
    wire ready;
    always @(posedge clock) begin
        under_way <= !reset && valid && !ready;
        if (!under_way) chosen <= wants_data;
    end
    assign data_done = ready && data_now;
    assign fetch_done = ready && !data_now;

    memory #(
        .WORDS(WORDS),
        .PROGRAM(PROGRAM),
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
    ) memory (
        .clock(clock),
        .reset(reset),
        .valid(valid),
        .ready(ready),
        .address(data_now ? data_address : fetch_address),
        .write_data(data_written),
        .write(data_now && data_writes ? data_bytes : 4'd0),
        .read_data(read_data),
        .mark(mark),
        .transmit(transmit)
    );
endmodule
