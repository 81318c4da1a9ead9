//! The names of formats in the generator: a datapath takes its format's widths, and no format in particular.

use super::files;

/// Folders and files of the generator that name formats, each with the reason.
const ALLOWED: [(&str, &str); 17] = [
    ("hdl/isa/src/format.rs", "the formats themselves"),
    ("hdl/isa/src/table/", "the table of instructions"),
    ("hdl/isa/src/meaning/", "words about single formats"),
    ("hdl/isa/src/instruction.rs", "tensor cores truncate f32"),
    ("hdl/src/fpu/", "the core of f16 and bf16"),
    ("hdl/src/zfh/", "the core of RISC-V"),
    ("hdl/src/export/", "types of C and of other projects"),
    ("hdl/src/datapath/conversion/float.rs", "PTX flushes f32 only"),
    (
        "hdl/src/datapath/conversion/half_shifter/",
        "a shifter for a half and f32",
    ),
    (
        "hdl/src/datapath/half_operand.rs",
        "the operands of the fitted functions",
    ),
    ("hdl/src/datapath/rsqrt.rs", "a fitted function"),
    ("hdl/src/datapath/encoded.rs", "fitted functions"),
    ("hdl/src/datapath/sine.rs", "a fitted function"),
    ("hdl/src/datapath/log.rs", "a fitted function"),
    ("hdl/src/datapath/ex2.rs", "a fitted function"),
    ("hdl/src/datapath/exp.rs", "a fitted function"),
    ("hdl/src/datapath/tanh.rs", "a fitted function"),
];

/// Returns the lines of a text that name a format.
fn lines_with_formats(text: &str) -> Vec<&str> {
    let is_constant = |word: &str| {
        let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &word[..end.unwrap_or(word.len())];
        let has_letters = name.chars().any(|c| c.is_ascii_uppercase());
        has_letters && !name.chars().any(|c| c.is_ascii_lowercase())
    };
    // Widths and lists of formats name none.
    let is_other = |word: &str| {
        ["ALL", "EXPONENT_WIDTHS", "FRACTION_WIDTHS"]
            .iter()
            .any(|other| word.starts_with(other))
    };
    let names = |line: &&str| {
        let mut words = line.split("FloatFormat::").skip(1);
        words.any(|word| is_constant(word) && !is_other(word))
    };
    text.lines().filter(names).collect()
}

#[test]
fn no_other_file_of_the_generator_names_a_format() {
    let mut found = Vec::new();
    let mut used = [false; ALLOWED.len()];
    for folder in ["hdl/isa/src", "hdl/netlist/src", "hdl/src"] {
        for (place, text) in files(folder) {
            let place = format!("{folder}/{place}");
            let lines = lines_with_formats(&text);
            match ALLOWED.iter().position(|(allowed, _)| place.starts_with(allowed)) {
                // The file of the formats makes the names from its rows.
                Some(position) => used[position] |= !lines.is_empty() || position == 0,
                None => found.extend(lines.into_iter().map(|line| format!("{place}: {}", line.trim()))),
            }
        }
    }
    assert!(
        found.is_empty(),
        "take the widths from the format:\n{}",
        found.join("\n")
    );
    let unused: Vec<&str> = (ALLOWED.iter().zip(used))
        .filter(|(_, is_used)| !is_used)
        .map(|((place, _), _)| *place)
        .collect();
    assert!(unused.is_empty(), "these name no format: {unused:?}");
}

#[test]
fn a_named_format_is_found() {
    let text = "let a = FloatFormat::new(3, 4);\nlet b = FloatFormat::BF16;\nfor c in FloatFormat::ALL {}\n";
    assert_eq!(lines_with_formats(text), ["let b = FloatFormat::BF16;"]);
}
