//! C header of a core behind a bus: an inline function for each instruction.

use std::fmt::Write;

use halfpipe_isa::{Instruction, Operand};

use super::bus::Mode;
use super::intrinsics::intrinsic;
use super::types::{CType, TYPES};
use crate::export::comment::{commented, notice};

/// The prefix of the names of functions on words.
pub(super) const WORDS: &str = "halfpipe_";

/// Returns the C header of a core with this name and these instructions, in the order of their numbers. It has
/// functions for each instruction, on words and on C types, and for the accumulator.
pub fn c_header(core: &str, instructions: &[Instruction]) -> String {
    let guard = format!("{}_H", core.to_uppercase());
    let mut text = commented(&[
        format!("The instructions of {} for C programs on a RISC-V processor.", core),
        String::new(),
        "Each instruction NAME has halfpipe_NAME on words of 32 bits, a 16-bit operand in the low half, and NAME on C's types. What CUDA has \
         an intrinsic for has its name too. Where there is a third operand, both load it into the accumulator, and there are two more:"
            .to_owned(),
        "  NAME_accumulator(a, b)  the third operand is the accumulator, which stays".to_owned(),
        "  NAME_accumulate(a, b)   the same, and the result is the accumulator from then on".to_owned(),
        "The accumulator is one register of 32 bits, read and written by halfpipe_accumulator_read and _write. An interrupt handler or a \
         driver that lets others compute saves and restores it as it does the processor's registers."
            .to_owned(),
        notice(),
    ]);
    let _ = write!(text, "#ifndef {guard}\n#define {guard}\n\n{TYPES}\n{}", calls());
    for (number, &instruction) in instructions.iter().enumerate() {
        text += &words(number, instruction);
        text += &typed(instruction, "");
        if has_third(instruction) {
            text += &typed(instruction, "_accumulator");
            text += &typed(instruction, "_accumulate");
        }
    }
    text += &names(instructions, "");
    text += &list(core, instructions);
    text + "\n#endif\n"
}

/// True if the accumulator is an operand.
pub(super) fn has_third(instruction: Instruction) -> bool {
    instruction.signature().operands().len() == 3
}

