//! Instructions as operations of a core.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation};

use super::choices::Group;
use super::half::format_code;
use super::spec::ZfhSpec;

/// The ports that select an operation of a core, with their values. `rm` selects the rounding where it is None.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// The group that computes it.
    pub group: Group,
    /// The number of the operation in CVFPU.
    pub op: u64,
    /// The variant of the operation.
    pub op_mod: u64,
    /// The value of `rm`, or None for a rounding.
    pub rm: Option<u64>,
    /// The format of the operands.
    pub src_fmt: u64,
    /// The format of the result.
    pub dst_fmt: u64,
    /// The integer of a conversion.
    pub int_fmt: u64,
    /// The ports of the operands, in the order of the instruction.
    pub ports: &'static [&'static str],
    /// The ports besides whose value does not matter.
    pub ignored: &'static [&'static str],
}

const FMADD: u64 = 0;
const FNMSUB: u64 = 1;
const ADD: u64 = 2;
const MUL: u64 = 3;
const DIV: u64 = 4;
const SQRT: u64 = 5;
pub(super) const SGNJ: u64 = 6;
pub(super) const MINMAX: u64 = 7;
pub(super) const CMP: u64 = 8;
pub(super) const CLASSIFY: u64 = 9;
pub(super) const F2F: u64 = 10;
pub(super) const F2I: u64 = 11;
pub(super) const I2F: u64 = 12;
/// Numbers above those of CVFPU, for operations of Zfa.
pub(super) const FLI: u64 = 13;
pub(super) const FROUND: u64 = 14;

/// The value of `int_fmt` for an integer of 32 bits.
const INT32: u64 = 2;

impl Encoding {
    /// Returns the encoding of an instruction of RISC-V.
    ///
    /// # Panics
    ///
    /// Panics if it is no instruction of RISC-V.
    pub fn from_instruction(instruction: Instruction) -> Encoding {
        assert!(instruction.is_riscv(), "{instruction} is no instruction of RISC-V");
        const A: &[&str] = &["a"];
        const AB: &[&str] = &["a", "b"];
        const BC: &[&str] = &["b", "c"];
        const ABC: &[&str] = &["a", "b", "c"];
        use Group::{Addmul, Conv, Divsqrt, Noncomp};
        let ty = instruction.ty();
        let fixed = (instruction.has_rounding_port() || instruction.modifiers().next().is_some())
            .then(|| instruction.rounding().code())
            .filter(|_| !instruction.has_rounding_port());
        let rounded = |group, op, op_mod, ports| (group, op, op_mod, fixed, ports);
        let exact = |op, op_mod, rm, ports| (Noncomp, op, op_mod, Some(rm), ports);
        let (group, op, op_mod, rm, ports) = match (instruction.operation(), ty.operand(), ty.result()) {
            (Operation::Fma, ..) => rounded(Addmul, FMADD, 0, ABC),
            (Operation::Fmsub, ..) => rounded(Addmul, FMADD, 1, ABC),
            (Operation::Fnmsub, ..) => rounded(Addmul, FNMSUB, 0, ABC),
            (Operation::Fnmadd, ..) => rounded(Addmul, FNMSUB, 1, ABC),
            (Operation::Add, ..) => rounded(Addmul, ADD, 0, BC),
            (Operation::Sub, ..) => rounded(Addmul, ADD, 1, BC),
            (Operation::Mul, ..) => rounded(Addmul, MUL, 0, AB),
            (Operation::Div, ..) => rounded(Divsqrt, DIV, 0, AB),
            (Operation::Sqrt, ..) => rounded(Divsqrt, SQRT, 0, A),
            (Operation::Fsgnj, ..) => exact(SGNJ, 0, 0, AB),
            (Operation::Fsgnjn, ..) => exact(SGNJ, 0, 1, AB),
            (Operation::Fsgnjx, ..) => exact(SGNJ, 0, 2, AB),
            (Operation::Fmv, ElementType::Number(_), _) => exact(SGNJ, 1, 3, A),
            (Operation::Fmv, ..) => exact(SGNJ, 0, 3, A),
            (Operation::Min, ..) => exact(MINMAX, 0, 0, AB),
            (Operation::Max, ..) => exact(MINMAX, 0, 1, AB),
            (Operation::Fle, ..) => exact(CMP, 0, 0, AB),
            (Operation::Flt, ..) => exact(CMP, 0, 1, AB),
            (Operation::Feq, ..) => exact(CMP, 0, 2, AB),
            (Operation::Fclass, ..) => exact(CLASSIFY, 0, 0, A),
            (Operation::Fminm, ..) => exact(MINMAX, 0, 2, AB),
            (Operation::Fmaxm, ..) => exact(MINMAX, 0, 3, AB),
            (Operation::Fleq, ..) => exact(CMP, 0, 4, AB),
            (Operation::Fltq, ..) => exact(CMP, 0, 5, AB),
            (Operation::Fli, ..) => exact(FLI, 0, 0, A),
            (Operation::Fround, ..) => rounded(Conv, FROUND, 0, A),
            (Operation::Froundnx, ..) => rounded(Conv, FROUND, 1, A),
            (_, ElementType::Number(_), ElementType::Number(_)) => rounded(Conv, F2F, 0, A),
            (_, ElementType::Number(_), ElementType::Unsigned(_)) => rounded(Conv, F2I, 1, A),
            (_, ElementType::Number(_), _) => rounded(Conv, F2I, 0, A),
            (_, ElementType::Unsigned(_), _) => rounded(Conv, I2F, 1, A),
            _ => rounded(Conv, I2F, 0, A),
        };
        let bits = match group {
            Conv => [ty.operand(), ty.result()].into_iter().find_map(integer_bits),
            _ => None,
        };
        let code = |element: ElementType| element.format().map_or(0, format_code);
        let both = code(ElementType::Number(ty.operand_format()));
        Encoding {
            group,
            op,
            op_mod,
            rm,
            src_fmt: if group == Conv { code(ty.operand()) } else { both },
            dst_fmt: if group == Conv { code(ty.result()) } else { both },
            int_fmt: if bits == Some(64) { INT32 + 1 } else { INT32 },
            ports,
            // An arithmetic operation with another format of the result, such as CVFPU's f32 sum of halves, is another
            // operation.
            ignored: match (group, op) {
                (Addmul, _) => &["int_fmt"],
                (Noncomp, CLASSIFY | FLI) => &["rm", "dst_fmt", "int_fmt"],
                (Divsqrt | Noncomp, _) | (Conv, FROUND) => &["dst_fmt", "int_fmt"],
                (Conv, F2F) if instruction.has_rounding_port() => &["int_fmt"],
                (Conv, F2F) => &["rm", "int_fmt"],
                (Conv, F2I) => &["dst_fmt"],
                (Conv, _) => &["src_fmt"],
            },
        }
    }

