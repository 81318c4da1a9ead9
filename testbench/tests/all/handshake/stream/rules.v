// The proven rules of STREAM: those of AXI4-Stream and those that the documentation of a stream promises. The environment
// may do anything that those rules allow. One beat, whichever the solver marks, is followed from operands to result.
module rules (
    input wire                 aclk,
    input wire                 aresetn,
    input wire                 s_axis_tvalid,
    input wire [S_DATA-1:0]    s_axis_tdata,
    input wire                 s_axis_tlast,
    input wire                 m_axis_tready,
    input wire                 mark
);
    wire                s_axis_tready;
    wire                m_axis_tvalid;
    wire [M_DATA-1:0]   m_axis_tdata;
    wire                m_axis_tlast;

    STREAM stream (
        .aclk(aclk),
        .aresetn(aresetn),
        .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata),
        .s_axis_tlast(s_axis_tlast),
        .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tready(m_axis_tready),
        .m_axis_tdata(m_axis_tdata),
        .m_axis_tlast(m_axis_tlast)
    );

    // The first cycle is one of reset.
    reg started = 1'b0;
    always @(posedge aclk) started <= 1'b1;
    always @* if (!started) assume (!aresetn);

    wire taken = aresetn && s_axis_tvalid && s_axis_tready;
    wire given = aresetn && m_axis_tvalid && m_axis_tready;

    // Beats that have been taken and not yet been given.
    reg [4:0] under_way = 5'd0;
    always @(posedge aclk) under_way <= aresetn ? under_way + {4'd0, taken} - {4'd0, given} : 5'd0;

    // The output of the last cycle, where it was valid and not taken.
    reg                waited = 1'b0;
    reg [M_DATA-1:0]   waited_data;
    reg                waited_last;
    always @(posedge aclk) begin
        waited      <= aresetn && m_axis_tvalid && !m_axis_tready;
        waited_data <= m_axis_tdata;
        waited_last <= m_axis_tlast;
    end

    // Cycles in a row without a result, though beats are under way.
    reg [4:0] silent = 5'd0;
    always @(posedge aclk) silent <= (aresetn && under_way != 0 && !m_axis_tvalid) ? silent + 5'd1 : 5'd0;

    // Beats taken in a row: none was missing at the input since.
    reg [4:0] unbroken = 5'd0;
    always @(posedge aclk) begin
        if (!aresetn || !s_axis_tvalid) unbroken <= 5'd0;
        else if (taken && unbroken != LATENCY) unbroken <= unbroken + 5'd1;
    end

    // Nothing waited at the output.
    reg flowing = 1'b0;
    always @(posedge aclk) flowing <= !aresetn || m_axis_tready;

    // The marked beat, and how many come out before it.
    reg        marked = 1'b0;
    reg  [4:0] ahead;
    reg        marked_last;
    always @(posedge aclk) begin
        if (!aresetn) marked <= 1'b0;
        else if (!marked) begin
            marked      <= mark && taken;
            ahead       <= under_way - {4'd0, given};
            marked_last <= s_axis_tlast;
        end else if (given) begin
            marked <= ahead != 5'd0;
            ahead  <= ahead - 5'd1;
        end
    end

    always @* if (started && aresetn) begin
        // An offered beat stays as it is until it is taken.
        if (waited) begin
            assert (m_axis_tvalid);
            assert (m_axis_tdata == waited_data);
            assert (m_axis_tlast == waited_last);
        end
        // Nothing comes out that did not go in, and there is room for no more than this.
        if (under_way == 5'd0) assert (!m_axis_tvalid);
        assert (under_way <= LATENCY + 1);
        // A result does not wait for the receiver: it is there in time whatever m_axis_tready does.
        assert (silent < LATENCY);
        // Full throughput: neither side is kept waiting by anything but the other.
        if (unbroken == LATENCY) assert (m_axis_tvalid);
        if (flowing) assert (s_axis_tready);
        // The marked beat comes out in its turn.
        if (marked && ahead == 5'd0 && m_axis_tvalid) assert (m_axis_tlast == marked_last);
    end

    // The marked beat is still there: none was lost before it or with it.
    always @* if (started && aresetn && marked) assert (ahead < under_way);

    // The place of the marked beat: in a stage of the pipeline or, above them, in the register beside the output.
    reg [LATENCY:0] place = 0;
    always @(posedge aclk) begin
        if (!aresetn || !marked) place <= mark && taken;
        else begin
            if (s_axis_tready) place[LATENCY-1:0] <= place[LATENCY-1:0] << 1;
            place[LATENCY] <= (place[LATENCY] || (s_axis_tready && place[LATENCY-1])) && !m_axis_tready;
        end
    end

    // What the unit put out when the marked beat left it is what comes out; the test connects the unit's result.
    wire [RESULT-1:0] result;
    reg  [RESULT-1:0] marked_result;
    always @(posedge aclk) if (place[LATENCY-1]) marked_result <= result;
    always @* if (started && aresetn && marked && ahead == 5'd0 && m_axis_tvalid) begin
        if (place[LATENCY-1]) assert (m_axis_tdata == result);
        else assert (m_axis_tdata == marked_result);
    end

    // ---- lemmas, which only shorten the proof: where the beats are inside ----

    // For each of those places, a beat or none, and its tlast; the test connects them.
    wire [LATENCY:0] full;
    wire [LATENCY:0] lasts;

    // The number of beats, and of those in front of the marked one.
    integer   stage;
    reg [4:0] count;
    reg [4:0] in_front;
    always @* begin
        count = 5'd0;
        in_front = 5'd0;
        for (stage = 0; stage <= LATENCY; stage = stage + 1) begin
            if (place[stage]) in_front = 5'd0;
            else in_front = in_front + {4'd0, full[stage]};
            count = count + {4'd0, full[stage]};
        end
    end

    always @* if (started && aresetn) begin
        assert (under_way == count);
        assert (waited == full[LATENCY]);
        assert (!(flowing && full[LATENCY]));
        if (under_way != 5'd0) assert ((full >> silent) != 0);
        else assert (silent == 5'd0);
        assert ((~full & ((1 << unbroken) - 1)) == 0);
        assert (unbroken <= LATENCY);
        assert (marked == (place != 0));
        assert ((place & (place - 1'b1)) == 0);
        assert ((place & ~full) == 0);
        if (marked) begin
            assert (ahead == in_front);
            assert ((place & (lasts ^ {(LATENCY + 1){marked_last}})) == 0);
        end
    end
endmodule
