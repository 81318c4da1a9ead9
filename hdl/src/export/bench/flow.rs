//! Common parts of testbenches: concatenated ports, the clock, pauses and resets.

use crate::design::Port;

/// Verilog of a pseudo-random generator (Marsaglia, Xorshift RNGs, 2003), which gives the same bits in every simulator.
/// `phase` lasts eight cycles on average and selects the kind of pauses.
pub(super) const RANDOM: &str = "
    // ---- pseudo-random bits ----
    reg [31:0] random = 32'h2545f491;
    reg [3:0]  phase = 4'd0;
    task draw;
        begin
            random = random ^ (random << 13);
            random = random ^ (random >> 17);
            random = random ^ (random << 5);
            if (random[31:29] == 3'd0) phase = random[3:0];
        end
    endtask
";

/// The condition of a reset: the first cycle, and later ones at random.
pub(super) const RESETS: &str = "cycle == 0 || random[31:25] == 7'd127";

/// Returns statements that set the ports of the receiver and the sender to 1, except in pauses on either side or both.
pub(super) fn pauses(receiver: &str, sender: &str) -> String {
    format!(
        "            {receiver} = 1'b1;
            {sender} = 1'b1;
            case (phase)
                4'd8, 4'd9, 4'd10:  {receiver} = random[8];
                4'd11, 4'd12:       {sender} = random[9];
                4'd13, 4'd14:       begin {receiver} = random[8]; {sender} = random[9]; end
                4'd15:              begin {receiver} = 1'b0; {sender} = random[9]; end
                default:            ;
            endcase
"
    )
}

/// Returns the clock. The task `drive` runs before its rising edge, so that inputs change while it is low.
pub(super) fn clock(clock: &str) -> String {
    format!(
        "    initial begin
        {clock} = 1'b0;
        #10;
        forever begin
            drive;
            #5 {clock} = 1'b1;
            #5 {clock} = 1'b0;
        end
    end
"
    )
}

/// Returns the task that counts a broken rule of the handshake, by its number.
pub(super) fn complain(module: &str) -> String {
    format!(
        "    task complain(input integer number);
        begin
            if (wrong < 10) $display(\"{module}: handshake %0d is broken in cycle %0d\", number, cycle);
            wrong = wrong + 1;
        end
    endtask
"
    )
}

/// Returns the Verilog concatenation of ports.
pub(super) fn concatenation(ports: &[Port]) -> String {
    let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
    format!("{{{}}}", names.join(", "))
}
