//! C header of the core: an inline function for each of its instructions that an assembler knows.

use std::fmt::Write;

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation, Rounding};

use super::super::comment::{commented, notice};
use super::word::InstructionWord;
use crate::zfh::{Group, ZfhSpec};

/// Returns the C header of a core.
///
/// The functions are inline assembly. A processor with the core decodes the instructions itself, so the header names no
/// port of the core. Arithmetic on bf16 is left out, since no ratified extension encodes it.
pub fn zfh_header(spec: &ZfhSpec) -> String {
    let instructions = header_instructions(spec);
    let guard = format!("{}_H", spec.name().to_uppercase());
    let any_has = |format| instructions.iter().any(|instruction| has(*instruction, format));
    let (language, letter) = if spec.convertible().is_empty() {
        ("C11", "s")
    } else {
        ("C11 with _Float16", "h")
    };
    let comment = commented(&[
        format!("The instructions of {} for C programs.", spec.name()),
        String::new(),
        format!(
            "Each instruction is an inline function: halfpipe_fadd_{letter}(a, b) is fadd.{letter}. It rounds as frm says. A \
             function with the suffix _rne, _rtz, _rdn, _rup or _rmm has a fixed rounding."
        ),
        String::new(),
        "Functions that raise flags stay in the order of the program among each other and among accesses to fflags \
         and frm. The compiler's own arithmetic does not: it may move across them."
            .to_owned(),
        String::new(),
        format!("The header needs {language} and GNU's inline assembly, as in GCC and Clang."),
        notice(),
    ]);
    let mut text = format!("{comment}#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n");
    text += &requirements(spec, &instructions);
    text += STATE;
    if any_has(FloatFormat::RISCV_BF16) {
        text += BF16;
    }
    for instruction in instructions {
        text += &functions(spec, instruction);
    }
    text + "\n#endif\n"
}

/// Returns the instructions with functions in the header: those that an extension of RISC-V encodes. The moves of 16 bits are
/// named after halves, so a core of bf16 alone has none.
fn header_instructions(spec: &ZfhSpec) -> Vec<Instruction> {
    let has_halves = spec.formats_of(Group::Conv).contains(&FloatFormat::RISCV_H);
    let mut instructions = spec.instructions();
    instructions.retain(|instruction| {
        if has(*instruction, FloatFormat::RISCV_BF16) {
            InstructionWord::from_instruction(*instruction).is_some() && !spec.is_in_integer_registers()
        } else {
            has_halves || !has(*instruction, FloatFormat::RISCV_H)
        }
    });
    instructions
}

/// Returns the formats of operand and result.
fn types(instruction: Instruction) -> (FloatFormat, FloatFormat) {
    let ty = instruction.ty();
    let format = |element: ElementType| element.format().unwrap_or(ty.operand_format());
    (format(ty.operand()), format(ty.result()))
}

/// True if an operand or the result has the format.
fn has(instruction: Instruction, format: FloatFormat) -> bool {
    let ty = instruction.ty();
    [ty.operand(), ty.result()]
        .into_iter()
        .any(|element| element.format() == Some(format))
        || instruction
            .signature()
            .operands()
            .iter()
            .any(|operand| operand.element_type.format() == Some(format))
}

/// Returns the checks of the compiler's target.
fn requirements(spec: &ZfhSpec, instructions: &[Instruction]) -> String {
    let computes = |format: FloatFormat| {
        let is_arithmetic = |instruction: &Instruction| {
            let (from, to) = types(*instruction);
            instruction.operation() != Operation::Fmv && from == to && from == format
        };
        instructions.iter().any(is_arithmetic)
    };
    let has_halves = instructions
        .iter()
        .any(|instruction| has(*instruction, FloatFormat::RISCV_H));
    let in_integer_registers = spec.is_in_integer_registers();
    let single = computes(FloatFormat::RISCV_S).then_some(if in_integer_registers { "zfinx" } else { "f" });
    let half = has_halves.then(|| match (in_integer_registers, computes(FloatFormat::RISCV_H)) {
        (false, true) => "zfh",
        (false, false) => "zfhmin",
        (true, true) => "zhinx",
        (true, false) => "zhinxmin",
    });
    let mut text = String::new();
    let mut check = |condition: &str, message: &str| {
        let _ = write!(text, "#if {condition}\n#error \"{message}\"\n#endif\n");
    };
    let xlen = spec.xlen;
    check(
        &format!("!defined(__riscv_xlen) || __riscv_xlen != {xlen}"),
        &format!("the core is generated for RISC-V with XLEN {xlen}"),
    );
    for extension in single.into_iter().chain(half) {
        check(
            &format!("!defined(__riscv_{extension})"),
            &format!("the compiler's target has no {extension}: add it to -march"),
        );
    }
    text + "\n"
}

