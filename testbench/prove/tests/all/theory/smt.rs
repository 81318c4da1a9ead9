//! Graphs as SMT-LIB 2 text.

use halfpipe_lemmas::graph::{Gate, Graph, Literal};

/// Declares a constant for each named word of inputs, and defines each gate that some bits depend on.
pub fn definitions(graph: &Graph, words: &[(&str, &[Literal])], roots: &[Literal]) -> String {
    let mut lines = Vec::new();
    for (name, word) in words {
        lines.push(format!("(declare-const {name} (_ BitVec {}))", word.len()));
        lines.extend(word.iter().enumerate().map(|(place, bit)| {
            let value = format!("(= ((_ extract {place} {place}) {name}) #b1)");
            definition(bit.node(), &value)
        }));
    }
    for node in graph.cone(roots) {
        let gate = graph.gates()[node];
        let operation = match gate {
            Gate::False | Gate::Input | Gate::Register => continue,
            Gate::And(..) => "and",
            Gate::Xor(..) => "xor",
            Gate::Select(..) => "ite",
        };
        let operands: Vec<String> = gate.operands().map(bool_of).collect();
        lines.push(definition(node, &format!("({operation} {})", operands.join(" "))));
    }
    lines.join("\n")
}

fn definition(node: usize, value: &str) -> String {
    format!("(define-fun n{node} () Bool {value})")
}

/// Returns a bit as a Boolean.
pub fn bool_of(bit: Literal) -> String {
    match bit {
        Literal::FALSE => "false".to_owned(),
        Literal::TRUE => "true".to_owned(),
        bit if bit.is_inverted() => format!("(not n{})", bit.node()),
        bit => format!("n{}", bit.node()),
    }
}

/// Returns a word as a bit vector.
pub fn vector_of(word: &[Literal]) -> String {
    let bits = word.iter().rev().map(|bit| format!(" (ite {} #b1 #b0)", bool_of(*bit)));
    format!("(concat{})", bits.collect::<String>())
}
