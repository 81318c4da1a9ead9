//! Variants of modules with their expected verdicts, from the files under `tests/external`.
//!
//! `//// name | verdict` begins a variant. Further words follow, each behind ` | `: `sv` for SystemVerilog, `late` for
//! two registers more, `latin1` for a file in that encoding, `neg.f16 at 2` for a whole module of that instruction and
//! latency instead of a varied min.f16. `//// below` begins text below the module, and
//! `//// file NAME` a file beside it. The signs `␀`, `␌` and `␍` stand for a byte of zero, a form feed and a carriage
//! return.

use std::path::{Path, PathBuf};

use crate::common::{for_each, halfpipe};

/// The instruction of the varied module, as the command line takes it.
pub const INSTRUCTION: &str = "min.f16";

/// The expected verdict on a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The variant is proven.
    Holds,
    /// The variant is refuted with operands, or with the control signals on which the result depends.
    Refuted,
    /// The variant is refused with these words, at the marked line.
    Refused(String),
}

/// A Verilog file with its expected verdict.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The feature of the variant.
    pub name: String,
    /// The Verilog text.
    pub text: String,
    /// True if it is SystemVerilog.
    pub is_system: bool,
    /// The instruction of the module.
    pub instruction: String,
    /// The latency of the module.
    pub latency: u32,
    /// True if it holds two registers behind the result of min.f16.
    pub is_late: bool,
    /// True if its bytes are Latin-1, not UTF-8.
    pub is_latin1: bool,
    /// The files beside it: names and texts.
    pub files: Vec<(String, String)>,
    /// The expected verdict.
    pub expected: Expected,
}

/// Returns the folder of the variants.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external")
}

/// Returns the generated module.
pub fn generated() -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("generate min.f16 --latency 1 --no-check");
    command.current_dir(folder.path()).assert().success();
    std::fs::read_to_string(folder.path().join("min_f16.v")).unwrap()
}

/// The generated module's last assignment.
pub const LAST: &str = "    assign d = choose_result;\n";

/// The generated module's assignment to `out_valid`.
const VALID: &str = "    assign out_valid = valid;\n";

/// The assignment to `out_valid` in a late variant.
const LATE_VALID: &str = "    reg [1:0] later;
    always @(posedge clock) if (reset) later <= 2'd0; else if (enable) later <= {later[0], valid};
    assign out_valid = later[1];
";

/// Returns a text with the signs of control characters replaced by these.
fn with_controls(text: &str) -> String {
    text.replace('␀', "\0").replace('␌', "\x0c").replace('␍', "\r")
}

/// Returns the variants in a file, built from the generated module.
pub fn variants(file: &str, generated: &str) -> Vec<Variant> {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut variants: Vec<Variant> = Vec::new();
    let (mut inside, mut below) = (String::new(), None);
    let finish = |variant: &mut Variant, inside: &str, below: &Option<String>| {
        let is_whole = variant.instruction != INSTRUCTION || inside.contains("module min_f16");
        let text = if is_whole {
            inside.to_owned()
        } else {
            assert!(generated.contains(LAST) && generated.contains(VALID), "{generated}");
            generated.replacen(LAST, inside, 1) + below.as_deref().unwrap_or_default()
        };
        variant.text = if variant.is_late {
            text.replacen(VALID, LATE_VALID, 1)
        } else {
            text
        };
    };
    for line in with_controls(&text).split_terminator('\n') {
        match line
            .strip_prefix("//// ")
            .map(|header| (header, header.strip_prefix("file ")))
        {
            Some(("below", _)) => below = Some(String::new()),
            Some((_, Some(name))) => {
                let variant = variants.last_mut().expect("a file belongs to a variant");
                variant.files.push((name.to_owned(), String::new()));
            }
            Some((header, None)) => {
                if let Some(variant) = variants.last_mut() {
                    finish(variant, &inside, &below);
                }
                (inside, below) = (String::new(), None);
                variants.push(Variant::from_header(header));
            }
            None => {
                let file = variants.last_mut().and_then(|variant| variant.files.last_mut());
                let part = match file {
                    Some((_, text)) => text,
                    None => below.as_mut().unwrap_or(&mut inside),
                };
                part.push_str(line);
                part.push('\n');
            }
        }
    }
    if let Some(variant) = variants.last_mut() {
        finish(variant, &inside, &below);
    }
    variants
}

