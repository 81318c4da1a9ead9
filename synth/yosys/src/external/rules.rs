//! The rules that make simulation and netlist one, over the facts about an elaborated circuit.
//!
//! Simulators and synthesisers agree on continuous assignments, on combinational blocks that start with any change of
//! what they read, and on registers at the edges of one clock. Undefined values stay undefined until a proof takes them
//! as free variables.

use super::circuit_facts::{CircuitFacts, Finding, UnknownLiteral};
use super::data_flow::DataFlow;
use super::refusal::Refusal;
use super::words::{has_word, SYSTEM_CALLS};
use super::Language;

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
const WARNINGS: [(&str, &str); 7] = [
    (
        "DuplicateDefparam",
        "tools take the first or the last value; keep one of them",
    ),
    (
        "PortWidthTruncate PortWidthExpand",
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
        "IndexOOB RangeOOB",
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
    let circuit = DataFlow::new(facts, language);
    // A construct with a rule of its own explains more than a rule that it breaks as well.
    let mut refusals: Vec<Refusal> = Vec::new();
    refusals.extend(facts.findings.iter().map(refuse_finding));
    refusals.extend(facts.literals.iter().filter_map(refuse_literal));
    for call in facts.calls.iter().filter(|call| !has_word(SYSTEM_CALLS, &call.name)) {
        let reason = "its value is not the same in all tools; allowed are functions of constants and types, such as $clog2, and $readmemh and $readmemb";
        refusals.push(Refusal::new(call.line, call.name.clone(), reason));
    }
    for diagnostic in facts.diagnostics.iter().filter(|diagnostic| diagnostic.is_own) {
        let warning = WARNINGS.iter().find(|(codes, _)| has_word(codes, &diagnostic.code));
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
    let mark = if finding.construct.starts_with('#') {
        "delay "
    } else {
        ""
    };
    let reason = reason.map_or(finding.rule.as_str(), |(_, reason)| reason);
    Refusal::new(finding.line, format!("{mark}{}", finding.construct), reason)
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
