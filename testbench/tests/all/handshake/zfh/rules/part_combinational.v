// A part as its contract says: a result of its operands, whatever it is.
module NAME (
PORTS
);
    (* anyseq *) wire [BITS-1:0] choice;
    assign {OUTPUTS} = IS_OWN ? choice : 0;
endmodule
