//! A shell with the ports and parameters of CVFPU's `fpnew_top` around the core `halfpipe_zfh`.

use std::fmt;
use std::str::FromStr;

use super::super::comment::{commented, made_by, notice};

/// A version of `fpnew_top`. They differ in ports, in parameters and in the package `fpnew_pkg`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FpnewDialect {
    /// OpenHW's releases 0.8.0 and 0.8.1, as in CV32E40P.
    OpenHw08,
    /// OpenHW's branch develop since November 2025, as in CVA6. It has the port `early_valid_o`.
    OpenHw,
    /// PULP's branch, as in Ara and Snitch. It has the port `hart_id_i`.
    Pulp,
}

impl FpnewDialect {
    /// All dialects.
    pub const ALL: [FpnewDialect; 3] = [FpnewDialect::OpenHw08, FpnewDialect::OpenHw, FpnewDialect::Pulp];

    /// Returns the name of the dialect on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FpnewDialect::OpenHw08 => "openhw-0.8",
            FpnewDialect::OpenHw => "openhw",
            FpnewDialect::Pulp => "pulp",
        }
    }
}

impl fmt::Display for FpnewDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no dialect.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown version of fpnew_top `{0}`; use openhw-0.8, openhw or pulp")]
pub struct UnknownDialect(String);

impl FromStr for FpnewDialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<FpnewDialect, UnknownDialect> {
        let found = FpnewDialect::ALL.into_iter().find(|dialect| dialect.name() == text);
        found.ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

/// A shell with the ports of `fpnew_top` around the core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shell {
    /// The version of `fpnew_top` whose ports the shell has.
    pub dialect: FpnewDialect,
    /// The name of the module. A shell named `fpnew_top` replaces CVFPU. Any other one contains CVFPU for the formats
    /// that the core lacks.
    pub name: String,
    /// The width of the core's operands.
    pub width: u32,
    /// The latency of additions and multiplications.
    pub addmul: u32,
    /// The latency of comparisons, signs and classes.
    pub noncomp: u32,
    /// The latency of conversions.
    pub conv: u32,
    /// True if the core divides.
    pub has_divider: bool,
    /// True if the core computes f16, which CVFPU calls FP16.
    pub has_f16: bool,
    /// True if the core computes bf16, which CVFPU calls FP16ALT.
    pub has_bf16: bool,
    /// True if the core converts halves from and to f32.
    pub has_f32: bool,
    /// True if the core computes f32.
    pub computes_f32: bool,
    /// True if the core converts from f16 to bf16 and back.
    pub converts_between_halves: bool,
}

/// The name of CVFPU's module.
const FPNEW_TOP: &str = "fpnew_top";

/// SystemVerilog with names between `@`. Lines from `//if A B` to `//end` are for the conditions A and B.
const TEMPLATE: &str = include_str!("shell.sv");

impl Shell {
    /// Returns the SystemVerilog file. The header names the command that generates the file, if one is given.
    ///
    /// # Panics
    ///
    /// Panics if the template is malformed.
    #[must_use]
    pub fn verilog(&self, command: Option<&str>) -> String {
        let mut header = vec![
            format!("halfpipe_zfh with the ports of fpnew_top, version {}", self.dialect),
            String::new(),
        ];
        let lacking = if self.computes_f32 {
            "The format of 64 bits stops"
        } else {
            "The formats of 32 and 64 bits stop"
        };
        let others = if self.computes_f32 {
            "the format of 64 bits"
        } else {
            "the formats of 32 and 64 bits"
        };
        header.push(if self.is_alone() {
            format!("It replaces CVFPU. {lacking} elaboration.")
        } else {
            format!("CVFPU's fpnew_top in it computes {others}, and conversions that halfpipe_zfh lacks.")
        });
        header.push("It needs the package fpnew_pkg of the processor.".to_owned());
        header.push(String::new());
        header.extend(command.map(made_by).unwrap_or_default());
        header.push(notice());
        let bit = |is_set| u32::from(is_set).to_string();
        let values = [
            ("@NAME@", self.name.clone()),
            ("@WIDTH@", self.width.to_string()),
            ("@ADDMUL@", self.addmul.to_string()),
            ("@NONCOMP@", self.noncomp.to_string()),
            ("@CONV@", self.conv.to_string()),
            ("@FP16@", bit(self.has_f16)),
            ("@FP16ALT@", bit(self.has_bf16)),
            ("@FP32@", bit(self.has_f32)),
            ("@SINGLE@", bit(self.computes_f32)),
            ("@BETWEEN@", bit(self.converts_between_halves)),
            ("@DIVSQRT@", bit(self.has_divider)),
        ];
        let text = values
            .iter()
            .fold(self.selected(), |text, (name, value)| text.replace(name, value));
        commented(&header) + "\n" + &text
    }

    /// Returns true if CVFPU is not in the shell, which then has its name.
    fn is_alone(&self) -> bool {
        self.name == FPNEW_TOP
    }

    /// Returns the template's lines for this dialect and name.
    fn selected(&self) -> String {
        let composition = if self.is_alone() { "alone" } else { "shared" };
        let holds = |condition: &str| condition == self.dialect.name() || condition == composition;
        let mut conditions = Vec::new();
        let mut text = String::new();
        for line in TEMPLATE.lines() {
            if let Some(names) = line.strip_prefix("//if ") {
                conditions.push(names.split(' ').any(holds));
            } else if line == "//end" {
                conditions.pop().expect("each end has an if");
            } else if conditions.iter().all(|&is_met| is_met) {
                text.push_str(line);
                text.push('\n');
            }
        }
        assert!(conditions.is_empty(), "each if has an end");
        text
    }
}
