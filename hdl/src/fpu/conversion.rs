//! Conversions in the core: each has its own datapath, as no two of them make the same of an operand.

use halfpipe_isa::{Instruction, Operand};

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

/// The result of the conversion that `op` asks for, of operands at the ports; 0 where it asks for something else.
pub fn conversion<'n>(n: Scope<'n>, op: Net<'n>, operations: &[Instruction], ports: [Net<'n>; 3]) -> Net<'n> {
    let all = operations.iter().zip(0..);
    all.filter_map(|(instruction, number)| {
        let behaviour = Behaviour::of(*instruction);
        let conversion = behaviour.conversion?;
        let n = n.scope(&instruction.module_name());
        let at_port = |operand: &Operand| ports[register(operand.name)].low(operand.width());
        let operands: Vec<Net> = conversion.signature().operands().iter().map(at_port).collect();
        let result = conversion.outcome(n, &behaviour, &operands).value;
        let _stage = n.stage(step::CHOOSE_RESULT);
        let asked = op.equals_constant(number).named("asked");
        Some(result.zero_extend(WIDTH).only_if(asked).named(hidden("offered")))
    })
    .fold(n.constant(0, WIDTH), |results, offered| results | offered)
}
