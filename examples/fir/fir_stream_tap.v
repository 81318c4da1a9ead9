// Adds COEFFICIENT times a sample to a sum, as fir_tap: with a sum comes the sample before.

`default_nettype none

module fir_stream_tap #(
    parameter [15:0] COEFFICIENT = 16'h3c00,
    // 2^PLACES_BITS is at least the number of samples that multiply_add holds, its latency and 1.
    parameter        PLACES_BITS = 4
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    input  wire [31:0] s_axis_tdata,     // a sum and a sample
    input  wire        s_axis_tlast,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output wire [31:0] m_axis_tdata,
    output wire        m_axis_tlast
);
    wire [15:0] in_sum, in_sample, out_sum;
    assign {in_sum, in_sample} = s_axis_tdata;

    fma_rn_f16_stream multiply_add (
        .aclk(aclk), .aresetn(aresetn),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata({in_sum, COEFFICIENT, in_sample}), .s_axis_tlast(s_axis_tlast),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tdata(out_sum), .m_axis_tlast(m_axis_tlast)
    );

    // The samples whose sums are in multiply_add wait in a queue, since nobody outside knows where it stalls.
    localparam PLACES = 1 << PLACES_BITS;

    reg [15:0]            queue [0:PLACES-1];
    reg [PLACES_BITS-1:0] write_place, read_place;
    reg [15:0]            previous;

    wire push = s_axis_tvalid && s_axis_tready;
    wire pop  = m_axis_tvalid && m_axis_tready;

    always @(posedge aclk)
        if (push) queue[write_place] <= in_sample;

    always @(posedge aclk)
        if (!aresetn) begin
            write_place <= 0;
            read_place  <= 0;
            previous    <= 16'h0000;
        end else begin
            if (push) write_place <= write_place + 1'b1;
            if (pop) begin
                read_place <= read_place + 1'b1;
                previous   <= queue[read_place];
            end
        end

    assign m_axis_tdata = {out_sum, previous};
endmodule

`default_nettype wire
