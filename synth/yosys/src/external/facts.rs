//! Facts about a Verilog file, from slang's parser and analysis.
//!
//! The program `halfpipe-slang` prints them as JSON. It resolves names, so a rule over these facts does not depend on
//! spelling. Lines count from 0.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_tools::Tool;
use serde::de::DeserializeOwned;
use serde::Deserialize;

use super::refusal::Refusal;
use crate::error::Error;
use crate::program::{has_hit_limit, limit_words, run_limited};

/// The place of a fact in the user's files.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line.
    pub line: usize,
}

/// A fact at a place.
#[derive(Clone, Debug, Deserialize)]
pub struct At<T> {
    /// The place.
    #[serde(flatten)]
    pub place: Place,
    /// The fact.
    #[serde(flatten)]
    pub fact: T,
}

/// The facts about a file.
#[derive(Clone, Debug, Deserialize)]
pub struct FileFacts {
    /// Its tokens.
    pub text: TextFacts,
    /// Its circuit; empty if the text has errors.
    pub circuit: CircuitFacts,
}

/// The facts about the tokens of a file and its includes.
#[derive(Clone, Debug, Deserialize)]
pub struct TextFacts {
    /// The version of slang.
    pub slang: String,
    /// The text, with includes in the place of their directives.
    pub text: String,
    /// The file and line of each line of the text.
    pub lines: Vec<(PathBuf, usize)>,
    /// The comments of text that is not excluded.
    pub comments: Vec<At<Comment>>,
    /// The directives, without uses of macros.
    pub directives: Vec<At<Directive>>,
    /// The macros that directives test.
    pub tests: Vec<At<MacroTest>>,
    /// The macros that the text uses.
    pub uses: Vec<At<MacroUse>>,
    /// The attributes.
    pub attributes: Vec<At<Attribute>>,
    /// The errors of the preprocessor and the parser.
    pub errors: Vec<At<Message>>,
    /// The files that fill memories.
    pub memories: Vec<At<NamedFile>>,
    /// The included files.
    pub includes: Vec<At<NamedFile>>,
}

/// A comment with its marks.
#[derive(Clone, Debug, Deserialize)]
pub struct Comment {
    /// Its text.
    pub text: String,
}

/// A directive.
#[derive(Clone, Debug, Deserialize)]
pub struct Directive {
    /// Its name, without the mark in front.
    pub name: String,
    /// The kind of net behind `default_nettype`; else empty.
    #[serde(default)]
    pub kind: String,
    /// The text behind it on its line.
    pub behind: String,
    /// True in the body of a macro.
    pub is_nested: bool,
}

/// A test of a macro.
#[derive(Clone, Debug, Deserialize)]
pub struct MacroTest {
    /// The macro.
    pub name: String,
    /// True if the file or the flow defines it.
    pub is_defined: bool,
    /// True if the next directive defines it, as in an include guard.
    pub is_guard: bool,
}

/// A use of a macro.
#[derive(Clone, Debug, Deserialize)]
pub struct MacroUse {
    /// The macro.
    pub name: String,
    /// True if the file or the flow defines it.
    pub is_defined: bool,
}

/// An attribute.
#[derive(Clone, Debug, Deserialize)]
pub struct Attribute {
    /// Its name.
    pub name: String,
}

/// A message of slang.
#[derive(Clone, Debug, Deserialize)]
pub struct Message {
    /// The first word that it is about.
    pub construct: String,
    /// Its text.
    pub message: String,
}

/// A file that a text names.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedFile {
    /// Its name in the text.
    pub name: String,
    /// The place where it is or should be.
    pub path: PathBuf,
    /// The number of different files of this name, beside the naming file and in the current folder.
    pub found: usize,
    /// The copy that the text names in its place; empty if there is none.
    pub copy: String,
}

/// The facts about the elaborated circuit of a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct CircuitFacts {
    /// slang's messages.
    pub diagnostics: Vec<Diagnostic>,
    /// The modules of the text.
    pub modules: Vec<ModuleFact>,
    /// The ports of the elaborated top modules.
    pub tops: BTreeMap<String, Vec<PortFact>>,
    /// The modules that the text instantiates and does not define.
    pub missing: BTreeMap<String, MissingFact>,
    /// The nets and variables.
    pub values: Vec<Value>,
    /// The processes.
    pub processes: Vec<Process>,
    /// Constructs that break a rule of their own.
    pub findings: Vec<Finding>,
    /// Literals with undefined digits.
    pub literals: Vec<UnknownLiteral>,
    /// Calls of system functions and tasks.
    pub calls: Vec<SystemCall>,
    /// Calls that fill a memory from a file.
    pub readers: Vec<MemoryReader>,
}