/// The access to `fflags` and `frm`.
const STATE: &str = "\
// The roundings of frm.
enum { HALFPIPE_RNE = 0, HALFPIPE_RTZ = 1, HALFPIPE_RDN = 2, HALFPIPE_RUP = 3, HALFPIPE_RMM = 4 };

// The flags of fflags.
enum { HALFPIPE_NX = 1, HALFPIPE_UF = 2, HALFPIPE_OF = 4, HALFPIPE_DZ = 8, HALFPIPE_NV = 16 };

static inline uint32_t halfpipe_fflags(void) {
    uint32_t flags;
    __asm__ volatile(\"csrr %0, fflags\" : \"=r\"(flags));
    return flags;
}
static inline void halfpipe_set_fflags(uint32_t flags) { __asm__ volatile(\"csrw fflags, %0\" : : \"r\"(flags)); }
static inline void halfpipe_clear_fflags(void) { __asm__ volatile(\"csrw fflags, zero\"); }
static inline uint32_t halfpipe_frm(void) {
    uint32_t rounding;
    __asm__ volatile(\"csrr %0, frm\" : \"=r\"(rounding));
    return rounding;
}
static inline void halfpipe_set_frm(uint32_t rounding) { __asm__ volatile(\"csrw frm, %0\" : : \"r\"(rounding)); }
";

/// The type that holds a bf16 in a floating-point register. Clang takes no `__bf16` there.
const BF16: &str = "
// A bf16 in a floating-point register.
#ifdef __riscv_zfhmin
typedef _Float16 halfpipe_bf16_register;
static inline halfpipe_bf16_register halfpipe_from_bf16(__bf16 a) {
    halfpipe_bf16_register d;
    __builtin_memcpy(&d, &a, sizeof d);
    return d;
}
static inline __bf16 halfpipe_to_bf16(halfpipe_bf16_register a) {
    __bf16 d;
    __builtin_memcpy(&d, &a, sizeof d);
    return d;
}
#else
typedef float halfpipe_bf16_register;
static inline halfpipe_bf16_register halfpipe_from_bf16(__bf16 a) {
    uint16_t bits;
    halfpipe_bf16_register d;
    __builtin_memcpy(&bits, &a, sizeof bits);
    uint32_t boxed = 0xffff0000u | bits;
    __builtin_memcpy(&d, &boxed, sizeof d);
    return d;
}
static inline __bf16 halfpipe_to_bf16(halfpipe_bf16_register a) {
    uint32_t boxed;
    __bf16 d;
    __builtin_memcpy(&boxed, &a, sizeof boxed);
    uint16_t bits = (uint16_t)boxed;
    __builtin_memcpy(&d, &bits, sizeof d);
    return d;
}
#endif
";

/// Returns the functions of an instruction: one, or one for `frm` and one for each rounding.
fn functions(spec: &ZfhSpec, instruction: Instruction) -> String {
    let text = format!("\n// {instruction}\n");
    let word = InstructionWord::from_instruction(instruction);
    if let Some(word) = word.filter(|word| word.has_constant) {
        return text + &constant_macro(instruction, word);
    }
    let rounded = Rounding::ALL.into_iter().map(Some);
    let roundings: Vec<Option<Rounding>> = std::iter::once(None)
        .chain(rounded.filter(|_| instruction.has_rounding_port()))
        .collect();
    let all = |word| -> String {
        let functions = roundings
            .iter()
            .map(|rounding| function(spec, instruction, *rounding, word));
        functions.collect()
    };
    // Assemblers without the extension know the encoding only.
    match assembler_extension(instruction).zip(word) {
        Some((extension, word)) => {
            text + &format!(
                "#ifdef __riscv_{extension}\n{}#else\n{}#endif\n",
                all(None),
                all(Some(word))
            )
        }
        None => text + &all(None),
    }
}

/// Returns the extension without which compilers do not know an instruction by its mnemonic, although their target has the
/// formats of the core.
fn assembler_extension(instruction: Instruction) -> Option<&'static str> {
    if has(instruction, FloatFormat::RISCV_BF16) {
        Some("zfbfmin")
    } else if instruction.operation().is_in_zfa() {
        Some("zfa")
    } else {
        None
    }
}

/// Returns the macro of an instruction that loads a constant, which has the number of the constant in place of a register. It
/// is no function, because a compiler that does not optimise takes no parameter of one for a number in the word.
fn constant_macro(instruction: Instruction, word: InstructionWord) -> String {
    let ty = c_type(instruction.signature().results()[0].element_type);
    format!(
        "// `number` is the number of the constant, from 0 to 31. Assemblers name constants by their values.\n\
         #define halfpipe_{}(number) __extension__({{ \\\n    {ty} halfpipe_constant; \\\n    \
         __asm__(\"{}\" : \"=f\"(halfpipe_constant) : \"i\"(number)); \\\n    halfpipe_constant; \\\n}})\n",
        instruction.module_name(),
        word.directive(0, &["%0", "x%1"])
    )
}

/// Returns a function. A word takes the place of the mnemonic.
fn function(
    spec: &ZfhSpec,
    instruction: Instruction,
    rounding: Option<Rounding>,
    word: Option<InstructionWord>,
) -> String {
    let name = instruction.module_name();
    let registers = instruction.signature().operands().iter();
    let operands: Vec<ElementType> = registers
        .map(|register| register.element_type)
        .filter(|element| *element != ElementType::Rounding)
        .collect();
    let result = instruction.signature().results()[0].element_type;
    let letters = ["a", "b", "c"];
    let parameters: Vec<String> = operands
        .iter()
        .zip(letters)
        .map(|(operand, letter)| format!("{} {letter}", c_type(*operand)))
        .collect();
    let inputs: Vec<String> = operands
        .iter()
        .zip(letters)
        .map(|(operand, letter)| {
            let value = if operand.format() == Some(FloatFormat::RISCV_BF16) {
                format!("halfpipe_from_bf16({letter})")
            } else {
                letter.to_owned()
            };
            format!("\"{}\"({value})", constraint(spec, *operand))
        })
        .collect();
    let places = &["%0", "%1", "%2", "%3"][..=operands.len()];
    let mode = rounding.map_or_else(String::new, |rounding| format!(", {}", rounding.riscv_name()));
    let assembly = match word {
        None => format!("{} {}{mode}", instruction.mnemonic(), places.join(", ")),
        // A conversion that rounds nothing has 0, and 7 is frm.
        Some(word) if !instruction.has_rounding_port() => word.directive(0, places),
        Some(word) => word.directive(rounding.map_or(7, Rounding::code), places),
    };
    let (local, value) = if result.format() == Some(FloatFormat::RISCV_BF16) {
        ("halfpipe_bf16_register", "halfpipe_to_bf16(d)")
    } else {
        (c_type(result), "d")
    };
    let suffix = rounding.map_or_else(String::new, |rounding| format!("_{}", rounding.riscv_name()));
    let volatile = if instruction.operation().raises_flags() {
        " volatile"
    } else {
        ""
    };
    format!(
        "static inline {} halfpipe_{name}{suffix}({}) {{\n    {local} d;\n    \
         __asm__{volatile}(\"{assembly}\" : \"={}\"(d) : {});\n    return {value};\n}}\n",
        c_type(result),
        parameters.join(", "),
        constraint(spec, result),
        inputs.join(", ")
    )
}

/// Returns the C type of a value.
fn c_type(element: ElementType) -> &'static str {
    match element {
        ElementType::Number(FloatFormat::RISCV_BF16) => "__bf16",
        ElementType::Number(FloatFormat::RISCV_S) => "float",
        ElementType::Number(_) => "_Float16",
        ElementType::Signed(64) => "int64_t",
        ElementType::Unsigned(64) => "uint64_t",
        ElementType::Signed(_) => "int32_t",
        ElementType::Bits(16) | ElementType::Unsigned(16) => "uint16_t",
        ElementType::Predicate => "_Bool",
        _ => "uint32_t",
    }
}

/// Returns the constraint of an operand in inline assembly: its kind of register.
fn constraint(spec: &ZfhSpec, element: ElementType) -> &'static str {
    match element {
        ElementType::Number(_) if !spec.is_in_integer_registers() => "f",
        _ => "r",
    }
}
