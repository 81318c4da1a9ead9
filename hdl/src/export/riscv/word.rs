//! Instruction words: the bits by which RISC-V encodes an instruction.
//!
//! The rows are those of the RISC-V unprivileged manual, in the chapters on F, Zfh, Zfbfmin and Zfa. An operation whose row
//! is here joins the header and the decoder as soon as a core has it.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation};

/// The bits of a word that encode an instruction: all but the numbers of its registers and its rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionWord {
    /// 1 in each bit that encodes the instruction.
    pub mask: u32,
    /// These bits. The others are 0.
    pub value: u32,
    /// True if the field of rs1 has a number in place of a register: that of fli's constant.
    pub has_constant: bool,
}

/// A field of a word: its lowest bit and its width.
type Field = (u32, u32);

const OPCODE: Field = (0, 7);
const RD: Field = (7, 5);
const FUNCT3: Field = (12, 3);
const RS1: Field = (15, 5);
const RS2: Field = (20, 5);
const FMT: Field = (25, 2);
const FUNCT5: Field = (27, 5);

/// The opcode of all instructions but fused multiply-adds.
const OP_FP: u32 = 0x53;

/// The opcodes of fused multiply-adds, in which rs3 takes the place of funct5.
const FUSED: &[(&str, u32)] = &[("fmadd", 0x43), ("fmsub", 0x47), ("fnmsub", 0x4b), ("fnmadd", 0x4f)];

/// The other operations in one format: funct5, then rs2 where it is a code, then funct3 where it is not a rounding.
const OPERATIONS: &[(&str, u32, Option<u32>, Option<u32>)] = &[
    ("fadd", 0b00000, None, None),
    ("fsub", 0b00001, None, None),
    ("fmul", 0b00010, None, None),
    ("fdiv", 0b00011, None, None),
    ("fsqrt", 0b01011, Some(0), None),
    ("fround", 0b01000, Some(4), None),
    ("froundnx", 0b01000, Some(5), None),
    ("fsgnj", 0b00100, None, Some(0)),
    ("fsgnjn", 0b00100, None, Some(1)),
    ("fsgnjx", 0b00100, None, Some(2)),
    ("fmin", 0b00101, None, Some(0)),
    ("fmax", 0b00101, None, Some(1)),
    ("fminm", 0b00101, None, Some(2)),
    ("fmaxm", 0b00101, None, Some(3)),
    ("fle", 0b10100, None, Some(0)),
    ("flt", 0b10100, None, Some(1)),
    ("feq", 0b10100, None, Some(2)),
    ("fleq", 0b10100, None, Some(4)),
    ("fltq", 0b10100, None, Some(5)),
    ("fclass", 0b11100, Some(0), Some(1)),
    (CONSTANT, 0b11110, Some(1), Some(0)),
];

/// The operation whose rs1 is the number of a constant.
const CONSTANT: &str = "fli";

/// The values of funct5 of moves and conversions, named after the direction.
const MOVE_TO_INTEGER: u32 = 0b11100;
const MOVE_TO_FLOAT: u32 = 0b11110;
const FLOAT_TO_FLOAT: u32 = 0b01000;
const FLOAT_TO_INTEGER: u32 = 0b11000;
const INTEGER_TO_FLOAT: u32 = 0b11010;

impl InstructionWord {
    /// Returns the word of an instruction of RISC-V; None if no ratified extension encodes it, such as arithmetic on bfloat16.
    pub fn from_instruction(instruction: Instruction) -> Option<InstructionWord> {
        let name = instruction.operation().riscv_name()?;
        let ty = instruction.ty();
        let mut fields = vec![(OPCODE, OP_FP)];
        if let Some((_, opcode)) = FUSED.iter().find(|(fused, _)| *fused == name) {
            fields = vec![(OPCODE, *opcode), (FMT, format_field(ty.operand_format())?)];
        } else if let Some((_, funct5, rs2, funct3)) = OPERATIONS.iter().find(|(operation, ..)| *operation == name) {
            fields.extend([(FUNCT5, *funct5), (FMT, format_field(ty.operand_format())?)]);
            fields.extend(rs2.map(|rs2| (RS2, rs2)));
            fields.extend(funct3.map(|funct3| (FUNCT3, funct3)));
        } else {
            let is_move = instruction.operation() == Operation::Fmv;
            let [funct5, fmt, rs2] = transfer(is_move, ty.operand(), ty.result())?;
            fields.extend([(FUNCT5, funct5), (FMT, fmt), (RS2, rs2)]);
            fields.extend(is_move.then_some((FUNCT3, 0)));
        }
        let place = |((low, width), value): (Field, u32)| (((1_u32 << width) - 1) << low, value << low);
        let placed = fields.into_iter().map(place);
        let (mask, value) = placed.fold((0, 0), |all, one| (all.0 | one.0, all.1 | one.1));
        Some(InstructionWord {
            mask,
            value,
            has_constant: name == CONSTANT,
        })
    }