/// Returns the functions for the processor's instruction and the accumulator.
fn calls() -> String {
    format!(
        "\
// An instruction of the opcode custom-0: funct3, funct7, registers. What depends on the accumulator or changes it keeps its place.
#ifndef HALFPIPE_CALLS
#define HALFPIPE_CALLS
#define HALFPIPE_FUNCT3(number, mode) \"i\"(((number) & 1) << 2 | (mode))
#define HALFPIPE_FUNCT7(number) \"i\"((number) >> 1)
#define HALFPIPE_COMPUTE(number, d, a, b) \\
    __asm__(\".insn r 0x0b, %3, %4, %0, %1, %2\" \\
            : \"=r\"(d) : \"r\"(a), \"r\"(b), HALFPIPE_FUNCT3(number, {compute}), HALFPIPE_FUNCT7(number))
#define HALFPIPE_COMPUTE_WITH(number, d, a, b, c) \\
    __asm__ volatile(\".insn r 0x0b, {write}, 0, x0, %5, x0\\n\\t.insn r 0x0b, %3, %4, %0, %1, %2\" \\
                     : \"=r\"(d) : \"r\"(a), \"r\"(b), HALFPIPE_FUNCT3(number, {compute}), HALFPIPE_FUNCT7(number), \"r\"(c))
#define HALFPIPE_USE(number, mode, d, a, b) \\
    __asm__ volatile(\".insn r 0x0b, %3, %4, %0, %1, %2\" \\
                     : \"=r\"(d) : \"r\"(a), \"r\"(b), HALFPIPE_FUNCT3(number, mode), HALFPIPE_FUNCT7(number))

static inline uint32_t halfpipe_accumulator_read(void) {{
    uint32_t d;
    __asm__ volatile(\".insn r 0x0b, {read}, 0, %0, x0, x0\" : \"=r\"(d));
    return d;
}}
static inline void halfpipe_accumulator_write(uint32_t a) {{
    __asm__ volatile(\".insn r 0x0b, {write}, 0, x0, %0, x0\" : : \"r\"(a));
}}
#endif
",
        compute = Mode::Compute as u32,
        write = Mode::Write as u32,
        read = Mode::Read as u32,
    )
}

/// Returns the functions of an instruction on words.
fn words(number: usize, instruction: Instruction) -> String {
    let name = instruction.module_name();
    let operands = instruction.signature().operands();
    let function = |ending: &str, parameters: &[&str], body: &str| {
        let parameters: Vec<String> = parameters.iter().map(|name| format!("uint32_t {name}")).collect();
        format!(
            "static inline uint32_t {WORDS}{name}{ending}({}) {{\n    uint32_t d;\n    {body};\n    return d;\n}}\n",
            parameters.join(", ")
        )
    };
    let mut text = format!("\n// {instruction}\n");
    match operands.len() {
        1 => text += &function("", &["a"], &format!("HALFPIPE_COMPUTE({number}, d, a, 0)")),
        2 => text += &function("", &["a", "b"], &format!("HALFPIPE_COMPUTE({number}, d, a, b)")),
        _ => {
            text += &function(
                "",
                &["a", "b", "c"],
                &format!("HALFPIPE_COMPUTE_WITH({number}, d, a, b, c)"),
            );
            for (ending, mode) in [("_accumulator", Mode::Compute), ("_accumulate", Mode::Accumulate)] {
                let body = format!("HALFPIPE_USE({number}, {}, d, a, b)", mode as u32);
                text += &function(ending, &["a", "b"], &body);
            }
        }
    }
    text
}

/// Returns the function of an instruction on C types. It calls the one on words with the same suffix.
pub(super) fn typed(instruction: Instruction, ending: &str) -> String {
    let name = instruction.module_name();
    let operands = parameters(instruction, ending);
    let letters = ["a", "b", "c"];
    let parameters: Vec<String> = operands
        .iter()
        .zip(letters)
        .map(|(operand, letter)| format!("{} {letter}", CType::from_register(operand).name()))
        .collect();
    let arguments: Vec<String> = operands
        .iter()
        .zip(letters)
        .map(|(operand, letter)| CType::from_register(operand).word_of(letter))
        .collect();
    let result = CType::from_result(instruction);
    let word = format!("{WORDS}{name}{ending}({})", arguments.join(", "));
    format!(
        "static inline {} {name}{ending}({}) {{ return {}; }}\n",
        result.name(),
        parameters.join(", "),
        result.value_of(&word)
    )
}

/// Returns the parameters of a function with this suffix.
fn parameters(instruction: Instruction, ending: &str) -> &'static [Operand] {
    let operands = instruction.signature().operands();
    match ending {
        "_accumulator" | "_accumulate" => &operands[..2],
        _ => operands,
    }
}

/// Returns CUDA's names. The type of the first argument selects between an f16 and a bf16 instruction of the same name.
pub(super) fn names(instructions: &[Instruction], ending: &str) -> String {
    let mut named: Vec<(String, bool, Vec<Instruction>)> = Vec::new();
    for &instruction in instructions {
        let Some(intrinsic) = intrinsic(instruction) else {
            continue;
        };
        match named.iter_mut().find(|(name, ..)| *name == intrinsic.name) {
            Some((.., all)) => all.push(instruction),
            None => named.push((intrinsic.name, intrinsic.is_swapped, vec![instruction])),
        }
    }
    let mut text = String::new();
    if !named.is_empty() {
        text += "\n// As CUDA calls them.\n";
    }
    for (name, is_swapped, instructions) in &named {
        let mut endings = vec![ending];
        if ending.is_empty() && has_third(instructions[0]) {
            endings.extend(["_accumulator", "_accumulate"]);
        }
        for ending in endings {
            let count = parameters(instructions[0], ending).len();
            let mut letters = vec!["a", "b", "c"];
            letters.truncate(count);
            let given = letters.join(", ");
            if *is_swapped {
                letters.reverse();
            }
            let arguments: Vec<String> = letters.iter().map(|letter| format!("({letter})")).collect();
            let choices: Vec<String> = instructions
                .iter()
                .map(|instruction| {
                    let first = CType::from_register(&instruction.signature().operands()[0]);
                    format!("{}: {}{ending}", first.name(), instruction.module_name())
                })
                .collect();
            let _ = writeln!(
                text,
                "#define {name}{ending}({given}) _Generic((a), {})({})",
                choices.join(", "),
                arguments.join(", ")
            );
        }
    }
    text
}

/// Returns a list of all instructions, for programs that iterate over them.
fn list(core: &str, instructions: &[Instruction]) -> String {
    let prefix = core.to_uppercase();
    let mut text = format!(
        "
// All instructions, in the order of their numbers: X(NAME, how many operands, bits of the first, of the second, of the third)
#define {prefix}_INSTRUCTIONS(X)"
    );
    for &instruction in instructions {
        let operands = instruction.signature().operands();
        let bits = |position: usize| operands.get(position).map_or(0, Operand::width);
        let _ = write!(
            text,
            " \\\n    X({}, {}, {}, {}, {})",
            instruction.module_name(),
            operands.len(),
            bits(0),
            bits(1),
            bits(2)
        );
    }
    text + "\n"
}
