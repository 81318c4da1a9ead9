//! Cell functions: Yosys' own gates, and the cells of an FPGA family as its table row describes them.

use halfpipe_aig::Literal;
use halfpipe_fpga::{CarryPlace, CellFunction, FlipFlop, LookupTable, ResetValue, Setting};

use super::pins::Pins;
use super::{Mapping, NetlistError};

/// The flip-flop of a netlist of plain gates.
const PLAIN_FLIP_FLOP: FlipFlop = FlipFlop {
    clock: "C",
    data: "D",
    required: &[],
    enable: None,
    reset: None,
};

/// Returns the function of a cell type from the row of the mapping's family.
fn function(mapping: Mapping, kind: &str) -> Option<&'static CellFunction> {
    let found = mapping.family()?.functions.iter().find(|cell| cell.kind == kind);
    found.map(|cell| &cell.function)
}

/// Returns the flip-flop of a cell type; None for another type.
pub fn flip_flop(mapping: Mapping, kind: &str) -> Option<FlipFlop> {
    match (kind, function(mapping, kind)) {
        ("$_DFF_P_" | "$_DFF_PP0_" | "$_DFF_PP1_", _) => Some(PLAIN_FLIP_FLOP),
        (_, Some(CellFunction::FlipFlop(flip_flop))) => Some(*flip_flop),
        _ => None,
    }
}

/// Returns the value that an asynchronous reset gives a flip-flop at once; None if it has none.
fn asynchronous_value(kind: &str) -> Option<Literal> {
    match kind {
        "$_DFF_PP0_" => Some(Literal::FALSE),
        "$_DFF_PP1_" => Some(Literal::TRUE),
        _ => None,
    }
}

/// True if a flip-flop has an asynchronous reset.
pub fn is_asynchronous(kind: &str) -> bool {
    asynchronous_value(kind).is_some()
}

/// Applies the asynchronous reset of a flip-flop: returns its value if the reset is 1, otherwise `bit`.
pub fn reset_at_once(pins: &mut Pins, bit: Literal) -> Result<Literal, NetlistError> {
    let Some(value) = asynchronous_value(pins.kind()) else {
        return Ok(bit);
    };
    let reset = pins.input("R")?;
    Ok(pins.aig().select(reset, value, bit))
}

/// Returns the bit that a combinational cell drives onto one of its outputs.
pub fn output(pins: &mut Pins, port: &str) -> Result<Literal, NetlistError> {
    match (pins.kind(), port) {
        ("$_NOT_", "Y") => Ok(!pins.input("A")?),
        ("$_AND_" | "$_OR_" | "$_XOR_" | "$_XNOR_" | "$_ANDNOT_" | "$_ORNOT_", "Y") => gate(pins),
        ("$_MUX_", "Y") => select(pins, "S", "A", "B"),
        ("$anyseq", "Y") => Ok(pins.undefined_value()),
        (kind, _) => match function(pins.mapping(), kind) {
            Some(function) => function_output(pins, function, port),
            None => Err(pins.unknown()),
        },
    }
}

/// Returns the bit that a cell with this function drives onto one of its outputs.
fn function_output(pins: &mut Pins, function: &CellFunction, port: &str) -> Result<Literal, NetlistError> {
    match function {
        CellFunction::LookUp { table, output } if *output == port => look_up(pins, table),
        CellFunction::LookUpIn { tables, select, output } if *output == port => {
            let entries = [look_up(pins, &tables[0])?, look_up(pins, &tables[1])?];
            let select = pins.input(select)?;
            Ok(pins.aig().select(select, entries[1], entries[0]))
        }
        CellFunction::Constant { value, output } if *output == port => Ok(Literal::constant(*value)),
        CellFunction::Inverse { input, output } if *output == port => Ok(!pins.input(input)?),
        CellFunction::Select {
            select: by,
            zero,
            one,
            output,
        } if *output == port => select(pins, by, zero, one),
        CellFunction::Majority { inputs, output } if *output == port => {
            let [one, other, third] = *inputs;
            let bits = [pins.input(one)?, pins.input(other)?, pins.input(third)?];
            Ok(majority(pins, bits))
        }
        CellFunction::CarryChain {
            carry_in,
            places,
            carry_out,
        } if *carry_out == port => carry(pins, carry_in, places),
        CellFunction::CarryChain { carry_in, places, .. } => {
            let place = places.iter().position(|place| place.sum == port);
            let place = place.ok_or_else(|| pins.unknown())?;
            sum(pins, carry_in, &places[..=place])
        }
        CellFunction::Adder {
            mode,
            inputs,
            propagate,
            generate,
            carry_in,
            sum,
            carry_out,
        } => {
            check(pins, &[*mode])?;
            let inputs = inputs.iter().map(|pin| pins.input(pin));
            let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
            let (generate, carry) = (pins.input(generate)?, pins.input(carry_in)?);
            let aig = pins.aig();
            let propagate = aig.look_up(*propagate, &inputs);
            match port {
                port if port == *sum => Ok(aig.xor(propagate, carry)),
                port if port == *carry_out => Ok(aig.select(propagate, carry, generate)),
                _ => Err(pins.unknown()),
            }
        }
        _ => Err(pins.unknown()),
    }
}

/// Returns the next state of a flip-flop: the bit that it takes at the clock edge.
pub fn next(pins: &mut Pins, flip_flop: FlipFlop) -> Result<Literal, NetlistError> {
    check(pins, flip_flop.required)?;
    let data = pins.data(flip_flop.data)?;
    match flip_flop.reset.filter(|reset| reset.is_over_enable) {
        Some(_) => {
            let enabled = select_enabled(pins, flip_flop, data)?;
            reset(pins, flip_flop, enabled)
        }
        None => {
            let next = reset(pins, flip_flop, data)?;
            let next = select_enabled(pins, flip_flop, next)?;
            reset_at_once(pins, next)
        }
    }
}