    /// True if rs1 is a register.
    pub fn reads_rs1(self) -> bool {
        !self.has_constant
    }

    /// True if rs2 is a register.
    pub fn reads_rs2(self) -> bool {
        !self.encodes(RS2)
    }

    /// True if the word has a third operand, rs3.
    pub fn reads_rs3(self) -> bool {
        !self.encodes(FUNCT5)
    }

    /// True if the word has a rounding: funct3 encodes no operation.
    pub fn has_rounding(self) -> bool {
        !self.encodes(FUNCT3)
    }

    fn encodes(self, (low, _): Field) -> bool {
        self.mask >> low & 1 == 1
    }

    /// Returns the value of a field.
    fn field(self, (low, width): Field) -> u32 {
        self.value >> low & ((1 << width) - 1)
    }

    /// Returns the word as a number in Verilog, with `?` in bits of any value: `32'b0000010_?????_…_1010011`. Underscores
    /// are between the fields.
    pub fn pattern(self) -> String {
        let fields = [FUNCT5, FMT, RS2, RS1, FUNCT3, RD, OPCODE].map(|(low, width)| {
            let places = (low..low + width).rev();
            let digit = |place: u32| match (self.mask >> place & 1, self.value >> place & 1) {
                (0, _) => '?',
                (_, 0) => '0',
                _ => '1',
            };
            places.map(digit).collect::<String>()
        });
        format!("32'b{}", fields.join("_"))
    }

    /// Returns GNU's directive for the word, which any assembler of RISC-V knows: `.insn r 0x53, 7, 0x22, %0, %1, f8`. The
    /// registers are those of rd, rs1 and rs2, without those that the instruction lacks. `rounding` is its rounding, if it has
    /// one.
    pub fn directive(self, rounding: u64, registers: &[&str]) -> String {
        let funct3 = if self.has_rounding() {
            rounding
        } else {
            u64::from(self.field(FUNCT3))
        };
        // The number of a register is a field too. A constant's number is after an x.
        let code = (!self.reads_rs2()).then(|| format!(", f{}", self.field(RS2)));
        format!(
            ".insn r {:#x}, {funct3}, {:#x}, {}{}",
            self.field(OPCODE),
            self.field(FUNCT5) << FMT.1 | self.field(FMT),
            registers.join(", "),
            code.unwrap_or_default()
        )
    }
}

/// Returns funct5, fmt and rs2 of a move or a conversion.
fn transfer(is_move: bool, from: ElementType, to: ElementType) -> Option<[u32; 3]> {
    use ElementType::Number;
    Some(match (from, to) {
        (Number(from), _) if is_move => [MOVE_TO_INTEGER, format_field(from)?, 0],
        (_, Number(to)) if is_move => [MOVE_TO_FLOAT, format_field(to)?, 0],
        // Conversions of bfloat16 are named by rs2. fmt is that of halves, or of single precision.
        (Number(FloatFormat::RISCV_S), Number(FloatFormat::RISCV_BF16)) => [FLOAT_TO_FLOAT, 2, 8],
        (Number(FloatFormat::RISCV_BF16), Number(FloatFormat::RISCV_S)) => [FLOAT_TO_FLOAT, 0, 6],
        (Number(from), Number(to)) => [FLOAT_TO_FLOAT, format_field(to)?, format_field(from)?],
        (Number(from), integer) => [FLOAT_TO_INTEGER, format_field(from)?, integer_field(integer)?],
        (integer, Number(to)) => [INTEGER_TO_FLOAT, format_field(to)?, integer_field(integer)?],
        _ => return None,
    })
}

/// Returns the field fmt of a format; None for bfloat16, which has none.
fn format_field(format: FloatFormat) -> Option<u32> {
    match format {
        FloatFormat::RISCV_S => Some(0),
        FloatFormat::RISCV_H => Some(2),
        _ => None,
    }
}

/// Returns the number of an integer in rs2 of a conversion: w, wu, l and lu.
fn integer_field(integer: ElementType) -> Option<u32> {
    match integer {
        ElementType::Signed(32) => Some(0),
        ElementType::Unsigned(32) => Some(1),
        ElementType::Signed(64) => Some(2),
        ElementType::Unsigned(64) => Some(3),
        _ => None,
    }
}
