//! The preprocessor: one text for all tools, with includes inserted, conditionals resolved and contents of memories
//! written out.
//!
//! A tool that resolved these by itself could read another circuit than the proven one. Comments, attributes and macros
//! stay as they are. Those that change the circuit for some tools are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::refusal::Refusal;

/// The name of the source while Yosys reads it.
pub(super) const FILE: &str = "source.v";

/// A file and its includes, as one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The text.
    pub text: String,
    /// Macros that the file tests but does not define: they are read as undefined.
    pub undefined: BTreeSet<String>,
    /// The file and line, from 0, of each line of the text.
    lines: Vec<(PathBuf, usize)>,
}

impl Assembled {
    /// Returns the file and line, both from 0, of a line of the text.
    pub fn origin(&self, line: usize) -> (PathBuf, usize) {
        self.lines.get(line).or(self.lines.last()).cloned().unwrap_or_default()
    }

    /// Converts a refusal of a line of the text to the original file and line.
    pub fn locate(&self, refusal: Refusal) -> Refusal {
        let refusal = Refusal {
            reason: self.rename(&refusal.reason, FILE),
            ..refusal
        };
        match refusal.line {
            Some(line) => {
                let (file, line) = self.origin(line);
                Refusal {
                    file,
                    line: Some(line),
                    ..refusal
                }
            }
            None => Refusal {
                file: self.origin(0).0,
                ..refusal
            },
        }
    }

    /// Rewrites places of the form `name:line` in a tool's message as places in the original files.
    pub fn rename(&self, words: &str, name: &str) -> String {
        let mut renamed = String::new();
        let mut rest = words;
        while let Some((before, after)) = rest.split_once(name) {
            renamed += before;
            let digits = after.strip_prefix(':').map(|after| {
                let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                &after[..end]
            });
            match digits.and_then(|digits| digits.parse::<usize>().ok()) {
                Some(line) if line > 0 => {
                    let (file, origin) = self.origin(line - 1);
                    renamed += &format!("{}:{}", file.display(), origin + 1);
                    rest = &after[1 + digits.unwrap_or_default().len()..];
                }
                _ => {
                    renamed += &self.origin(0).0.display().to_string();
                    rest = after;
                }
            }
        }
        renamed + rest
    }
}

/// Macros that a tool or a common flow defines by itself, in capital letters.
const TOOLS_OWN_MACROS: [&str; 42] = [
    "SYNTHESIS",
    "SYNTH",
    "YOSYS",
    "FORMAL",
    "VERILATOR",
    "VERILATOR3",
    "SYSTEMC",
    "ICARUS",
    "__ICARUS__",
    "IVERILOG",
    "SIMULATION",
    "SIMULATOR",
    "SIM",
    "COCOTB_SIM",
    "MODEL_TECH",
    "MODELTECH",
    "QUESTA",
    "VCS",
    "XCELIUS",
    "INCA",
    "NCVERILOG",
    "CADENCE",
    "XSIM",
    "XILINX_SIMULATOR",
    "VIVADO",
    "__VIVADO__",
    "XILINX",
    "QUARTUS",
    "ALTERA",
    "ALTERA_RESERVED_QIS",
    "SYNPLIFY",
    "SYNPLIFY_PRO",
    "LATTICE",
    "RADIANT",
    "DIAMOND",
    "ICECUBE",
    "ICECUBE2",
    "GOWIN",
    "SLANG",
    "__SLANG__",
    "SPYGLASS",
    "DC",
];

/// Directives that are left to the tools.
const PASSED_ON: [&str; 4] = ["timescale", "resetall", "celldefine", "endcelldefine"];

/// Directives that change how a tool reads the following text.
const REFUSED: [&str; 9] = [
    "pragma",
    "protect",
    "endprotect",
    "protected",
    "unconnected_drive",
    "nounconnected_drive",
    "begin_keywords",
    "end_keywords",
    "line",
];

/// Attributes that make a tool read another circuit than the text.
const REFUSED_ATTRIBUTES: [&str; 17] = [
    "blackbox",
    "black_box",
    "syn_black_box",
    "whitebox",
    "lib_whitebox",
    "noblackbox",
    "anyconst",
    "anyseq",
    "allconst",
    "allseq",
    "gclk",
    "nolatches",
    "via_celltype",
    "defaultvalue",
    "translate_off",
    "translate_on",
    "init",
];

