//! The decoder of instruction words: a module that makes a core's codes of a word.

use halfpipe_isa::Instruction;

use super::super::comment::{commented, made_by, notice, port_meaning};
use super::word::InstructionWord;
use crate::zfh::{Encoding, ZfhError, ZfhSpec, NAME};

/// The end of the decoder's name.
const SUFFIX: &str = "_decode";

/// The ports with their meanings, in lines of the comment.
const PORTS: &[(&str, &str)] = &[
    ("instr", "the word of an instruction"),
    ("frm", "the rounding of fcsr"),
    (
        "illegal",
        "the core lacks the instruction, or its rounding is reserved: a field of 5 or 6, or of 7 with frm\n\
         above 4. All other outputs are then 0",
    ),
    (
        "op",
        "op, op_mod, src_fmt, dst_fmt and int_fmt are the codes of the core",
    ),
    (
        "rm",
        "the rounding, taken from frm where the field is 7, or the variant of the operation",
    ),
    ("reads_rs1", "the instruction reads rs1"),
    ("reads_rs2", "it reads rs2"),
    ("reads_rs3", "it reads rs3"),
    ("rs1_is_fp", "rs1 is a floating-point register"),
    ("rd_is_fp", "rd is a floating-point register"),
    (
        "rs1_to_b",
        "0: rs1, rs2 and rs3 go to the core's ports a, b and c; 1: rs1 goes to b, and rs2 to c",
    ),
];

impl ZfhSpec {
    /// Returns the name of the core's decoder: `halfpipe_decode`, or `X_decode` for a core of the name X.
    pub fn decoder_name(&self) -> String {
        let core = self.name.as_deref().unwrap_or(NAME);
        let stem = if core == NAME { "halfpipe" } else { core };
        format!("{stem}{SUFFIX}")
    }
}

/// Returns the SystemVerilog of a core's decoder. `command` generates it.
///
/// # Errors
///
/// Returns an error if there is no such core.
pub fn instruction_decoder(spec: &ZfhSpec, command: Option<&str>) -> Result<String, ZfhError> {
    spec.check()?;
    let rows: String = words(spec)
        .map(|(instruction, word)| row(spec, instruction, word))
        .collect();
    let name = spec.decoder_name();
    Ok(TEMPLATE
        .replace("@HEADER@", &header(spec, &name, command))
        .replace("@NAME@", &name)
        .replace("@ROWS@", &rows))
}

/// Returns the comment above the module.
fn header(spec: &ZfhSpec, name: &str, command: Option<&str>) -> String {
    let registers = if spec.is_in_integer_registers() {
        "Every register is an integer register."
    } else {
        "rs2 and rs3 are floating-point registers."
    };
    let mut lines = vec![
        format!("{name}: the codes of {} for instruction words", spec.name()),
        String::new(),
        "It is combinational. Loads, stores and accesses to fcsr are illegal here: they are the processor's."
            .to_owned(),
        registers.to_owned(),
        String::new(),
    ];
    lines.extend(PORTS.iter().flat_map(port_meaning));
    if words(spec).any(|(_, word)| word.has_constant) {
        lines.push(
            "Where reads_rs1 is 0, the core's port a takes the number in the place of rs1, instr[19:15].".to_owned(),
        );
    }
    lines.push(String::new());
    lines.extend(command.map(made_by).unwrap_or_default());
    lines.push(notice());
    commented(&lines)
}

/// Returns the instructions of a core with their words. Those that no extension encodes are left out.
fn words(spec: &ZfhSpec) -> impl Iterator<Item = (Instruction, InstructionWord)> {
    let instructions = spec.instructions().into_iter();
    instructions.filter_map(|instruction| Some((instruction, InstructionWord::from_instruction(instruction)?)))
}

/// Returns the line of an instruction.
fn row(spec: &ZfhSpec, instruction: Instruction, word: InstructionWord) -> String {
    let encoding = Encoding::from_instruction(instruction);
    let signature = instruction.signature();
    let is_fp = |is_number: bool| u32::from(is_number && !spec.is_in_integer_registers());
    let first = signature.operands().first();
    let first_is_number = first.is_some_and(|operand| operand.element_type.format().is_some());
    let result_is_number = signature.results()[0].element_type.format().is_some();
    let codes = format!(
        "{:<6} 1'd{}, 3'd{}, 3'd{}, 3'd{}, 2'd{}",
        format!("4'd{},", encoding.op),
        encoding.op_mod,
        // A rounding takes the place of 0.
        encoding.rm.unwrap_or(0),
        encoding.src_fmt,
        encoding.dst_fmt,
        encoding.int_fmt
    );
    let registers = format!(
        "3'b{}{}{}, 2'b{}{}, 1'b{}",
        u32::from(word.reads_rs1()),
        u32::from(word.reads_rs2()),
        u32::from(word.reads_rs3()),
        is_fp(word.reads_rs1() && first_is_number),
        is_fp(result_is_number),
        u32::from(encoding.ports.first() == Some(&"b"))
    );
    format!(
        "            {}: row = {{2'b1{}, {codes}, {registers}}}; // {}\n",
        word.pattern(),
        u32::from(word.has_rounding()),
        instruction.mnemonic()
    )
}

/// The module, with its comment, its name and its lines between `@`.
const TEMPLATE: &str = "\
@HEADER@
`default_nettype none

module @NAME@ (
    input  wire  [31:0] instr,
    input  wire  [2:0]  frm,
    output logic        illegal,
    output logic [3:0]  op,
    output logic        op_mod,
    output logic [2:0]  rm,
    output logic [2:0]  src_fmt,
    output logic [2:0]  dst_fmt,
    output logic [1:0]  int_fmt,
    output logic        reads_rs1,
    output logic        reads_rs2,
    output logic        reads_rs3,
    output logic        rs1_is_fp,
    output logic        rd_is_fp,
    output logic        rs1_to_b
);

    // ---- the rounding: the field of the word, or frm ----
    wire [2:0] rounding = instr[14:12] == 3'd7 ? frm : instr[14:12];
    wire       is_reserved = rounding > 3'd4;

    // ---- the instructions ----
    // A row has from the left: 1 for an instruction, 1 for one with a rounding, then the outputs from op on.
    logic [23:0] row;
    always_comb begin
        casez (instr)
            //  funct5, fmt, rs2, rs1, funct3, rd, opcode      rounds op     mod   rm    src   dst   int   reads   fp     to_b
@ROWS@            default: row = 24'd0;
        endcase
    end

    // ---- the outputs ----
    logic       is_known, rounds;
    logic [2:0] variant;
    always_comb begin
        {is_known, rounds} = row[23:22];
        illegal = !is_known || (rounds && is_reserved);
        {op, op_mod, variant, src_fmt, dst_fmt, int_fmt, reads_rs1, reads_rs2, reads_rs3, rs1_is_fp, rd_is_fp, rs1_to_b} =
            illegal ? 22'd0 : row[21:0];
        rm = rounds && !illegal ? rounding : variant;
    end

endmodule

`default_nettype wire
";
