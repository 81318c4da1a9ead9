// The filter of fir.v with AXI4-Stream ports: a result leaves when its receiver is ready, and samples wait for it.

`default_nettype none

module fir_stream #(
    parameter TAPS = 4,
    parameter [16*TAPS-1:0] COEFFICIENTS = {16'hb024, 16'h332c, 16'h3ab1, 16'h37ba}
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    input  wire [15:0] s_axis_tdata,
    input  wire        s_axis_tlast,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output wire [15:0] m_axis_tdata,
    output wire        m_axis_tlast
);
    // Streams between the taps, each of a sum and a sample.
    wire        valid [0:TAPS];
    wire        ready [0:TAPS];
    wire        last  [0:TAPS];
    wire [31:0] data  [0:TAPS];

    assign valid[0]      = s_axis_tvalid;
    assign s_axis_tready = ready[0];
    assign data[0]       = {16'h8000, s_axis_tdata};
    assign last[0]       = s_axis_tlast;

    genvar k;
    generate
        for (k = 0; k < TAPS; k = k + 1) begin : tap
            fir_stream_tap #(.COEFFICIENT(COEFFICIENTS[16*k +: 16])) tap (
                .aclk(aclk), .aresetn(aresetn),
                .s_axis_tvalid(valid[k]), .s_axis_tready(ready[k]),
                .s_axis_tdata(data[k]), .s_axis_tlast(last[k]),
                .m_axis_tvalid(valid[k+1]), .m_axis_tready(ready[k+1]),
                .m_axis_tdata(data[k+1]), .m_axis_tlast(last[k+1])
            );
        end
    endgenerate

    assign m_axis_tvalid = valid[TAPS];
    assign ready[TAPS]   = m_axis_tready;
    assign m_axis_tdata  = data[TAPS][31:16];
    assign m_axis_tlast  = last[TAPS];

    // The last tap gives a sample that no other takes.
    wire unused = &{1'b0, data[TAPS][15:0]};
endmodule

`default_nettype wire
