//! The names of other systems, in the page about all instructions.

use std::fmt::Write;

use halfpipe_isa::{synonym_patterns, SynonymMeaning, SynonymPattern, System};

const INTRODUCTION: &str = "
## Names in other systems

Commands and project files take these names in place of a mnemonic. A name with exactly one meaning is taken, and standard error names the
instruction. Any other name is refused with the instructions to choose from. `{a,b}` is a choice, and the meaning is that of its first word.
The names of SASS and roundings may be in any case.

In a mnemonic, `.rd` and `.ru` of CUDA, `.rne`, `.rtz`, `.rdn`, `.rup` and `.rmm` of RISC-V, and `.rte`, `.rtp` and `.rtn` of OpenCL stand
for the rounding of PTX: `add.rd.f16` is `add.rm.f16`. `fadd.h.rz` is `fadd.h.rtz`.
";

/// Returns the section about these names.
pub(super) fn section() -> String {
    let patterns = synonym_patterns();
    let mut section = INTRODUCTION.to_owned();
    for system in System::ALL {
        let _ = write!(section, "\n### {system}\n\n| name | meaning |\n|---|---|\n");
        for pattern in patterns.iter().filter(|pattern| pattern.system == system) {
            let _ = writeln!(section, "| `{}` | {} |", pattern.names, meaning(pattern));
        }
    }
    section
}

fn meaning(pattern: &SynonymPattern) -> String {
    let first = match pattern.count {
        1 => String::new(),
        _ => format!("`{}`: ", pattern.first.name),
    };
    let all = |mnemonics: &[String]| {
        let quoted: Vec<String> = mnemonics.iter().map(|mnemonic| format!("`{mnemonic}`")).collect();
        quoted.join(", ")
    };
    match &pattern.first.meaning {
        SynonymMeaning::Instruction { mnemonic, remark: None } => format!("{first}`{mnemonic}`"),
        SynonymMeaning::Instruction {
            mnemonic,
            remark: Some(remark),
        } => format!("{first}`{mnemonic}`; {remark}"),
        SynonymMeaning::Choice { reason, choices } => format!("{first}refused, as it {reason}: {}", all(choices)),
        SynonymMeaning::Different { difference, nearest } => {
            format!("{first}refused, as it {difference}; the nearest is {}", all(nearest))
        }
    }
}
