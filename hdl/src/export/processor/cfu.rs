//! Wrapper of a core as a custom function unit of CFU-Playground.
//!
//! As in a stream, a response that is not accepted at once moves into a register beside the output. The pipeline stalls
//! only while that register is full and the next response waits behind it. An instruction with an accumulator operand
//! waits until no result in flight goes to the accumulator. Reading the accumulator waits until nothing is in flight.

use halfpipe_isa::Instruction;

use super::bus::{asked, banner, set, Bus, Core, MOST_OPERATIONS};
use crate::design::Design;
use crate::export::shift_register::{oldest, shifted};
use crate::net::verilog::range;

/// Returns the Verilog file.
pub(super) fn verilog(core: &Design, command: Option<&str>) -> String {
    let unit = Core {
        core,
        clock: "clk",
        reset: "reset",
        enable: "enable",
        given: "given",
        first: "cmd_payload_inputs_0",
        second: "cmd_payload_inputs_1",
    };
    let latency = Core::latency(core);
    [
        header(core, latency, command),
        declaration(core),
        asked(core),
        Core::nets(core),
        commands(core, latency),
        unit.instance(),
        accumulator(latency),
        RESPONSES.to_owned(),
    ]
    .concat()
}

fn header(core: &Design, latency: u32, command: Option<&str>) -> String {
    let cycles = if latency == 1 { "cycle" } else { "cycles" };
    banner(
        core,
        &[
            format!("{} as a custom function unit of CFU-Playground", core.name()),
            String::new(),
            format!(
                "An answer comes {latency} {cycles} after its command, one in each cycle; answers keep the order of their commands. What \
                 uses or writes the accumulator waits while a result that goes there is under way, and reading it while anything is."
            ),
            "Of all inputs, only the function leads to an output within a cycle: to cmd_ready.".to_owned(),
        ],
        command,
    )
}

fn declaration(core: &Design) -> String {
    format!(
        "
`default_nettype none

module {} (
    input  wire        clk,
    input  wire        reset,
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [9:0]  cmd_payload_function_id,
    input  wire [31:0] cmd_payload_inputs_0,
    input  wire [31:0] cmd_payload_inputs_1,
    output wire        rsp_valid,
    input  wire        rsp_ready,
    output wire [31:0] rsp_payload_outputs_0
);

    // ---- what is asked ----
    wire [7:0] number = cmd_payload_function_id[9:2];
    wire [1:0] mode   = cmd_payload_function_id[1:0];
",
        Bus::Cfu.module_name(core)
    )
}

/// Returns the handshake of commands, and the registers of the wrapper.
fn commands(core: &Design, latency: u32) -> String {
    let range = range(latency);
    let has_third = |instruction: &Instruction| instruction.signature().operands().len() == 3;
    let (third, top) = (set(&core.instructions(), has_third), MOST_OPERATIONS - 1);
    let zero = format!("{latency}'d0");
    format!(
        "
    // ---- what is under way: in each stage of the core, whether there is something, and whether it goes to the accumulator ----
    reg {range}filled;
    reg {range}storing;
    reg [31:0] accumulator;

    // ---- an answer that is not taken at once is kept here, and the accumulator that is read ----
    reg        kept;
    reg [31:0] kept_data;

    // The pipeline stands while an answer is kept and the next one waits behind it.
    wire enable = !(kept && unit_valid);

    // A bit for each number: the operation has a third operand, which is the accumulator.
    localparam [{top}:0] THIRD = {third};
    wire uses  = computes && THIRD[number];
    wire waits = ((uses || writes) && storing != {zero}) || (reads && (filled != {zero} || kept));
    assign cmd_ready = enable && !waits;
    wire taken = cmd_valid && cmd_ready;
    wire given = taken && !reads;
"
    )
}

/// Returns the accumulator, and which results in flight go there.
fn accumulator(latency: u32) -> String {
    format!(
        "
    // ---- the accumulator ----
    always @(posedge clk) begin
        if (reset) begin
            filled  <= {zero};
            storing <= {zero};
        end else if (enable) begin
            filled  <= {filled};
            storing <= {storing};
        end
        if (reset) accumulator <= 32'd0;
        else if ({last} && enable) accumulator <= unit_data;
        else if (taken && writes) accumulator <= cmd_payload_inputs_0;
    end
",
        zero = format_args!("{latency}'d0"),
        filled = shifted("filled", "given", latency, 1),
        storing = shifted("storing", "(taken && stores)", latency, 1),
        last = oldest("storing", latency),
    )
}

/// The handshake of responses.
const RESPONSES: &str = "
    // ---- answers ----
    assign rsp_valid = kept || unit_valid;
    assign rsp_payload_outputs_0 = kept ? kept_data : unit_data;
    always @(posedge clk) begin
        kept <= !reset && ((rsp_valid && !rsp_ready) || (taken && reads));
        // The accumulator is read while nothing comes out of the core.
        if (!kept) kept_data <= unit_valid ? unit_data : accumulator;
    end

endmodule

`default_nettype wire
";