/// A message of slang about the text.
#[derive(Clone, Debug, Deserialize)]
pub struct Diagnostic {
    /// Its line, if it has one.
    pub line: Option<usize>,
    /// The first word that it is about.
    pub construct: String,
    /// Its text.
    pub message: String,
    /// slang's name of the kind of message.
    pub code: String,
    /// True for an error.
    pub is_error: bool,
    /// True if it is about the text, and not about the models of cells.
    pub is_own: bool,
}

/// A module.
#[derive(Clone, Debug, Deserialize)]
pub struct ModuleFact {
    /// Its name.
    pub name: String,
}

/// A port.
#[derive(Clone, Debug, Deserialize)]
pub struct PortFact {
    /// Its name.
    pub name: String,
    /// `input`, `output`, `inout` or `interface`.
    pub direction: String,
    /// Its width in bits.
    pub width: u32,
}

/// A module that the text instantiates and does not define.
#[derive(Clone, Debug, Deserialize)]
pub struct MissingFact {
    /// The line of its first instance, from 0.
    pub line: usize,
    /// The pins that are connected by name.
    pub pins: Vec<String>,
    /// The parameters with hexadecimal digits as text: `"0x8000"`.
    pub texts: Vec<String>,
}

/// A net or a variable.
#[derive(Clone, Debug, Deserialize)]
pub struct Value {
    /// Its path below the top module.
    pub name: String,
    /// The line of its declaration.
    pub line: usize,
    /// Its width in bits.
    pub width: usize,
    /// True for a net.
    pub is_net: bool,
    /// True for an array.
    pub is_memory: bool,
    /// True inside a cell, whose function is not known here.
    pub is_cell: bool,
    /// The kind of its declared initial value, if it has one.
    pub start: Option<Start>,
}

/// The kind of a declared initial value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// A constant.
    Constant,
    /// An expression of nets or variables.
    Variable,
}

/// A block, an assignment, or the connection of a port.
#[derive(Clone, Debug, Deserialize)]
pub struct Process {
    /// `initial`, `final`, `always`, `always_comb`, `always_latch`, `always_ff`, `assign`, `input`, `output` or
    /// `top`, a port of the circuit.
    pub kind: String,
    /// Its line.
    pub line: usize,
    /// All bits that it reads.
    pub reads: Vec<Access>,
    /// The bits that it reads before it has written them.
    pub early: Vec<Access>,
    /// The bits that its functions read beside their arguments.
    pub inner: Vec<Access>,
    /// The bits that it writes.
    pub writes: Vec<Write>,
    /// The events that start it.
    #[serde(default)]
    pub events: Vec<Event>,
    /// True if it starts with any change of what it reads: `@*`.
    #[serde(default)]
    pub is_star: bool,
    /// True if its keyword has a list of events, or `@*`.
    #[serde(default)]
    pub has_list: bool,
}

impl Process {
    /// True if it starts at clock edges.
    pub fn is_clocked(&self) -> bool {
        self.events.iter().any(|event| event.edge != "None_")
    }

    /// True if it runs once, at the start of a simulation.
    pub fn is_initial(&self) -> bool {
        matches!(self.kind.as_str(), "initial" | "final")
    }

    /// True if it is a procedure.
    pub fn is_procedure(&self) -> bool {
        !matches!(self.kind.as_str(), "assign" | "input" | "output" | "top")
    }
}

/// Bits of a value at a line.
#[derive(Clone, Debug, Deserialize)]
pub struct Access {
    /// The number of the value.
    pub value: usize,
    /// The bits.
    pub bits: BitSet,
    /// The line of the first access.
    pub line: usize,
}

/// Written bits of a value.
#[derive(Clone, Debug, Deserialize)]
pub struct Write {
    /// The number of the value.
    pub value: usize,
    /// The bits.
    pub bits: BitSet,
    /// The line of the first of these assignments.
    pub line: usize,
    /// True for `=`, false for `<=`.
    pub is_blocking: bool,
}

/// An event that starts a procedure.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    /// slang's name of the edge: `None_`, `PosEdge`, `NegEdge` or `BothEdges`.
    pub edge: String,
    /// Its line.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// True for constant bits of one value, without a condition.
    pub is_plain: bool,
    /// The number of the value.
    pub value: Option<usize>,
    /// The bits.
    pub bits: BitSet,
}

