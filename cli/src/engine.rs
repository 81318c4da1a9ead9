//! The options that choose an engine, and its name in a report.

use std::fmt::{self, Display, Formatter};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use halfpipe_testbench::engine::{EngineKind, Mapping};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::error::Error;

/// Which engine runs the hardware.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EngineOptions {
    /// What runs: a model, the embedded simulator, the compiled Verilog, or the netlist that Yosys makes of it  [default:
    /// simulator]
    #[arg(long, value_name = "ENGINE", value_parser = engine_parser())]
    engine: Option<EngineKind>,
    /// With --engine gates: the netlist in the cells of an FPGA, instead of plain gates
    #[arg(long, value_name = "FAMILY", value_parser = mapping_parser())]
    mapped: Option<Mapping>,
}

impl EngineOptions {
    /// The engine, which is `usual` where none is named.
    pub fn kind(&self, usual: EngineKind) -> Result<EngineKind, Error> {
        let kind = self.engine.unwrap_or(usual);
        match (kind, self.mapped) {
            (EngineKind::Gates(_), Some(mapping)) => Ok(EngineKind::Gates(mapping)),
            (_, None) => Ok(kind),
            (other, Some(_)) => Err(Error::usage(format!(
                "--mapped chooses a netlist, which --engine {other} has not; it goes with --engine gates"
            ))),
        }
    }
}

/// An engine as a report names it: `gates, ice40` to a reader, members of an object in JSON.
#[derive(Clone, Copy, Debug)]
pub struct EngineName(pub EngineKind);

impl Display for EngineName {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            EngineKind::Gates(mapping) => write!(formatter, "{}, {mapping}", self.0),
            other => write!(formatter, "{other}"),
        }
    }
}

impl Serialize for EngineName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("engine", self.0.name())?;
        if let EngineKind::Gates(mapping) = self.0 {
            members.serialize_entry("mapping", mapping.name())?;
        }
        members.end()
    }
}

/// Reads the name of an engine.
fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    PossibleValuesParser::new(EngineKind::ALL.map(EngineKind::name)).try_map(|name| name.parse::<EngineKind>())
}

/// Reads the name of a family of FPGAs.
fn mapping_parser() -> impl TypedValueParser<Value = Mapping> {
    let families = Mapping::all().filter(|mapping| *mapping != Mapping::Generic);
    PossibleValuesParser::new(families.map(Mapping::name)).try_map(|name| name.parse::<Mapping>())
}