/// Words at the start of a comment that address a tool.
const TOOL_WORDS: [&str; 10] = [
    "rtl_synthesis",
    "synopsys",
    "synthesis",
    "pragma",
    "cadence",
    "ambit",
    "exemplar",
    "altera",
    "xilinx",
    "verilator",
];

/// Words after one of these that make a tool skip text.
const SKIPPING: [&str; 8] = [
    "translate_off",
    "translate_on",
    "synthesis_off",
    "synthesis_on",
    "compile_off",
    "compile_on",
    "translate",
    "coverage_block_off",
];

/// The limit on the nesting of includes.
const DEEPEST_INCLUDE: usize = 16;

/// The limit on the number of words with which a file may fill a memory.
const MOST_WORDS: usize = 1 << 20;

/// Assembles a file and its includes, with the macros that a flow defines.
///
/// # Errors
///
/// [`Refusal`] when another tool would read the text differently, or a file that it names cannot be read.
pub fn assemble(file: &Path, text: &str, defines: &[&str]) -> Result<Assembled, Refusal> {
    let mut assembler = Assembler {
        assembled: Assembled::default(),
        macros: defines.iter().map(|name| (*name).to_owned()).collect(),
        conditions: Vec::new(),
    };
    let assembled = assembler.take(file, text, 0);
    assembled.map_err(|refusal| Refusal {
        file: match refusal.file.as_os_str().is_empty() {
            true => file.to_owned(),
            false => refusal.file,
        },
        ..refusal
    })?;
    Ok(assembler.assembled)
}

/// An open conditional.
struct Condition {
    /// True if its text is included now.
    is_taken: bool,
    /// True if one of its branches has been included.
    was_taken: bool,
    /// The line that opened it.
    line: usize,
}

struct Assembler {
    assembled: Assembled,
    macros: BTreeSet<String>,
    conditions: Vec<Condition>,
}

/// The characters of a file, and the current position among them.
struct CharacterReader<'f> {
    file: &'f Path,
    characters: Vec<char>,
    place: usize,
    line: usize,
}

impl CharacterReader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.place + ahead).copied()
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(ahead, character)| self.peek(ahead) == Some(character))
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek(0)?;
        self.place += 1;
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while self.peek(0).is_some_and(&is_part) {
            text.extend(self.next());
        }
        text
    }

    /// Takes the text up to and including an end.
    fn take_to(&mut self, end: &str) -> String {
        let mut text = String::new();
        while !self.starts_with(end) {
            match self.next() {
                Some(next) => text.push(next),
                None => return text,
            }
        }
        for _ in 0..end.chars().count() {
            text.extend(self.next());
        }
        text
    }

    fn blanks(&mut self) -> String {
        self.take_while(|next| next == ' ' || next == '\t')
    }

    fn word(&mut self) -> String {
        self.take_while(|next| next.is_alphanumeric() || matches!(next, '_' | '$'))
    }

    fn refuse(&self, line: usize, construct: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal {
            file: self.file.to_owned(),
            ..Refusal::new(line, construct, reason)
        }
    }
}

impl Assembler {
    fn is_taken(&self) -> bool {
        self.conditions.iter().all(|condition| condition.is_taken)
    }

    /// Appends text from a line of the file. Excluded text leaves only its line ends.
    fn put(&mut self, reader: &CharacterReader, text: &str, line: usize) {
        let is_taken = self.is_taken();
        for (number, part) in text.split('\n').enumerate() {
            if number > 0 {
                self.assembled.text.push('\n');
                self.assembled.lines.push((reader.file.to_owned(), line + number));
            }
            if is_taken {
                self.assembled.text += part;
            }
        }
    }

