// Runs the kernel over its rows, with pauses, and holds every output word against `expected`: a line for each row, codes and
// both predicates.

`default_nettype none

module kernel_tb #(
    parameter ROWS = 4096
);
    reg clock  = 1'b0;
    reg reset  = 1'b1;
    reg enable = 1'b1;

    wire        out_valid;
    wire [15:0] codes;
    wire [1:0]  above;

    kernel #(.ROWS(ROWS)) kernel (
        .clock(clock), .reset(reset), .enable(enable),
        .out_valid(out_valid), .codes(codes), .above(above)
    );

    always #5 clock = !clock;

    // One cycle in four is a pause, in an order that does not repeat while rows are left.
    reg [15:0] order = 16'h1;
    always @(negedge clock) begin
        order  <= {order[14:0], order[15] ^ order[14] ^ order[12] ^ order[3]};
        enable <= order[4:3] != 2'b00;
    end

    // No row may take longer than this, pauses included.
    localparam PATIENCE = 64;

    integer    file, scanned, rows, mismatches, waited;
    reg [15:0] expected_codes;
    reg        expected_p, expected_q;

    initial begin
        file = $fopen("expected", "r");
        rows = 0;
        mismatches = 0;
        waited = 0;
        repeat (2) @(posedge clock);
        @(negedge clock) reset = 1'b0;
        while (rows < ROWS && waited < PATIENCE) begin
            @(posedge clock);
            waited = waited + 1;
            if (out_valid && enable) begin
                scanned = $fscanf(file, "0x%h 0x%h 0x%h", expected_codes, expected_p, expected_q);
                if (scanned != 3) begin
                    $display("kernel: nothing is expected of row %0d", rows);
                    $stop;
                end
                if ({codes, above} !== {expected_codes, expected_q, expected_p}) begin
                    if (mismatches == 0)
                        $display("row %0d: codes %h, above %b; expected %h, %b",
                            rows, codes, above, expected_codes, {expected_q, expected_p});
                    mismatches = mismatches + 1;
                end
                rows = rows + 1;
                waited = 0;
            end
        end
        if (rows == ROWS && mismatches == 0)
            $display("kernel: %0d rows, no mismatch", rows);
        else
            $display("kernel: %0d of %0d rows, %0d mismatches", rows, ROWS, mismatches);
        $finish;
    end
endmodule

`default_nettype wire
