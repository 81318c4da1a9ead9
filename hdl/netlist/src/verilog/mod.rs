//! Netlists as Verilog-2005.
//!
//! Every operator works on operands of its own width, and parentheses enclose nested ones, so an expression has only
//! one reading. Nets keep the names from the datapath. Each stage has a heading that states its function.
//!
//! - `names`: identifiers of nets;
//! - `expression` and `layout`: expressions, and their lines;
//! - `plan`: the items of a stage in order;
//! - `heading`: headings of stages;
//! - `table`: tables of constants;
//! - `multiplier`: registered multiplications, and multiplier blocks;
//! - `unused`: unused bits, for linters;
//! - `text`: lines and comments.

mod expression;
mod heading;
mod layout;
pub(crate) mod multiplier;
mod names;
mod plan;
mod table;
mod text;
mod unused;

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{Direction, Module, Netlist};
use crate::multiplications::Multiplications;
use crate::node::{NetId, Op};
use crate::verilog::multiplier::{instance_name, Factors};
use expression::Expressions;
use plan::{Item, Plan};
use table::Table;
use text::Lines;

pub use heading::StageHeading;
pub use names::{net_paths, RESERVED};
pub use text::{DatapathPart, Text};

/// Returns the Verilog of a module and of its multipliers.
pub fn module_text(module: &Module) -> Text {
    Writer::new(module).write()
}

/// Returns [`module_text`] with a parameter by which an instance states the latency that it relies on.
pub fn module_text_with_latency(module: &Module) -> Text {
    let writer = Writer {
        has_latency: true,
        ..Writer::new(module)
    };
    writer.write()
}

/// Returns the Verilog of a part of a larger module: see [`Module::ports_of_part`]. A reset of an iterative part acts at
/// once, without a clock edge.
pub fn part_text(module: &Module) -> Text {
    let writer = Writer {
        is_part: true,
        ..Writer::new(module)
    };
    writer.write()
}

/// Returns the names of the modules in that Verilog, the module's own first.
pub fn module_names(module: &Module) -> Vec<String> {
    let kinds: BTreeSet<Factors> = Multiplications::new(&module.lane).factors.into_values().collect();
    let parts = kinds.into_iter().map(|kind| kind.module_name(&module.name));
    [module.name.clone()].into_iter().chain(parts).collect()
}

/// The parameter that states the latency of a module.
pub const LATENCY: &str = "LATENCY";

/// Returns `[high:0] ` for a width of more than one bit.
pub fn range(width: u32) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