    fn take(&mut self, file: &Path, text: &str, depth: usize) -> Result<(), Refusal> {
        let mut reader = CharacterReader {
            file,
            characters: text.chars().collect(),
            place: 0,
            line: 0,
        };
        let open = self.conditions.len();
        self.assembled.lines.push((file.to_owned(), 0));
        while let Some(next) = reader.peek(0) {
            let line = reader.line;
            match (next, reader.peek(1)) {
                ('/', Some('/')) => {
                    let comment = reader.take_while(|next| next != '\n');
                    self.comment(&reader, &comment, line)?;
                }
                ('/', Some('*')) => {
                    let comment = reader.take_to("*/");
                    self.comment(&reader, &comment, line)?;
                }
                ('"', _) => {
                    let mut text = String::from('"');
                    reader.next();
                    while let Some(next) = reader.next() {
                        text.push(next);
                        match next {
                            '\\' => text.extend(reader.next()),
                            '"' | '\n' => break,
                            _ => {}
                        }
                    }
                    self.put(&reader, &text, line);
                }
                ('\\', _) => {
                    let name = reader.take_while(|next| !next.is_whitespace());
                    self.put(&reader, &name, line);
                }
                ('(', Some('*')) => {
                    let ahead = (2..).find(|ahead| !reader.peek(*ahead).is_some_and(char::is_whitespace));
                    if ahead.is_some_and(|ahead| reader.peek(ahead) == Some(')')) {
                        let all = reader.take_to(")");
                        self.put(&reader, &all, line);
                        continue;
                    }
                    let attribute = reader.take_to("*)");
                    if self.is_taken() {
                        check_attribute(&reader, &attribute, line)?;
                    }
                    self.put(&reader, &attribute, line);
                }
                ('$', _) if reader.starts_with("$readmem") && self.is_taken() => self.memory(&mut reader, line)?,
                ('`', _) => self.directive(&mut reader, line, depth)?,
                _ => {
                    reader.next();
                    self.put(&reader, &next.to_string(), line);
                }
            }
        }
        match self.conditions.get(open) {
            Some(condition) => Err(reader.refuse(condition.line, "`ifdef", "it has no `endif; add one")),
            None => Ok(()),
        }
    }

    /// Handles a comment. Refuses one that makes a tool skip text. Only Yosys reads case pragmas in `//` comments, so
    /// these are converted to the form that it knows.
    fn comment(&mut self, reader: &CharacterReader, comment: &str, line: usize) -> Result<(), Refusal> {
        let inner = comment
            .trim_start_matches('/')
            .trim_start_matches('*')
            .trim_end_matches('/')
            .trim_end_matches('*');
        let words: Vec<String> = inner.split_whitespace().map(str::to_lowercase).collect();
        let is_tools = words.first().is_some_and(|word| TOOL_WORDS.contains(&word.as_str()));
        let is_skipping = |word: &String| SKIPPING.contains(&word.as_str());
        let skips = words.first().is_some_and(is_skipping) || is_tools && words.get(1).is_some_and(is_skipping);
        let mut near = words.iter().skip(1).take(2);
        let has_switch = near.any(|word| matches!(word.as_str(), "on" | "off"));
        let chooses_case = words.iter().any(|word| word == "case") && words.len() <= 7;
        let is_switch = is_tools && (has_switch || chooses_case);
        if self.is_taken() && (skips || is_switch) {
            return Err(reader.refuse(
                line,
                format!("comment `{}`", inner.trim()),
                "some tools skip the text behind it and others read it; remove the comment, and the text that it hides",
            ));
        }
        let cases: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let cases: Vec<&str> = cases
            .into_iter()
            .filter(|word| matches!(*word, "full_case" | "parallel_case"))
            .collect();
        if is_tools && !cases.is_empty() {
            let ends = "\n".repeat(comment.matches('\n').count());
            self.put(reader, &format!("/* synopsys {} */{ends}", cases.join(" ")), line);
        } else {
            self.put(reader, comment, line);
        }
        Ok(())
    }

