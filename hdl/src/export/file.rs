//! An output file in memory.

/// A text file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub text: String,
}

impl File {
    /// Makes a file of that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> File {
        File {
            name: name.into(),
            text: text.into(),
        }
    }

    /// True if tools read the file as Verilog by itself. Headers are included, and other files are not Verilog.
    pub fn is_verilog(&self) -> bool {
        self.name.ends_with(".v")
    }
}
