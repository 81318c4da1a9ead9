//! A structural check that the registers of a netlist lie in ranks.

use std::sync::Arc;

use halfpipe_netlist::{Module, Op};

use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::verdict::{LemmaVerdict, UnprovenReason};

/// Returns the lemma that every path through a module passes `latency` registers.
pub fn ranks(module: Arc<Module>) -> Lemma {
    let registers = if module.latency == 1 { "register" } else { "registers" };
    let statement = format!(
        "every path from an operand to the result passes {} {registers}",
        module.latency
    );
    Lemma::structural(LemmaKind::Ranks, statement, move || {
        let wrong = |place: String| Err(LemmaVerdict::Unproven(UnprovenReason::Structure(place)));
        // The number of registers before each net. A net that depends on constants alone has no definite number.
        let mut before: Vec<Option<u32>> = Vec::new();
        for id in module.lane.ids() {
            let node = module.lane.node(id);
            let mut rank = (node.op == Op::Input).then_some(0);
            for operand in &node.operands {
                let Some(of_operand) = before[operand.index()] else {
                    continue;
                };
                if rank.replace(of_operand).is_some_and(|other| other != of_operand) {
                    return wrong(format!(
                        "net {} combines nets behind {of_operand} registers with others",
                        id.index()
                    ));
                }
            }
            if node.is_register() && rank.is_none() {
                // Such a register holds another value until its first enabled cycle.
                return wrong(format!("net {} is a register of a constant", id.index()));
            }
            before.push(rank.map(|rank| rank + u32::from(node.is_register())));
        }
        for output in &module.lane.outputs {
            match before[output.net.index()] {
                Some(rank) if rank != module.latency => {
                    return wrong(format!("{} lies behind {rank} registers", output.name));
                }
                _ => {}
            }
        }
        let registers = module
            .lane
            .ids()
            .filter(|id| module.lane.node(*id).is_register())
            .count();
        Ok(format!("{registers} registers in {} ranks", module.latency))
    })
}
