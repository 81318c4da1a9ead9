//! The page about all instructions, `docs/instructions.md`.

use std::fmt::Write;

use halfpipe_figures::latency::default_latency;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{meaning, syntax_lines, Form, Instruction, Modifier};

use crate::docs::any_format;
use crate::docs::comparison;
use crate::docs::condition::conditional;
use crate::docs::conversion;
use crate::docs::decisions::{Decision, Decisions};
use crate::docs::family::{Family, FamilyKind};
use crate::docs::section::{bullets, example, table};
use crate::docs::synonyms;

const INTRODUCTION: &str = "\
# The instructions

This page defines every instruction: syntax, meaning, edge cases, an example, and the latencies of its module. Formats other than those
of the table, single precision among them, have [a section](#your-own-format).

`halfpipe explain fma.rn.f16` prints the same for one instruction. The page is generated from the instruction table, the hardware and
the exact model, and a test compares them. `UPDATE_EXPECT=1 cargo test -p xtask --test all document::` writes it again.

- **Syntax.** `{.x}` is optional and `.{x,y}` is a choice. Section numbers are those of the PTX ISA text.
- **RISC-V.** Its mnemonics begin with `f` and name the rounding last. `fadd.h` takes the rounding from a port `rm`, and `fadd.h.rne` fixes it.
- **Lanes.** An x2 instruction computes two lanes independently: bits 15 to 0 are lane 0, bits 31 to 16 lane 1.
- **Order of modifiers.** Arithmetic tests for the out-of-bounds NaN (`.oob`), flushes the operands (`.ftz`) and computes exactly. It then
  flushes the result (`.ftz`), rounds once, and clamps (`.sat` or `.relu`).
- **Latency** is the number of enabled clock cycles from operands to result. At latency 0 the module is combinational.
- **Examples.** The model computes the result of every example and of every table row.
";

/// Returns the text of the page.
pub fn instructions() -> String {
    let (families, decisions) = (Family::all(), Decisions::read());
    let mut page = INTRODUCTION.to_owned();
    page.extend(families.iter().map(section));
    let has_family = |form: &Form| families.iter().any(|family| family.has_form(*form));
    page += &others(&syntax_lines().filter(|form| !has_family(form)).collect::<Vec<_>>());
    page += &any_format::section();
    page += "\n## Decisions\n\nThe PTX text leaves these points open. The table has each decision with its reason.\n\n";
    page += &decision_table(&decisions.results);
    page += EXCEPTIONS;
    page += &decision_table(&decisions.flags);
    page += &synonyms::section();
    page
}

const EXCEPTIONS: &str = "
## Exception flags

With `--flags` a module has an output `flags` of 5 bits beside its results. They are the exceptions that IEEE 754 raises by default
handling, from bit 4 to bit 0: NV (invalid operation), DZ (division by zero), OF (overflow), UF (underflow) and NX (inexact). Quotients,
logarithms and inverse roots raise DZ. A NaN is signalling if its highest fraction bit is 0. Without the option a module has no hardware for flags.

";

/// Formats decisions as a table.
fn decision_table(decisions: &[Decision]) -> String {
    let mut table = "| point | decision | reason |\n|---|---|---|\n".to_owned();
    for decision in decisions {
        let cells = [&decision.point, &decision.choice, &decision.reason].map(|cell| cell.replace('|', "\\|"));
        table += &format!("| {} |\n", cells.join(" | "));
    }
    table
}

fn section(family: &Family) -> String {
    let forms: Vec<Form> = syntax_lines().filter(|form| family.has_form(*form)).collect();
    let instructions = select_instructions(&forms);
    let head = heading(&family.title, &family.text, &forms);
    if family.kind == FamilyKind::Riscv {
        return head + &riscv_section(family, &instructions);
    }
    if family.operations.iter().all(|operation| operation.is_comparison()) {
        return head + &comparison::section(family, &instructions);
    }
    if family.operations.iter().all(|operation| operation.is_conversion()) {
        return head + &conversion::section(family, &instructions);
    }
    let tables: String = family.cases.iter().map(table).collect();
    head + &meanings(&instructions) + &tables + &example(&family.example) + &latencies(&instructions)
}

/// Returns a section of RISC-V behind its syntax lines. Instructions that round take the rounding from a port there.
fn riscv_section(family: &Family, fixed: &[Instruction]) -> String {
    let mut all = Instruction::riscv_with_rm();
    all.retain(|instruction| {
        fixed
            .iter()
            .any(|one| one.operation() == instruction.operation() && one.ty() == instruction.ty())
    });
    let tables: String = family.cases.iter().map(table).collect();
    meanings(&all) + &tables + &example(&family.example) + &latencies(&all)
}

/// Returns a section for syntax lines that no family has, without examples; empty if there are none.
fn others(forms: &[Form]) -> String {
    if forms.is_empty() {
        return String::new();
    }
    let instructions = select_instructions(forms);
    let head = heading("Other operations", "These operations have no examples yet.", forms);
    head + &meanings(&instructions) + &latencies(&instructions)
}

/// Returns the instructions of syntax lines.
fn select_instructions(forms: &[Form]) -> Vec<Instruction> {
    let names: Vec<String> = forms.iter().map(|form| line_name(*form)).collect();
    let all = Instruction::all().iter().copied();
    all.filter(|instruction| names.contains(&line_name(instruction.form())))
        .collect()
}

/// Returns the name of a syntax line: its section and its text.
fn line_name(form: Form) -> String {
    format!("{} {form}", form.section())
}

/// Returns the heading of a section, its text and its syntax lines.
fn heading(title: &str, text: &str, forms: &[Form]) -> String {
    let mut head = format!("\n## {title}\n\n{text}\n\n### Syntax\n\n");
    if forms.iter().all(Form::is_riscv) {
        head += "| extension | syntax |\n|---|---|\n";
        for form in forms {
            let _ = writeln!(head, "| {} | `{form}` |", form.section());
        }
        return head;
    }
    head += "| PTX section | syntax | since |\n|---|---|---|\n";
    for form in forms {
        let since = form.introduced();
        let since = if form.is_ptx() {
            format!("PTX ISA {}, {}", since.version, since.target)
        } else {
            "-".to_owned()
        };
        let _ = writeln!(head, "| {} | `{form}` | {since} |", form.section());
    }
    head
}

/// Returns the meaning of instructions and their edge cases.
fn meanings(instructions: &[Instruction]) -> String {
    let mut text = "\n### Meaning\n\n".to_owned();
    text += &bullets(conditional(instructions, |instruction| {
        vec![format!("`{}`", meaning::formula(instruction))]
    }));
    let of_modifiers = |instruction: Instruction| {
        let meaning = |modifier: Modifier| format!("`.{modifier}`: {}", meaning::modifier(instruction, modifier));
        instruction.modifiers().map(meaning).collect()
    };
    text += &bullets(
        conditional(instructions, of_modifiers)
            .into_iter()
            .map(|(_, meaning)| (None, meaning)),
    );
    text += "\n### Edge cases\n\n";
    text + &bullets(conditional(instructions, meaning::special_cases))
}

/// Returns the table of the latencies of instructions.
fn latencies(instructions: &[Instruction]) -> String {
    let mut text =
        "\n### Instructions and latencies\n\n| instruction | latencies | default |\n|---|---|---|\n".to_owned();
    for &instruction in instructions {
        let (longest, usual) = (max_latency(instruction), default_latency(instruction));
        let _ = writeln!(text, "| `{instruction}` | 0 to {longest} | {usual} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_without_a_family_has_a_section() {
        let forms: Vec<Form> = syntax_lines().take(1).collect();
        let text = others(&forms);
        for part in [
            "\n## Other operations\n",
            "`add{.rn}{.ftz}{.sat}.{f16,f16x2}`",
            "`d = a + b`",
            "| `add.rn.f16` | 0 to ",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(others(&[]), "");
    }
}
