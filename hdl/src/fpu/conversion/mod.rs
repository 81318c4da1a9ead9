//! Conversions in the core. Those from and to integers, and from single precision to a half, share a datapath for each half-precision
//! format ([`shared`]); of all others each has its own, as no two of them make the same of an operand.

mod kind;
mod shared;

use halfpipe_isa::{Element, Instruction, Operand};

use crate::datapath::Behaviour;
use crate::fpu::control::Controls;
use crate::fpu::{register, WIDTH};
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

pub use kind::{integer, shared, Kind};

/// Whether the core has room for the registers of a conversion.
pub fn fits(conversion: Instruction) -> bool {
    let signature = conversion.signature();
    let mut registers = signature.operands().iter().chain(signature.results());
    registers.all(|register| register.width() <= WIDTH)
}

/// The result of the conversion that `op` asks for, of operands at the ports; 0 where it asks for something else.
pub fn conversion<'n>(
    n: Scope<'n>,
    op: Net<'n>,
    operations: &[Instruction],
    controls: Controls<'n>,
    ports: [Net<'n>; 3],
) -> Net<'n> {
    let groups = [
        (Element::F16, controls.shares_f16),
        (Element::Bf16, controls.shares_bf16),
    ];
    let of_groups = groups.into_iter().filter_map(|(element, asked)| {
        let is_of_group = |instruction: &Instruction| shared(*instruction).is_some_and(|(half, _)| half == element);
        let group: Vec<Instruction> = operations.iter().copied().filter(is_of_group).collect();
        let n = n.scope(&format!("convert_{element}"));
        let result = (!group.is_empty()).then(|| shared::shared(n, element, &group, controls, ports[0]))?;
        Some(offered(n, asked, result))
    });
    let alone = operations.iter().zip(0..).filter_map(|(instruction, number)| {
        let behaviour = Behaviour::of(*instruction);
        let conversion = behaviour.conversion.filter(|_| shared(*instruction).is_none())?;
        let n = n.scope(&instruction.module_name());
        let at_port = |operand: &Operand| ports[register(operand.name)].low(operand.width());
        let operands: Vec<Net> = conversion.signature().operands().iter().map(at_port).collect();
        let result = conversion.result(n, &behaviour, &operands);
        let _stage = n.stage(step::CHOOSE_RESULT);
        let asked = op.equals_constant(number).named("asked");
        Some(offered(n, asked, result.zero_extend(WIDTH)))
    });
    of_groups
        .chain(alone)
        .fold(n.constant(0, WIDTH), |results, offered| results | offered)
}

/// A datapath's result where it is the one asked for.
fn offered<'n>(n: Scope<'n>, asked: Net<'n>, result: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    result.only_if(asked).named(hidden("offered"))
}