    fn directive(&mut self, reader: &mut CharacterReader, line: usize, depth: usize) -> Result<(), Refusal> {
        reader.next();
        let name = reader.word();
        match name.as_str() {
            "ifdef" | "ifndef" => {
                reader.blanks();
                let asked = reader.word();
                let is_guard = name == "ifndef" && is_guard(reader, &asked);
                let is_defined = self.is_taken() && self.is_defined(reader, &asked, line, is_guard)?;
                let is_taken = is_defined == (name == "ifdef");
                self.conditions.push(Condition {
                    is_taken,
                    was_taken: is_taken,
                    line,
                });
            }
            "elsif" | "else" => {
                let asked = (name == "elsif").then(|| {
                    reader.blanks();
                    reader.word()
                });
                let Some(condition) = self.conditions.pop() else {
                    return Err(reader.refuse(line, format!("`{name}"), "it has no `ifdef; add one, or remove it"));
                };
                let is_open = self.is_taken() && !condition.was_taken;
                let is_taken = match asked {
                    Some(asked) => is_open && self.is_defined(reader, &asked, line, false)?,
                    None => is_open,
                };
                self.conditions.push(Condition {
                    is_taken,
                    was_taken: condition.was_taken || is_taken,
                    line: condition.line,
                });
            }
            "endif" => {
                if self.conditions.pop().is_none() {
                    return Err(reader.refuse(line, "`endif", "it has no `ifdef; add one, or remove it"));
                }
            }
            _ if !self.is_taken() => {}
            "default_nettype" => {
                let blanks = reader.blanks();
                let kind = reader.word();
                if kind != "none" && kind != "wire" {
                    let reason = "an undeclared net can only be a wire or an error; write none or wire";
                    return Err(reader.refuse(line, format!("`default_nettype {kind}"), reason));
                }
                self.put(reader, &format!("`{name}{blanks}{kind}"), line);
            }
            "include" => self.include(reader, line, depth)?,
            "define" | "undef" => {
                let blanks = reader.blanks();
                let defined = reader.word();
                if name == "define" {
                    self.macros.insert(defined.clone());
                } else {
                    self.macros.remove(&defined);
                }
                self.put(reader, &format!("`{name}{blanks}{defined}"), line);
            }
            _ if PASSED_ON.contains(&name.as_str()) || self.macros.contains(&name) => {
                self.put(reader, &format!("`{name}"), line);
            }
            _ if REFUSED.contains(&name.as_str()) => {
                let reason = "tools read the text behind this directive differently; remove it";
                return Err(reader.refuse(line, format!("`{name}"), reason));
            }
            _ => {
                let reason = "the file does not define this macro, and a tool may; define it in the file";
                return Err(reader.refuse(line, format!("`{name}"), reason));
            }
        }
        Ok(())
    }

    /// True if a macro that a conditional tests is defined.
    fn is_defined(
        &mut self,
        reader: &CharacterReader,
        name: &str,
        line: usize,
        is_guard: bool,
    ) -> Result<bool, Refusal> {
        if self.macros.contains(name) {
            return Ok(true);
        }
        if TOOLS_OWN_MACROS.contains(&name.to_uppercase().as_str()) {
            return Err(reader.refuse(
                line,
                format!("conditional on {name}"),
                "some tools predefine this macro, so they read another circuit; remove the conditional",
            ));
        }
        if !is_guard {
            self.assembled.undefined.insert(name.to_owned());
        }
        Ok(false)
    }

    fn include(&mut self, reader: &mut CharacterReader, line: usize, depth: usize) -> Result<(), Refusal> {
        reader.blanks();
        let rest = reader.take_while(|next| next != '\n');
        let name = rest.trim().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let Some((name, behind)) = name else {
            return Err(reader.refuse(line, "`include", "put the name of the file in quotes"));
        };
        let construct = format!("`include \"{name}\"");
        if depth == DEEPEST_INCLUDE {
            return Err(reader.refuse(
                line,
                construct,
                format!("files include each other more than {DEEPEST_INCLUDE} times"),
            ));
        }
        let (file, text) = read_named(reader.file, name).map_err(|reason| reader.refuse(line, construct, reason))?;
        self.assembled.text.push('\n');
        self.take(&file, &text, depth + 1)?;
        self.assembled.text.push('\n');
        self.assembled.lines.push((reader.file.to_owned(), line));
        let mut behind = CharacterReader {
            file: reader.file,
            characters: behind.chars().collect(),
            place: 0,
            line,
        };
        while let Some(next) = behind.next() {
            self.put(reader, &next.to_string(), line);
        }
        Ok(())
    }

    /// Writes out the statement that fills a memory from a file, as assignments.
    fn memory(&mut self, reader: &mut CharacterReader, line: usize) -> Result<(), Refusal> {
        reader.next();
        let task = reader.word();
        let arguments = reader.take_to(";");
        let construct = format!("${task}{}", arguments.trim_end_matches(';').trim_end());
        let refused = |reason: &str| reader.refuse(line, construct.clone(), reason);
        let bits = match task.as_str() {
            "readmemh" => 4,
            "readmemb" => 1,
            _ => return Err(refused("a memory is filled by $readmemh or $readmemb")),
        };
        let list = arguments
            .trim()
            .strip_prefix('(')
            .and_then(|list| list.trim_end_matches(';').trim_end().strip_suffix(')'));
        let parts: Vec<&str> = list.unwrap_or_default().split(',').map(str::trim).collect();
        let name = parts[0].strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let (Some(name), Some(memory)) = (name, parts.get(1)) else {
            return Err(refused("its arguments are the name of a file in quotes and a memory"));
        };
        let ends: Option<Vec<usize>> = parts[2..].iter().map(|end| end.parse().ok()).collect();
        let Some(ends) = ends.filter(|ends| ends.len() <= 2) else {
            return Err(refused("write the first and last address as decimal numbers"));
        };
        let (file, text) = read_named(reader.file, name).map_err(|reason| refused(&reason))?;
        let words = words_of_memory(&text, bits, ends.first().copied().unwrap_or(0));
        let words = words.map_err(|reason| refused(&format!("{}: {reason}", file.display())))?;
        let base = if bits == 4 { 'h' } else { 'b' };
        let mut assignments = String::from("begin");
        for (address, digits) in &words {
            if ends.get(1).is_some_and(|last| address > last) {
                return Err(refused("the file has more words than the memory"));
            }
            assignments += &format!(" {memory}[{address}] = {}'{base}{digits};", digits.len() * bits);
        }
        let ends = "\n".repeat(arguments.matches('\n').count());
        self.put(reader, &format!("{assignments} end{ends}"), line);
        Ok(())
    }
}

