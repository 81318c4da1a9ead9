//! Netlists as Verilog-2005.
//!
//! Every operator works on operands of its own width and nested ones are in parentheses, so a reader and a tool can
//! only read an expression one way. Nets keep the names that the datapath gave them, under a banner for their stage.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

use crate::module::{Direction, Module, Netlist};
use crate::multiplier::Factors;
use crate::node::{NetId, Node, Op};

/// The most operators in one expression; longer ones get a wire in between. A choice reads like two.
const LONGEST_EXPRESSION: u32 = 4;

/// The most labels in one line of a table.
const LABELS_IN_LINE: usize = 8;

/// The Verilog of a module.
pub fn module_text(module: &Module) -> String {
    Writer::new(module).write()
}

/// `[high:0] ` for a width of more than one bit.
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
    /// The identifier of each net that has a wire, register or port of its own.
    identifiers: HashMap<NetId, String>,
    text: String,
    /// The registers that are part of a multiplier.
    multipliers: HashMap<NetId, Factors>,
    /// The stage whose banner was written last.
    stage: Option<usize>,
    /// What each line begins with: deeper inside the loop over the lanes.
    indent: &'static str,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Writer<'m> {
        let netlist = &module.lane;
        let identifiers = name_nets(netlist, module.lanes);
        Writer {
            module,
            netlist,
            identifiers,
            text: String::new(),
            multipliers: multipliers(netlist),
            stage: None,
            indent: "    ",
        }
    }

    fn write(mut self) -> String {
        self.header();
        if self.module.latency > 0 {
            self.valid();
        }
        if self.module.lanes > 1 {
            self.begin_lanes();
        }
        for cycle in 0..=self.module.latency {
            self.registers(cycle);
            for id in self.netlist.ids() {
                let node = self.netlist.node(id);
                let of_multiplier = node.op == Op::Mul && self.is_in_multiplier(id);
                let has_line = !node.is_register() && !of_multiplier && self.identifiers.contains_key(&id);
                if node.section == cycle && has_line {
                    self.net(id, node);
                }
            }
        }
        self.outputs();
        self.unused_bits();
        if self.module.lanes > 1 {
            self.indent = "    ";
            self.text.push('\n');
            self.line("end endgenerate");
        }
        self.text.push_str("\nendmodule\n");
        let kinds: BTreeSet<Factors> = self.multipliers.values().copied().collect();
        for kind in kinds {
            self.text
                .push_str(&kind.module_text(&self.module.name, self.netlist.blocks));
        }
        self.text
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(self.indent);
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn comment(&mut self, text: &str) {
        self.text.push('\n');
        self.line(&format!("// {text}"));
    }

    fn header(&mut self) {
        let ports: Vec<String> = self
            .module
            .ports()
            .iter()
            .map(|port| {
                let direction = match port.direction {
                    Direction::In => "input  wire",
                    Direction::Out => "output wire",
                };
                format!("{direction} {}{}", range(port.width), port.name)
            })
            .collect();
        let _ = writeln!(
            self.text,
            "module {} (\n    {}\n);",
            self.module.name,
            ports.join(",\n    ")
        );
    }

    /// `in_valid` delayed by the latency: `out_valid`.
    fn valid(&mut self) {
        let latency = self.module.latency;
        self.comment("---- valid ----");
        self.line(&format!("reg  {}valid;", range(latency)));
        let next = match latency {
            1 => "in_valid".to_owned(),
            2 => "{valid[0], in_valid}".to_owned(),
            _ => format!("{{valid[{}:0], in_valid}}", latency - 2),
        };
        self.line("always @(posedge clock) begin");
        self.line(&format!("    if (reset) valid <= {latency}'d0;"));
        self.line(&format!("    else if (enable) valid <= {next};"));
        self.line("end");
        let last = if latency == 1 {
            String::new()
        } else {
            format!("[{}]", latency - 1)
        };
        self.line(&format!("assign out_valid = valid{last};"));
    }

    /// The lanes are alike, so the datapath is written once, in a loop.
    fn begin_lanes(&mut self) {
        self.comment("==== the lanes, lane 0 in the lowest bits ====");
        self.line("genvar lane;");
        self.line(&format!(
            "generate for (lane = 0; lane < {}; lane = lane + 1) begin : lanes",
            self.module.lanes
        ));
        self.indent = "        ";
        for port in &self.netlist.inputs {
            let (name, width) = (&port.name, port.width);
            self.line(&format!(
                "wire {}lane_{name} = {name}[{width} * lane +: {width}];",
                range(width)
            ));
        }
    }

    fn banner(&mut self, stage: usize) {
        if self.stage != Some(stage) {
            self.stage = Some(stage);
            let title = self.netlist.stages[stage].replace('_', " ");
            self.comment(&format!("---- {title} ----"));
        }
    }

    /// The registers that hold the results of one cycle for the next.
    fn registers(&mut self, cycle: u32) {
        let here = |node: &Node| node.section == cycle && node.is_register();
        let registers: Vec<NetId> = self.netlist.ids().filter(|id| here(self.netlist.node(*id))).collect();
        if registers.is_empty() {
            return;
        }
        self.stage = None;
        let after = match self.netlist.cuts.get(cycle as usize - 1) {
            Some(cut) => format!(", after {}", cut.replace('_', " ")),
            None => String::new(),
        };
        self.comment(&format!("==== pipeline register {cycle}{after} ===="));
        let (in_multipliers, registers): (Vec<NetId>, Vec<NetId>) =
            registers.iter().partition(|id| self.multipliers.contains_key(id));
        for id in in_multipliers {
            self.multiplier(id, self.multipliers[&id]);
        }
        for id in &registers {
            let width = self.netlist.node(*id).width;
            let name = self.identifiers[id].clone();
            self.line(&format!("reg  {}{name};", range(width)));
        }
        self.line("always @(posedge clock) begin");
        self.line("    if (enable) begin");
        for id in &registers {
            let source = self.reference(self.netlist.node(*id).operands[0]);
            let name = &self.identifiers[id];
            self.line(&format!("        {name} <= {source};"));
        }
        self.line("    end");
        self.line("end");
    }

    /// A product that is registered where it is made.
    fn multiplier(&mut self, register: NetId, kind: Factors) {
        let product = self.netlist.node(self.netlist.node(register).operands[0]);
        let [a, b] = [0, 1].map(|factor| self.expression(product.operands[factor]));
        let name = self.identifiers[&register].clone();
        let module = kind.module_name(&self.module.name);
        self.line(&format!("wire {}{name};", range(kind.a + kind.b)));
        self.line(&format!(
            "{module} block_of_{name} (.clock(clock), .enable(enable), .a({a}), .b({b}), .d({name}));"
        ));
    }

    fn is_in_multiplier(&self, product: NetId) -> bool {
        let register_of = |register: &NetId| self.netlist.node(*register).operands[0] == product;
        self.multipliers.keys().any(register_of)
    }

    fn net(&mut self, id: NetId, node: &Node) {
        if node.op == Op::Input {
            return;
        }
        self.banner(node.stage);
        let name = self.identifiers[&id].clone();
        match &node.op {
            Op::Table(entries) => self.table(&name, node, entries),
            _ => {
                let value = self.definition(id);
                self.line(&format!("wire {}{name} = {value};", range(node.width)));
            }
        }
    }

    fn table(&mut self, name: &str, node: &Node, entries: &[u64]) {
        let index = node.operands[0];
        let index_width = self.netlist.node(index).width;
        let index = self.reference(index);
        self.line(&format!("reg  {}{name};", range(node.width)));
        self.line("always @* begin");
        self.line(&format!("    case ({index})"));
        let default = most_frequent(entries);
        let listed = entries.iter().enumerate().filter(|(_, entry)| **entry != default);
        let listed: Vec<(usize, u64)> = listed.map(|(position, entry)| (position, *entry)).collect();
        for run in listed.chunk_by(|one, next| one.1 == next.1) {
            for part in run.chunks(LABELS_IN_LINE) {
                let labels: Vec<String> = part.iter().map(|(at, _)| format!("{index_width}'d{at}")).collect();
                self.line(&format!(
                    "        {}: {name} = {};",
                    labels.join(", "),
                    constant(part[0].1, node.width)
                ));
            }
        }
        self.line(&format!("        default: {name} = {};", constant(default, node.width)));
        self.line("    endcase");
        self.line("end");
    }

    fn outputs(&mut self) {
        self.text.push('\n');
        for port in &self.netlist.outputs {
            let source = self.expression(port.net);
            let share = match self.module.lanes {
                1 => String::new(),
                _ => format!("[{0} * lane +: {0}]", port.width),
            };
            self.line(&format!("assign {}{share} = {source};", port.name));
        }
    }

    /// Names the bits that nothing reads, so that a lint run tells these from forgotten ones.
    fn unused_bits(&mut self) {
        let used = used_bits(self.netlist);
        let mut unused: Vec<String> = Vec::new();
        for id in self.netlist.ids() {
            let (Some(name), width) = (self.identifiers.get(&id), self.netlist.node(id).width) else {
                continue;
            };
            let mut position = 0;
            while position < width {
                let free = |bit: u32| bit < width && used[id.index()] >> bit & 1 == 0;
                if !free(position) {
                    position += 1;
                    continue;
                }
                let low = position;
                while free(position) {
                    position += 1;
                }
                unused.push(bits(name, low, position - low, width));
            }
        }
        if !unused.is_empty() {
            self.comment("Bits that no result depends on.");
            self.line(&format!("wire unused_bits = &{{1'b0, {}}};", unused.join(", ")));
        }
    }

    /// A net as an operand: its identifier, or its own expression in parentheses.
    fn reference(&self, id: NetId) -> String {
        if let Some(name) = self.identifiers.get(&id) {
            return name.clone();
        }
        let text = self.definition(id);
        match self.netlist.node(id).op {
            Op::Constant(_) | Op::Slice { .. } | Op::Concat | Op::Not => text,
            _ => format!("({text})"),
        }
    }

    /// A net where no operator surrounds it.
    fn expression(&self, id: NetId) -> String {
        self.identifiers
            .get(&id)
            .cloned()
            .unwrap_or_else(|| self.definition(id))
    }

    /// The expression that defines a net.
    fn definition(&self, id: NetId) -> String {
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
                // Both factors as wide as the product, so that no bit of it is lost.
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
            Op::Input | Op::Register | Op::Table(_) => unreachable!("it has an identifier"),
        }
    }

    /// `{high, {3{bit}}, low}`: runs of one net are written as repetitions.
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

