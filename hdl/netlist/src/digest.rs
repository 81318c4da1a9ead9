//! Digest of a netlist's structure, independent of how it is written.
//!
//! A measurement or proof of hardware holds as long as the hardware is the same, so it is kept with this digest. The
//! digest follows every net from its operands. It covers operators, widths, constants, tables, registers, port names
//! and the bits of each port. It ignores names of nets, stages and cuts, the order of independent nets, and duplicates
//! of an expression.
//!
//! Picking bits and joining them is wiring, not hardware: each net is taken as the list of its bits and their origins.
//! A register holds each of its bits by itself, so registers in front of a join equal registers behind it. Registers of
//! factors are the exception, because a multiplier block may hold them.

use std::collections::BTreeSet;
use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::module::{Module, Netlist, NetlistPort};
use crate::multiplications::Multiplications;
use crate::node::{NetId, Node, Op};

/// The digest of a netlist or a module: 128 bits, printed as 32 hexadecimal digits.
///
/// It is the first half of a SHA-256 hash, the same in every build and on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Digest({self})")
    }
}

impl Netlist {
    /// Returns the digest of its structure: its ports, in order, and all the logic of its outputs.
    pub fn digest(&self) -> Digest {
        let nets = digests(self);
        let mut text = Text::new("netlist");
        text.number(self.inputs.len() as u64);
        for port in &self.inputs {
            text.port(port);
        }
        text.number(self.outputs.len() as u64);
        for port in &self.outputs {
            text.port(port);
            text.digest(nets[port.net.index()].digest);
        }
        let factors = Multiplications::new(self).factors;
        let registered = factors.iter().filter(|(_, factors)| factors.are_registered);
        let products: BTreeSet<Digest> = registered.map(|(product, _)| nets[product.index()].digest).collect();
        if !products.is_empty() {
            text.name("registered factors");
            products.into_iter().for_each(|product| text.digest(product));
        }
        if let Some(iteration) = &self.iteration {
            text.name("iteration");
            for net in [iteration.in_ready, iteration.out_valid] {
                text.digest(nets[net.index()].digest);
            }
            text.number(iteration.registers.len() as u64);
            for register in &iteration.registers {
                text.number(register.is_cleared.into());
                text.digest(nets[register.next.index()].digest);
            }
        }
        text.finish()
    }
}

impl Module {
    /// Returns the digest of its structure: one lane, the number of lanes and the latency in clock cycles. Its name is
    /// no part of it.
    pub fn digest(&self) -> Digest {
        let mut text = Text::new("module");
        text.number(self.lanes.into());
        text.number(self.latency.into());
        text.digest(self.lane.digest());
        text.finish()
    }
}

/// Origin of some bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// All bits have this value.
    Constant(bool),
    /// The operator, port or register with this digest makes the bits.
    Made(Digest),
}

/// Adjacent bits of one source.
#[derive(Clone, Copy)]
struct Run {
    source: Source,
    /// Position of the lowest bit among the source's bits; 0 for constants.
    low: u32,
    width: u32,
}

/// The bits of a net, the lowest first, in the fewest possible runs.
#[derive(Clone, Default)]
struct Bits(Vec<Run>);

impl Bits {
    /// Returns all bits that one source makes.
    fn made(source: Digest, width: u32) -> Bits {
        let source = Source::Made(source);
        Bits(vec![Run { source, low: 0, width }])
    }

    fn push(&mut self, next: Run) {
        match self.0.last_mut() {
            Some(last) if last.source == next.source && last.goes_on_with(next) => last.width += next.width,
            _ => self.0.push(next),
        }
    }

    fn append(&mut self, above: &Bits) {
        above.0.iter().for_each(|run| self.push(*run));
    }

    /// Returns `width` bits from position `low` up.
    fn slice(&self, low: u32, width: u32) -> Bits {
        let mut taken = Bits::default();
        let mut position = 0;
        for run in &self.0 {
            let (from, to) = (low.max(position), (low + width).min(position + run.width));
            if from < to {
                taken.push(run.part(from - position, to - from));
            }
            position += run.width;
        }
        taken
    }

    /// Returns the same bits behind a register.
    fn registered(&self) -> Bits {
        let registered = |run: &Run| {
            let mut text = Text::new("register");
            text.source(run.source);
            Run {
                source: Source::Made(text.finish()),
                ..*run
            }
        };
        Bits(self.0.iter().map(registered).collect())
    }

    fn digest(&self) -> Digest {
        let mut text = Text::new("bits");
        for run in &self.0 {
            text.source(run.source);
            text.number(run.low.into());
            text.number(run.width.into());
        }
        text.finish()
    }
}

impl Run {
    /// True if bits of the same source continue this run above it.
    fn goes_on_with(self, above: Run) -> bool {
        matches!(self.source, Source::Constant(_)) || self.low + self.width == above.low
    }

