//! Conversions in the core, and instructions in formats that its lanes do not compute in. Conversions from and to
//! integers, and from single precision to a half, share a datapath for each half-precision format ([`mod@shared`]). No two
//! other conversions compute the same, so each has its own datapath. So has each conversion with flags, and each
//! instruction in another format.

mod shared;

use halfpipe_isa::{FloatFormat, Instruction, Operand};

use crate::datapath::outcome::Outcome;
use crate::datapath::{results, LaneConfig};
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::{has_own_datapath, shared};
use crate::fpu::{place_of_result, register, WIDTH};
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Multiplier, RoundingMode, SelectedRounding};

/// True if the core has room for the registers of an instruction.
pub fn fits(instruction: Instruction) -> bool {
    let signature = instruction.signature();
    let mut registers = signature.operands().iter().chain(signature.results());
    registers.all(|register| register.width() <= WIDTH)
}

/// Returns the result of the conversion, or of the instruction in another format, that `op` selects, on operands at the
/// ports, with the rounding of a port if there is one. Its flags are included if any has some. The result is 0 if `op`
/// selects another instruction.
pub fn conversion<'n>(
    n: Scope<'n>,
    op: Net<'n>,
    (operations, multiplier): (&[Instruction], Multiplier),
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
    let alone = operations
        .iter()
        .zip(0..)
        .filter(|(instruction, _)| has_own_datapath(**instruction));
    let alone = alone.map(|(instruction, number)| {
        let n = n.scope(&instruction.module_name());
        let result = own_result(n, (*instruction, multiplier), ports, rounding);
        let _stage = n.stage(step::CHOOSE_RESULT);
        let asked = op.equals_constant(number).named("asked");
        offered(n, asked, result)
    });
    let nothing = Outcome {
        value: n.constant(0, WIDTH),
        flags: None,
    };
    of_groups.chain(alone).fold(nothing, Outcome::or)
}

/// Returns the result of an instruction's own datapath, at its place in the result port.
fn own_result<'n>(
    n: Scope<'n>,
    (instruction, multiplier): (Instruction, Multiplier),
    ports: [Net<'n>; 3],
    rounding: Option<SelectedRounding<'n>>,
) -> Outcome<'n> {
    let config = LaneConfig {
        lanes: instruction.ty().lanes(),
        multiplier,
        ..LaneConfig::from_instruction(instruction)
    };
    let at_port = |operand: &Operand| ports[register(operand.name)].low(operand.width());
    let numbers = instruction.signature().operands().iter();
    let numbers = numbers.filter(|operand| operand.name != Operand::ROUNDING.name);
    let operands: Vec<Net> = numbers.map(at_port).collect();
    let rounding = match rounding.filter(|_| config.rounding_port) {
        Some(port) => RoundingMode::Selected(port),
        None => RoundingMode::Fixed(config.rounding),
    };
    let mut results = results(n, &config, rounding, &operands);
    let flags = config
        .flags
        .then(|| results.pop().expect("the flags are the last result"));
    let _stage = n.stage(step::CHOOSE_RESULT);
    let placed = results
        .into_iter()
        .enumerate()
        .map(|(position, result)| match place_of_result(position) {
            0 => result.zero_extend(WIDTH),
            place => result.append_zeros(place).zero_extend(WIDTH),
        });
    let value = placed
        .reduce(|one, other| one | other)
        .expect("an instruction has a result");
    Outcome { value, flags }
}

/// Returns the result of a datapath if it is selected, else 0.
fn offered<'n>(n: Scope<'n>, asked: Net<'n>, result: Outcome<'n>) -> Outcome<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    Outcome {
        value: result.value.only_if(asked).named(hidden("offered")),
        flags: result.flags.map(|flags| flags.only_if(asked)),
    }
}
