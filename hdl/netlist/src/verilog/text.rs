//! Lines of Verilog, each with its part of the datapath.

use super::layout::broken;

/// Returns `[high:0] ` for a width of more than one bit.
pub fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// The most columns of a line.
pub(super) const COLUMNS: usize = 119;

/// The part of the datapath that a line of a module's Verilog describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatapathPart {
    /// Logic of the stage of that index.
    Logic {
        /// Index of the stage among the netlist's.
        stage: usize,
    },
    /// Registers that hold results of the stage of that index.
    Registers {
        /// Index of the stage among the netlist's.
        stage: usize,
        /// Number of the clock cycle that ends there, counted from 1.
        rank: u32,
    },
}

impl DatapathPart {
    /// Returns the index of the stage among the netlist's.
    pub fn stage(self) -> usize {
        match self {
            DatapathPart::Logic { stage } | DatapathPart::Registers { stage, .. } => stage,
        }
    }
}

/// Verilog text with the meaning of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    text: String,
    /// The part of each line, if it has one.
    parts: Vec<Option<DatapathPart>>,
}

impl Text {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the part that a line describes, counted from line 1. Returns none for lines that belong to no stage,
    /// and for those outside the text.
    pub fn part(&self, line: u32) -> Option<DatapathPart> {
        *self.parts.get((line as usize).checked_sub(1)?)?
    }

    /// Returns the text preceded by another, which ends with a newline and belongs to no stage.
    pub fn behind(self, before: &str) -> Text {
        let lines = before.lines().map(|_| None);
        Text {
            parts: lines.chain(self.parts).collect(),
            text: before.to_owned() + &self.text,
        }
    }

    /// Adds lines of the given part.
    pub(super) fn push(&mut self, lines: &str, part: Option<DatapathPart>) {
        for line in lines.lines() {
            self.text.push_str(line);
            self.text.push('\n');
            self.parts.push(part);
        }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.text
    }
}

/// A writer of lines with equal indentation.
pub(super) struct Lines {
    text: Text,
    /// The beginning of each line.
    pub indent: &'static str,
    /// The part that the next lines describe.
    pub part: Option<DatapathPart>,
}

impl Lines {
    pub fn new() -> Lines {
        Lines {
            text: Text::default(),
            indent: "",
            part: None,
        }
    }

    pub fn finish(self) -> Text {
        self.text
    }

    pub fn blank(&mut self) {
        self.text.push("\n", self.part);
    }

    pub fn line(&mut self, text: &str) {
        self.text.push(&format!("{}{text}", self.indent), self.part);
    }

    /// Writes a comment with a blank line above.
    pub fn comment(&mut self, text: &str) {
        self.blank();
        self.line(&format!("// {text}"));
    }

    /// Writes a statement in one line, or with its expression in lines below its beginning.
    pub fn statement(&mut self, beginning: &str, expression: &str) {
        let line = format!("{beginning} {expression};");
        if self.indent.len() + line.len() <= COLUMNS {
            return self.line(&line);
        }
        let deeper = beginning.len() - beginning.trim_start().len() + 4;
        self.line(beginning);
        for part in broken(&format!("{expression};"), COLUMNS - self.indent.len() - deeper) {
            self.line(&format!("{:deeper$}{part}", ""));
        }
    }
}
