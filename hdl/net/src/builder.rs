//! Building a netlist.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::fold::fold;
use crate::module::{Netlist, Port};
use crate::multiplier::Block;
use crate::node::{ones, NetId, Node, Op, MAX_WIDTH};

/// A netlist under construction.
///
/// Nets are made by expressions on earlier nets, so the order of construction is a dataflow order. An expression that
/// was built before is shared, and what is constant is folded: a modifier that an instruction does not have leaves
/// nothing behind.
#[derive(Default)]
pub struct Builder {
    state: RefCell<Netlist>,
    shared: RefCell<HashMap<Expression, NetId>>,
    stage: Cell<usize>,
    section: Cell<u32>,
    scope: RefCell<String>,
}

/// An operator, its operands and its width: what makes two nets the same.
type Expression = (Op, Vec<NetId>, u32);

/// A net of a netlist under construction: a handle to be copied freely.
#[derive(Clone, Copy)]
pub struct Net<'n> {
    pub(super) builder: &'n Builder,
    pub(super) id: NetId,
    pub(super) width: u32,
}

/// Ends a stage when it is dropped.
pub struct StageScope<'n> {
    builder: &'n Builder,
    outer: usize,
}

impl Drop for StageScope<'_> {
    fn drop(&mut self) {
        self.builder.stage.set(self.outer);
    }
}

impl Builder {
    /// An empty netlist.
    pub fn new() -> Builder {
        let builder = Builder::default();
        builder.state.borrow_mut().stages.push("ports".to_owned());
        builder
    }