    /// Returns the value that an operation requires of a port, or None if any will do.
    pub fn required(&self, port: &str) -> Option<u64> {
        let value = match port {
            "op" => Some(self.op),
            "op_mod" => Some(self.op_mod),
            "rm" => self.rm,
            "src_fmt" => Some(self.src_fmt),
            "dst_fmt" => Some(self.dst_fmt),
            "int_fmt" => Some(self.int_fmt),
            _ => None,
        };
        value.filter(|_| !self.ignored.contains(&port))
    }

    /// Returns the value of a control port of a part, if it is one. `rm` has a rounding unless the operation has its own
    /// value.
    pub fn control(&self, port: &str, rounding: u64) -> Option<u64> {
        Some(match port {
            "op" if self.group == Group::Addmul => self.op & 3,
            "op" => self.op,
            "op_mod" => self.op_mod,
            "rm" => self.rm.unwrap_or(rounding),
            "src_fmt" => self.src_fmt,
            "dst_fmt" => self.dst_fmt,
            "int_fmt" => self.int_fmt,
            "is_sqrt" => self.op & 1,
            "flush" => 0,
            _ => return None,
        })
    }
}

fn integer_bits(element: ElementType) -> Option<u32> {
    match element {
        ElementType::Signed(bits) | ElementType::Unsigned(bits) => Some(bits),
        _ => None,
    }
}

impl ZfhSpec {
    /// True if the core computes an instruction of RISC-V.
    pub fn has(&self, instruction: Instruction) -> bool {
        if !instruction.is_riscv() {
            return false;
        }
        let ty = instruction.ty();
        let encoding = Encoding::from_instruction(instruction);
        if instruction.operation().is_in_zfa() {
            return self.has_zfa() && self.has_arithmetic(ty.operand_format());
        }
        match encoding.group {
            Group::Noncomp if instruction.operation() == Operation::Fmv => {
                let is_there = match ty.operand_format() {
                    FloatFormat::RISCV_S => self.has_arithmetic(FloatFormat::RISCV_S),
                    _ => !self.convertible().is_empty(),
                };
                !self.is_in_integer_registers() && is_there
            }
            Group::Conv => match (ty.operand(), ty.result()) {
                (ElementType::Number(from), ElementType::Number(to)) => match (from, to) {
                    (FloatFormat::RISCV_S, half) | (half, FloatFormat::RISCV_S) => {
                        self.has_single() && self.formats_of(Group::Conv).contains(&half)
                    }
                    _ => self.converts_between_halves(),
                },
                _ => {
                    let fits = integer_bits(ty.operand()).or(integer_bits(ty.result()));
                    self.has_arithmetic(ty.operand_format()) && fits.is_some_and(|bits| bits <= self.xlen)
                }
            },
            group => {
                let format = ty.operand_format();
                self.has_arithmetic(format) && self.formats_of(group).contains(&format)
            }
        }
    }

    /// Returns the instructions of the core, each that rounds once, with its rounding at a port.
    pub fn instructions(&self) -> Vec<Instruction> {
        let all = Instruction::riscv_with_rm().into_iter();
        all.filter(|instruction| self.has(*instruction)).collect()
    }

    /// Returns the operand port of the core that holds a value: ones above a number, unless it is in an integer register.
    pub fn operand_word(&self, element: ElementType, value: u64) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.width());
        match element.format() {
            Some(_) if self.boxes() => (boxed(element.bits(), value)) & mask,
            _ => value & mask,
        }
    }

    /// Returns the content of the result port for a value: ones above a number, and copies of the sign above an integer
    /// that a conversion or a move gives.
    pub fn result_word(&self, instruction: Instruction, value: u64) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.width());
        let result = instruction.signature().results()[0].element_type;
        let extends = instruction.operation().is_conversion() || instruction.operation() == Operation::Fmv;
        let bits = result.bits();
        let sign_extended = || {
            let unused = u64::BITS - bits;
            ((value << unused) as i64 >> unused) as u64
        };
        let word = match result.format() {
            Some(_) if self.boxes() => boxed(bits, value),
            Some(_) => sign_extended(),
            None if extends => sign_extended(),
            None => value,
        };
        word & mask
    }
}

/// Returns a value with ones above it.
fn boxed(bits: u32, value: u64) -> u64 {
    match bits {
        64 => value,
        _ => value | u64::MAX << bits,
    }
}
