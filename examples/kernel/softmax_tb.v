// Runs softmax over its rows, with pauses, and compares every element with `softmax_expected.hex`.

`default_nettype none

module softmax_tb #(
    parameter ROWS = 256
);
    localparam ELEMENTS = ROWS * 16;

    reg [15:0] elements [0:ELEMENTS-1];
    reg [15:0] expected [0:ELEMENTS-1];

    reg        clock    = 1'b0;
    reg        reset    = 1'b1;
    reg        enable   = 1'b1;
    reg        in_valid = 1'b0;
    reg [15:0] x        = 16'h0;

    wire        out_valid;
    wire [15:0] y;

    softmax softmax (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(in_valid), .x(x), .out_valid(out_valid), .y(y)
    );

    always #5 clock = !clock;

    // One cycle in four is a pause, and some rows come after a gap, in an order that does not repeat soon.
    reg [15:0] order = 16'h1;
    integer    offered, gap;

    always @(negedge clock) begin
        order  <= {order[14:0], order[15] ^ order[14] ^ order[12] ^ order[3]};
        enable <= order[4:3] != 2'b00;
    end

    // At the clock edge, the element was taken if `enable` was 1. The next one follows in the same row.
    always @(posedge clock)
        if (reset) begin
            offered <= 0;
            gap     <= 0;
        end else if (enable) begin
            if (gap > 0 || offered == ELEMENTS) begin
                in_valid <= 1'b0;
                gap      <= gap - 1;
            end else begin
                in_valid <= 1'b1;
                x        <= elements[offered];
                offered  <= offered + 1;
                if (offered % 16 == 15 && order[1]) gap <= {29'b0, order[7:5]};
            end
        end

    // No row may take longer than this, pauses included.
    localparam PATIENCE = 256;

    integer results, mismatches, waited;

    initial begin
        $readmemh("softmax_elements.hex", elements);
        $readmemh("softmax_expected.hex", expected);
        results = 0;
        mismatches = 0;
        waited = 0;
        repeat (2) @(posedge clock);
        @(negedge clock) reset = 1'b0;
        while (results < ELEMENTS && waited < PATIENCE) begin
            @(posedge clock);
            waited = waited + 1;
            if (out_valid && enable) begin
                if (y !== expected[results]) begin
                    if (mismatches == 0)
                        $display("element %0d of row %0d: %h; expected %h",
                            results % 16, results / 16, y, expected[results]);
                    mismatches = mismatches + 1;
                end
                results = results + 1;
                waited = 0;
            end
        end
        if (results == ELEMENTS && mismatches == 0)
            $display("softmax: %0d rows, no mismatch", ROWS);
        else
            $display("softmax: %0d of %0d elements, %0d mismatches", results, ELEMENTS, mismatches);
        $finish;
    end
endmodule

`default_nettype wire
