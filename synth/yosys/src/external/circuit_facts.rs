//! Facts about an elaborated circuit, from slang's analysis. Lines count from 0.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::bits::BitSet;

/// The facts about the elaborated circuit of a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct CircuitFacts {
    /// slang's messages.
    pub diagnostics: Vec<Diagnostic>,
    /// The modules of the text.
    pub modules: Vec<Named>,
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

/// A name.
#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    /// The name.
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
    /// The name of its enumeration, if it has one; empty for one without a name.
    #[serde(default)]
    pub enumeration: Option<String>,
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
    pub writes: Vec<Access>,
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
    /// True for a write by `=`, false for one by `<=`.
    #[serde(default)]
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
