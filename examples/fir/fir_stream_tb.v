// Sends `samples` through the filter with AXI4-Stream ports, and compares every result with its line of `expected`. First the
// receiver waits until the filter takes no more samples; then sender and receiver pause now and then.

`default_nettype none

module fir_stream_tb #(
    parameter COUNT = 4096
);
    reg        aclk          = 1'b0;
    reg        aresetn       = 1'b0;
    reg        s_axis_tvalid = 1'b0;
    reg        m_axis_tready = 1'b0;

    wire        s_axis_tready, m_axis_tvalid, m_axis_tlast;
    wire [15:0] m_axis_tdata;

    reg [15:0] samples  [0:COUNT-1];
    reg [15:0] expected [0:COUNT-1];
    initial $readmemh("samples", samples);
    initial $readmemh("expected", expected);

    integer sent     = 0;
    reg     receives = 1'b0;     // the receiver is ready now and then

    fir_stream fir_stream (
        .aclk(aclk), .aresetn(aresetn),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tvalid ? samples[sent] : 16'h0000), .s_axis_tlast(sent == COUNT - 1),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast)
    );

    always #5 aclk = !aclk;

    // Pseudo-random bits.
    reg [15:0] random_bits = 16'h1;
    always @(negedge aclk) random_bits <= {random_bits[14:0], random_bits[15] ^ random_bits[14] ^ random_bits[12] ^ random_bits[3]};

    // The sender offers a sample in each cycle until the receiver is ready, then now and then. It holds a sample until it is taken.
    wire taken = s_axis_tvalid && s_axis_tready;
    always @(posedge aclk)
        if (aresetn) begin
            if (taken) sent <= sent + 1;
            if (taken || !s_axis_tvalid) s_axis_tvalid <= sent + (taken ? 1 : 0) < COUNT && (random_bits[8] || !receives);
        end

    always @(posedge aclk) m_axis_tready <= receives && random_bits[3];

    // In this many cycles a filter of any latency up to 32 is full or empty.
    localparam TIMEOUT = 512;

    integer results, mismatches, waited;
    reg     is_last;

    initial begin
        results = 0;
        mismatches = 0;
        waited = 0;
        is_last = 1'b0;
        repeat (2) @(posedge aclk);
        @(negedge aclk) aresetn = 1'b1;
        repeat (TIMEOUT) @(posedge aclk);
        $display("fir_stream: %0d samples taken before a result left, s_axis_tready %b", sent, s_axis_tready);
        receives = 1'b1;
        while (!is_last && waited < TIMEOUT) begin
            @(posedge aclk);
            waited = waited + 1;
            if (m_axis_tvalid && m_axis_tready) begin
                if (m_axis_tdata !== expected[results]) begin
                    if (mismatches == 0)
                        $display("sample %0d: %h, expected %h", results, m_axis_tdata, expected[results]);
                    mismatches = mismatches + 1;
                end
                results = results + 1;
                waited = 0;
                is_last = m_axis_tlast;
            end
        end
        $display("fir_stream: %0d of %0d results, %0d mismatches", results, COUNT, mismatches);
        $finish;
    end
endmodule

`default_nettype wire
