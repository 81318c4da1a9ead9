    // ---- turns: at most N - 1 other results are taken before one that is there ----
    wire [N-1:0] waiting, behind, valid;
    reg [5*N-1:0] passed = 0;
    always @(posedge clock) for (part = 0; part < N; part = part + 1)
        if (clear || !valid[part] || (done && from == part)) passed[5*part +: 5] <= 5'd0;
        else passed[5*part +: 5] <= passed[5*part +: 5] + done;
    // The group that was served last, and the turns from it to another.
    wire [N-1:0] served = ~behind;
    wire [4:0] last = N - 1 - ones(behind);
    function [4:0] turns(input [4:0] to);
        turns = to > last ? to - last : to + N - last;
    endfunction
    reg [4:0] turn_of_waiting;
    always @* begin
        turn_of_waiting = 5'd0;
        for (part = 0; part < N; part = part + 1) if (waiting[part]) turn_of_waiting = turns(part);
    end
    integer fair;
    always @* for (fair = 0; fair < N; fair = fair + 1)
        if (rules_apply) begin
            assert (passed[5*fair +: 5] < N);
            // Lemmas.
            if (valid[fair] && passed[5*fair +: 5] != 0) begin
                assert (passed[5*fair +: 5] + turns(fair) <= N);
                assert (turn_of_waiting <= turns(fair));
            end
        end
    always @* if (rules_apply) begin
        assert ((waiting & (waiting - 1)) == 0);
        assert ((waiting & ~valid) == 0);
        assert ((waiting != 0) == waited);
        // No group up to the one that was served last is behind it.
        assert ((served & (served + 1)) == 0);
    end
