//! Testbench of a stream: vectors through AXI4-Stream, with pauses on either side and resets.

use super::flow::{clock, complain, pauses, RANDOM, RESETS};
use crate::design::{Port, Role, StreamRole};
use crate::export::package::Package;
use crate::net::verilog::range;

/// Returns the code that drives the vectors. Results are compared with the vectors in order. Offered data stay until
/// they are accepted, on both sides. If the receiver was ready for long enough, the module is ready too, and each
/// result has exactly the latency. An iterative unit is then ready unless an operation is under way.
pub(super) fn drive(package: &Package, latency: u32, is_iterative: bool) -> String {
    let is_user = |port: &&Port| port.role == Role::Stream(StreamRole::InUser);
    let user_width = package.ports.iter().find(is_user).map(|port| port.width);
    offer_vectors(user_width) + &check_outputs(package.module.as_str(), latency, is_iterative, user_width.is_some())
}

/// Returns the task that drives the inputs, before each rising edge of the clock.
fn offer_vectors(user_width: Option<u32>) -> String {
    let drive_user = match user_width {
        Some(_) => "            s_axis_tuser = user_value(s_axis_tvalid ? sent : ~sent);\n",
        None => "",
    };
    format!(
        "{RANDOM}
    // ---- pauses on either side and resets: inputs change while the clock is low ----
    integer cycle = 0;
    integer sent = 0;
    integer received = 0;
    reg offered = 1'b0;
    task drive;
        begin
            draw;
            aresetn = !({RESETS});
{pauses}            if (offered) s_axis_tvalid = 1'b1;
            if (sent == VECTORS) s_axis_tvalid = 1'b0;
            if (s_axis_tvalid) s_axis_tdata = vectors[sent][INPUTS+OUTPUTS-1:OUTPUTS];
            else               s_axis_tdata = ~vectors[sent < VECTORS ? sent : 0][INPUTS+OUTPUTS-1:OUTPUTS];
            s_axis_tlast = s_axis_tvalid == is_last(sent);
{drive_user}        end
    endtask
{clock}
    // A mark on some vectors, which comes out with their results.
    function is_last(input integer number);
        is_last = number % 3 == 0 || number % 5 == 1;
    endfunction
{user_value}
",
        pauses = pauses("m_axis_tready", "s_axis_tvalid"),
        clock = clock("aclk"),
        user_value = user_width.map(user_value).unwrap_or_default(),
    )
}

/// Returns the checks at each rising edge of the clock.
fn check_outputs(module: &str, latency: u32, is_iterative: bool, has_user: bool) -> String {
    let (ready, cycles) = if is_iterative {
        (
            "s_axis_tready !== !taken[LATENCY-2:0]",
            format!("{} * VECTORS", 8 * latency),
        )
    } else {
        ("!s_axis_tready", "8 * VECTORS".to_owned())
    };
    let check_user = if has_user {
        "                if (m_axis_tuser !== user_value(received)) complain(7);\n"
    } else {
        ""
    };
    let complain = complain(module);
    format!(
        "    // ---- what the outputs must show, at the rising edge ----
    localparam LATENCY = {latency};
    reg [LATENCY-1:0] taken = 0;
    reg held = 1'b0;
    integer flowing = 0;
    integer left = 2 * LATENCY + 2;
{complain}    always @(posedge aclk) begin
        // Before the first reset anything may be there.
        if (cycle > 0) begin
            if ((m_axis_tvalid !== 1'b0 && m_axis_tvalid !== 1'b1) || (s_axis_tready !== 1'b0 && s_axis_tready !== 1'b1))
                complain(0);
            if (m_axis_tvalid && received == sent) complain(1);
            if (m_axis_tvalid && received < sent) begin
                if (m_axis_tdata !== vectors[received][OUTPUTS-1:0]) mismatch(received, vectors[received][OUTPUTS-1:0]);
                if (m_axis_tlast !== is_last(received)) complain(2);
{check_user}            end
            if (held && !m_axis_tvalid) complain(3);
            if (flowing > LATENCY + 1 && ({ready} || m_axis_tvalid !== taken[LATENCY-1])) complain(4);
            if (sent == received && !s_axis_tready) complain(5);
        end
        if (aresetn && m_axis_tvalid && m_axis_tready && received < sent) received = received + 1;
        held = aresetn && m_axis_tvalid && !m_axis_tready;
        offered = aresetn && s_axis_tvalid && !s_axis_tready;
        flowing = aresetn && m_axis_tready ? flowing + 1 : 0;
        taken = taken << 1;
        taken[0] = aresetn && s_axis_tvalid && s_axis_tready;
        if (taken[0]) sent = sent + 1;
        if (!aresetn) begin
            taken = 0;
            sent = received;
        end
        // Behind the last result nothing may come; and it has to come.
        if (received == VECTORS) left = left - 1;
        if (cycle == {cycles} + 1000) complain(6);
        if (left == 0 || cycle == {cycles} + 1000) finish;
        cycle = cycle + 1;
    end
"
    )
}

/// Returns the function that makes a value of `tuser` from the number of a vector.
fn user_value(width: u32) -> String {
    let value = match width {
        ..32 => format!("number[{}:0]", width - 1),
        32 => "number".to_owned(),
        33.. => format!("{{{}'d0, number}}", width - 32),
    };
    format!(
        "
    // A value beside the operands, which comes out with their result.
    function {}user_value(input integer number);
        user_value = {value};
    endfunction
",
        range(width)
    )
}
