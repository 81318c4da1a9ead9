//! The rules that make simulation and netlist one, over the facts about an elaborated circuit.
//!
//! Simulators and synthesisers agree on continuous assignments, on combinational blocks that start with any change of
//! what they read, and on registers at the edges of one clock. Undefined values stay undefined until a proof takes them
//! as free variables.

use std::collections::BTreeSet;

use super::facts::{BitSet, CircuitFacts, Event, Finding, Process, Start, UnknownLiteral, Write};
use super::refusal::Refusal;
use super::Language;

/// System functions and tasks that all tools read alike. A task that prints does not affect the circuit.
const SYSTEM: [&str; 31] = [
    "$signed",
    "$unsigned",
    "$clog2",
    "$bits",
    "$size",
    "$left",
    "$right",
    "$low",
    "$high",
    "$increment",
    "$dimensions",
    "$unpacked_dimensions",
    "$countones",
    "$onehot",
    "$onehot0",
    "$readmemh",
    "$readmemb",
    "$display",
    "$write",
    "$monitor",
    "$strobe",
    "$finish",
    "$stop",
    "$error",
    "$fatal",
    "$warning",
    "$info",
    "$dumpfile",
    "$dumpvars",
    "$dumpon",
    "$dumpoff",
];

/// Rules of constructs that slang's tree shows by themselves, with the reason and the construct that is allowed.
const FINDINGS: [(&str, &str); 32] = [
    ("delay", "only simulators read a delay; remove it"),
    ("event", "only simulators read an event inside a statement; write events after always"),
    ("keyword", "some tools read every file as SystemVerilog, which has more keywords; write another name"),
    ("unsized parameter", "tools give the parameter different widths; write the width of the value"),
    ("declared twice", "tools take one or the other declaration; keep one of them"),
    ("statement", "synthesis does not read it as simulators do; write a block of `always @*` or `always @(posedge clock)`"),
    ("strength", "a strength leaves a net undefined or driven twice; write the gate as logic"),
    ("kind of net", "a net must have a single driver; declare it as wire"),
    ("primitive", "user-defined primitives are not read by synthesis; write them as modules"),
    ("gate", "switches leave a net undefined or driven twice; write it as logic"),
    ("inout", "bidirectional ports are not supported; split it into an input and an output"),
    ("port", "tools read a port of several nets differently; write one net for a port"),
    ("simulation only", "only some tools read it; remove it"),
    ("name inside an instance", "tools read names inside an instance differently; connect the net to a port"),
    ("name of two scopes", "an outer scope declares it above its use and an inner one below; declare it above, or write another name"),
    ("name of another scope", "a netlist gives it the same name as a net in another scope; write another name"),
    ("variable outside a module", "tools start it differently; declare it in a module"),
    ("type", "hardware has bits only; declare it as logic"),
    ("limit", "its loops take too many turns; write shorter ones"),
    ("loop without a constant bound", "hardware needs a constant number of turns; write a constant"),
    ("value not assigned", "it keeps its last value in a case without an assignment; assign it in every case"),
    ("assignment in an expression", "tools carry out an assignment in an expression at different times; write a statement"),
    ("function with outputs", "tools carry out its outputs at different times; write a task, or return one value"),
    ("reference argument", "synthesis does not read it; write an input and an output"),
    ("unsupported", "tools read it differently; assign the nets one by one"),
    ("address outside", "a netlist takes the address modulo a power of two, and simulators read an undefined word; use an index inside the memory"),
    ("index outside", "simulators write another bit where the index is outside of the word; use an index with as many bits as it needs"),
    ("undefined compared", "simulators compare x where the index is outside of the word, and hardware has none; write == or !="),
    ("register compared", "simulators start a register with x and compare that, and hardware starts it with 0 or 1; write == or !="),
    ("unknown index", "tools decide an undefined index differently; use 0 or 1"),
    ("alias", "a net must have a single driver; assign it"),
    ("latch", "a latch is no part of a pipeline; assign the value in every case"),
];

