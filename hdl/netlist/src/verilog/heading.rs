//! Headings of stages: comments that readers of the text find again.

use std::fmt;

/// A comment in front of the nets of a stage, without its slashes. Displays as `---- title: meaning ----`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageHeading<'a> {
    /// The name of the stage in readable form.
    pub title: &'a str,
    /// Its function; may be empty.
    pub meaning: &'a str,
}

/// The text at either end of a heading.
const RULE: &str = "----";

impl<'a> StageHeading<'a> {
    /// Reads a line of Verilog; None if it is no heading.
    pub fn parse(line: &'a str) -> Option<StageHeading<'a>> {
        let comment = line.trim().strip_prefix("//")?.trim_start();
        let inner = comment.strip_prefix(RULE)?.strip_suffix(RULE)?.trim();
        let (title, meaning) = inner.split_once(": ").unwrap_or((inner, ""));
        (!title.is_empty()).then_some(StageHeading { title, meaning })
    }
}

impl fmt::Display for StageHeading<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StageHeading { title, meaning } = self;
        let colon = if meaning.is_empty() { "" } else { ": " };
        write!(formatter, "{RULE} {title}{colon}{meaning} {RULE}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_read_as_it_was_written() {
        let heading = StageHeading {
            title: "unpack a",
            meaning: "sign, exponent and class",
        };
        assert_eq!(StageHeading::parse(&format!("    // {heading}")), Some(heading));
        let heading = StageHeading {
            title: "pack",
            meaning: "",
        };
        assert_eq!(StageHeading::parse(&format!("// {heading}")), Some(heading));
        for other in [
            "// Register 1, after align.",
            "// ----",
            "// ---- ----",
            "---- a ----",
            "",
            "// -------",
        ] {
            assert_eq!(StageHeading::parse(other), None, "{other}");
        }
    }
}
