//! The FPGAs for which modules are synthesised, placed and routed: the [devices](Device) by name.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Device, Family, MeasuringPins, ResultCoverage, Router, TargetError};

/// The file with the pins of the measuring harness, for a router that does not choose them.
pub const MEASURING_PINS: &str = "measuring.pins";

/// An FPGA of the open flow.
#[derive(Clone, Copy)]
pub struct Target {
    family: &'static Family,
    device: &'static Device,
}

impl Target {
    /// Makes the target of a family's device.
    pub const fn new(family: &'static Family, device: &'static Device) -> Target {
        Target { family, device }
    }

    /// Returns its family.
    pub fn family(self) -> &'static Family {
        self.family
    }

    /// Returns its device.
    pub fn device(self) -> &'static Device {
        self.device
    }

    /// Returns the name as written on the command line: `ice40-hx8k`.
    pub fn name(self) -> &'static str {
        self.device.name
    }

    /// True if it has multiplier blocks (DSP), for units that are generated for them.
    pub fn has_multiplier_blocks(self) -> bool {
        self.device.has_multiplier_blocks
    }

    /// Returns the extent of its committed results; `None` if there are none.
    pub fn extent(self) -> Option<ResultCoverage> {
        self.device.results.map(|record| record.extent)
    }

    /// Returns the Yosys command that reads Verilog files for it. It defines the macro under which units name the
    /// family's multiplier block.
    pub fn read_verilog_command(self) -> String {
        format!("read_verilog{}", self.defined_macro())
    }

    /// Returns Yosys' option for the macro under which units name the family's multiplier block, with a leading blank.
    pub fn defined_macro(self) -> String {
        let block = self.family.block.map(|block| format!(" -D{}", block.macro_name));
        block.unwrap_or_default()
    }

    /// Returns the Yosys command that synthesises for it, without `-top`.
    pub fn synthesis(self) -> &'static str {
        self.device.synthesis
    }

    /// Returns the router that places and routes for it.
    ///
    /// # Errors
    ///
    /// [`TargetError::NoRouter`] when there is none.
    pub fn router(self) -> Result<&'static Router, TargetError> {
        let router = self.family.router.as_ref();
        router.ok_or(TargetError::NoRouter { target: self.name() })
    }

    /// Returns the options of the router that choose the device and the way it is measured. If the router does not
    /// choose the pins of the measuring harness, they are in the file [`MEASURING_PINS`].
    pub fn measuring_options(self, router: &Router) -> Vec<String> {
        let measuring = ["--freq", self.device.frequency, "--timing-allow-fail"];
        let pins = match self.device.pins {
            MeasuringPins::Free(option) => vec![option.to_owned()],
            MeasuringPins::Fixed(_) => Router::with_file(router.pins, MEASURING_PINS),
        };
        let words = self.device.part.iter().chain(&measuring);
        words.map(|word| (*word).to_owned()).chain(pins).collect()
    }

    /// Returns the Yosys commands that adapt a synthesised netlist to the router. Old versions of nextpnr refuse the
    /// cells that only record the scope of a net.
    pub fn repair(self) -> String {
        format!("delete */t:$scopeinfo\n{}", self.family.repair)
    }

    /// Returns the default number of seeds of a measurement.
    pub fn seeds(self) -> u32 {
        self.family.seeds
    }
}

/// Compares names: each device has its own.
impl PartialEq for Target {
    fn eq(&self, other: &Target) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Target {}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({self})")
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
