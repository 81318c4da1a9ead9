    // ---- NAME: a pipeline ----
    wire [BITS-1:0] NAME_choice;
    wire [BITS*STAGES-1:0] NAME_data;
    wire [STAGES-1:0] NAME_moving;
    wire [6*STAGES-1:0] NAME_tags;
NETS
    wire [WIDTH+4:0] NAME_word;
    assign NAME_word = WORD(its_choice);
    wire NAME_is_its = tracked && its_place == PLACE;
    // Cycles in which its oldest operation was on the way. Parts that move together stop while a result waits.
    reg [4:0] NAME_age = 5'd0;
    always @(posedge clock) if (clear || !(STOPS))
        NAME_age <= clear || NAME_moving[STAGES-1] || NAME_moving == 0 ? 5'd0 : NAME_age + 5'd1;
    always @* if (rules_apply) begin
        if (out_valid && from == PLACE) begin
            assert (counts[5*PLACE +: 5] != 0);
            assert (tag_out[4] == (NAME_is_its && ahead == 0));
            if (tag_out[4]) assert ({result, flags} == NAME_word && tag_out[5] == its_free);
        end
        // An operation moves on until it is at the end.
        assert (NAME_age < STAGES);
    end
    // Lemmas.
    integer NAME_stage;
    reg [STAGES-1:0] NAME_marked;
    always @* for (NAME_stage = 0; NAME_stage < STAGES; NAME_stage = NAME_stage + 1)
        NAME_marked[NAME_stage] = NAME_moving[NAME_stage] && NAME_tags[6*NAME_stage+4];
    always @* if (rules_apply) begin
        assert (counts[5*PLACE +: 5] == ones(NAME_moving));
        assert (ones(NAME_marked) == NAME_is_its);
        if (NAME_age != 0) assert ((NAME_moving >> NAME_age) != 0);
    end
    always @* for (NAME_stage = 0; NAME_stage < STAGES; NAME_stage = NAME_stage + 1)
        if (rules_apply) begin
            if (NAME_moving[NAME_stage]) assert (NAME_tags[6*NAME_stage +: 4] == PLACE);
            if (IS_OF_OTHERS) assert (NAME_data[BITS*NAME_stage +: BITS] == 0);
            if (NAME_marked[NAME_stage]) begin
                assert (NAME_data[BITS*NAME_stage +: BITS] == its_choice[BITS-1:0]);
                assert (NAME_tags[6*NAME_stage+5] == its_free);
                assert (ahead == ones(NAME_moving >> NAME_stage >> 1));
            end
        end

