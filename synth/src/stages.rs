//! The stage of each line of generated Verilog, and the stages between two others.

use std::collections::BTreeSet;

use halfpipe_hdl::net::verilog::{DatapathPart, Text};
use halfpipe_hdl::net::{Netlist, Op, Stage};

use crate::timing::{Origin, PathRegister};

/// The stages of one module.
pub struct Stages<'n> {
    verilog: &'n Text,
    netlist: &'n Netlist,
}

impl<'n> Stages<'n> {
    /// Finds the stages of a generated file; `netlist` is the module's lane with its registers.
    pub fn new(verilog: &'n Text, netlist: &'n Netlist) -> Stages<'n> {
        Stages { verilog, netlist }
    }

    /// Returns the part of the datapath that a line of the module describes.
    pub fn part(&self, origin: Option<Origin>) -> Option<DatapathPart> {
        match origin {
            Some(Origin::Module(line)) => self.verilog.part(line),
            _ => None,
        }
    }

    /// Returns the stage whose logic a line of the module describes, as its index in the netlist. The logic that joins
    /// the ports belongs to no stage.
    pub fn logic(&self, origin: Option<Origin>) -> Option<usize> {
        match self.part(origin) {
            Some(DatapathPart::Logic { stage }) if stage != Stage::PORTS => Some(stage),
            _ => None,
        }
    }

    /// Returns the stage whose result a register of the module holds.
    pub fn of_register(&self, register: &PathRegister) -> Option<usize> {
        match self.part(register.origin) {
            Some(DatapathPart::Registers { stage, .. }) => Some(stage),
            _ => None,
        }
    }

    /// Returns the name of a stage for messages.
    pub fn title(&self, stage: usize) -> String {
        self.netlist.stages[stage].title()
    }

    /// Describes the registers of a rank for messages: its number, and the stage before it.
    pub fn rank(&self, rank: u32) -> String {
        let cut = self.netlist.cuts.get(rank as usize - 1);
        let cut = cut.map_or("", String::as_str);
        format!("register {rank}, after {}", cut.replace('_', " "))
    }

    /// Returns the clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        let cycles = self.netlist.nodes.iter().map(|node| node.cycle);
        cycles.max().unwrap_or(0)
    }

    /// Returns the stages with logic on a path from one border to another within a clock cycle, in dataflow order.
    /// Cycles are counted from 0. A stage that is itself a border is left out.
    pub fn between(&self, cycle: u32, from: Border, to: Border) -> Vec<usize> {
        if from == to && matches!(from, Border::Stage(_)) {
            return Vec::new();
        }
        let nodes = &self.netlist.nodes;
        let is_here = |index: usize| nodes[index].cycle == cycle && !nodes[index].is_register();
        let mut follows = vec![false; nodes.len()];
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.cycle == cycle) {
            follows[index] = match from {
                Border::Any => true,
                Border::Stage(stage) => !node.is_register() && node.stage == stage,
                Border::Registers(stage) => node.is_register() && node.stage == stage,
            } || !node.is_register() && node.operands.iter().any(|operand| follows[operand.index()]);
        }
        let mut leads = vec![to == Border::Any; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            leads[index] |= match to {
                Border::Any => false,
                Border::Stage(stage) => is_here(index) && node.stage == stage,
                Border::Registers(stage) => node.is_register() && node.cycle == cycle + 1 && node.stage == stage,
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
        let is_border = |stage: usize| [from, to].contains(&Border::Stage(stage));
        found
            .into_iter()
            .filter(|stage| *stage != Stage::PORTS && !is_border(*stage))
            .collect()
    }
}

/// An end of a path through a clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Any end.
    Any,
    /// The logic of a stage.
    Stage(usize),
    /// The registers that hold results of a stage.
    Registers(usize),
}

/// True if an operator becomes cells.
fn is_logic(op: &Op) -> bool {
    !matches!(
        op,
        Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat | Op::Register
    )
}