/// The registers that hold nothing but the product of one multiplication, which nothing else reads.
fn multipliers(netlist: &Netlist) -> HashMap<NetId, Factors> {
    let uses = netlist.uses();
    let of_register = |id: NetId| {
        let product = netlist.node(id).operands[0];
        let node = netlist.node(product);
        if node.op != Op::Mul || uses[product.index()] > 1 {
            return None;
        }
        let [a, b] = [0, 1].map(|factor| netlist.node(node.operands[factor]).width);
        Some((id, Factors { a, b }))
    };
    let registers = netlist.ids().filter(|id| netlist.node(*id).is_register());
    registers.filter_map(of_register).collect()
}

/// The entry that occurs most often, the first of several.
fn most_frequent(entries: &[u64]) -> u64 {
    let count = |entry: u64| entries.iter().filter(|other| **other == entry).count();
    let mut best = (entries[0], count(entries[0]));
    for entry in entries {
        let occurs = count(*entry);
        if occurs > best.1 {
            best = (*entry, occurs);
        }
    }
    best.0
}

fn bits(name: &str, low: u32, width: u32, of: u32) -> String {
    match width {
        _ if width == of => name.to_owned(),
        1 => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + width - 1),
    }
}

fn constant(value: u64, width: u32) -> String {
    if width <= 8 {
        format!("{width}'d{value}")
    } else {
        format!("{width}'h{value:x}")
    }
}

