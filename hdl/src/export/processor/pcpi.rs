//! Wrapper of a core as a co-processor of PicoRV32.

use super::bus::{asked, banner, Bus, Core};
use crate::design::Design;
use crate::fpu::UNKNOWN_RESULT;

/// Returns the Verilog file.
pub(super) fn verilog(core: &Design, command: Option<&str>) -> String {
    let unit = Core {
        core,
        clock: "clk",
        reset: "!resetn",
        enable: "1'b1",
        given: "given",
        first: "pcpi_rs1",
        second: "pcpi_rs2",
    };
    [
        header(core, command),
        declaration(core),
        asked(core),
        Core::nets(core),
        START.to_owned(),
        unit.instance(),
        ANSWER.replace("NAN", &format!("32'h{UNKNOWN_RESULT:x}")),
    ]
    .concat()
}

fn header(core: &Design, command: Option<&str>) -> String {
    banner(
        core,
        &[
            format!("{} as a co-processor of PicoRV32", core.name()),
            String::new(),
            format!(
                "An instruction of the opcode custom-0 is answered after {} cycles, those that write or read the accumulator after 1. \
                 PicoRV32 holds an instruction until it is answered, so there is one at a time.",
                Core::latency(core) + 1
            ),
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
    input  wire        resetn,
    input  wire        pcpi_valid,
    // Registers are named by the processor itself.
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [31:0] pcpi_insn,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [31:0] pcpi_rs1,
    input  wire [31:0] pcpi_rs2,
    output wire        pcpi_wr,
    output reg  [31:0] pcpi_rd,
    output wire        pcpi_wait,
    output reg         pcpi_ready
);

    // ---- what is asked ----
    wire asked = pcpi_valid && pcpi_insn[6:0] == 7'b0001011;
    wire [7:0] number = {{pcpi_insn[31:25], pcpi_insn[14]}};
    wire [1:0] mode   = pcpi_insn[13:12];
",
        Bus::Pcpi.module_name(core)
    )
}

/// The start of an instruction.
const START: &str = "
    // ---- an instruction starts once, and is over with its answer ----
    reg  started;
    wire start = asked && !started && !pcpi_ready;
    wire given = start && computes;
    reg  [31:0] accumulator;
";

/// The accumulator and the answer. `NAN` stands for the result of an unassigned number.
const ANSWER: &str = "
    // ---- the accumulator ----
    always @(posedge clk) begin
        if (!resetn) accumulator <= 32'd0;
        else if (unit_valid && stores) accumulator <= unit_data;
        else if (start && writes) accumulator <= pcpi_rs1;
    end

    // ---- the answer ----
    assign pcpi_wait = asked;
    assign pcpi_wr = pcpi_ready;
    always @(posedge clk) begin
        started    <= resetn && asked && !pcpi_ready;
        pcpi_ready <= resetn && (unit_valid || (start && !computes));
        pcpi_rd    <= unit_valid ? unit_data : reads ? accumulator : NAN;
    end

endmodule

`default_nettype wire
";
