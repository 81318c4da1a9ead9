    // ---- NAME: combinational ----
    wire [BITS-1:0] NAME_choice;
    reg  [BITS-1:0] NAME_chosen;
    always @(posedge clock) NAME_chosen <= NAME_choice;
    always @* if (reset_n && offered) assume (NAME_choice == NAME_chosen);
    wire [WIDTH+4:0] NAME_word;
    assign NAME_word = WORD(NAME_choice);
    always @* if (rules_apply) begin
        if (out_valid && from == PLACE) begin
            assert (in_valid && place == PLACE && tag_out == tag_in);
            assert ({result, flags} == NAME_word);
            assert (in_ready == out_ready);
        end
        // It is taken with its result.
        if (accept && place == PLACE) assert (done && from == PLACE);
        assert (counts[5*PLACE +: 5] == 0);
    end

