//! The writer of a module: its nets, stage by stage.

use crate::module::{Module, Netlist};
use crate::multiplications::Multiplications;
use crate::node::{NetId, Op};
use crate::verilog::expression::Expressions;
use crate::verilog::heading::StageHeading;
use crate::verilog::multiplier::{instance_name, Factors};
use crate::verilog::names;
use crate::verilog::plan::{Item, Plan};
use crate::verilog::table::Table;
use crate::verilog::text::{range, DatapathPart, Lines};
use crate::verilog::unused;

/// The writer of a module.
pub(super) struct Writer<'m> {
    pub(super) module: &'m Module,
    /// One lane's nets.
    pub(super) netlist: &'m Netlist,
    pub(super) expressions: Expressions<'m>,
    pub(super) multiplications: Multiplications,
    /// True if the module has a parameter for its latency.
    pub(super) has_latency: bool,
    /// True for a part of a larger module.
    pub(super) is_part: bool,
    pub(super) lines: Lines,
}

impl<'m> Writer<'m> {
    pub(super) fn new(module: &'m Module) -> Writer<'m> {
        let netlist = &module.lane;
        Writer {
            module,
            netlist,
            expressions: Expressions {
                netlist,
                identifiers: names::name_nets(netlist, module.lanes),
            },
            multiplications: Multiplications::new(netlist),
            has_latency: false,
            is_part: false,
            lines: Lines::new(),
        }
    }

    pub(super) fn stages(&mut self) {
        let plan = Plan::new(&self.expressions, &self.multiplications);
        if !plan.declared_first.is_empty() {
            self.lines.comment("Nets that stages further up need, too.");
            for id in self.netlist.ids().filter(|id| plan.declared_first.contains(id)) {
                self.declare(id);
            }
        }
        for (stage, items) in &plan.stages {
            self.lines.part = Some(DatapathPart::Logic { stage: *stage });
            let described = &self.netlist.stages[*stage];
            self.heading(&described.title(), &described.meaning);
            for item in items {
                match item {
                    Item::Wire(id) => self.wire(*id, plan.declared_first.contains(id)),
                    Item::Registers(rank, ids) => {
                        self.lines.part = Some(DatapathPart::Registers {
                            stage: *stage,
                            rank: *rank,
                        });
                        self.registers(*rank, ids, &plan);
                        self.lines.part = Some(DatapathPart::Logic { stage: *stage });
                    }
                }
            }
        }
        self.lines.part = None;
    }

    pub(super) fn heading(&mut self, title: &str, meaning: &str) {
        let heading = StageHeading { title, meaning };
        self.lines.comment(&heading.to_string());
    }

    /// Returns `wire [high:0] name`, or `reg`.
    pub(super) fn declaration(&self, id: NetId) -> String {
        let node = self.netlist.node(id);
        let is_register = node.is_register() && !self.multiplications.factors.contains_key(&id);
        let kind = if is_register || matches!(node.op, Op::Table(_) | Op::State) {
            "reg "
        } else {
            "wire"
        };
        format!("{kind} {}{}", range(node.width), self.expressions.identifiers[&id])
    }

    pub(super) fn declare(&mut self, id: NetId) {
        let declaration = self.declaration(id);
        self.lines.line(&format!("{declaration};"));
    }

    pub(super) fn wire(&mut self, id: NetId, is_declared: bool) {
        let node = self.netlist.node(id);
        if let Op::Table(entries) = &node.op {
            if !is_declared {
                self.declare(id);
            }
            let index = node.operands[0];
            let table = Table {
                name: &self.expressions.identifiers[&id],
                width: node.width,
                index: &self.expressions.reference(index),
                index_width: self.netlist.node(index).width,
                entries,
            };
            return table.write(&mut self.lines);
        }
        let beginning = if is_declared {
            format!("assign {}", self.expressions.identifiers[&id])
        } else {
            self.declaration(id)
        };
        self.lines
            .statement(&format!("{beginning} ="), &self.expressions.definition(id));
    }

    /// Writes the registers that hold results of a stage from one cycle to the next.
    pub(super) fn registers(&mut self, rank: u32, registers: &[NetId], plan: &Plan) {
        let after = match self.netlist.cuts.get(rank as usize - 1) {
            Some(cut) => format!(", after {}", cut.replace('_', " ")),
            None => String::new(),
        };
        self.lines.line(&format!("// Register {rank}{after}."));
        for id in registers.iter().filter(|id| !plan.declared_first.contains(id)) {
            self.declare(*id);
        }
        let (in_multipliers, registers): (Vec<NetId>, Vec<NetId>) = registers
            .iter()
            .partition(|id| self.multiplications.factors.contains_key(id));
        for id in in_multipliers {
            self.multiplier(id, self.multiplications.factors[&id]);
        }
        if registers.is_empty() {
            return;
        }
        self.lines.line("always @(posedge clock) begin");
        self.lines.line("    if (enable) begin");
        for id in &registers {
            let source = self.expressions.expression(self.netlist.node(*id).operands[0]);
            let name = &self.expressions.identifiers[id];
            self.lines.statement(&format!("        {name} <="), &source);
        }
        self.lines.line("    end");
        self.lines.line("end");
    }

    /// Writes a product that is registered where it is made.
    pub(super) fn multiplier(&mut self, register: NetId, kind: Factors) {
        let inputs = self.multiplications.inputs(self.netlist, register);
        let [a, b] = inputs.map(|input| self.expressions.expression(input));
        let name = &self.expressions.identifiers[&register];
        let module = kind.module_name(&self.module.name);
        self.lines.statement(
            &format!("{module} {}", instance_name(name)),
            &format!("(.clock(clock), .enable(enable), .a({a}), .b({b}), .d({name}))"),
        );
    }

    /// Names the bits that nothing reads, so that lint tools tell them from forgotten ones.
    pub(super) fn unused_bits(&mut self) {
        let unused = unused::unused_bits(&self.expressions);
        if !unused.is_empty() {
            self.lines.comment("Bits that no result depends on.");
            self.lines
                .statement("wire unused_bits =", &format!("&{{1'b0, {}}}", unused.join(", ")));
        }
    }
}