/// A construct that breaks a rule of its own.
#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    /// Its line.
    pub line: usize,
    /// Its text.
    pub construct: String,
    /// The name of the rule.
    pub rule: String,
}

/// A literal or parameter with undefined digits.
#[derive(Clone, Debug, Deserialize)]
pub struct UnknownLiteral {
    /// Its line.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Its use: `value`, `condition`, `label`, `casez label`, `casex label`, `index` or `parameter`.
    pub role: String,
    /// True if a digit is z.
    pub is_high: bool,
}

/// A call of a system function or task.
#[derive(Clone, Debug, Deserialize)]
pub struct SystemCall {
    /// Its line.
    pub line: usize,
    /// The name.
    pub name: String,
}

/// A call that fills a memory from a file.
#[derive(Clone, Debug, Deserialize)]
pub struct MemoryReader {
    /// Its line.
    pub line: usize,
    /// `$readmemh` or `$readmemb`.
    pub task: String,
    /// True if the file's name is written as text.
    pub is_literal: bool,
    /// The file's name.
    pub file: String,
    /// The first and the last address of the memory; empty if it is no array.
    pub range: Vec<i64>,
    /// The width of its words in bits.
    pub width: usize,
    /// The addresses behind the memory; None for one that is not constant.
    pub ends: Vec<Option<i64>>,
}

/// Bits of a value, as ranges of first and last bit in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct BitSet(Vec<[usize; 2]>);

impl BitSet {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of the lowest bit.
    pub fn first(&self) -> Option<usize> {
        self.0.first().map(|[low, _]| *low)
    }

    /// Adds the bits of another set.
    pub fn add(&mut self, other: &BitSet) {
        self.0.extend(&other.0);
        self.0.sort_unstable();
        let mut joined: Vec<[usize; 2]> = Vec::new();
        for [low, high] in self.0.drain(..) {
            match joined.last_mut() {
                Some([_, last]) if low <= *last + 1 => *last = high.max(*last),
                _ => joined.push([low, high]),
            }
        }
        self.0 = joined;
    }

    /// Returns the bits that another set has too.
    pub fn common(&self, other: &BitSet) -> BitSet {
        let pairs = self
            .0
            .iter()
            .flat_map(|own| other.0.iter().map(move |other| (own, other)));
        let common = pairs.map(|(own, other)| [own[0].max(other[0]), own[1].min(other[1])]);
        BitSet(common.filter(|[low, high]| low <= high).collect())
    }

    /// Returns the bits that another set lacks.
    pub fn without(&self, other: &BitSet) -> BitSet {
        let mut rest = self.0.clone();
        for [low, high] in &other.0 {
            let cut = |[first, last]: [usize; 2]| -> Vec<[usize; 2]> {
                let below = (first < *low).then(|| [first, last.min(low.saturating_sub(1))]);
                let above = (last > *high).then(|| [first.max(high + 1), last]);
                below.into_iter().chain(above).collect()
            };
            rest = rest.into_iter().flat_map(cut).collect();
        }
        BitSet(rest)
    }
}

/// Runs `halfpipe-slang` in a folder and reads the facts that it prints.
///
/// # Errors
///
/// [`Error::Refused`] when slang exceeds its limits or stops. [`Error::Tools`] when the program is missing.
pub fn read<T: DeserializeOwned>(folder: &Path, arguments: &[&str]) -> Result<T, Error> {
    let refuse = |words: String| -> Error { Refusal::without_line(words).into() };
    let program = Tool::Slang.find().map_err(halfpipe_tools::Error::from)?;
    let mut command = Command::new(&program);
    command.args(arguments).current_dir(folder);
    let output = match run_limited(Tool::Slang, &program, command) {
        Ok(output) => output,
        Err(halfpipe_tools::Error::Failed { diagnostic, .. }) if has_hit_limit(&diagnostic) => {
            return Err(refuse(limit_words("slang")))
        }
        Err(halfpipe_tools::Error::TooSlow { .. }) => return Err(refuse(limit_words("slang"))),
        Err(halfpipe_tools::Error::Failed { diagnostic, .. }) => {
            return Err(refuse(format!("slang's analysis stops: {diagnostic}")))
        }
        Err(other) => return Err(other.into()),
    };
    let facts = serde_json::from_slice(&output);
    facts.map_err(|error| {
        halfpipe_tools::Error::Report {
            report: "slang's facts",
            message: error.to_string(),
        }
        .into()
    })
}
