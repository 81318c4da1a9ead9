//! The options that choose an engine, and its name in a report.

use std::fmt::{self, Display, Formatter};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_yosys::Mapping;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::error::Error;

/// The choice of an engine.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EngineOptions {
    /// Engine: a model, the simulator, compiled Verilog, or the netlist of Yosys  [default: simulator]
    #[arg(long, value_name = "ENGINE", value_parser = engine_parser())]
    engine: Option<EngineKind>,
    /// With --engine gates: the netlist in the cells of an FPGA family
    #[arg(long, value_name = "FAMILY", value_parser = mapping_parser())]
    mapped: Option<Mapping>,
}

impl EngineOptions {
    /// True if the user chose no engine.
    pub fn is_default(&self) -> bool {
        self.engine.is_none() && self.mapped.is_none()
    }

    /// Returns the chosen engine, or `usual` by default.
    pub fn kind(&self, usual: EngineKind) -> Result<EngineKind, Error> {
        let kind = self.engine.unwrap_or(usual);
        match (kind, self.mapped) {
            (EngineKind::Gates(_), Some(mapping)) => Ok(EngineKind::Gates(mapping)),
            (_, None) => Ok(kind),
            (other, Some(_)) => Err(Error::usage(format!(
                "--engine {other} has no netlist; --mapped needs --engine gates"
            ))),
        }
    }
}

/// The name of an engine in a report. It is text such as `gates, ice40`, or members of an object in JSON.
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