/// True if the directive after a conditional defines the tested macro, as in an include guard.
fn is_guard(reader: &CharacterReader, name: &str) -> bool {
    let rest: String = reader.characters[reader.place..].iter().take(256).collect();
    let mut words = rest.split_whitespace();
    words.next() == Some("`define")
        && words.next() == Some(name)
        && !TOOLS_OWN_MACROS.contains(&name.to_uppercase().as_str())
}

/// Reads a file that another one names. Tools look beside the naming file and in their current folder.
fn read_named(file: &Path, name: &str) -> Result<(PathBuf, String), String> {
    let beside = file
        .parent()
        .map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    let read = |path: &Path| std::fs::read_to_string(path);
    match (read(&beside), read(Path::new(name))) {
        (Ok(one), Ok(other)) if one != other => Err(format!(
            "{} and {name} differ, and tools look in either place; keep one of them",
            beside.display()
        )),
        (Ok(text), _) => Ok((beside, text)),
        (Err(_), Ok(text)) => Ok((PathBuf::from(name), text)),
        (Err(error), Err(_)) => Err(format!("{}: {error}", beside.display())),
    }
}

/// Refuses an attribute that makes a tool read another circuit.
fn check_attribute(reader: &CharacterReader, attribute: &str, line: usize) -> Result<(), Refusal> {
    let inner = attribute.trim_start_matches("(*").trim_end_matches("*)");
    let names = inner
        .split(',')
        .map(|part| part.split('=').next().unwrap_or_default().trim());
    for name in names {
        let lower = name.to_lowercase();
        if REFUSED_ATTRIBUTES.contains(&lower.as_str()) || lower.starts_with("techmap") {
            let reason = "tools that know this attribute build another circuit than others; remove it";
            return Err(reader.refuse(line, format!("attribute {name}"), reason));
        }
    }
    Ok(())
}

/// Parses the words of a memory file, by address, as digits of equal length.
fn words_of_memory(text: &str, bits: usize, first: usize) -> Result<BTreeMap<usize, String>, String> {
    let mut reader = CharacterReader {
        file: Path::new(""),
        characters: text.chars().collect(),
        place: 0,
        line: 0,
    };
    let (mut words, mut address) = (BTreeMap::new(), first);
    while let Some(next) = reader.peek(0) {
        let line = reader.line + 1;
        if next.is_whitespace() {
            reader.next();
        } else if reader.starts_with("//") {
            reader.take_while(|next| next != '\n');
        } else if reader.starts_with("/*") {
            reader.take_to("*/");
        } else if next == '@' {
            reader.next();
            let digits = reader.word();
            address =
                usize::from_str_radix(&digits, 16).map_err(|_| format!("line {line}: invalid address @{digits}"))?;
        } else {
            let word = reader.take_while(|next| !next.is_whitespace() && next != '/');
            let digits = word.replace('_', "");
            let is_digit = |digit: char| digit.is_digit(1 << bits) || matches!(digit, 'x' | 'X');
            if digits.is_empty() || !digits.chars().all(is_digit) {
                return Err(format!(
                    "line {line}: invalid word {word}; use {} digits",
                    if bits == 4 { "hexadecimal" } else { "binary" }
                ));
            }
            words.insert(address, digits);
            address += 1;
        }
        if address > MOST_WORDS {
            return Err(format!("line {line}: a memory has at most {MOST_WORDS} words"));
        }
    }
    Ok(words)
}
