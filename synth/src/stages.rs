//! Which stage of the datapath a line of generated Verilog belongs to, and which stages lie between two others.

use std::collections::BTreeSet;

use halfpipe_hdl::net::{Netlist, Op};

use crate::origin::{Origin, Register};

/// What a line of the Verilog describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Logic of the stage of that name, as the netlist spells it.
    Stage(String),
    /// The registers at the end of that clock cycle, counted from 1, and the cut where they lie.
    Register(u32, String),
}

/// The stages of one module.
pub struct Stages<'n> {
    /// The place of each line, where it has one.
    lines: Vec<Option<Place>>,
    netlist: &'n Netlist,
}

/// The stage of nets that only join others: no stage of the datapath.
const PORTS: &str = "ports";

impl<'n> Stages<'n> {
    /// Reads the banners of a generated module's Verilog; `netlist` is the module's lane with its registers.
    pub fn new(verilog: &str, netlist: &'n Netlist) -> Stages<'n> {
        let mut place = None;
        let lines = verilog.lines().map(|line| {
            if let Some(banner) = banner(line) {
                place = banner;
            }
            place.clone()
        });
        Stages {
            lines: lines.collect(),
            netlist,
        }
    }

    /// The place of a line of the module.
    pub fn place(&self, origin: Option<Origin>) -> Option<&Place> {
        match origin {
            Some(Origin::Module(line)) => self.lines.get((line as usize).checked_sub(1)?)?.as_ref(),
            _ => None,
        }
    }

    /// The stage of a line of the module.
    pub fn stage(&self, origin: Option<Origin>) -> Option<&str> {
        match self.place(origin) {
            Some(Place::Stage(name)) => Some(name),
            _ => None,
        }
    }

    /// The clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        let cycles = self.netlist.nodes.iter().map(|node| node.section);
        cycles.max().unwrap_or(0)
    }

    /// The stage that a register of the module holds a result of.
    pub fn of_register(&self, register: &Register) -> Option<&str> {
        let name = register.name.as_deref()?;
        let belongs = |stage: &&String| {
            name.strip_prefix(stage.as_str())
                .is_some_and(|rest| rest.starts_with('_'))
        };
        let stage = self
            .netlist
            .stages
            .iter()
            .filter(belongs)
            .max_by_key(|stage| stage.len());
        stage.map(String::as_str)
    }

    /// The stages, in dataflow order, with logic on a way from one border to another within a clock cycle, counted
    /// from 0; a stage that is itself a border is left out.
    pub fn between(&self, cycle: u32, from: Border, to: Border) -> Vec<String> {
        if from == to && matches!(from, Border::Stage(_)) {
            return Vec::new();
        }
        let nodes = &self.netlist.nodes;
        let is_here = |index: usize| nodes[index].section == cycle && !nodes[index].is_register();
        let is_stage = |index: usize, name: &str| self.netlist.stages[nodes[index].stage] == name;
        let mut follows = vec![false; nodes.len()];
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.section == cycle) {
            follows[index] = match from {
                Border::Any => true,
                Border::Stage(name) => !node.is_register() && is_stage(index, name),
                Border::Registers(name) => node.is_register() && is_stage(index, name),
            } || !node.is_register() && node.operands.iter().any(|operand| follows[operand.index()]);
        }
        let mut leads = vec![to == Border::Any; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            leads[index] |= match to {
                Border::Any => false,
                Border::Stage(name) => is_here(index) && is_stage(index, name),
                Border::Registers(name) => node.is_register() && node.section == cycle + 1 && is_stage(index, name),
            };
            if leads[index] {
                for operand in &node.operands {
                    leads[operand.index()] = true;
                }
            }
        }
        let is_between =
            |index: &usize| is_here(*index) && follows[*index] && leads[*index] && is_logic(&nodes[*index].op);
        let found: BTreeSet<usize> = (0..nodes.len())
            .filter(is_between)
            .map(|index| nodes[index].stage)
            .collect();
        let names = found.into_iter().map(|stage| &self.netlist.stages[stage]);
        let is_border = |stage: &str| [from, to].contains(&Border::Stage(stage));
        names
            .filter(|stage| stage.as_str() != PORTS && !is_border(stage))
            .map(|stage| words(stage))
            .collect()
    }
}

/// An end of a way through a clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border<'s> {
    /// Whatever lies there.
    Any,
    /// The logic of a stage.
    Stage(&'s str),
    /// The registers that hold results of a stage.
    Registers(&'s str),
}

/// A name of the netlist for a reader.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Whether an operator becomes cells.
fn is_logic(op: &Op) -> bool {
    !matches!(
        op,
        Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat | Op::Register
    )
}

/// What follows a comment that begins a part of the module; `None` for any other line.
fn banner(line: &str) -> Option<Option<Place>> {
    let comment = line.trim().strip_prefix("// ")?;
    if let Some(title) = comment
        .strip_prefix("---- ")
        .and_then(|rest| rest.strip_suffix(" ----"))
    {
        return Some((title != PORTS).then(|| Place::Stage(title.replace(' ', "_"))));
    }
    let title = comment.strip_prefix("==== ")?.strip_suffix(" ====")?;
    let register = title.strip_prefix("pipeline register ").and_then(|rest| {
        let (cycle, cut) = rest.split_once(", after ").unwrap_or((rest, ""));
        Some(Place::Register(cycle.parse().ok()?, cut.to_owned()))
    });
    Some(register)
}
