//! The rules over the processes of a circuit.

use super::bits::BitSet;
use super::circuit_facts::{Event, Process};
use super::data_flow::DataFlow;
use super::refusal::Refusal;
use super::Language;

impl DataFlow<'_> {
    /// Refuses a process that simulators and synthesisers run differently.
    pub fn check_process(&self, process: &Process) -> Option<Refusal> {
        match process.kind.as_str() {
            "initial" | "final" => self.check_initial(process),
            "top" => None,
            "always_latch" => {
                let reason = "a latch is no part of a pipeline; assign the value in every case";
                Some(Refusal::new(process.line, "always_latch", reason))
            }
            "assign" | "input" | "output" => self.check_functions(process).or_else(|| self.check_continuous(process)),
            _ if process.is_clocked() => self.check_clocked(process),
            _ => self.check_combinational(process),
        }
    }

    /// Refuses a memory that an initial block fills with what a net or a register is at that time.
    fn check_initial(&self, process: &Process) -> Option<Refusal> {
        let mut writes = process.writes.iter();
        let memory = writes.find(|write| self.facts.values[write.value].is_memory)?;
        let read = process.early.first()?;
        let (memory, source) = (self.name(memory.value), self.name(read.value));
        let reason = "tools start nets and registers in different orders; write constants";
        Some(Refusal::new(
            read.line,
            format!("initial value of {memory} from {source}"),
            reason,
        ))
    }

    /// Refuses the assignment of a reg by an assign statement in Verilog.
    fn check_continuous(&self, process: &Process) -> Option<Refusal> {
        if self.language == Language::SystemVerilog || process.kind == "input" {
            return None;
        }
        let is_local =
            |value: usize| !self.is_shared[value] && process.early.iter().all(|access| access.value != value);
        let mut writes = process.writes.iter();
        let variable = writes.find(|write| !self.facts.values[write.value].is_net && !is_local(write.value))?;
        let construct = format!("net {}", self.name(variable.value));
        let reason = "an assign statement can drive a wire only; declare it as wire";
        Some(Refusal::new(variable.line, construct, reason))
    }

    /// Refuses a function that reads a net beside its arguments, where a change of the net does not start the process.
    fn check_functions(&self, process: &Process) -> Option<Refusal> {
        let inner = process.inner.iter().find(|inner| {
            let mut outside = process.reads.iter().filter(|read| read.value == inner.value);
            self.changes[inner.value] && !outside.any(|read| read.line != inner.line)
        })?;
        let construct = format!("a function that reads {}", self.name(inner.value));
        let reason = "simulators do not run the process when that net changes; pass it as an argument";
        Some(Refusal::new(inner.line, construct, reason))
    }

    fn check_clocked(&self, process: &Process) -> Option<Refusal> {
        if let Some(refusal) = process.events.iter().find_map(|event| self.check_edge(process, event)) {
            return Some(refusal);
        }
        if let [first, other, third, ..] = &process.events[..] {
            let [first, other, last] = [first, other, third].map(event_text);
            let construct = format!("always @({first} or {other} or {last})");
            let reason = "a register has one clock and at most one asynchronous reset; leave out the other events";
            return Some(Refusal::new(third.line, construct, reason));
        }
        if let [first, other] = &process.events[..] {
            let is_same = first.value == other.value;
            if is_same || [first, other].iter().all(|event| event.edge != "PosEdge") {
                let construct = format!("always @({} or {})", event_text(first), event_text(other));
                let reason = "a register takes its value at the rising edge of one clock; write posedge, and the edge of a reset";
                return Some(Refusal::new(other.line, construct, reason));
            }
        }
        let mut writes = process.writes.iter();
        let blocking = writes.find(|write| write.is_blocking && self.races(process, write.value))?;
        let construct = format!("{} = at a clock edge", self.name(blocking.value));
        let reason = "another block reads the register before or after the assignment; write <=";
        Some(Refusal::new(blocking.line, construct, reason))
    }

    /// Refuses an event that is no rising edge of a clock from a port.
    fn check_edge(&self, process: &Process, event: &Event) -> Option<Refusal> {
        let reason = match event.edge.as_str() {
            "PosEdge" if !event.is_plain => "tools read an expression as a clock differently; use one net",
            "PosEdge" if self.comes_from_procedure(event.value?) => {
                "a procedure makes this clock, so tools order its edges differently; take the clock from a port"
            }
            "PosEdge" => return None,
            "NegEdge" if process.events.len() > 1 && !event.is_plain => {
                "tools read an expression as a reset differently; use one net"
            }
            "NegEdge" if process.events.len() > 1 => return None,
            "None_" => "it mixes an edge with changes; use one clock edge",
            _ => "a register of a pipeline takes its value at the rising edge; use posedge, without negedge",
        };
        Some(Refusal::new(
            event.line,
            format!("{} {}", process.kind, event.text),
            reason,
        ))
    }

    fn check_combinational(&self, process: &Process) -> Option<Refusal> {
        let refuse = |line, construct: String, reason| Some(Refusal::new(line, construct, reason));
        let starts_at_once = process.kind == "always_comb";
        if !starts_at_once && !process.has_list {
            let reason = "it has no list of events; write always @*";
            return refuse(process.line, process.kind.clone(), reason);
        }
        if let Some(write) = process.writes.iter().find(|write| !write.is_blocking) {
            let construct = format!("{} <= in a combinational block", self.name(write.value));
            return refuse(
                write.line,
                construct,
                "it takes its value after the block has ended; write =",
            );
        }
        let is_written = |value: usize| process.writes.iter().any(|write| write.value == value);
        if let Some(early) = process.early.iter().find(|early| is_written(early.value)) {
            let construct = format!("{} is read before it is written", self.name(early.value));
            let reason = "simulators read the value of the last run, and a netlist that of this one; assign it first";
            return refuse(early.line, construct, reason);
        }
        if !starts_at_once && !process.early.iter().any(|read| self.changes[read.value]) {
            let construct = format!("{} without an input", process.kind);
            let reason = "simulators do not run a block before an input changes; write assign, or read an input";
            return refuse(process.line, construct, reason);
        }
        if process.is_star {
            return self.check_functions(process);
        }
        if starts_at_once {
            return None;
        }
        let missing = process.early.iter().find(|read| {
            let mut listed = BitSet::default();
            let is_it = |event: &&Event| event.is_plain && event.value == Some(read.value);
            process
                .events
                .iter()
                .filter(is_it)
                .for_each(|event| listed.add(&event.bits));
            self.changes[read.value] && !read.bits.without(&listed).is_empty()
        })?;
        let construct = format!("{} without {} in its list", process.kind, self.name(missing.value));
        let reason = "simulators do not run the block when that net changes; write always @*";
        refuse(process.line, construct, reason)
    }
}

/// Returns an event as it stands in a list.
fn event_text(event: &Event) -> &str {
    event
        .text
        .trim_start_matches("@(")
        .trim_start_matches('@')
        .trim_end_matches(')')
}
