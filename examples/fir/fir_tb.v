// Sends `samples` through the filter, with gaps and pauses, and compares every result with its line of `expected`.

`default_nettype none

module fir_tb #(
    parameter COUNT = 4096
);
    reg        clock    = 1'b0;
    reg        reset    = 1'b1;
    reg        enable   = 1'b0;
    reg        in_valid = 1'b0;
    reg [15:0] x        = 16'h0000;

    wire        out_valid;
    wire [15:0] y;

    fir fir (
        .clock(clock), .reset(reset), .enable(enable),
        .in_valid(in_valid), .x(x), .out_valid(out_valid), .y(y)
    );

    always #5 clock = !clock;

    reg [15:0] samples  [0:COUNT-1];
    reg [15:0] expected [0:COUNT-1];
    initial $readmemh("samples", samples);
    initial $readmemh("expected", expected);

    // Pseudo-random bits.
    reg [15:0] random_bits = 16'h1;
    always @(negedge clock) random_bits <= {random_bits[14:0], random_bits[15] ^ random_bits[14] ^ random_bits[12] ^ random_bits[3]};

    // One cycle in four is a pause, and one in four has no sample. A cycle without one has a word that must not count.
    integer sent = 0;
    always @(negedge clock)
        if (!reset) begin
            enable   <= random_bits[4:3] != 2'b00;
            in_valid <= sent < COUNT && random_bits[9:8] != 2'b00;
            x        <= sent < COUNT && random_bits[9:8] != 2'b00 ? samples[sent] : random_bits;
        end
    always @(posedge clock)
        if (!reset && enable && in_valid) sent <= sent + 1;

    // No result may take longer than this, gaps and pauses included.
    localparam TIMEOUT = 256;

    integer results, mismatches, waited;

    initial begin
        results = 0;
        mismatches = 0;
        waited = 0;
        repeat (2) @(posedge clock);
        @(negedge clock) reset = 1'b0;
        while (results < COUNT && waited < TIMEOUT) begin
            @(posedge clock);
            waited = waited + 1;
            if (out_valid && enable) begin
                if (y !== expected[results]) begin
                    if (mismatches == 0)
                        $display("sample %0d: %h, expected %h", results, y, expected[results]);
                    mismatches = mismatches + 1;
                end
                results = results + 1;
                waited = 0;
            end
        end
        $display("fir: %0d of %0d results, %0d mismatches", results, COUNT, mismatches);
        $finish;
    end
endmodule

`default_nettype wire
