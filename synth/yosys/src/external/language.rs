//! The languages of external files.

use std::path::Path;

/// The language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Verilog-2005.
    Verilog,
    /// SystemVerilog-2017.
    SystemVerilog,
}

impl Language {
    /// Returns the language of a file: SystemVerilog if its name ends in `.sv`.
    pub fn from_name(file: &Path) -> Language {
        if file.extension().is_some_and(|ending| ending == "sv") {
            Language::SystemVerilog
        } else {
            Language::Verilog
        }
    }

    /// Returns the standard that slang names it by.
    pub fn version(self) -> &'static str {
        match self {
            Language::Verilog => "1364-2005",
            Language::SystemVerilog => "1800-2017",
        }
    }

    /// Returns the option of Yosys' `read_verilog` for it, with a blank in front.
    pub fn yosys_option(self) -> &'static str {
        match self {
            Language::Verilog => "",
            Language::SystemVerilog => " -sv",
        }
    }
}