struct Writer<'m> {
    module: &'m Module,
    /// One lane's nets.
    netlist: &'m Netlist,
    expressions: Expressions<'m>,
    multiplications: Multiplications,
    /// True if the module has a parameter for its latency.
    has_latency: bool,
    /// True for a part of a larger module.
    is_part: bool,
    lines: Lines,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Writer<'m> {
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

    fn write(mut self) -> Text {
        // An undeclared name is a mistake here; files that are read after this one may need the default.
        self.lines.line("`default_nettype none");
        self.lines.blank();
        self.header();
        self.lines.indent = "    ";
        if self.has_latency {
            self.latency();
        }
        if self.module.latency > 0 && self.netlist.iteration.is_none() && !self.is_part {
            self.valid();
        }
        match self.module.lanes {
            1 => self.split_ports(),
            _ => self.begin_lanes(),
        }
        self.declare_state();
        self.stages();
        self.update_state();
        self.outputs();
        self.unused_bits();
        if self.module.lanes > 1 {
            self.lines.indent = "    ";
            self.lines.blank();
            self.lines.line("end endgenerate");
        }
        self.lines.indent = "";
        self.lines.blank();
        self.lines.line("endmodule");
        // A kind of multiplier belongs to the stage of its first product.
        let mut kinds: BTreeMap<Factors, usize> = BTreeMap::new();
        for id in self.netlist.ids() {
            if let Some(kind) = self.multiplications.factors.get(&id) {
                kinds.entry(*kind).or_insert(self.netlist.node(id).stage);
            }
        }
        for (kind, stage) in kinds {
            self.lines.part = Some(DatapathPart::Logic { stage });
            for line in kind.module_text(&self.module.name, self.netlist.blocks).lines() {
                self.lines.line(line);
            }
        }
        self.lines.part = None;
        self.lines.blank();
        self.lines.line("`default_nettype wire");
        self.lines.finish()
    }

    fn header(&mut self) {
        self.lines.line(&format!("module {} (", self.module.name));
        let ports = if self.is_part {
            self.module.ports_of_part()
        } else {
            self.module.ports()
        };
        for (position, port) in ports.iter().enumerate() {
            let direction = match port.direction {
                Direction::In => "input  wire",
                Direction::Out => "output wire",
            };
            let comma = if position + 1 < ports.len() { "," } else { "" };
            self.lines
                .line(&format!("    {direction} {}{}{comma}", range(port.width), port.name));
        }
        self.lines.line(");");
    }

    /// Writes a parameter with which an instance states the latency that it relies on. Another latency is an error at
    /// elaboration in every tool, because it makes an instance of a module that does not exist.
    fn latency(&mut self) {
        let (name, latency) = (&self.module.name, self.module.latency);
        let lines = [
            format!("parameter {LATENCY} = {latency};"),
            format!("generate if ({LATENCY} != {latency}) begin : wrong_latency"),
            format!("    {name}_has_latency_{latency} error ();"),
            "end endgenerate".to_owned(),
        ];
        self.lines
            .comment("An instance may state the latency that it relies on.");
        for line in lines {
            self.lines.line(&line);
        }
    }

    /// Writes the pipeline of the valid bit: `in_valid` delayed by the latency gives `out_valid`.
    fn valid(&mut self) {
        let latency = self.module.latency;
        self.heading("valid", "in_valid, delayed as the results are");
        self.lines.line(&format!("reg  {}valid;", range(latency)));
        let next = match latency {
            1 => "in_valid".to_owned(),
            2 => "{valid[0], in_valid}".to_owned(),
            _ => format!("{{valid[{}:0], in_valid}}", latency - 2),
        };
        self.lines.line("always @(posedge clock) begin");
        self.lines.line(&format!("    if (reset) valid <= {latency}'d0;"));
        self.lines.line(&format!("    else if (enable) valid <= {next};"));
        self.lines.line("end");
        let last = if latency == 1 {
            String::new()
        } else {
            format!("[{}]", latency - 1)
        };
        self.lines.line(&format!("assign out_valid = valid{last};"));
    }

    /// Begins the loop over the lanes: they are alike, so the datapath is written once.
    fn begin_lanes(&mut self) {
        self.lines.comment("==== the lanes, lane 0 in the lowest bits ====");
        self.lines.line("genvar lane;");
        self.lines.line(&format!(
            "generate for (lane = 0; lane < {}; lane = lane + 1) begin : lanes",
            self.module.lanes
        ));
        self.lines.indent = "        ";
        for port in &self.netlist.inputs {
            let (name, width) = (&port.name, port.width);
            let bits = match &port.part {
                None => format!("{name}[{width} * lane +: {width}]"),
                Some(part) => format!("{}[{} * lane + {} +: {width}]", part.port, part.width, part.low),
            };
            self.lines.line(&format!("wire {}lane_{name} = {bits};", range(width)));
        }
    }

    /// Names the parts of ports that are several inputs of the netlist.
    fn split_ports(&mut self) {
        let parts = self.netlist.inputs.iter();
        let parts = parts.filter_map(|input| Some((input, input.part.as_ref()?)));
        for (number, (input, part)) in parts.enumerate() {
            if number == 0 {
                self.lines
                    .comment("==== parts of the operands, the lowest bits first ====");
            }
            let source = expression::bits(&part.port, part.low, input.width, part.width);
            let name = &self.expressions.identifiers[&input.net];
            self.lines
                .line(&format!("wire {}{name} = {source};", range(input.width)));
        }
    }

    /// Declares the registers of an iterative unit, which all stages may read.
    fn declare_state(&mut self) {
        let registers = self.netlist.state_registers();
        if registers.is_empty() {
            return;
        }
        self.heading("registers", "the state of the operation");
        for register in registers {
            self.declare(register.net);
        }
    }

    /// Writes the next values of those registers: first of those that a reset clears.
    fn update_state(&mut self) {
        let registers = self.netlist.state_registers();
        for is_cleared in [true, false] {
            let alike = registers.iter().filter(|register| register.is_cleared == is_cleared);
            let assignments: Vec<(String, String)> = alike
                .map(|register| {
                    let name = self.expressions.identifiers[&register.net].clone();
                    (name, self.expressions.expression(register.next))
                })
                .collect();
            if assignments.is_empty() {
                continue;
            }
            if is_cleared {
                self.heading("next handshake", "registers that a reset clears")
            } else {
                self.heading("next state", "registers that a reset leaves as they are")
            }
            let (edges, condition) = if self.is_part && is_cleared {
                ("posedge clock or negedge reset_n", "!reset_n")
            } else {
                ("posedge clock", "reset")
            };
            self.lines.line(&format!("always @({edges}) begin"));
            if is_cleared {
                self.lines.line(&format!("    if ({condition}) begin"));
                for (name, _) in &assignments {
                    self.lines.line(&format!("        {name} <= 1'd0;"));
                }
                self.lines.line("    end else if (enable) begin");
            } else {
                self.lines.line("    if (enable) begin");
            }
            for (name, next) in &assignments {
                self.lines.statement(&format!("        {name} <="), next);
            }
            self.lines.line("    end");
            self.lines.line("end");
        }
    }

    fn stages(&mut self) {
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

    fn heading(&mut self, title: &str, meaning: &str) {
        let heading = StageHeading { title, meaning };
        self.lines.comment(&heading.to_string());
    }

    /// Returns `wire [high:0] name`, or `reg`.
    fn declaration(&self, id: NetId) -> String {
        let node = self.netlist.node(id);
        let is_register = node.is_register() && !self.multiplications.factors.contains_key(&id);
        let kind = if is_register || matches!(node.op, Op::Table(_) | Op::State) {
            "reg "
        } else {
            "wire"
        };
        format!("{kind} {}{}", range(node.width), self.expressions.identifiers[&id])
    }

    fn declare(&mut self, id: NetId) {
        let declaration = self.declaration(id);
        self.lines.line(&format!("{declaration};"));
    }

    fn wire(&mut self, id: NetId, is_declared: bool) {
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
    fn registers(&mut self, rank: u32, registers: &[NetId], plan: &Plan) {
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
    fn multiplier(&mut self, register: NetId, kind: Factors) {
        let inputs = self.multiplications.inputs(self.netlist, register);
        let [a, b] = inputs.map(|input| self.expressions.expression(input));
        let name = &self.expressions.identifiers[&register];
        let module = kind.module_name(&self.module.name);
        self.lines.statement(
            &format!("{module} {}", instance_name(name)),
            &format!("(.clock(clock), .enable(enable), .a({a}), .b({b}), .d({name}))"),
        );
    }

    fn outputs(&mut self) {
        self.lines.blank();
        if let Some(iteration) = &self.netlist.iteration {
            for (name, net) in [("in_ready", iteration.in_ready), ("out_valid", iteration.out_valid)] {
                let source = self.expressions.expression(net);
                self.lines.statement(&format!("assign {name} ="), &source);
            }
        }
        for port in &self.netlist.outputs {
            let source = self.expressions.expression(port.net);
            let share = match self.module.lanes {
                1 => String::new(),
                _ => format!("[{0} * lane +: {0}]", port.width),
            };
            self.lines.statement(&format!("assign {}{share} =", port.name), &source);
        }
    }

    /// Names the bits that nothing reads, so that lint tools tell them from forgotten ones.
    fn unused_bits(&mut self) {
        let unused = unused::unused_bits(&self.expressions);
        if !unused.is_empty() {
            self.lines.comment("Bits that no result depends on.");
            self.lines
                .statement("wire unused_bits =", &format!("&{{1'b0, {}}}", unused.join(", ")));
        }
    }
}
