//! A mutation: one faulty bit of a cell's port.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::mutants::Error;

/// A fault as Yosys' command `mutate` names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mutation {
    /// The effect on the bit. `inv` inverts it, and `const0` and `const1` tie it down. `cnot0` and `cnot1` invert it
    /// while another bit of the port is 0 or 1.
    pub mode: String,
    /// The cell.
    pub cell: String,
    /// The cell's port.
    pub port: String,
    /// The port's bit.
    pub bit: u32,
    /// The other bit, of `cnot0` and `cnot1`.
    pub control: Option<u32>,
    /// The net that connects to the bit alone, if it has a name of its own.
    pub net: Option<String>,
}

impl Mutation {
    /// Parses a line of the list that `mutate -list` writes.
    ///
    /// # Errors
    ///
    /// [`Error::Listing`] when the line is not of that form.
    pub fn parse(line: &str) -> Result<Mutation, Error> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let option = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        let number = |name: &str| option(name).and_then(|word| word.parse().ok());
        let found = || {
            Some(Mutation {
                mode: option("-mode")?.to_owned(),
                cell: option("-cell")?.to_owned(),
                port: option("-port")?.to_owned(),
                bit: number("-portbit")?,
                control: number("-ctrlbit"),
                net: option("-wire").map(|net| match number("-wirebit") {
                    Some(bit) => format!("{net}[{bit}]"),
                    None => net.to_owned(),
                }),
            })
        };
        found().ok_or_else(|| Error::Listing { line: line.to_owned() })
    }

    /// Returns the command that puts the fault into a module. The fault is active while the `width`-bit input `switch`
    /// is `value`.
    pub(crate) fn command(&self, module: &str, switch: &str, width: u32, value: usize) -> String {
        let Mutation {
            mode, cell, port, bit, ..
        } = self;
        let control = self.control.map(|bit| format!(" -ctrlbit {bit}")).unwrap_or_default();
        format!(
            "mutate -ctrl {switch} {width} {value} -mode {mode} -module {module} -cell {cell} -port {port} -portbit {bit}{control}\n"
        )
    }
}

impl fmt::Display for Mutation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mutation {
            mode, cell, port, bit, ..
        } = self;
        write!(formatter, "{mode} {cell}.{port}[{bit}]")?;
        if let Some(control) = self.control {
            write!(formatter, " by [{control}]")?;
        }
        match &self.net {
            Some(net) => write!(formatter, " on {net}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_list_is_read_and_written_as_a_command() {
        let line = "mutate -mode cnot1 -module m -cell $or$m.v:231$102 -port Y -portbit 17 -ctrlbit 6 -wire found -wirebit 3 -src m.v:1.2-1.3";
        let mutation = Mutation::parse(line).unwrap();
        assert_eq!(mutation.to_string(), "cnot1 $or$m.v:231$102.Y[17] by [6] on found[3]");
        assert_eq!(
            mutation.command("m", "mutant", 9, 5),
            "mutate -ctrl mutant 9 5 -mode cnot1 -module m -cell $or$m.v:231$102 -port Y -portbit 17 -ctrlbit 6\n"
        );
    }

    #[test]
    fn a_line_without_a_place_is_refused() {
        let error = Mutation::parse("mutate -mode none").unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown form of mutation in Yosys' list: mutate -mode none"
        );
    }
}
