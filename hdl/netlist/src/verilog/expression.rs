//! Verilog expressions of nets.

use std::collections::HashMap;

use crate::module::Netlist;
use crate::node::{NetId, Op};

/// The nets of a lane as Verilog operands and expressions.
pub(super) struct Expressions<'m> {
    pub netlist: &'m Netlist,
    /// The identifier of each net that has a wire, register or port of its own.
    pub identifiers: HashMap<NetId, String>,
}

impl Expressions<'_> {
    /// Returns a net as an operand: its identifier, or its own expression in parentheses.
    pub fn reference(&self, id: NetId) -> String {
        if let Some(name) = self.identifiers.get(&id) {
            return name.clone();
        }
        let text = self.definition(id);
        match self.netlist.node(id).op {
            Op::Constant(_) | Op::Slice { .. } | Op::Concat | Op::Not => text,
            _ => format!("({text})"),
        }
    }

    /// Returns a net as an expression that no operator surrounds.
    pub fn expression(&self, id: NetId) -> String {
        self.identifiers
            .get(&id)
            .cloned()
            .unwrap_or_else(|| self.definition(id))
    }

    /// Returns the expression that defines a net.
    pub fn definition(&self, id: NetId) -> String {
        let node = self.netlist.node(id);
        let operand = |index: usize| self.reference(node.operands[index]);
        let binary = |symbol: &str| format!("{} {symbol} {}", operand(0), operand(1));
        match &node.op {
            Op::Constant(value) => constant(*value, node.width),
            Op::Not => format!("~{}", operand(0)),
            Op::And => binary("&"),
            Op::Or => binary("|"),
            Op::Xor => binary("^"),
            Op::Add => binary("+"),
            Op::Sub => binary("-"),
            Op::Equal => binary("=="),
            Op::Less => binary("<"),
            Op::ShiftLeft => binary("<<"),
            Op::ShiftRight => binary(">>"),
            Op::Mux => format!("{} ? {} : {}", operand(0), operand(1), operand(2)),
            Op::Any => format!("|{}", operand(0)),
            Op::All => format!("&{}", operand(0)),
            Op::Mul => {
                // Both factors are as wide as the product, so that no bit of it is lost.
                let factor = |index: usize| {
                    let width = self.netlist.node(node.operands[index]).width;
                    format!(
                        "{{{}'d0, {}}}",
                        node.width - width,
                        self.expression(node.operands[index])
                    )
                };
                format!("{} * {}", factor(0), factor(1))
            }
            Op::Concat => self.concatenation(&node.operands),
            Op::Slice { low } => {
                let of = node.operands[0];
                bits(&operand(0), *low, node.width, self.netlist.node(of).width)
            }
            Op::Input | Op::Register | Op::State | Op::Table(_) => unreachable!("it has an identifier"),
        }
    }

    /// Returns `{high, {3{bit}}, low}`: runs of one net are written as repetitions.
    fn concatenation(&self, operands: &[NetId]) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = operands;
        while let Some(first) = rest.first() {
            let run = rest.iter().take_while(|id| *id == first).count();
            let text = self.expression(*first);
            parts.push(if run == 1 { text } else { format!("{{{run}{{{text}}}}}") });
            rest = &rest[run..];
        }
        match parts.as_slice() {
            [repetition] => repetition.clone(),
            _ => format!("{{{}}}", parts.join(", ")),
        }
    }
}

/// Returns some bits of a net of the width `of`, from `low` up.
pub(super) fn bits(name: &str, low: u32, width: u32, of: u32) -> String {
    match width {
        _ if width == of => name.to_owned(),
        1 => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + width - 1),
    }
}

/// Returns a constant, in decimal if it is short.
pub(super) fn constant(value: u128, width: u32) -> String {
    if width <= 8 {
        format!("{width}'d{value}")
    } else {
        format!("{width}'h{value:x}")
    }
}
