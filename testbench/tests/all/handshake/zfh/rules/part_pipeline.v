// A part as its contract says: any result of the operands comes out after STAGES enabled clocks.
module NAME (
PORTS
);
    (* anyseq *) wire [BITS-1:0] choice;
    reg [BITS*STAGES-1:0] data;
    always @(posedge clock) if (enable) data <= {data, IS_OWN ? choice : {BITS{1'b0}}};
    assign {OUTPUTS} = data[BITS*STAGES-1:BITS*(STAGES-1)];
endmodule
