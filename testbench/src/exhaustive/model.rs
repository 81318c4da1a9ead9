//! Which models results were compared with.

use std::sync::LazyLock;

use halfpipe_isa::{Instruction, Modifier};
use halfpipe_reference::SOURCE;
use halfpipe_tools::cache;

/// The identity of the models of an instruction that this program has: the SHA-256 of their source, comments aside, and of
/// what the instruction table tells them.
///
/// A record is worth as much as the model that its results were compared with, and what changes any result changes one or the
/// other. What the table says of other instructions changes none.
pub fn identity(instruction: Instruction) -> String {
    static MODELS: LazyLock<String> = LazyLock::new(|| of_source(SOURCE));
    cache::key(&[MODELS.as_str(), &facts(instruction)])
}

/// All that the models ask the table of an instruction.
fn facts(instruction: Instruction) -> String {
    let modifiers: Vec<Modifier> = instruction.modifiers().collect();
    let ty = instruction.ty();
    if instruction.operation().is_conversion() {
        return format!("{modifiers:?} {:?}", instruction.signature());
    }
    format!(
        "{:?} {modifiers:?} {:?}, lanes {}, {:?} to {:?}",
        instruction.operation(),
        instruction.rounding(),
        ty.lanes(),
        ty.element(),
        ty.result_element()
    )
}

fn of_source(source: &[(&str, &str)]) -> String {
    let statements: Vec<String> = source.iter().map(|(_, text)| statements(text)).collect();
    let parts = source.iter().zip(&statements);
    let parts: Vec<&str> = parts.flat_map(|((path, _), text)| [*path, text]).collect();
    cache::key(&parts)
}

/// A source text without the lines that compute nothing.
fn statements(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with("//")
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_statement_makes_another_model_and_a_comment_does_not() {
        let of_text = |text| of_source(&[("add.rs", "// Adds.\n"), ("mul.rs", text)]);
        let model = of_text("/// Multiplies.\nfn mul() -> u16 {\n    0x7FFF // NaN\n}\n");
        assert_eq!(
            of_text("// All of it.\n\nfn mul() -> u16 {\n    // Canonical.\n    0x7FFF // NaN\n}\n"),
            model
        );
        assert_ne!(of_text("fn mul() -> u16 {\n    0x7FFE // NaN\n}\n"), model);
        assert_ne!(
            of_source(&[
                ("add.rs", ""),
                ("other.rs", "fn mul() -> u16 {\n    0x7FFF // NaN\n}\n")
            ]),
            model
        );
    }

    #[test]
    fn each_instruction_has_its_own() {
        let all: HashSet<String> = Instruction::arithmetic()
            .iter()
            .map(|instruction| identity(*instruction))
            .collect();
        assert_eq!(all.len(), Instruction::arithmetic().len());
    }

    #[test]
    fn every_file_counts() {
        let whole = of_source(SOURCE);
        for left_out in 0..SOURCE.len() {
            let mut fewer = SOURCE.to_vec();
            fewer.remove(left_out);
            assert_ne!(of_source(&fewer), whole);
        }
    }
}