/// Kinds of slang's warnings about text that tools read differently, with the reason.
const WARNINGS: [(&str, &str); 9] = [
    (
        "DuplicateDefparam",
        "tools take the first or the last value; keep one of them",
    ),
    (
        "PortWidthTruncate",
        "tools fill the missing bits differently; connect all bits of the port",
    ),
    (
        "PortWidthExpand",
        "tools fill the missing bits differently; connect all bits of the port",
    ),
    (
        "VectorLiteralOverflow",
        "tools cut a literal differently; write as many digits as its width has",
    ),
    (
        "UnsizedInConcat",
        "tools give an unsized number different widths in a concatenation; write its width",
    ),
    (
        "Redefinition",
        "tools take one or the other declaration; keep one of them",
    ),
    (
        "IndexOOB",
        "the value is undefined where no bit has this index; use an index of the word",
    ),
    (
        "RangeOOB",
        "the value is undefined where no bit has this index; use an index of the word",
    ),
    (
        "DuplicateDefinition",
        "tools take the first or the last definition; keep one of them",
    ),
];

/// Refuses a circuit that simulators and synthesisers read differently.
///
/// # Errors
///
/// [`Refusal`] with the first such construct.
pub fn check(facts: &CircuitFacts, language: Language) -> Result<(), Refusal> {
    let circuit = Circuit::new(facts, language);
    // A construct with a rule of its own explains more than a rule that it breaks as well.
    let mut refusals: Vec<Refusal> = Vec::new();
    refusals.extend(facts.findings.iter().map(refuse_finding));
    refusals.extend(facts.literals.iter().filter_map(refuse_literal));
    for call in facts.calls.iter().filter(|call| !SYSTEM.contains(&call.name.as_str())) {
        let reason = "its value is not the same in all tools; allowed are functions of constants and types, such as $clog2, and $readmemh and $readmemb";
        refusals.push(Refusal::new(call.line, call.name.clone(), reason));
    }
    for diagnostic in facts.diagnostics.iter().filter(|diagnostic| diagnostic.is_own) {
        let warning = WARNINGS.iter().find(|(code, _)| *code == diagnostic.code);
        if let (Some((_, reason)), Some(line)) = (warning, diagnostic.line) {
            refusals.push(Refusal::new(line, diagnostic.message.clone(), *reason));
        }
    }
    if refusals.is_empty() {
        let processes = facts.processes.iter();
        refusals.extend(processes.filter_map(|process| circuit.check_process(process)));
        refusals.extend(circuit.check_values());
    }
    refusals.sort_by_key(|refusal| refusal.line);
    refusals.into_iter().next().map_or(Ok(()), Err)
}

fn refuse_finding(finding: &Finding) -> Refusal {
    let reason = FINDINGS.iter().find(|(rule, _)| *rule == finding.rule);
    let construct = if finding.construct.starts_with('#') {
        format!("delay {}", finding.construct)
    } else {
        finding.construct.clone()
    };
    Refusal::new(
        finding.line,
        construct,
        reason.map_or(finding.rule.as_str(), |(_, reason)| reason),
    )
}

/// Refuses a literal with undefined digits on which a decision depends, and one that is z.
fn refuse_literal(literal: &UnknownLiteral) -> Option<Refusal> {
    let UnknownLiteral {
        line,
        text,
        role,
        is_high,
    } = literal;
    let refuse = |construct: String, reason: &str| Some(Refusal::new(*line, construct, reason));
    match role.as_str() {
        "casex label" => None,
        "casez label" if *is_high => None,
        "label" | "casez label" => refuse(
            format!("case label {text}"),
            "tools compare an undefined digit differently; use casez with ? for digits that do not matter",
        ),
        _ if *is_high => refuse(
            format!("value {text}"),
            "nothing drives the net where it is z, and a proof has 0 and 1 only; use 0 or 1",
        ),
        "value" => None,
        role => refuse(
            format!("value {text} in a {role}"),
            "tools decide an undefined value differently while they read the file; use 0 or 1",
        ),
    }
}

/// The facts, with what follows from all processes together.
struct Circuit<'f> {
    facts: &'f CircuitFacts,
    language: Language,
    /// For each value, true if it changes while the circuit runs.
    changes: Vec<bool>,
    /// For each value, true if another process than its writers reads it, or a writer reads it before it writes.
    is_shared: Vec<bool>,
    /// For each value, true if a port of the circuit depends on it.
    is_observed: Vec<bool>,
}

