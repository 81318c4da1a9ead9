//! Conversions in the core. Those from and to integers, and from single precision to a half, share a datapath for each
//! half-precision format ([`mod@shared`]). No two other conversions compute the same, so each has its own datapath. So
//! has each conversion with flags.

mod shared;

use halfpipe_isa::{FloatFormat, Instruction, Operand};

use crate::datapath::conversion::Conversion;
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::shared;
use crate::fpu::{register, WIDTH};
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding};

/// True if the core has room for the registers of a conversion.
pub fn fits(conversion: Instruction) -> bool {
    let signature = conversion.signature();
    let mut registers = signature.operands().iter().chain(signature.results());
    registers.all(|register| register.width() <= WIDTH)
}

/// Returns the result of the conversion that `op` selects, on operands at the ports, with the rounding of a port if there
/// is one. Its flags are included if any
/// conversion has some. The result is 0 if `op` selects another instruction.
pub fn conversion<'n>(
    n: Scope<'n>,
    op: Net<'n>,
    operations: &[Instruction],
    controls: Controls<'n>,
    ports: [Net<'n>; 3],
    rounding: Option<SelectedRounding<'n>>,
) -> Outcome<'n> {
    let groups = [
        (FloatFormat::F16, controls.shares_f16),
        (FloatFormat::BF16, controls.shares_bf16),
    ];
    let of_groups = groups.into_iter().filter_map(|(element, asked)| {
        let is_of_group = |instruction: &Instruction| shared(*instruction).is_some_and(|(half, _)| half == element);
        let group: Vec<Instruction> = operations.iter().copied().filter(is_of_group).collect();
        let n = n.scope(&format!("convert_{element}"));
        let value = (!group.is_empty()).then(|| self::shared::shared(n, element, &group, controls, ports[0]))?;
        Some(offered(n, asked, Outcome { value, flags: None }))
    });
    let alone = operations.iter().zip(0..).filter_map(|(instruction, number)| {
        let conversion = Conversion::from_instruction(*instruction).filter(|_| shared(*instruction).is_none())?;
        let config = LaneConfig::from_instruction(*instruction);
        let n = n.scope(&instruction.module_name());
        let at_port = |operand: &Operand| ports[register(operand.name)].low(operand.width());
        let numbers = conversion.signature().operands().iter();
        let numbers = numbers.filter(|operand| operand.name != Operand::ROUNDING.name);
        let operands: Vec<Net> = numbers.map(at_port).collect();
        let rounding = match rounding.filter(|_| config.rounding_port) {
            Some(port) => RoundingMode::Selected(port),
            None => RoundingMode::Fixed(config.rounding),
        };
        let result = conversion.outcome(n, &config, rounding, &operands);
        let _stage = n.stage(step::CHOOSE_RESULT);
        let asked = op.equals_constant(number).named("asked");
        Some(offered(n, asked, result.map(|value| value.zero_extend(WIDTH))))
    });
    let nothing = Outcome {
        value: n.constant(0, WIDTH),
        flags: None,
    };
    of_groups.chain(alone).fold(nothing, Outcome::or)
}

/// Returns the result of a datapath if it is selected, else 0.
fn offered<'n>(n: Scope<'n>, asked: Net<'n>, result: Outcome<'n>) -> Outcome<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    Outcome {
        value: result.value.only_if(asked).named(hidden("offered")),
        flags: result.flags.map(|flags| flags.only_if(asked)),
    }
}