/// Applies the enable of a flip-flop: returns `next` if the enable is 1, otherwise the held bit.
fn select_enabled(pins: &mut Pins, flip_flop: FlipFlop, next: Literal) -> Result<Literal, NetlistError> {
    let Some(enable) = flip_flop.enable else {
        return Ok(next);
    };
    if let Some(choice) = enable.choice {
        if word(pins, choice.used) == choice.unused {
            return Ok(next);
        }
        check(pins, &[choice.used])?;
    }
    let (enable, held) = (pins.input(enable.pin)?, pins.register_output()?);
    Ok(pins.aig().select(enable, next, held))
}

/// Applies the reset of a flip-flop: returns the reset value if the reset is 1, otherwise `next`.
fn reset(pins: &mut Pins, flip_flop: FlipFlop, next: Literal) -> Result<Literal, NetlistError> {
    let Some(reset) = flip_flop.reset.filter(|reset| pins.is_connected(reset.pin)) else {
        return Ok(next);
    };
    check(pins, reset.required)?;
    let value = match reset.value {
        ResetValue::Always(value) => value,
        ResetValue::OneWhere(setting) => match word(pins, setting) {
            word if word == setting.value => true,
            word if word == setting.usual => false,
            _ => return Err(pins.lacks(setting.parameter)),
        },
    };
    let reset = pins.input(reset.pin)?;
    Ok(pins.aig().select(reset, Literal::constant(value), next))
}

/// Returns the value of a cell's parameter.
fn word<'n>(pins: &Pins<'_, 'n>, setting: Setting) -> &'n str {
    pins.word(setting.parameter, setting.usual)
}

/// Rejects a cell with other parameter settings.
fn check(pins: &Pins, required: &[Setting]) -> Result<(), NetlistError> {
    let other = required.iter().find(|setting| word(pins, **setting) != setting.value);
    other.map_or(Ok(()), |setting| Err(pins.lacks(setting.parameter)))
}

fn gate(pins: &mut Pins) -> Result<Literal, NetlistError> {
    let (a, b) = (pins.input("A")?, pins.input("B")?);
    let kind = pins.kind();
    let aig = pins.aig();
    Ok(match kind {
        "$_AND_" => aig.and(a, b),
        "$_OR_" => aig.or(a, b),
        "$_XOR_" => aig.xor(a, b),
        "$_XNOR_" => !aig.xor(a, b),
        "$_ANDNOT_" => aig.and(a, !b),
        _ => aig.or(a, !b),
    })
}

fn select(pins: &mut Pins, select: &str, zero: &str, one: &str) -> Result<Literal, NetlistError> {
    let (select, zero, one) = (pins.input(select)?, pins.input(zero)?, pins.input(one)?);
    Ok(pins.aig().select(select, one, zero))
}

fn look_up(pins: &mut Pins, LookupTable { parameter, inputs }: &LookupTable) -> Result<Literal, NetlistError> {
    let table = pins.number(parameter)?;
    let inputs = inputs.iter().enumerate().map(|(place, pin)| {
        // An input that does not change the table's result may be unconnected.
        if pins.is_connected(pin) || depends(table, inputs.len(), place) {
            pins.input(pin)
        } else {
            Ok(Literal::FALSE)
        }
    });
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    Ok(pins.aig().look_up(table, &inputs))
}

/// True if an entry of a table depends on one of its inputs.
fn depends(table: u64, inputs: usize, input: usize) -> bool {
    let entry = |place: usize| table >> place & 1;
    (0..1 << inputs).any(|place| entry(place) != entry(place ^ 1 << input))
}

fn majority(pins: &mut Pins, [one, other, third]: [Literal; 3]) -> Literal {
    let aig = pins.aig();
    let (both, either) = (aig.and(one, other), aig.or(one, other));
    aig.select(third, either, both)
}

/// Returns the carry out of the last of these positions of a carry chain.
fn carry(pins: &mut Pins, carry_in: &str, places: &[CarryPlace]) -> Result<Literal, NetlistError> {
    let Some((place, below)) = places.split_last() else {
        return pins.input(carry_in);
    };
    let propagate = look_up(pins, &place.table)?;
    let generate = if begins(pins, place)? {
        Literal::FALSE
    } else {
        // The lowest part of the table is indexed by the first inputs; the graph uses only that part.
        let table = pins.number(place.table.parameter)?;
        let inputs = place.table.inputs[..place.beginning_inputs].iter();
        let inputs = inputs.map(|pin| pins.input(pin)).collect::<Result<Vec<_>, _>>()?;
        pins.aig().look_up(table, &inputs)
    };
    let carry = carry(pins, carry_in, below)?;
    Ok(pins.aig().select(propagate, carry, generate))
}

/// Returns the sum bit of the last of these positions of a carry chain. Panics when there are none.
fn sum(pins: &mut Pins, carry_in: &str, places: &[CarryPlace]) -> Result<Literal, NetlistError> {
    let (place, below) = places.split_last().expect("a sum is that of a place");
    let propagate = look_up(pins, &place.table)?;
    if begins(pins, place)? {
        return Ok(propagate);
    }
    let carry = carry(pins, carry_in, below)?;
    Ok(pins.aig().xor(propagate, carry))
}

/// True if a position begins a new carry chain.
fn begins(pins: &Pins, place: &CarryPlace) -> Result<bool, NetlistError> {
    match word(pins, place.begins) {
        word if word == place.begins.value => Ok(true),
        GOES_ON => Ok(false),
        _ => Err(pins.lacks(place.begins.parameter)),
    }
}

/// The parameter value of a position at which the carry chain continues.
const GOES_ON: &str = "NO";
