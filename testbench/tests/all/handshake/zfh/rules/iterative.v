    // ---- NAME: one operation at a time ----
    wire [BITS-1:0] NAME_choice, NAME_held;
    wire NAME_working, NAME_finished;
    wire [5:0] NAME_tags;
    wire [WIDTH+4:0] NAME_word;
    assign NAME_word = WORD(its_choice);
    wire NAME_is_its = tracked && its_place == PLACE;
    always @* if (rules_apply) begin
        if (out_valid && from == PLACE) begin
            assert (counts[5*PLACE +: 5] != 0);
            assert (tag_out[4] == (NAME_is_its && ahead == 0));
            if (tag_out[4]) assert ({result, flags} == NAME_word && tag_out[5] == its_free);
        end
        // Lemmas.
        assert (!(NAME_working && NAME_finished));
        assert (counts[5*PLACE +: 5] == (NAME_working || NAME_finished));
        if (NAME_working || NAME_finished) begin
            assert (NAME_tags[3:0] == PLACE);
            assert (NAME_tags[4] == NAME_is_its);
            if (NAME_tags[4]) assert (NAME_held == its_choice[BITS-1:0] && NAME_tags[5] == its_free && ahead == 0);
        end else assert (!NAME_is_its);
    end

