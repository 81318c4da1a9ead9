//! Construction of netlists.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::label::{Label, Show};
use crate::module::{Iteration, Netlist, NetlistPort, PortPart, StateRegister};
use crate::node::{ones, NetId, Node, Op, MAX_WIDTH};
use crate::stage::Stage;
use crate::verilog::multiplier::MultiplierBlock;

/// A netlist under construction.
///
/// Expressions on earlier nets make new nets, so the order of construction is a dataflow order. An expression that was
/// built before is shared, and constants are folded: a modifier that an instruction lacks costs no hardware.
#[derive(Default)]
pub struct Builder {
    pub(super) state: RefCell<Netlist>,
    pub(super) shared: RefCell<HashMap<Expression, NetId>>,
    /// The registers of an iterative unit.
    registers: RefCell<Vec<StateRegister>>,
    /// Index of the stage that is being built.
    pub(super) stage: Cell<usize>,
    /// The names of the scopes, the outermost first.
    pub(super) scopes: RefCell<Vec<String>>,
}

/// An operator, its operands and its width. Two nets with the same expression are the same net.
pub(super) type Expression = (Op, Vec<NetId>, u32);

/// A net of a netlist under construction: a copyable handle.
#[derive(Clone, Copy)]
pub struct Net<'n> {
    pub(super) builder: &'n Builder,
    pub(super) id: NetId,
    pub(super) width: u32,
}

impl Builder {
    /// Returns an empty netlist.
    pub fn new() -> Builder {
        let builder = Builder::default();
        builder.state.borrow_mut().stages.push(Stage::from((
            "ports",
            "the inputs, as far as later clock cycles need them",
        )));
        builder.scopes.borrow_mut().push(String::new());
        builder
    }

    /// Returns an input port, named by its label.
    pub fn input(&self, label: impl Into<Label>, width: u32) -> Net<'_> {
        let net = self.push(Op::Input, Vec::new(), width);
        let label = label.into();
        let mut state = self.state.borrow_mut();
        state.inputs.push(NetlistPort {
            name: label.name().to_owned(),
            net: net.id,
            width,
            part: None,
        });
        state.nodes[net.id.index()].label = Some(label);
        net
    }

    /// Returns an input that is a part of a wider port, named by its label.
    pub fn input_part(&self, label: impl Into<Label>, width: u32, part: PortPart) -> Net<'_> {
        let net = self.input(label, width);
        if let Some(port) = self.state.borrow_mut().inputs.last_mut() {
            port.part = Some(part);
        }
        net
    }

    /// Adds an output port.
    pub fn output(&self, name: &str, net: Net<'_>) {
        let port = NetlistPort {
            name: name.to_owned(),
            net: net.id,
            width: net.width,
            part: None,
        };
        self.state.borrow_mut().outputs.push(port);
    }

    /// Returns a register of an iterative unit, in the current stage. [`Builder::set_next`] gives its next value.
    pub fn state(&self, label: impl Into<Label>, width: u32) -> Net<'_> {
        check_width(width, "a register");
        let net = self.push(Op::State, Vec::new(), width);
        self.label(net.id, label.into());
        net
    }

    /// Sets the next value of a register of an iterative unit. A reset makes the register 0 if `is_cleared`.
    ///
    /// Panics if the widths differ.
    pub fn set_next(&self, register: Net<'_>, next: Net<'_>, is_cleared: bool) {
        assert_eq!(register.width, next.width, "the next value of {register:?} is {next:?}");
        self.registers.borrow_mut().push(StateRegister {
            net: register.id,
            next: next.id,
            is_cleared,
        });
    }

    /// Returns the input `in_valid` of an iterative unit. It is no operand.
    pub fn in_valid(&self) -> Net<'_> {
        let net = self.push(Op::Input, Vec::new(), 1);
        self.label(net.id, "in_valid".into());
        net
    }

    /// Makes the netlist an iterative unit with this handshake.
    pub fn set_handshake(&self, in_valid: Net<'_>, in_ready: Net<'_>, out_valid: Net<'_>) {
        self.state.borrow_mut().iteration = Some(Iteration {
            registers: Vec::new(),
            in_valid: in_valid.id,
            in_ready: in_ready.id,
            out_valid: out_valid.id,
        });
    }

    /// Returns a constant. Panics if the value does not fit the width.
    #[track_caller]
    pub fn constant(&self, value: u64, width: u32) -> Net<'_> {
        self.wide_constant(value.into(), width)
    }

    /// Returns a constant that may have more than 64 bits. Panics if the value does not fit the width.
    #[track_caller]
    pub fn wide_constant(&self, value: u128, width: u32) -> Net<'_> {
        check_width(width, "a constant");
        assert!(value <= ones(width), "the constant {value} does not fit {width} bits");
        self.make(Op::Constant(value), &[], width)
    }

    /// Sets the devices' multiplier blocks that the netlist's file names for registered multiplications.
    pub fn name_blocks(&self, blocks: &'static [&'static MultiplierBlock]) {
        self.state.borrow_mut().blocks = blocks;
    }

    /// Returns the constant 0, one bit wide.
    pub fn zero(&self) -> Net<'_> {
        self.constant(0, 1)
    }

    /// Returns the netlist built so far, without nets that no output depends on.
    pub fn finish(self) -> Netlist {
        let mut netlist = self.state.into_inner();
        if let Some(iteration) = &mut netlist.iteration {
            iteration.registers = self.registers.into_inner();
        }
        netlist.without_dead_nets()
    }

    pub(super) fn push(&self, op: Op, operands: Vec<NetId>, width: u32) -> Net<'_> {
        let mut state = self.state.borrow_mut();
        let id = NetId(state.nodes.len() as u32);
        state.nodes.push(Node {
            op,
            operands,
            width,
            label: None,
            stage: self.stage.get(),
            cycle: 0,
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

    /// Returns the operator and operands of a net.
    pub(super) fn definition(&self, net: Net<'_>) -> (Op, Vec<NetId>) {
        let state = self.state.borrow();
        let node = state.node(net.id);
        (node.op.clone(), node.operands.clone())
    }

    /// True if the net is shown as a net of its own.
    pub(super) fn is_shown(&self, net: Net<'_>) -> bool {
        self.state.borrow().node(net.id).shown_name().is_some()
    }

    /// Returns how the bits of a net are best read.
    pub(super) fn show(&self, net: Net<'_>) -> Show {
        let state = self.state.borrow();
        state.node(net.id).label.as_ref().map(Label::show).unwrap_or_default()
    }

    /// Gives a net a label and the current stage. The first of several labels stays, except that a shown net's label
    /// replaces a hidden one.
    pub(super) fn label(&self, id: NetId, label: Label) {
        let mut state = self.state.borrow_mut();
        let stage = self.stage.get();
        let node = &mut state.nodes[id.index()];
        let is_better = |present: &Label| present.is_hidden() && !label.is_hidden();
        if node.label.as_ref().is_none_or(is_better) {
            node.label = Some(label);
            node.stage = stage;
        }
    }

    /// Returns a short description of a net for messages: its name, or its operator over its operands.
    pub(super) fn describe(&self, net: Net<'_>, depth: u32) -> String {
        let (name, stage) = {
            let state = self.state.borrow();
            let node = state.node(net.id);
            (
                node.shown_name().map(str::to_owned),
                state.stages[node.stage].name.clone(),
            )
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
