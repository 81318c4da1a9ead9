//! Keys of theorems in the ledger.

use std::cmp::Ordering;
use std::fmt;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::{Multiplier, Optimisation};
use halfpipe_hdl::zfh::{Group, ZfhSpec};
use halfpipe_isa::FLAGS_MARK;
use halfpipe_yosys::Mapping;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use halfpipe_lemmas::theorem::{ledger_name, ProvenModule};

/// The key of a theorem about an instruction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TheoremKey {
    /// The instruction, or the core; see [`ledger_name`].
    pub theorem: String,
    /// The latency in enabled clock cycles from operands to result.
    pub latency: u32,
    /// The kind of multiplier.
    pub multiplier: MultiplierKind,
    /// The form of the unit.
    #[serde(skip_serializing_if = "is_smallest", default)]
    pub optimise: Optimisation,
    /// True if registers stand at the ports.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub register_ports: bool,
    /// True for a module of `--flags`. The name of the theorem has that mark too.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub flags: bool,
    /// True for an iterative unit.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub iterative: bool,
    /// The target of Yosys' netlist. The generator's own netlist has none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<LedgerTarget>,
    /// The extensions, formats, widths, divider and latencies of a core of RISC-V.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub configuration: Option<String>,
}

impl TheoremKey {
    /// Returns the key of the theorem about a module, or about the netlist that Yosys makes of a design.
    pub fn new(module: ProvenModule<'_>, target: Option<Mapping>) -> TheoremKey {
        match module {
            ProvenModule::Design(design) => TheoremKey::from_design(design, target),
            ProvenModule::Riscv(spec) => TheoremKey::from_riscv(spec),
        }
    }

    fn from_riscv(spec: &ZfhSpec) -> TheoremKey {
        TheoremKey {
            theorem: ProvenModule::Riscv(spec).ledger_name(),
            latency: Group::ALL
                .map(|group| spec.latency(group))
                .into_iter()
                .max()
                .unwrap_or(0),
            multiplier: spec.multiplier.into(),
            optimise: Optimisation::Area,
            register_ports: false,
            flags: false,
            iterative: false,
            target: None,
            configuration: Some(format!("{}; {}", spec.describe_function(), spec.describe_latencies())),
        }
    }

    fn from_design(design: &Design, target: Option<Mapping>) -> TheoremKey {
        TheoremKey {
            theorem: ledger_name(design),
            latency: design.latency(),
            multiplier: design.multiplier().into(),
            optimise: design.optimisation(),
            register_ports: design.has_registered_ports(),
            flags: ledger_name(design).contains(FLAGS_MARK),
            iterative: design.interface().is_iterative(),
            target: target.map(LedgerTarget),
            configuration: None,
        }
    }
}

/// True for the form that a line of the ledger does not name.
fn is_smallest(form: &Optimisation) -> bool {
    *form == Optimisation::Area
}

/// The kind of multiplier, whatever the devices of its blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MultiplierKind {
    /// A multiplier block.
    Block,
    /// Rows of partial products.
    Rows,
}

impl fmt::Display for MultiplierKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            MultiplierKind::Block => "block",
            MultiplierKind::Rows => "rows",
        })
    }
}

impl From<Multiplier> for MultiplierKind {
    fn from(multiplier: Multiplier) -> MultiplierKind {
        match multiplier {
            Multiplier::Rows => MultiplierKind::Rows,
            Multiplier::Block(_) => MultiplierKind::Block,
        }
    }
}

/// The target of a netlist. In the ledger, a target with multiplier blocks has the name of the one without.
#[derive(Clone, Copy, Debug)]
pub struct LedgerTarget(pub Mapping);

impl PartialEq for LedgerTarget {
    fn eq(&self, other: &LedgerTarget) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for LedgerTarget {}

impl PartialOrd for LedgerTarget {
    fn partial_cmp(&self, other: &LedgerTarget) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LedgerTarget {
    fn cmp(&self, other: &LedgerTarget) -> Ordering {
        self.0.name().cmp(other.0.name())
    }
}

impl fmt::Display for LedgerTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name())
    }
}

impl Serialize for LedgerTarget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for LedgerTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LedgerTarget, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Mapping::all().find(|mapping| mapping.name() == name);
        found.map(LedgerTarget).ok_or_else(|| {
            let names: Vec<&str> = Mapping::all().map(Mapping::name).collect();
            serde::de::Error::custom(format!("unknown target `{name}`; the targets are {}", names.join(", ")))
        })
    }
}