/// Which bits of each net something reads.
fn used_bits(netlist: &Netlist) -> Vec<u64> {
    let mut used = vec![0; netlist.nodes.len()];
    for node in &netlist.nodes {
        for operand in &node.operands {
            used[operand.index()] |= match node.op {
                Op::Slice { low } => crate::node::ones(node.width) << low,
                _ => u64::MAX,
            };
        }
    }
    for port in &netlist.outputs {
        used[port.net.index()] = u64::MAX;
    }
    used
}

/// Decides which nets get an identifier, and which.
fn name_nets(netlist: &Netlist, lanes: u32) -> HashMap<NetId, String> {
    let uses = netlist.uses();
    let mut sliced = vec![false; netlist.nodes.len()];
    for node in &netlist.nodes {
        if matches!(node.op, Op::Slice { .. } | Op::Table(_)) {
            sliced[node.operands[0].index()] = true;
        }
    }
    let mut operators = vec![0_u32; netlist.nodes.len()];
    let mut names = Names::new(netlist);
    let mut identifiers = HashMap::new();
    for id in netlist.ids() {
        let node = netlist.node(id);
        let inlined = |operand: &NetId| !identifiers.contains_key(operand);
        let is_bits_of_identifier = |operand: &NetId| {
            let bits = netlist.node(*operand);
            !inlined(operand) || bits.is_wiring() && !inlined(&bits.operands[0])
        };
        let inner: u32 = node
            .operands
            .iter()
            .filter(|o| inlined(o))
            .map(|operand| operators[operand.index()])
            .sum();
        let own = match node.op {
            Op::Slice { .. } | Op::Concat | Op::Constant(_) | Op::Not => 0,
            Op::Mux => 2,
            _ => 1,
        };
        operators[id.index()] = inner + own;
        let trivial = match &node.op {
            Op::Constant(_) => true,
            Op::Slice { .. } => !sliced[id.index()],
            Op::Not => is_bits_of_identifier(&node.operands[0]) && !sliced[id.index()],
            _ => false,
        };
        let statement = matches!(node.op, Op::Input | Op::Register | Op::Table(_));
        let shared = uses[id.index()] > 1 && !trivial;
        let long = operators[id.index()] > LONGEST_EXPRESSION;
        let named = node.name.is_some() && !node.is_constant();
        if statement || named || shared || long || (sliced[id.index()] && !node.is_constant()) {
            identifiers.insert(id, names.choose(netlist, id, lanes));
        }
    }
    identifiers
}

/// Identifiers in use, so that each is given once.
struct Names(HashSet<String>);

impl Names {
    fn new(netlist: &Netlist) -> Names {
        let ports = netlist.outputs.iter().map(|port| port.name.clone());
        let fixed = [
            "clock",
            "reset",
            "enable",
            "in_valid",
            "out_valid",
            "valid",
            "lane",
            "lanes",
            "unused_bits",
        ]
        .map(str::to_owned);
        Names(ports.chain(fixed).collect())
    }

    fn choose(&mut self, netlist: &Netlist, id: NetId, lanes: u32) -> String {
        let node = netlist.node(id);
        let base = match (&node.op, node.label()) {
            (Op::Input, Some(name)) if lanes > 1 => format!("lane_{name}"),
            (_, Some(name)) if netlist.stages[node.stage] == "ports" => name.clone(),
            (_, Some(name)) => format!("{}_{name}", netlist.stages[node.stage]),
            (_, None) => format!("{}_net{}", netlist.stages[node.stage], id.index()),
        };
        let mut name = base.clone();
        let mut suffix = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}_{suffix}");
            suffix += 1;
        }
        name
    }
}