impl Variant {
    /// Parses the header of a variant: `name | verdict`, and words.
    fn from_header(header: &str) -> Variant {
        let mut parts = header.split(" | ");
        let name = parts.next().unwrap_or_default().to_owned();
        let expected = match parts.next() {
            Some("holds") => Expected::Holds,
            Some("refuted") => Expected::Refuted,
            Some(other) => match other.strip_prefix("refused: ") {
                Some(words) => Expected::Refused(words.to_owned()),
                None => panic!("{header}: {other} is no verdict"),
            },
            None => panic!("{header} has no verdict"),
        };
        let (modules, words): (Vec<&str>, Vec<&str>) = parts.partition(|word| word.contains(" at "));
        let unknown = words.iter().find(|word| !["sv", "late", "latin1"].contains(word));
        assert_eq!(unknown, None, "{header}");
        let usual = if words.contains(&"late") { "3" } else { "1" };
        let module = modules.first().and_then(|module| module.split_once(" at "));
        let (instruction, latency) = module.unwrap_or((INSTRUCTION, usual));
        Variant {
            instruction: instruction.to_owned(),
            latency: latency.parse().expect(header),
            name,
            text: String::new(),
            is_system: words.contains(&"sv"),
            is_late: words.contains(&"late"),
            is_latin1: words.contains(&"latin1"),
            files: Vec::new(),
            expected,
        }
    }

    /// Returns the bytes of the file.
    fn bytes(&self) -> Vec<u8> {
        let latin1 = |letter: char| u8::try_from(letter).expect("a letter of Latin-1");
        if self.is_latin1 {
            self.text.chars().map(latin1).collect()
        } else {
            self.text.clone().into_bytes()
        }
    }

    /// Writes the variant into a folder, with the files that variants name. Returns its file name.
    pub fn write(&self, folder: &Path) -> String {
        let name = if self.is_system { "variant.sv" } else { "variant.v" };
        std::fs::write(folder.join(name), self.bytes()).unwrap();
        for (name, text) in &self.files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        std::fs::write(folder.join("last.vh"), LAST).unwrap();
        let words: String = (0..16).map(|word| format!("{word:x}\n")).collect();
        std::fs::write(
            folder.join("same.hex"),
            format!("// each word is its address\n@0\n{words}"),
        )
        .unwrap();
        name.to_owned()
    }

    /// Runs `prove` on the variant and compares the outcome with the expected verdict. Returns the difference, if any.
    pub fn fault(&self) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let file = self.write(folder.path());
        let (instruction, latency) = (&self.instruction, self.latency);
        let mut command = halfpipe(&format!("prove {instruction} --latency {latency} --verilog {file}"));
        let output = command.current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let status = output.status.code();
        let is_right = match &self.expected {
            Expected::Holds => status == Some(0) && said.contains(" generic netlist: holds, "),
            Expected::Refuted => {
                let (_, finding) = said.split_once(": fails, ").unwrap_or_default();
                let is_shown = [
                    "actual ",
                    "the lemma fails for ",
                    "; the result is correct without stalls",
                    "depends on the initial contents of registers",
                ];
                status == Some(1) && is_shown.iter().any(|words| finding.contains(words))
            }
            Expected::Refused(words) => {
                let own = (file.clone(), self.text.clone());
                let marked = [&own].into_iter().chain(&self.files).find_map(|(name, text)| {
                    let line = text.lines().position(|line| line.ends_with("// here"))?;
                    Some(format!("error: {name}:{}: ", line + 1))
                });
                let is_placed = match marked {
                    Some(place) => said.starts_with(&place),
                    None => {
                        let mut files = [&own].into_iter().chain(&self.files);
                        files.any(|(name, _)| said.starts_with(&format!("error: {name}:")))
                    }
                };
                status == Some(2) && is_placed && said.contains(words.as_str())
            }
        };
        (!is_right).then(|| format!("{}, {:?}: status {status:?}\n{said}", self.name, self.expected))
    }
}

/// Proves all variants. Panics with the names of those with an unexpected verdict.
pub fn check_all(variants: &[Variant]) {
    let faults: Vec<String> = for_each(variants, Variant::fault).into_iter().flatten().collect();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        variants.len(),
        faults.join("\n")
    );
}
