// CV32E40P with its FPU and a memory. Three addresses beside the memory are for the simulator.
//
//     0x80000000    prints a byte
//     0x80000004    prints a word in hexadecimal digits
//     0x80000008    ends the simulation; a status other than 0 is printed
`default_nettype none

module processor #(
    parameter int unsigned WORDS      = 262144,
    // Registers of single-precision arithmetic, and of comparisons and conversions of both formats.
    parameter int unsigned ADDMUL_LAT = 2,
    parameter int unsigned OTHERS_LAT = 1
) (
    input wire logic clock,
    input wire logic reset_n,
    output logic     done
);

    logic        instr_req, instr_rvalid, data_req, data_rvalid, data_we;
    logic [3:0]  data_be;
    logic [31:0] instr_addr, instr_rdata, data_addr, data_wdata, data_rdata;

    cv32e40p_top #(
        .FPU            (1),
        .FPU_ADDMUL_LAT (ADDMUL_LAT),
        .FPU_OTHERS_LAT (OTHERS_LAT)
    ) cpu (
        .clk_i               (clock),
        .rst_ni              (reset_n),
        .pulp_clock_en_i     (1'b1),
        .scan_cg_en_i        (1'b0),
        .boot_addr_i         (32'd0),
        .mtvec_addr_i        (32'd0),
        .dm_halt_addr_i      (32'd0),
        .hart_id_i           (32'd0),
        .dm_exception_addr_i (32'd0),
        .instr_req_o         (instr_req),
        .instr_gnt_i         (1'b1),
        .instr_rvalid_i      (instr_rvalid),
        .instr_addr_o        (instr_addr),
        .instr_rdata_i       (instr_rdata),
        .data_req_o          (data_req),
        .data_gnt_i          (1'b1),
        .data_rvalid_i       (data_rvalid),
        .data_we_o           (data_we),
        .data_be_o           (data_be),
        .data_addr_o         (data_addr),
        .data_wdata_o        (data_wdata),
        .data_rdata_i        (data_rdata),
        .irq_i               (32'd0),
        .irq_ack_o           (),
        .irq_id_o            (),
        .debug_req_i         (1'b0),
        .debug_havereset_o   (),
        .debug_running_o     (),
        .debug_halted_o      (),
        .fetch_enable_i      (1'b1),
        .core_sleep_o        ()
    );

    // ---- memory: a word in each cycle, for instructions and for data ----
    logic [31:0] memory[WORDS];
    string program_file;
    initial begin
        if (!$value$plusargs("program=%s", program_file)) $fatal(1, "no +program=FILE");
        $readmemh(program_file, memory);
    end

    localparam int unsigned ADDRESS_BITS = $clog2(WORDS);
    wire [ADDRESS_BITS-1:0] data_word = data_addr[2 +: ADDRESS_BITS];
    always_ff @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            instr_rvalid <= 1'b0;
            data_rvalid  <= 1'b0;
        end else begin
            instr_rvalid <= instr_req;
            data_rvalid  <= data_req;
        end
    always_ff @(posedge clock) begin
        instr_rdata <= memory[instr_addr[2 +: ADDRESS_BITS]];
        data_rdata  <= memory[data_word];
        if (data_req && data_we && !data_addr[31])
            for (int i = 0; i < 4; i++)
                if (data_be[i]) memory[data_word][8*i +: 8] <= data_wdata[8*i +: 8];
    end

    // ---- the simulator ----
    initial done = 1'b0;
    always_ff @(posedge clock)
        if (data_req && data_we && data_addr[31] && !done)
            case (data_addr[3:2])
                2'd0: $write("%c", data_wdata[7:0]);
                2'd1: $write("%08x\n", data_wdata);
                default: begin
                    if (data_wdata != 0) $write("status %0d\n", data_wdata);
                    done <= 1'b1;
                end
            endcase

endmodule

`default_nettype wire
