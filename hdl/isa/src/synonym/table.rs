//! The table of names, which `names.txt` has as text.

use std::sync::LazyLock;

use crate::named_enum::named_enum;

named_enum! {
    /// A system with names of its own.
    enum System;
    /// Returns the name of the system.
    name;

    /// Intrinsic functions and types of CUDA's headers.
    Cuda "CUDA";
    /// The assembly language of NVIDIA's GPUs.
    Sass "SASS";
    /// Functions of Berkeley SoftFloat, which Berkeley TestFloat names alike.
    SoftFloat "SoftFloat and TestFloat";
    /// Intrinsic functions, instructions and types of LLVM.
    Llvm "LLVM";
    /// Functions and types of C.
    C "C";
    /// The vector extension of RISC-V.
    RiscvVector "RISC-V's vectors";
    /// Several systems, in which the name differs in meaning.
    Several "Several systems";
}

/// A word that varies, with its values in names and in mnemonics.
pub(super) struct Axis {
    pub(super) word: &'static str,
    pub(super) values: Vec<(&'static str, &'static str)>,
}

/// A row: names of one pattern. `names.txt` explains the patterns.
pub(super) struct Row {
    pub(super) system: System,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The mnemonics, with commas between them.
    pub(super) mnemonics: &'static str,
    /// A remark, the part that is open, or the difference; empty if there is none.
    pub(super) sentence: &'static str,
}

/// The kind of a meaning.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// One instruction.
    Is,
    /// Instructions to choose from.
    Open,
    /// The nearest instructions, which differ.
    Near,
}

/// The table of names.
#[derive(Default)]
pub(super) struct Table {
    pub(super) axes: Vec<Axis>,
    reasons: Vec<(&'static str, &'static str)>,
    /// The rows, by system.
    pub(super) rows: Vec<Row>,
}

/// The table of names in use.
pub(super) static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("names.txt")).unwrap_or_else(|error| panic!("names.txt, {error}")));

impl Table {
    /// Reads a table. An error starts with the number of its line.
    fn read(text: &'static str) -> Result<Table, String> {
        let mut table = Table::default();
        let mut section = "";
        for (line, number) in text.lines().zip(1..) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
            } else if !line.is_empty() && !line.starts_with('#') {
                let fields: Vec<&str> = line.split('|').map(str::trim).collect();
                let read = table.read_row(section, &fields);
                read.map_err(|error| format!("line {number}: {error}"))?;
            }
        }
        Ok(table)
    }

    fn read_row(&mut self, section: &str, fields: &[&'static str]) -> Result<(), String> {
        match (section, fields) {
            ("words", &[word, values]) => {
                let value = |value| str::split_once(value, '=').unwrap_or((value, value));
                let values = values.split(", ").map(value).collect();
                self.axes.push(Axis { word, values });
            }
            ("reasons", &[name, sentence]) => self.reasons.push((name, sentence)),
            (system, &[name, kind, mnemonics, ref sentence @ ..]) => {
                let mut systems = System::ALL.into_iter();
                let system = systems.find(|one| one.name() == system).ok_or("unknown section")?;
                let kind = match (kind, sentence) {
                    ("is", [] | [_]) => Kind::Is,
                    ("open", [_]) => Kind::Open,
                    ("near", [_]) => Kind::Near,
                    _ => return Err(format!("`{kind}` with {} sentences", sentence.len())),
                };
                let sentence = self.expand_reason(sentence.first().unwrap_or(&""))?;
                self.rows.push(Row {
                    system,
                    name,
                    kind,
                    mnemonics,
                    sentence,
                });
            }
            _ => return Err(format!("{} fields", fields.len())),
        }
        Ok(())
    }

    /// Returns the sentence of a reason, which is in capitals. Any other sentence is returned unchanged.
    fn expand_reason(&self, sentence: &'static str) -> Result<&'static str, String> {
        if sentence.is_empty() || sentence.contains(|letter: char| letter.is_ascii_lowercase()) {
            return Ok(sentence);
        }
        let found = self.reasons.iter().find(|(name, _)| *name == sentence);
        found
            .map(|(_, text)| *text)
            .ok_or_else(|| format!("unknown reason {sentence}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_row_that_cannot_be_read_is_refused_with_its_line() {
        for (text, error) in [
            ("[CUDA]\n\n__hadd | is | add.rn.f16\n__hsub", "line 4: 1 fields"),
            ("[Cuda]\n__hadd | is | add.rn.f16", "line 2: unknown section"),
            ("[words]\nop | add | sub", "line 2: unknown section"),
            (
                "# Names\n[C]\nfmaf16 | as | fma.rn.f16",
                "line 3: `as` with 0 sentences",
            ),
            ("[C]\nfmaf16 | open | fma.rn.f16", "line 2: `open` with 0 sentences"),
            ("[C]\nfmaf16 | near | fma.rn.f16 | OWN", "line 2: unknown reason OWN"),
        ] {
            assert_eq!(Table::read(text).err().as_deref(), Some(error));
        }
    }
}
