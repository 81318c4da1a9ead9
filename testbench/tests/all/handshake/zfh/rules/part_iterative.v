// A part as its contract says: any result of the operands comes out after any number of enabled clocks.
module NAME (
PORTS
);
    (* anyseq *) wire [BITS-1:0] choice, unfinished;
    (* anyseq *) wire last;
    reg working, finished;
    reg [BITS-1:0] held;
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) {working, finished} <= 2'd0;
        else if (enable) begin
            working <= !flush && (working ? !last : in_valid);
            finished <= !flush && working && last;
        end
    end
    always @(posedge clock) if (enable && !working) held <= choice;
    assign in_ready = !working;
    assign out_valid = finished;
    assign {OUTPUTS} = finished ? held : unfinished;
endmodule
