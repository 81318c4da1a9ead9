// CVA6 with a memory at 0x40000000, behind its AXI port. Three addresses below the memory are for the simulator.
//
//     0x10000000    prints a byte
//     0x10000004    prints a word in hexadecimal digits
//     0x10000008    ends the simulation; a status other than 0 is printed
`include "axi/typedef.svh"

`default_nettype none

module processor #(
    parameter int unsigned WORDS = 262144
) (
    input wire logic clock,
    input wire logic reset_n,
    output logic     done
);

    localparam config_pkg::cva6_cfg_t CONFIGURATION = build_config_pkg::build_config(cva6_config_pkg::cva6_cfg);

    typedef logic [CONFIGURATION.AxiAddrWidth-1:0]   address_t;
    typedef logic [CONFIGURATION.AxiIdWidth-1:0]     id_t;
    typedef logic [CONFIGURATION.AxiDataWidth-1:0]   data_t;
    typedef logic [CONFIGURATION.AxiDataWidth/8-1:0] strobe_t;
    typedef logic [CONFIGURATION.AxiUserWidth-1:0]   user_t;
    `AXI_TYPEDEF_AW_CHAN_T(aw_t, address_t, id_t, user_t)
    `AXI_TYPEDEF_W_CHAN_T(w_t, data_t, strobe_t, user_t)
    `AXI_TYPEDEF_B_CHAN_T(b_t, id_t, user_t)
    `AXI_TYPEDEF_AR_CHAN_T(ar_t, address_t, id_t, user_t)
    `AXI_TYPEDEF_R_CHAN_T(r_t, data_t, id_t, user_t)
    `AXI_TYPEDEF_REQ_T(request_t, aw_t, w_t, ar_t)
    `AXI_TYPEDEF_RESP_T(response_t, b_t, r_t)

    request_t  request;
    response_t response;

    cva6 #(
        .CVA6Cfg       (CONFIGURATION),
        .axi_ar_chan_t (ar_t),
        .axi_aw_chan_t (aw_t),
        .axi_w_chan_t  (w_t),
        .b_chan_t      (b_t),
        .r_chan_t      (r_t),
        .noc_req_t     (request_t),
        .noc_resp_t    (response_t)
    ) cpu (
        .clk_i         (clock),
        .rst_ni        (reset_n),
        .boot_addr_i   (64'h40000000),
        .hart_id_i     ('0),
        .irq_i         (2'd0),
        .ipi_i         (1'b0),
        .time_irq_i    (1'b0),
        .debug_req_i   (1'b0),
        .rvfi_probes_o (),
        .cvxif_req_o   (),
        .cvxif_resp_i  ('0),
        .noc_req_o     (request),
        .noc_resp_i    (response)
    );

    // ---- memory: one burst of reads and one of writes at a time, a beat of two words in each cycle ----
    logic [31:0] memory[WORDS];
    string program_file;
    initial begin
        if (!$value$plusargs("program=%s", program_file)) $fatal(1, "no +program=FILE");
        $readmemh(program_file, memory);
    end

    localparam int unsigned PAIR_BITS = $clog2(WORDS) - 1;
    ar_t  read;
    aw_t  write;
    logic is_reading, is_writing, is_answering;
    wire [PAIR_BITS-1:0] read_pair = read.addr[3 +: PAIR_BITS];
    wire [PAIR_BITS-1:0] write_pair = write.addr[3 +: PAIR_BITS];

    always_comb begin
        response          = '0;
        response.ar_ready = !is_reading;
        response.r_valid  = is_reading;
        response.r.id     = read.id;
        response.r.data   = {memory[{read_pair, 1'b1}], memory[{read_pair, 1'b0}]};
        response.r.last   = read.len == '0;
        response.aw_ready = !is_writing && !is_answering;
        response.w_ready  = is_writing;
        response.b_valid  = is_answering;
        response.b.id     = write.id;
    end

    // A burst goes on at the next pair of words. Each but the first is of whole pairs.
    always_ff @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            is_reading   <= 1'b0;
            is_writing   <= 1'b0;
            is_answering <= 1'b0;
        end else begin
            if (request.ar_valid && response.ar_ready) begin
                read       <= request.ar;
                is_reading <= 1'b1;
                if (request.ar.burst == axi_pkg::BURST_WRAP) $fatal(1, "the memory has no bursts that wrap");
            end else if (is_reading && request.r_ready) begin
                read.addr  <= read.addr + 8;
                read.len   <= read.len - 1;
                is_reading <= read.len != '0;
            end
            if (request.aw_valid && response.aw_ready) begin
                write      <= request.aw;
                is_writing <= 1'b1;
                if (request.aw.atop != '0) $fatal(1, "the memory has no atomic operations");
            end else if (is_writing && request.w_valid) begin
                write.addr   <= write.addr + 8;
                is_writing   <= !request.w.last;
                is_answering <= request.w.last;
            end else if (is_answering && request.b_ready) is_answering <= 1'b0;
        end
    always_ff @(posedge clock)
        if (is_writing && request.w_valid && write.addr[30])
            for (int i = 0; i < 8; i++)
                if (request.w.strb[i]) memory[{write_pair, i >= 4}][8*(i%4) +: 8] <= request.w.data[8*i +: 8];

    // ---- the simulator ----
    initial done = 1'b0;
    always_ff @(posedge clock)
        if (is_writing && request.w_valid && !write.addr[30] && !done)
            case (write.addr[3:2])
                2'd0: $write("%c", request.w.data[7:0]);
                2'd1: $write("%08x\n", request.w.data[63:32]);
                default: begin
                    if (request.w.data[31:0] != 0) $write("status %0d\n", request.w.data[31:0]);
                    done <= 1'b1;
                end
            endcase

endmodule

`default_nettype wire
