//! A message in simulation on an operation that the core lacks. Synthesis does not read it.

use std::fmt::Write;

use crate::zfh::{Part, ZfhSpec};

/// The operations by their numbers: those of CVFPU, then those of Zfa.
const OPERATIONS: [&str; 15] = [
    "FMADD", "FNMSUB", "ADD", "MUL", "DIV", "SQRT", "SGNJ", "MINMAX", "CMP", "CLASSIFY", "F2F", "F2I", "I2F", "FLI",
    "FROUND",
];

/// The formats by their numbers.
const FORMATS: [&str; 5] = ["single", "double", "half", "8 bits", "bfloat16"];

/// The integers by their numbers.
const INTEGERS: [&str; 4] = ["8 bits", "16 bits", "32 bits", "64 bits"];

/// The roundings by their numbers.
const ROUNDINGS: [&str; 5] = ["RNE", "RTZ", "RDN", "RUP", "RMM"];

/// Returns Verilog for the core's module that prints a message in simulation, once for an operation that the core lacks and
/// that is offered for 16 clock cycles. `parts` are those of the core.
pub fn lacking_report(spec: &ZfhSpec, parts: &[Part]) -> String {
    let taken: Vec<String> = parts.iter().map(|part| format!("to_{}", part.name())).collect();
    let cases = |names: &[&str], width: u32, port: &str, other: &str| {
        let mut text = format!("            case ({port})\n");
        for (code, name) in names.iter().enumerate() {
            let _ = writeln!(text, "                {width}'d{code}: $write(\"{name}\");");
        }
        text + &format!("                default: $write(\"{other}\");\n            endcase\n")
    };
    TEMPLATE
        .replace("@NAME@", spec.name())
        .replace("@TAKEN@", &taken.join(" || "))
        .replace("@OPERATIONS@", &cases(&OPERATIONS, 4, "op", "unknown"))
        .replace("@ROUNDINGS@", &cases(&ROUNDINGS, 3, "rm", "reserved"))
        .replace("@FORMATS@", &cases(&FORMATS, 3, "code", "unknown"))
        .replace("@INTEGERS@", &cases(&INTEGERS, 2, "int_fmt", "unknown"))
}

/// The Verilog, with the core's name and its lists between `@`.
const TEMPLATE: &str = "
`ifndef SYNTHESIS
    // ---- in simulation: a message on an operation that waits for ever, because the core lacks it ----
    wire [15:0] lacking_codes = {op, op_mod, rm, src_fmt, dst_fmt, int_fmt};
    wire        is_lacking = in_valid && !(@TAKEN@);
    // The codes of the cycle before, and how many cycles they have been there: at most 16.
    reg  [15:0] lacking_before;
    reg  [4:0]  lacking_cycles;
    wire        is_still_lacking = lacking_cycles != 5'd0 && lacking_codes == lacking_before;
    always @(posedge clock or negedge reset_n) begin
        if (!reset_n) lacking_cycles <= 5'd0;
        else if (flush || !is_lacking) lacking_cycles <= 5'd0;
        else if (!is_still_lacking) lacking_cycles <= 5'd1;
        else if (lacking_cycles != 5'd16) lacking_cycles <= lacking_cycles + 5'd1;
    end
    always @(posedge clock) begin
        lacking_before <= lacking_codes;
        if (!flush && is_lacking && is_still_lacking && lacking_cycles == 5'd15) report_lacking;
    end

    task report_lacking;
        begin
            $write(\"@NAME@: the core lacks op %0d (\", op);
@OPERATIONS@            $write(\"), op_mod %0d, rm %0d\", op_mod, rm);
            // In SGNJ, MINMAX, CMP, CLASSIFY and FLI, rm is no rounding.
            if (op < 4'd6 || (op > 4'd9 && op != 4'd13)) begin
                $write(\" (\");
@ROUNDINGS@                $write(\")\");
            end
            $write(\", src_fmt %0d (\", src_fmt);
            write_format(src_fmt);
            $write(\"), dst_fmt %0d (\", dst_fmt);
            write_format(dst_fmt);
            $write(\"), int_fmt %0d (\", int_fmt);
@INTEGERS@            $display(\"); in_ready stays 0\");
        end
    endtask

    task write_format(input [2:0] code);
        begin
@FORMATS@        end
    endtask
`endif
";