    /// Returns `width` bits of the run from position `low` up.
    fn part(self, low: u32, width: u32) -> Run {
        let low = match self.source {
            Source::Constant(_) => 0,
            Source::Made(_) => self.low + low,
        };
        Run { low, width, ..self }
    }
}

/// The bits of a net with their digest.
struct Digested {
    bits: Bits,
    digest: Digest,
}

/// Returns the bits and digest of every net.
fn digests(netlist: &Netlist) -> Vec<Digested> {
    let mut nets: Vec<Digested> = Vec::with_capacity(netlist.nodes.len());
    for id in netlist.ids() {
        let bits = bits(netlist, id, &nets);
        let digest = bits.digest();
        nets.push(Digested { bits, digest });
    }
    nets
}

fn bits(netlist: &Netlist, id: NetId, before: &[Digested]) -> Bits {
    let node = netlist.node(id);
    let operand = |index: usize| &before[node.operands[index].index()].bits;
    match &node.op {
        Op::Constant(value) => {
            let mut bits = Bits::default();
            for position in 0..node.width {
                let source = Source::Constant(value >> position & 1 == 1);
                bits.push(Run {
                    source,
                    low: 0,
                    width: 1,
                });
            }
            bits
        }
        Op::Slice { low } => operand(0).slice(*low, node.width),
        Op::Concat => {
            let mut bits = Bits::default();
            for index in (0..node.operands.len()).rev() {
                bits.append(operand(index));
            }
            bits
        }
        Op::Register => operand(0).registered(),
        Op::Input => {
            let mut text = Text::new("input");
            for port in netlist.inputs.iter().filter(|port| port.net == id) {
                text.port(port);
            }
            Bits::made(text.finish(), node.width)
        }
        Op::State => {
            let mut text = Text::new("state");
            let position = netlist.state_registers().iter().position(|register| register.net == id);
            text.number(position.map_or(u64::MAX, |position| position as u64));
            Bits::made(text.finish(), node.width)
        }
        op => Bits::made(operation(op, node, before), node.width),
    }
}

/// Returns the digest of an operator on its operands.
fn operation(op: &Op, node: &Node, before: &[Digested]) -> Digest {
    let (name, is_commutative) = spelling(op);
    let operands = node.operands.iter().map(|operand| before[operand.index()].digest);
    let mut operands: Vec<Digest> = operands.collect();
    if is_commutative {
        operands.sort_unstable();
    }
    let mut text = Text::new(name);
    text.number(node.width.into());
    operands.into_iter().for_each(|operand| text.digest(operand));
    if let Op::Table(entries) = op {
        entries.iter().for_each(|entry| text.value(*entry));
    }
    text.finish()
}

/// Returns an operator's name in a digest, and true if its operands commute.
fn spelling(op: &Op) -> (&'static str, bool) {
    match op {
        Op::Not => ("not", false),
        Op::And => ("and", true),
        Op::Or => ("or", true),
        Op::Xor => ("xor", true),
        Op::Add => ("add", true),
        Op::Sub => ("sub", false),
        Op::Mul => ("mul", true),
        Op::Equal => ("equal", true),
        Op::Less => ("less", false),
        Op::ShiftLeft => ("shift left", false),
        Op::ShiftRight => ("shift right", false),
        Op::Mux => ("mux", false),
        Op::Any => ("any", false),
        Op::All => ("all", false),
        Op::Table(_) => ("table", false),
        Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat | Op::Register | Op::State => {
            unreachable!("it is no operator on whole nets")
        }
    }
}

/// The hashed text: a kind, then the parts of this kind. Parts of variable length carry their length in front, so that
/// no two texts are concatenated alike.
struct Text(Sha256);

impl Text {
    fn new(kind: &str) -> Text {
        let mut text = Text(Sha256::new());
        text.name(kind);
        text
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    /// Adds a value of a net, up to the widest net.
    fn value(&mut self, value: u128) {
        self.0.update(value.to_le_bytes());
    }

    fn name(&mut self, name: &str) {
        self.number(name.len() as u64);
        self.0.update(name);
    }

    fn digest(&mut self, digest: Digest) {
        self.0.update(digest.0);
    }

    fn source(&mut self, source: Source) {
        match source {
            Source::Constant(value) => self.number(value.into()),
            Source::Made(digest) => {
                self.number(2);
                self.digest(digest);
            }
        }
    }

    fn port(&mut self, port: &NetlistPort) {
        self.name(&port.name);
        self.number(port.width.into());
        if let Some(part) = &port.part {
            self.name(&part.port);
            self.number(part.low.into());
            self.number(part.width.into());
        }
    }

    fn finish(self) -> Digest {
        let hash: [u8; 32] = self.0.finalize().into();
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        Digest(first)
    }
}
