    // ---- one pipeline of tags: each stage has the operation of one part, or none ----
    wire [N*STAGES-1:0] all_moving;
    wire [6*STAGES-1:0] all_tags;
    integer all_stage;
    always @* for (all_stage = 0; all_stage < STAGES; all_stage = all_stage + 1)
        if (rules_apply) assert (ones(all_moving[N*all_stage +: N]) <= 1);