impl<'f> Circuit<'f> {
    fn new(facts: &'f CircuitFacts, language: Language) -> Circuit<'f> {
        let mut circuit = Circuit {
            facts,
            language,
            changes: vec![false; facts.values.len()],
            is_shared: vec![false; facts.values.len()],
            is_observed: vec![false; facts.values.len()],
        };
        circuit.find_changes();
        circuit.find_shared();
        circuit.find_observed();
        circuit
    }

    fn name(&self, value: usize) -> &str {
        &self.facts.values[value].name
    }

    /// Finds the values that follow an input or a register. A value without a driver is an input, or comes from a cell.
    fn find_changes(&mut self) {
        let driving = || self.facts.processes.iter().filter(|process| !process.is_initial());
        let mut is_driven = vec![false; self.changes.len()];
        for write in driving().flat_map(|process| &process.writes) {
            is_driven[write.value] = true;
        }
        let is_free = |value: &usize| !is_driven[*value] && !self.facts.values[*value].is_memory;
        let mut open: Vec<usize> = (0..is_driven.len()).filter(is_free).collect();
        let ports = driving().filter(|process| process.kind == "top");
        open.extend(ports.flat_map(|port| port.writes.iter().map(|write| write.value)));
        for process in driving().filter(|process| process.is_clocked()) {
            open.extend(process.writes.iter().map(|write| write.value));
        }
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); self.changes.len()];
        for process in driving() {
            for read in &process.reads {
                readers[read.value].extend(process.writes.iter().map(|write| write.value));
            }
        }
        while let Some(value) = open.pop() {
            if !std::mem::replace(&mut self.changes[value], true) {
                open.append(&mut readers[value]);
            }
        }
    }

    fn find_shared(&mut self) {
        for process in &self.facts.processes {
            let early = process.early.iter().map(|access| access.value);
            early.for_each(|value| self.is_shared[value] = true);
        }
    }

    fn find_observed(&mut self) {
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); self.is_observed.len()];
        let mut open = Vec::new();
        for process in &self.facts.processes {
            let reads = process.early.iter().map(|read| read.value);
            // A cell may show each of its inputs.
            let is_shown = |write: &Write| self.facts.values[write.value].is_cell;
            if process.kind == "top" || process.writes.iter().any(is_shown) {
                open.extend(reads.clone());
            }
            for write in &process.writes {
                behind[write.value].extend(reads.clone());
            }
        }
        while let Some(value) = open.pop() {
            if !std::mem::replace(&mut self.is_observed[value], true) {
                open.append(&mut behind[value]);
            }
        }
    }

    fn check_process(&self, process: &Process) -> Option<Refusal> {
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
        let memory = process
            .writes
            .iter()
            .find(|write| self.facts.values[write.value].is_memory)?;
        let read = process.early.first()?;
        let construct = format!(
            "initial value of {} from {}",
            self.name(memory.value),
            self.name(read.value)
        );
        let reason = "tools start nets and registers in different orders; write constants";
        Some(Refusal::new(read.line, construct, reason))
    }

    /// Refuses the assignment of a reg by an assign statement in Verilog.
    fn check_continuous(&self, process: &Process) -> Option<Refusal> {
        if self.language == Language::SystemVerilog || matches!(process.kind.as_str(), "input" | "top") {
            return None;
        }
        let local = |value: usize| process.early.iter().all(|access| access.value != value) && !self.is_shared[value];
        let variable = process.writes.iter().find(|write| {
            let value = &self.facts.values[write.value];
            !value.is_net && !local(write.value)
        })?;
        let reason = "an assign statement can drive a wire only; declare it as wire";
        Some(Refusal::new(
            variable.line,
            format!("net {}", self.name(variable.value)),
            reason,
        ))
    }

    /// Refuses a function that reads a net beside its arguments, where a change of the net does not start the process.
    fn check_functions(&self, process: &Process) -> Option<Refusal> {
        let inner = process.inner.iter().find(|inner| {
            let outside = process.reads.iter().filter(|read| read.value == inner.value);
            let is_started = outside.clone().any(|read| read.line != inner.line);
            self.changes[inner.value] && !is_started
        })?;
        let construct = format!("a function that reads {}", self.name(inner.value));
        let reason = "simulators do not run the process when that net changes; pass it as an argument";
        Some(Refusal::new(inner.line, construct, reason))
    }

    fn check_clocked(&self, process: &Process) -> Option<Refusal> {
        if let Some(refusal) = process.events.iter().find_map(|event| self.check_edge(process, event)) {
            return Some(refusal);
        }
        let mut edges = process.events.iter();
        let first = edges.next()?;
        if let Some(other) = edges.next() {
            let construct = format!("always @({} or {})", event_text(first), event_text(other));
            let reason = "it starts at two events, such as those of an asynchronous reset; use one clock edge and a synchronous reset";
            return Some(Refusal::new(other.line, construct, reason));
        }
        let blocking = process
            .writes
            .iter()
            .find(|write| write.is_blocking && self.races(process, write.value))?;
        let construct = format!("{} = at a clock edge", self.name(blocking.value));
        let reason = "another block reads the register before or after the assignment; write <=";
        Some(Refusal::new(blocking.line, construct, reason))
    }

    /// Refuses an event that is no rising edge of a clock from a port.
    fn check_edge(&self, process: &Process, event: &Event) -> Option<Refusal> {
        let refuse = |reason: &str| {
            Some(Refusal::new(
                event.line,
                format!("{} {}", process.kind, event.text),
                reason,
            ))
        };
        match event.edge.as_str() {
            "PosEdge" if event.is_plain => {}
            "PosEdge" => return refuse("tools read an expression as a clock differently; use one net"),
            "None_" => return refuse("it mixes an edge with changes; use one clock edge"),
            _ => {
                return refuse(
                    "a register of a pipeline takes its value at the rising edge; use posedge, without negedge",
                )
            }
        }
        let clock = event.value?;
        let (mut seen, mut open) = (BTreeSet::new(), vec![clock]);
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            for driver in &self.facts.processes {
                if driver.writes.iter().any(|write| write.value == value) {
                    if driver.is_procedure() {
                        return refuse("a procedure makes this clock, so tools order its edges differently; take the clock from a port");
                    }
                    open.extend(driver.reads.iter().map(|read| read.value));
                }
            }
        }
        None
    }

    /// True if another clocked process reads a value, through any logic between.
    fn races(&self, writer: &Process, value: usize) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            for process in &self.facts.processes {
                if !process.early.iter().any(|read| read.value == value)
                    || std::ptr::eq(process, writer)
                    || process.is_initial()
                {
                    continue;
                }
                if process.is_clocked() {
                    return true;
                }
                open.extend(process.writes.iter().map(|write| write.value));
            }
        }
        // The writer itself reads it through logic that follows the assignment.
        writer
            .early
            .iter()
            .any(|read| read.value != value && seen.contains(&read.value))
    }

    fn check_combinational(&self, process: &Process) -> Option<Refusal> {
        let starts_at_once = process.kind == "always_comb";
        if !starts_at_once && !process.has_list {
            let reason = "it has no list of events; write always @*";
            return Some(Refusal::new(process.line, process.kind.clone(), reason));
        }
        if let Some(write) = process.writes.iter().find(|write| !write.is_blocking) {
            let construct = format!("{} <= in a combinational block", self.name(write.value));
            return Some(Refusal::new(
                write.line,
                construct,
                "it takes its value after the block has ended; write =",
            ));
        }
        let written = |value: usize| process.writes.iter().any(|write| write.value == value);
        if let Some(early) = process.early.iter().find(|early| written(early.value)) {
            let construct = format!("{} is read before it is written", self.name(early.value));
            let reason = "simulators read the value of the last run, and a netlist that of this one; assign it first";
            return Some(Refusal::new(early.line, construct, reason));
        }
        if !starts_at_once && !process.early.iter().any(|read| self.changes[read.value]) {
            let construct = format!("{} without an input", process.kind);
            let reason = "simulators do not run a block before an input changes; write assign, or read an input";
            return Some(Refusal::new(process.line, construct, reason));
        }
        if process.is_star {
            return self.check_functions(process);
        }
        if starts_at_once {
            return None;
        }
        process.early.iter().find_map(|read| {
            let mut listed = BitSet::default();
            for event in process
                .events
                .iter()
                .filter(|event| event.is_plain && event.value == Some(read.value))
            {
                listed.add(&event.bits);
            }
            let is_missing = self.changes[read.value] && !read.bits.without(&listed).is_empty();
            is_missing.then(|| {
                let construct = format!("{} without {} in its list", process.kind, self.name(read.value));
                let reason = "simulators do not run the block when that net changes; write always @*";
                Refusal::new(process.line, construct, reason)
            })
        })
    }

    /// Refuses values with two drivers, and those with an initial value alone.
    fn check_values(&self) -> Vec<Refusal> {
        let values = self.facts.values.iter().enumerate();
        let mut refusals: Vec<Refusal> = Vec::new();
        let mut drivers: Vec<Vec<(&BitSet, &Process, usize)>> = vec![Vec::new(); self.facts.values.len()];
        let mut starts: Vec<Option<usize>> = vec![None; self.facts.values.len()];
        for process in &self.facts.processes {
            let mut own: BTreeSet<usize> = BTreeSet::new();
            for write in &process.writes {
                if process.is_initial() {
                    starts[write.value] = Some(write.line);
                } else if own.insert(write.value) || !process.is_procedure() {
                    drivers[write.value].push((&write.bits, process, write.line));
                }
            }
        }
        for (number, value) in values {
            if value.start == Some(Start::Variable) {
                let reason = "it takes what the nets are before the first clock edge, which tools order differently; write assign";
                refusals.push(Refusal::new(
                    value.line,
                    format!("initial value of {}", value.name),
                    reason,
                ));
            }
            let has_start = value.start.is_some() || starts[number].is_some();
            let is_read = self.is_observed[number] && !value.is_memory && !value.is_cell;
            if drivers[number].is_empty() && is_read {
                let reason = if has_start {
                    "assign it (an initial value is no driver)"
                } else {
                    "assign it"
                };
                refusals.push(Refusal::new(
                    value.line,
                    format!("net {} has no driver", value.name),
                    reason,
                ));
            }
            refusals.extend(self.check_drivers(number, &drivers[number]));
        }
        refusals
    }

    /// Refuses a bit with two drivers. A variable of several procedures is no such bit if each writes it before it reads it
    /// and no other process reads it.
    fn check_drivers(&self, value: usize, drivers: &[(&BitSet, &Process, usize)]) -> Option<Refusal> {
        // Each process writes it before it reads it, and no other process reads it.
        if !self.is_shared[value] && !self.facts.values[value].is_net {
            return None;
        }
        let mut driven = BitSet::default();
        for (place, (bits, process, line)) in drivers.iter().enumerate() {
            let Some(bit) = bits.common(&driven).first() else {
                driven.add(bits);
                continue;
            };
            let mut others = drivers[..place].iter();
            let (_, other, other_line) = others.find(|(other, ..)| !bits.common(other).is_empty())?;
            let value = &self.facts.values[value];
            let net = match value.width {
                1 => value.name.clone(),
                _ => format!("{}[{bit}]", value.name),
            };
            let reason = format!(
                "it has two drivers, {} and {}; a net must have one",
                driver_text(other, *other_line),
                driver_text(process, *line)
            );
            return Some(Refusal::new(value.line, format!("net {net}"), reason));
        }
        None
    }
}

/// Describes a driver in words.
fn driver_text(process: &Process, line: usize) -> String {
    let place = format!("{}:{}", super::text::FILE, line + 1);
    match process.kind.as_str() {
        "assign" => format!("the assignment at {place}"),
        "input" | "top" => format!("the port at {place}"),
        "output" => format!("the output of the instance at {place}"),
        kind => format!("the {kind} block at {place}"),
    }
}

/// Returns an event as it stands in a list.
fn event_text(event: &Event) -> String {
    event
        .text
        .trim_start_matches("@(")
        .trim_start_matches('@')
        .trim_end_matches(')')
        .to_owned()
}
