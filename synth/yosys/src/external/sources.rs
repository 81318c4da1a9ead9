//! The files of an external module, and the settings with which all tools read them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::language::Language;
use super::refusal::Refusal;

/// The files of an external module, and the settings with which all tools read them. Tools read the files in their
/// order as one text: macros of a file hold in the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerilogSources {
    /// Lists of files and options.
    pub lists: Vec<PathBuf>,
    /// The files, behind those of the lists.
    pub files: Vec<PathBuf>,
    /// The folders of included files.
    pub includes: Vec<PathBuf>,
    /// The defined macros.
    pub defines: Vec<Definition>,
    /// Macros that stay undefined, although some tools define them.
    pub undefined: Vec<MacroName>,
    /// The parameters of the top module.
    pub parameters: Vec<ParameterValue>,
    /// The top module.
    pub top: Option<String>,
}

impl VerilogSources {
    /// Returns the sources of one file without settings.
    pub fn from_file(file: impl Into<PathBuf>) -> VerilogSources {
        VerilogSources {
            files: vec![file.into()],
            ..VerilogSources::default()
        }
    }

    /// Returns the language of the text: SystemVerilog if a name ends in `.sv`.
    pub fn language(&self) -> Language {
        let mut languages = self.files.iter().map(|file| Language::from_name(file));
        languages
            .find(|language| *language == Language::SystemVerilog)
            .unwrap_or(Language::Verilog)
    }

    /// Returns the refusal of an undeclared word as one of the parameter whose value is that word, if there is one.
    pub(super) fn explain_parameter(&self, refusal: Refusal) -> Refusal {
        let mut parameters = self.parameters.iter();
        let is_unknown = refusal.reason.contains("undeclared identifier");
        match parameters.find(|parameter| is_unknown && parameter.value == refusal.construct) {
            Some(parameter) => Refusal {
                construct: format!("-P {parameter}"),
                reason: format!(
                    "the files do not declare {0}; write a number, a text in quotes such as '\"{0}\"', or package::NAME",
                    parameter.value
                ),
                ..refusal
            },
            None => refusal,
        }
    }
}

/// Displays as the names of the files.
impl fmt::Display for VerilogSources {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.lists.iter().chain(&self.files);
        let names: Vec<String> = files.map(|file| file.display().to_string()).collect();
        formatter.write_str(&names.join(", "))
    }
}

/// The name of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroName(pub String);

impl FromStr for MacroName {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<MacroName, SettingError> {
        name(text).map(MacroName)
    }
}

impl fmt::Display for MacroName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A macro with its text. Displays as `NAME`, or `NAME=TEXT` for another text than 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Definition {
    /// Returns the macro that a flow defines as 1.
    pub fn one(name: &str) -> Definition {
        Definition {
            name: name.to_owned(),
            text: "1".to_owned(),
        }
    }
}

impl FromStr for Definition {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Definition, SettingError> {
        let (macro_name, text) = text.split_once('=').unwrap_or((text, "1"));
        let is_plain = text
            .chars()
            .all(|c| c == ' ' || c.is_ascii_graphic() && c != '`' && c != '\\');
        if !is_plain || text.contains("//") || text.contains("/*") {
            return Err(SettingError::Text(text.to_owned()));
        }
        Ok(Definition {
            name: name(macro_name)?,
            text: text.to_owned(),
        })
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.as_str() {
            "1" => formatter.write_str(&self.name),
            text => write!(formatter, "{}={text}", self.name),
        }
    }
}

/// A parameter of the top module with its value. Displays as `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterValue {
    /// The name.
    pub name: String,
    /// The value, as Verilog has it.
    pub value: String,
}

impl FromStr for ParameterValue {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<ParameterValue, SettingError> {
        let Some((parameter, value)) = text.split_once('=') else {
            return Err(SettingError::NoValue(text.to_owned()));
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_$':.\"- ".contains(c);
        let digits = ["0x", "0X"].iter().find_map(|prefix| value.strip_prefix(prefix));
        if let Some(digits) = digits {
            return Err(SettingError::Prefix(value.to_owned(), digits.to_owned()));
        }
        if value.trim().is_empty() || !value.chars().all(is_plain) || value.matches('"').count() % 2 == 1 {
            return Err(SettingError::Value(value.to_owned()));
        }
        Ok(ParameterValue {
            name: name(parameter)?,
            value: value.to_owned(),
        })
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.name, self.value)
    }
}

/// A setting that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// It has no name of Verilog.
    #[error("`{0}` is no name; write letters, digits and _, without a digit in front")]
    Name(String),
    /// The text of a macro has other characters.
    #[error("`{0}` is no text of a macro; write ASCII without `, \\ and comments")]
    Text(String),
    /// A parameter has no value.
    #[error("{0} has no value; write NAME=VALUE, such as WIDTH=16")]
    NoValue(String),
    /// The value of a parameter is hexadecimal as in other languages.
    #[error("`{0}` is no number of Verilog; write {bits}'h{1}", bits = 4 * .1.len())]
    Prefix(String, String),
    /// The value of a parameter has other characters.
    #[error("`{0}` is no value of a parameter; write a number, a text or a name, such as 16, 8'hff or package::NAME")]
    Value(String),
}

/// Reads a name of Verilog.
fn name(text: &str) -> Result<String, SettingError> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_name = text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    if is_name {
        Ok(text.to_owned())
    } else {
        Err(SettingError::Name(text.to_owned()))
    }
}
