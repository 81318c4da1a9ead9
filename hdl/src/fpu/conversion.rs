//! Conversions in the core: each has its own datapath, as no two of them make the same of an operand.

use halfpipe_isa::{Instruction, Operand};

use crate::datapath::outcome::Outcome;
use crate::datapath::Behaviour;
use crate::fpu::{register, WIDTH};
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// Whether the core has room for the registers of a conversion.
pub fn fits(conversion: Instruction) -> bool {
    let signature = conversion.signature();
    let mut registers = signature.operands().iter().chain(signature.results());
    registers.all(|register| register.width() <= WIDTH)
}

/// The result of the conversion that `op` asks for, of operands at the ports, and its flags where any has some; 0 where it asks for
/// something else.
pub fn conversion<'n>(n: Scope<'n>, op: Net<'n>, operations: &[Instruction], ports: [Net<'n>; 3]) -> Outcome<'n> {
    let all = operations.iter().zip(0..);
    let offered = all.filter_map(|(instruction, number)| {
        let behaviour = Behaviour::of(*instruction);
        let conversion = behaviour.conversion?;
        let n = n.scope(&instruction.module_name());
        let at_port = |operand: &Operand| ports[register(operand.name)].low(operand.width());
        let operands: Vec<Net> = conversion.signature().operands().iter().map(at_port).collect();
        let result = conversion.outcome(n, &behaviour, &operands);
        let _stage = n.stage(step::CHOOSE_RESULT);
        let asked = op.equals_constant(number).named("asked");
        Some(Outcome {
            value: result.value.zero_extend(WIDTH).only_if(asked).named(hidden("offered")),
            flags: result.flags.map(|flags| flags.only_if(asked)),
        })
    });
    let nothing = Outcome {
        value: n.constant(0, WIDTH),
        flags: None,
    };
    offered.fold(nothing, |results, offered| Outcome {
        value: results.value | offered.value,
        flags: [results.flags, offered.flags]
            .into_iter()
            .flatten()
            .reduce(|one, other| one | other),
    })
}
