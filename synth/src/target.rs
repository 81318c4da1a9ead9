//! The FPGAs, with the options that each is synthesised, placed and routed with.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::Error;
use crate::tools::Tool;

/// An FPGA of the open flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Lattice iCE40 HX8K in the ct256 package.
    Ice40Hx8k,
    /// Lattice iCE40 UltraPlus 5K in the sg48 package; its DSP blocks are used.
    Ice40Up5k,
    /// Lattice ECP5 25F in the CABGA381 package, speed grade 6.
    Ecp525k,
    /// Lattice ECP5 85F in the CABGA381 package, speed grade 6.
    Ecp585k,
}

/// One row of the table of targets.
struct Row {
    target: Target,
    name: &'static str,
    has_multiplier_blocks: bool,
    reading: &'static str,
    synthesis: &'static str,
    router: Tool,
    router_options: &'static [&'static str],
    packer: Tool,
    seeds: u32,
}

/// Every target, in the order of [`Target`].
///
/// The options of the router that choose the device come before `--freq`. The frequency asked for lies above what any unit reaches, so that the router never stops improving early.
/// Pins are left to the router: the three of the measuring harness are on no measured path.
const TABLE: [Row; 4] = [
    Row {
        target: Target::Ice40Hx8k,
        name: "ice40-hx8k",
        has_multiplier_blocks: false,
        reading: "read_verilog",
        synthesis: "synth_ice40 -device hx -abc9",
        router: Tool::NextpnrIce40,
        router_options: &[
            "--hx8k",
            "--package",
            "ct256",
            "--freq",
            "200",
            "--timing-allow-fail",
            "--pcf-allow-unconstrained",
        ],
        packer: Tool::Icepack,
        seeds: 5,
    },
    Row {
        target: Target::Ice40Up5k,
        name: "ice40-up5k",
        has_multiplier_blocks: true,
        reading: "read_verilog",
        synthesis: "synth_ice40 -device u -dsp -abc9",
        router: Tool::NextpnrIce40,
        router_options: &[
            "--up5k",
            "--package",
            "sg48",
            "--freq",
            "100",
            "--timing-allow-fail",
            "--pcf-allow-unconstrained",
        ],
        packer: Tool::Icepack,
        seeds: 5,
    },
    Row {
        target: Target::Ecp525k,
        name: "ecp5-25k",
        has_multiplier_blocks: true,
        reading: "read_verilog -DHALFPIPE_ECP5",
        synthesis: "synth_ecp5",
        router: Tool::NextpnrEcp5,
        router_options: &[
            "--25k",
            "--package",
            "CABGA381",
            "--speed",
            "6",
            "--freq",
            "300",
            "--timing-allow-fail",
            "--lpf-allow-unconstrained",
        ],
        packer: Tool::Ecppack,
        seeds: 3,
    },
    Row {
        target: Target::Ecp585k,
        name: "ecp5-85k",
        has_multiplier_blocks: true,
        reading: "read_verilog -DHALFPIPE_ECP5",
        synthesis: "synth_ecp5",
        router: Tool::NextpnrEcp5,
        router_options: &[
            "--85k",
            "--package",
            "CABGA381",
            "--speed",
            "6",
            "--freq",
            "300",
            "--timing-allow-fail",
            "--lpf-allow-unconstrained",
        ],
        packer: Tool::Ecppack,
        seeds: 3,
    },
];

impl Target {
    /// Every target, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.target)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name as written on the command line: `ice40-hx8k`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it has multiplier blocks (DSP), for units that are generated for them.
    pub fn has_multiplier_blocks(self) -> bool {
        self.row().has_multiplier_blocks
    }

    /// The Yosys command that reads Verilog files for it. Units generated for multiplier blocks have those of the ECP5,
    /// with their registers, under a macro.
    pub fn reading(self) -> &'static str {
        self.row().reading
    }

    /// The Yosys command that synthesises for it, without `-top`.
    pub fn synthesis(self) -> &'static str {
        self.row().synthesis
    }

    /// The program that places and routes for it.
    pub fn router(self) -> Tool {
        self.row().router
    }

    /// The options of that program which choose the device and the way it is measured.
    pub fn router_options(self) -> &'static [&'static str] {
        self.row().router_options
    }

    /// Those of the options that choose the device.
    pub fn device_options(self) -> &'static [&'static str] {
        let options = self.router_options();
        let end = options.iter().position(|option| *option == "--freq");
        &options[..end.unwrap_or(options.len())]
    }

    /// The program that makes its bitstream.
    pub fn packer(self) -> Tool {
        self.row().packer
    }

    /// How many seeds a measurement takes unless told otherwise.
    pub fn seeds(self) -> u32 {
        self.row().seeds
    }
}

/// The names of all targets, for messages.
pub(crate) fn names() -> String {
    let names: Vec<_> = Target::all().map(Target::name).collect();
    names.join(", ")
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::all()
            .find(|target| target.name() == name)
            .ok_or_else(|| Error::UnknownTarget { name: name.to_owned() })
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enumeration() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.target as usize, index, "{}", row.name);
        }
    }

    #[test]
    fn names_are_read_back() {
        for target in Target::all() {
            assert_eq!(target.name().parse::<Target>().unwrap(), target);
        }
        assert_eq!(
            "hx8k".parse::<Target>().unwrap_err().to_string(),
            "unknown target 'hx8k'; known are ice40-hx8k, ice40-up5k, ecp5-25k, ecp5-85k"
        );
    }
}
