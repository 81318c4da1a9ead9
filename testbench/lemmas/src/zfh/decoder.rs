//! The proof that a core takes its operations and no other.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_hdl::zfh::{CoreOperation, Part, ZfhSpec, CODES};
use halfpipe_netlist::{Module, Netlist};
use halfpipe_spec::{Arithmetic, Logic};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::{Lemma, LemmaSubject};

/// Returns the lemma about a core's decoder: for each combination of codes that the manifest lists, it chooses the part that
/// computes the operation, and for any other none. `in_ready` is 1 only if a part is chosen, and then if that is ready.
pub fn lemma(spec: &ZfhSpec, parts: &[Part], decoder: &Module) -> Lemma {
    let netlist = Arc::new(decoder.lane.clone());
    let operations: Vec<(String, Vec<CoreOperation>)> = parts
        .iter()
        .map(|part| {
            let all = spec.operations().into_iter();
            let own = all.filter(|operation| spec.computes(part, &operation.encoding));
            (format!("to_{}", part.name()), own.collect())
        })
        .collect();
    let statement = "each operation of the manifest is taken, by the part that computes it, and no other is";
    let subject = LemmaSubject::Operation(decoder.name.clone());
    Lemma::new(LemmaKind::TakenOperations, statement, Procedure::Enumerate, move || {
        formula(&netlist, &operations)
    })
    .about(subject)
}

/// Returns the claim that each output is 1 for these operations alone, with every code free.
fn formula(netlist: &Netlist, operations: &[(String, Vec<CoreOperation>)]) -> Formula {
    let mut graph = Graph::new();
    let codes = CODES.map(|(name, width)| (name.to_owned(), graph.inputs(width as usize)));
    let word = |name: &str| {
        let found = codes.iter().find(|(code, _)| code == name);
        found.map_or_else(Vec::new, |(_, word)| word.clone())
    };
    let inputs: Vec<Vec<Literal>> = netlist.inputs.iter().map(|port| word(&port.name)).collect();
    let made = outputs(&mut graph, netlist, &inputs, &mut Schoolbook);
    let mut wrong = Vec::new();
    for (port, chosen) in netlist.outputs.iter().zip(made) {
        let own = operations.iter().find(|(name, _)| *name == port.name);
        let listed: Vec<Literal> = own.map_or_else(Vec::new, |(_, own)| {
            own.iter()
                .map(|operation| is_offered(&mut graph, &codes, operation))
                .collect()
        });
        let listed = graph.any(&listed);
        wrong.push(graph.xor(chosen[0], listed));
    }
    Formula {
        words: codes.into(),
        ..Formula::never(graph, &wrong)
    }
}

/// Returns 1 if the codes are those of an operation.
fn is_offered(graph: &mut Graph, codes: &[(String, Vec<Literal>)], operation: &CoreOperation) -> Literal {
    let mut conditions = Vec::new();
    for (port, word) in codes {
        if let Some(value) = operation.encoding.required(port) {
            let bits = word.iter().enumerate();
            conditions.extend(bits.map(|(place, bit)| match value >> place & 1 {
                1 => *bit,
                _ => !*bit,
            }));
        }
    }
    graph.all(&conditions)
}
