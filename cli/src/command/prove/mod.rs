//! `prove`: formal verification for every operand.

mod counterexample;
mod exhaustive;
mod join;
mod joined;
mod part;
mod record;
mod report;
mod requested;
mod riscv;
mod theorems;
mod tile;

use std::io::Write;

use halfpipe_fpga::FAMILIES;
use halfpipe_hdl::design::DesignKind;
use halfpipe_lemmas::lanes::find_lane;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::multiplier::MultiplierArg;
use halfpipe_request::render::ITERATIVE_OPTION;
use halfpipe_yosys::Mapping;

use self::requested::requested_designs;
use crate::arguments::prove::{target_name, Arguments, Method};
use crate::error::Error;
use crate::junit::{self, JunitReport};

/// Proves theorems, or compares them with the ledger.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let file = arguments.junit.as_deref();
    junit::report(file, "prove", &arguments.mnemonics, output, |junit, output| {
        prove(arguments, junit, output)
    })
}

fn prove(arguments: &Arguments, junit: &mut JunitReport, output: &mut dyn Write) -> Result<(), Error> {
    if !arguments.join.is_empty() {
        return join::run(arguments, junit, output);
    }
    match ModuleKind::find_one(&arguments.mnemonics) {
        ModuleKind::Zfh => return riscv::run(arguments, output),
        ModuleKind::Tile => return tile::run(arguments, output),
        ModuleKind::Unit | ModuleKind::Core | ModuleKind::Vortex => {}
    }
    let designs = requested_designs(arguments)?;
    match arguments.method {
        Method::Exhaustive => exhaustive::run(arguments, designs.concat(), junit, output),
        Method::Solver => theorems::run(arguments, &designs, junit, output),
    }
}

impl Arguments {
    /// Returns the netlist to be proven in addition to the generated module. An external file without a target gets a
    /// netlist of generic gates.
    fn mapping(&self) -> Option<Mapping> {
        let target = self.target.or(self.foreign.is_given().then_some(Mapping::Generic));
        target.map(|mapping| match self.multiplier {
            MultiplierArg::Block => mapping.family().and_then(Mapping::with_blocks).unwrap_or(mapping),
            MultiplierArg::Rows => mapping,
        })
    }

    /// Refuses multiplier blocks if no cell model can evaluate them.
    fn check_blocks(&self) -> Result<(), Error> {
        let Some(target) = self.target.filter(|_| self.multiplier == MultiplierArg::Block) else {
            return Ok(());
        };
        if target.family().and_then(Mapping::with_blocks).is_some() {
            return Ok(());
        }
        let families = FAMILIES.into_iter().filter(|family| family.evaluated_blocks.is_some());
        let names: Vec<&str> = families.map(|family| family.name).collect();
        Err(Error::usage(format!(
            "--multiplier block with --target {} cannot be proven; use one of the targets {}",
            target_name(target),
            names.join(", ")
        )))
    }

    /// Refuses conventions of a file beside the netlist of a target, which the file's own proof is not about.
    fn check_convention(&self) -> Result<(), Error> {
        match (self.convention.given(), self.target) {
            (Some(option), Some(target)) if target != Mapping::Generic => Err(Error::usage(format!(
                "{option} is for the file itself; leave out --target {}",
                target_name(target)
            ))),
            (Some(option), _) if self.shard.is_some() => Err(Error::usage(format!(
                "{option} does not go with --shard; prove the file in one run"
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses the proof that iterative units do not have.
    fn check_iterative(&self) -> Result<(), Error> {
        if self.core.iterative && self.method == Method::Exhaustive {
            Err(Error::usage(format!(
                "--method exhaustive applies to pipelines; leave it out, or {ITERATIVE_OPTION}"
            )))
        } else {
            Ok(())
        }
    }

    /// Refuses options that belong to the other method.
    fn check_method(&self) -> Result<(), Error> {
        let (options, method) = match self.method {
            Method::Solver => (vec![("--engine", self.engine.is_some())], "exhaustive"),
            Method::Exhaustive => {
                let own = [
                    ("--certificates", self.certificates.is_some()),
                    ("--check", self.check),
                    ("--ledger", self.ledger.is_some()),
                    ("--stale", self.stale),
                    ("--time-limit", self.time_limit.is_some()),
                ];
                ([&own[..], &self.convention.options()].concat(), "solver")
            }
        };
        match options.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Error::usage(format!("{option} needs --method {method}"))),
            None => Ok(()),
        }
    }

    /// Refuses options of the ledger for a part of a theorem.
    fn check_lemma_shard(&self) -> Result<(), Error> {
        let options = [
            ("--ledger", self.ledger.is_some()),
            ("--check", self.check),
            ("--stale", self.stale),
        ];
        let given = options.iter().find(|(_, given)| *given);
        match (given, self.lemma_shard(), &self.mnemonics[..]) {
            (Some((option, _)), Some(shard), [word]) => Err(Error::usage(format!(
                "--shard {shard} takes a part of the lemmas of {word}, and the ledger has whole theorems; leave out \
                 {option}, and write the line with halfpipe prove --join FILE… --ledger DIR"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the shard's share of the functions. Instructions with a common lane stay in one shard. A core is not
    /// divided.
    fn share(&self, kinds: Vec<DesignKind>) -> Vec<DesignKind> {
        let Some(shard) = self.shard else { return kinds };
        let lane = |kind: &DesignKind| match kind {
            DesignKind::Unit(instruction) | DesignKind::Iterative(instruction) => Some(find_lane(*instruction)),
            DesignKind::Core { .. } => None,
        };
        let mut lanes: Vec<_> = kinds.iter().filter_map(lane).collect();
        lanes.sort();
        lanes.dedup();
        let is_ours = |kind: &DesignKind| match lane(kind) {
            Some(lane) => shard.has(lanes.iter().position(|other| *other == lane).unwrap_or(0)),
            None => true,
        };
        kinds.into_iter().filter(is_ours).collect()
    }
}
