//! Drawn constructs: each is a module of its own between the same inputs and an output. A file has many of them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{Function, Interface};
use halfpipe_isa::{ElementType, Operand, Signature};

/// The data inputs of each construct: name, width, and true if it is signed.
pub const INPUTS: [(&str, u32, bool); 6] = [
    ("a", 8, false),
    ("b", 16, false),
    ("c", 4, false),
    ("d", 32, false),
    ("s", 8, true),
    ("t", 16, true),
];

/// The name of the module around the constructs of a file.
pub const TOP: &str = "drawn";

/// The kinds of constructs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Operators, selections and functions.
    Expression,
    /// Literals, parameters and all that a compiler computes from them.
    Constant,
    /// Procedures.
    Block,
    /// Arrays.
    Memory,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Expression, Kind::Constant, Kind::Block, Kind::Memory];
}

/// A drawn construct.
#[derive(Clone, Debug)]
pub struct Construct {
    /// The name of its module, also the stem of its files' names.
    pub name: String,
    /// Its module, and modules that only it instantiates.
    pub text: String,
    /// The override of its parameters with a `#` in front, or nothing.
    pub parameters: String,
    /// The width of its output in bits: 1 to 64.
    pub width: u32,
    /// True if it has a number without a width. Icarus Verilog 11 computes with it in more than 32 bits.
    pub is_unsized: bool,
    /// The files that its memories are read from: names and contents.
    pub files: Vec<(String, String)>,
}

/// A file of constructs.
pub struct Source {
    /// The path of the file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The lines of each construct, from 0.
    lines: Vec<Range<usize>>,
}

/// Returns the name of an output of the module around the constructs.
fn output(place: usize) -> String {
    format!("y{place}")
}

impl Source {
    /// Writes constructs into a folder, with the files that they read.
    pub fn write(folder: &Path, constructs: &[Construct], is_system: bool) -> Source {
        let mut text = top(constructs);
        let mut lines = Vec::new();
        for construct in constructs {
            let first = text.lines().count();
            text += &construct.text;
            lines.push(first..text.lines().count());
            for (name, contents) in &construct.files {
                std::fs::write(folder.join(name), contents).unwrap();
            }
        }
        let path = folder.join(if is_system { "drawn.sv" } else { "drawn.v" });
        std::fs::write(&path, &text).unwrap();
        Source { path, text, lines }
    }

    /// Returns the places of the constructs whose lines a message names.
    pub fn named(&self, message: &str) -> Vec<usize> {
        let lines = self.lines_of(message).into_iter();
        let mut places: Vec<usize> = lines.filter_map(|line| self.at_line(line)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Returns the lines of the file that a message names, from 1.
    fn lines_of(&self, message: &str) -> Vec<usize> {
        let mark = format!("{}:", self.path.file_name().unwrap().to_str().unwrap());
        let number = |rest: &str| -> Option<usize> {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        };
        message.split(&mark).skip(1).filter_map(number).collect()
    }

    /// Returns a message with the text of the line that it names first.
    pub fn with_text(&self, message: &str) -> String {
        let line = self
            .lines_of(message)
            .first()
            .and_then(|line| self.text.lines().nth(line.checked_sub(1)?));
        format!("{message}\n{}", line.unwrap_or_default())
    }

    /// Returns the place of the construct with a line, or with its instance, counted from 1.
    fn at_line(&self, line: usize) -> Option<usize> {
        let instance = self.text.lines().nth(line.checked_sub(1)?).unwrap_or_default();
        let instance = instance.trim_start().strip_prefix("/* instance ");
        let number = instance.and_then(|rest| rest.split(' ').next()?.parse().ok());
        number.or_else(|| self.lines.iter().position(|lines| lines.contains(&(line - 1))))
    }
}

/// Returns the module around constructs. Each construct has one line.
fn top(constructs: &[Construct]) -> String {
    let inputs: String = INPUTS
        .map(|(name, width, _)| format!(", input [{}:0] {name}", width - 1))
        .concat();
    let outputs: String = constructs
        .iter()
        .enumerate()
        .map(|(place, construct)| format!(", output [{}:0] {}", construct.width - 1, output(place)))
        .collect();
    let instances: String = constructs
        .iter()
        .enumerate()
        .map(|(place, Construct { name, parameters, .. })| {
            let pins = INPUTS.map(|(name, ..)| format!(", .{name}({name})")).concat();
            let output = output(place);
            format!(
                "/* instance {place} */ {name}{parameters} {name}_i(.clock(clock), .reset(reset), .enable(enable){pins}, .y({output}));\n"
            )
        })
        .collect();
    format!(
        "module {TOP}(input clock, input reset, input enable, input in_valid, output out_valid{inputs}{outputs});\n\
         assign out_valid = in_valid;\n{instances}endmodule\n"
    )
}

/// Returns the contract of the module around constructs.
pub fn interface(constructs: &[Construct]) -> Interface {
    let inputs = INPUTS.map(|(name, width, _)| Operand::new(name, ElementType::Bits(width)));
    let outputs: Vec<Operand> = constructs
        .iter()
        .enumerate()
        .map(|(place, construct)| Operand::new(output(place).leak(), ElementType::Bits(construct.width)))
        .collect();
    let function = Function::new(TOP, Signature::new(&inputs, &outputs).unwrap()).unwrap();
    Interface::from_function(TOP, function, 1)
}