    /// An input port.
    pub fn input(&self, name: &str, width: u32) -> Net<'_> {
        let net = self.push(Op::Input, Vec::new(), width);
        let mut state = self.state.borrow_mut();
        state.nodes[net.id.index()].name = Some(name.to_owned());
        state.inputs.push(Port {
            name: name.to_owned(),
            net: net.id,
            width,
        });
        net
    }

    /// An output port.
    pub fn output(&self, name: &str, net: Net<'_>) {
        let port = Port {
            name: name.to_owned(),
            net: net.id,
            width: net.width,
        };
        self.state.borrow_mut().outputs.push(port);
    }

    /// A constant. Panics if the value does not fit the width.
    #[track_caller]
    pub fn constant(&self, value: u64, width: u32) -> Net<'_> {
        check_width(width, "a constant");
        assert!(value <= ones(width), "the constant {value} does not fit {width} bits");
        self.make(Op::Constant(value), &[], width)
    }

    /// The file of the netlist names these devices' blocks for multiplications with a register behind them.
    pub fn name_blocks(&self, blocks: &'static [&'static Block]) {
        self.state.borrow_mut().blocks = blocks;
    }

    /// The constant 0, one bit wide.
    pub fn zero(&self) -> Net<'_> {
        self.constant(0, 1)
    }

    /// The nets made until the returned scope is dropped belong to the stage of that name.
    ///
    /// Entering a stage again continues it.
    pub fn stage(&self, name: &str) -> StageScope<'_> {
        let outer = self.stage.get();
        let name = match self.scope.borrow().as_str() {
            "" => name.to_owned(),
            scope => format!("{scope}_{name}"),
        };
        let mut state = self.state.borrow_mut();
        let index = match state.stages.iter().position(|stage| *stage == name) {
            Some(index) => index,
            None => {
                state.stages.push(name);
                state.stages.len() - 1
            }
        };
        self.stage.set(index);
        StageScope { builder: self, outer }
    }

    /// From here on the names of stages begin with this one, until it is called again: for a datapath that a netlist has
    /// several times.
    pub fn enter_scope(&self, name: &str) {
        *self.scope.borrow_mut() = name.to_owned();
    }

    /// A place where a pipeline register may go: between the nets made before and those made after.
    ///
    /// On a branch beside another one it is the other's cut at that depth.
    pub fn cut(&self, name: &str) {
        let section = self.section.get() as usize;
        let mut state = self.state.borrow_mut();
        if section == state.cuts.len() {
            state.cuts.push(name.to_owned());
        }
        self.section.set(section as u32 + 1);
    }

    /// How many cuts lie before what is built now.
    pub fn section(&self) -> u32 {
        self.section.get()
    }

    /// Begins a branch beside what was built since: it must not use nets made after that section.
    pub fn return_to(&self, section: u32) {
        assert!(
            section as usize <= self.state.borrow().cuts.len(),
            "no section {section} was built"
        );
        self.section.set(section);
    }

    /// Joins the branches: what is built now comes after all cuts.
    pub fn join_branches(&self) {
        let cuts = self.state.borrow().cuts.len();
        self.section.set(cuts as u32);
    }

    /// The netlist built so far, without nets that no output depends on.
    pub fn finish(self) -> Netlist {
        self.state.into_inner().without_dead_nets()
    }

    /// A net of the given operator, folded or shared where possible.
    pub(super) fn make<'n>(&'n self, op: Op, operands: &[Net<'n>], width: u32) -> Net<'n> {
        for operand in operands {
            assert!(
                std::ptr::eq(self, operand.builder),
                "nets of two netlists in one expression"
            );
        }
        if let Some(net) = fold(self, &op, operands, width) {
            return net;
        }
        let operands: Vec<NetId> = operands.iter().map(|operand| operand.id).collect();
        let key = (op, operands, width);
        // A net on another branch may come too late for this one.
        let found = self.shared.borrow().get(&key).copied();
        if let Some(id) = found.filter(|id| self.state.borrow().node(*id).section <= self.section.get()) {
            return Net {
                builder: self,
                id,
                width,
            };
        }
        let net = self.push(key.0.clone(), key.1.clone(), width);
        self.shared.borrow_mut().insert(key, net.id);
        net
    }

    fn push(&self, op: Op, operands: Vec<NetId>, width: u32) -> Net<'_> {
        let mut state = self.state.borrow_mut();
        let id = NetId(state.nodes.len() as u32);
        state.nodes.push(Node {
            op,
            operands,
            width,
            name: None,
            called: None,
            stage: self.stage.get(),
            section: self.section.get(),
        });
        Net {
            builder: self,
            id,
            width,
        }
    }

    pub(super) fn net(&self, id: NetId) -> Net<'_> {
        Net {
            builder: self,
            id,
            width: self.state.borrow().node(id).width,
        }
    }

    /// The operator and operands of a net.
    pub(super) fn definition(&self, net: Net<'_>) -> (Op, Vec<NetId>) {
        let state = self.state.borrow();
        let node = state.node(net.id);
        (node.op.clone(), node.operands.clone())
    }

    /// Whether the datapath gave the net a name.
    pub(super) fn is_named(&self, net: Net<'_>) -> bool {
        self.state.borrow().node(net.id).name.is_some()
    }

    /// Gives a net a name unless it has one.
    pub(super) fn name(&self, id: NetId, name: &str) {
        let mut state = self.state.borrow_mut();
        let stage = self.stage.get();
        let node = &mut state.nodes[id.index()];
        if node.name.is_none() {
            node.name = Some(name.to_owned());
            node.stage = stage;
        }
    }

    /// Says what a net is called without a name.
    pub(super) fn call(&self, id: NetId, name: &str) {
        let mut state = self.state.borrow_mut();
        let stage = self.stage.get();
        let node = &mut state.nodes[id.index()];
        if node.name.is_none() && node.called.is_none() {
            node.called = Some(name.to_owned());
            node.stage = stage;
        }
    }

    /// A short text of a net for messages: its name, or its operator over its operands.
    pub(super) fn describe(&self, net: Net<'_>, depth: u32) -> String {
        let (name, stage) = {
            let state = self.state.borrow();
            let node = state.node(net.id);
            (node.name.clone(), state.stages[node.stage].clone())
        };
        if let Some(name) = name {
            return format!("{stage}.{name}");
        }
        let (op, operands) = self.definition(net);
        if let Op::Constant(value) = op {
            return format!("{value}");
        }
        let operator = match &op {
            Op::Table(_) => "Table".to_owned(),
            other => format!("{other:?}"),
        };
        if depth == 0 {
            return format!("{operator}(…)");
        }
        let operands: Vec<String> = operands
            .iter()
            .map(|id| self.describe(self.net(*id), depth - 1))
            .collect();
        format!("{operator}({})", operands.join(", "))
    }
}

#[track_caller]
pub(super) fn check_width(width: u32, what: &str) {
    assert!(
        (1..=MAX_WIDTH).contains(&width),
        "{what} would be {width} bits wide; a net has 1 to {MAX_WIDTH} bits"
    );
}
