//! What each type of cell computes: Yosys' own gates, and the cells of the two families of FPGAs.
//!
//! The meanings are those of the simulation models that Yosys carries for these cells (`ice40/cells_sim.v`,
//! `lattice/cells_sim_ecp5.v`).

use super::netlist::{NetlistError, Pins};
use super::network::Bit;

/// A lookup table in a cell.
pub struct Table {
    /// The parameter that holds it.
    pub parameter: &'static str,
    /// The pins that say which place of it is read, the lowest bit first.
    pub inputs: [&'static str; 4],
}

const ICE40_TABLE: Table = Table {
    parameter: "LUT_INIT",
    inputs: ["I0", "I1", "I2", "I3"],
};

const ECP5_TABLE: Table = Table {
    parameter: "INIT",
    inputs: ["A", "B", "C", "D"],
};

/// The lookup tables of a type of cell.
pub fn tables(kind: &str) -> &'static [Table] {
    static ICE40: [Table; 1] = [ICE40_TABLE];
    static ECP5: [Table; 1] = [ECP5_TABLE];
    static ECP5_CARRY: [Table; 2] = [FIRST_HALF.table, SECOND_HALF.table];
    match kind {
        "SB_LUT4" => &ICE40,
        "LUT4" => &ECP5,
        "CCU2C" => &ECP5_CARRY,
        _ => &[],
    }
}

/// The clock pin of a type of cell that holds a bit from one clock edge to the next; none of other types.
pub fn clock(kind: &str) -> Option<&'static str> {
    match kind {
        "$_DFF_P_" => Some("C"),
        "TRELLIS_FF" => Some("CLK"),
        _ => flip_flop(kind).map(|_| "C"),
    }
}

/// The bit that a cell without memory drives onto one of its outputs.
pub fn output(pins: &mut Pins, port: &str) -> Result<Bit, NetlistError> {
    match (pins.kind(), port) {
        ("$_NOT_", "Y") => {
            let a = pins.input("A")?;
            Ok(pins.network().not(a))
        }
        ("$_AND_" | "$_OR_" | "$_XOR_" | "$_XNOR_" | "$_ANDNOT_" | "$_ORNOT_", "Y") => gate(pins),
        ("$_MUX_", "Y") => select(pins, "S", "A", "B"),
        ("SB_LUT4", "O") => look_up(pins, &ICE40_TABLE),
        ("SB_CARRY", "CO") => {
            let inputs = [pins.input("I0")?, pins.input("I1")?, pins.input("CI")?];
            Ok(majority(pins, inputs))
        }
        ("LUT4", "Z") => look_up(pins, &ECP5_TABLE),
        ("PFUMX", "Z") => select(pins, "C0", "BLUT", "ALUT"),
        ("L6MUX21", "Z") => select(pins, "SD", "D0", "D1"),
        ("CCU2C", "S0") => sum(pins, &FIRST_HALF),
        ("CCU2C", "S1") => sum(pins, &SECOND_HALF),
        ("CCU2C", "COUT") => carry(pins, &SECOND_HALF),
        _ => Err(pins.unknown()),
    }
}

/// What a flip-flop takes at the clock's edge.
pub fn next(pins: &mut Pins) -> Result<Bit, NetlistError> {
    match pins.kind() {
        "$_DFF_P_" => pins.data("D"),
        "TRELLIS_FF" => next_of_trellis(pins),
        kind => {
            let flip_flop = flip_flop(kind).ok_or_else(|| pins.unknown())?;
            next_of_ice40(pins, flip_flop)
        }
    }
}

fn gate(pins: &mut Pins) -> Result<Bit, NetlistError> {
    let (a, b) = (pins.input("A")?, pins.input("B")?);
    let kind = pins.kind();
    let network = pins.network();
    Ok(match kind {
        "$_AND_" => network.and(a, b),
        "$_OR_" => network.or(a, b),
        "$_XOR_" => network.xor(a, b),
        "$_XNOR_" => {
            let differ = network.xor(a, b);
            network.not(differ)
        }
        "$_ANDNOT_" => {
            let not_b = network.not(b);
            network.and(a, not_b)
        }
        _ => {
            let not_b = network.not(b);
            network.or(a, not_b)
        }
    })
}

fn select(pins: &mut Pins, select: &str, zero: &str, one: &str) -> Result<Bit, NetlistError> {
    let (select, zero, one) = (pins.input(select)?, pins.input(zero)?, pins.input(one)?);
    Ok(pins.network().select(select, zero, one))
}

fn look_up(pins: &mut Pins, Table { parameter, inputs }: &Table) -> Result<Bit, NetlistError> {
    let table = pins.number(parameter)?;
    let inputs = inputs.iter().map(|pin| pins.input(pin));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    Ok(pins.network().look_up(table, &inputs))
}

fn majority(pins: &mut Pins, [one, other, third]: [Bit; 3]) -> Bit {
    let network = pins.network();
    let (both, either) = (network.and(one, other), network.or(one, other));
    network.select(third, both, either)
}

/// One of the two bits of a `CCU2C`: a lookup table in front of a place of the carry chain.
struct CarryHalf {
    table: Table,
    /// Says whether the half begins a new chain.
    inject: &'static str,
    /// The half below, whose carry comes in; none where it is the cell's `CIN`.
    below: Option<&'static CarryHalf>,
}

const FIRST_HALF: CarryHalf = CarryHalf {
    table: Table {
        parameter: "INIT0",
        inputs: ["A0", "B0", "C0", "D0"],
    },
    inject: "INJECT1_0",
    below: None,
};

const SECOND_HALF: CarryHalf = CarryHalf {
    table: Table {
        parameter: "INIT1",
        inputs: ["A1", "B1", "C1", "D1"],
    },
    inject: "INJECT1_1",
    below: Some(&FIRST_HALF),
};

fn carry_in(pins: &mut Pins, half: &CarryHalf) -> Result<Bit, NetlistError> {
    match half.below {
        Some(below) => carry(pins, below),
        None => pins.input("CIN"),
    }
}

fn sum(pins: &mut Pins, half: &CarryHalf) -> Result<Bit, NetlistError> {
    let propagate = look_up(pins, &half.table)?;
    if pins.word(half.inject, "YES") == "YES" {
        return Ok(propagate);
    }
    let carry = carry_in(pins, half)?;
    Ok(pins.network().xor(propagate, carry))
}

fn carry(pins: &mut Pins, half: &CarryHalf) -> Result<Bit, NetlistError> {
    let propagate = look_up(pins, &half.table)?;
    let generate = if pins.word(half.inject, "YES") == "YES" {
        pins.network().constant(false)
    } else {
        // The lower quarter of the table, as a table of the first two inputs.
        let quarter = pins.number(half.table.parameter)? & 0xF;
        let inputs = [pins.input(half.table.inputs[0])?, pins.input(half.table.inputs[1])?];
        pins.network().look_up(quarter, &inputs)
    };
    let carry = carry_in(pins, half)?;
    Ok(pins.network().select(propagate, generate, carry))
}

/// An iCE40 flip-flop's additions to a plain one.
#[derive(Clone, Copy)]
struct FlipFlop {
    /// It has an enable pin E, which also holds off set and reset.
    enable: bool,
    /// It has a synchronous pin that makes it 0 or 1.
    reset: Option<(&'static str, bool)>,
}

/// The flip-flops of iCE40 with a rising clock edge and no asynchronous pin.
fn flip_flop(kind: &str) -> Option<FlipFlop> {
    let (enable, reset) = match kind {
        "SB_DFF" => (false, None),
        "SB_DFFE" => (true, None),
        "SB_DFFSR" => (false, Some(("R", false))),
        "SB_DFFESR" => (true, Some(("R", false))),
        "SB_DFFSS" => (false, Some(("S", true))),
        "SB_DFFESS" => (true, Some(("S", true))),
        _ => return None,
    };
    Some(FlipFlop { enable, reset })
}

fn next_of_ice40(pins: &mut Pins, FlipFlop { enable, reset }: FlipFlop) -> Result<Bit, NetlistError> {
    let mut next = pins.data("D")?;
    if let Some((pin, value)) = reset {
        let (reset, value) = (pins.input(pin)?, pins.network().constant(value));
        next = pins.network().select(reset, next, value);
    }
    if enable {
        let (enable, held) = (pins.input("E")?, pins.held()?);
        next = pins.network().select(enable, held, next);
    }
    Ok(next)
}

/// The flip-flop of ECP5, with a synchronous reset that goes before its enable.
fn next_of_trellis(pins: &mut Pins) -> Result<Bit, NetlistError> {
    let has = |pins: &Pins, parameter, usual, value| pins.word(parameter, usual) == value;
    if !has(pins, "CLKMUX", "CLK", "CLK") {
        return Err(pins.lacks("CLKMUX"));
    }
    if !has(pins, "LSRMODE", "LSR", "LSR") {
        return Err(pins.lacks("LSRMODE"));
    }
    let data = pins.data("DI")?;
    let next = match pins.word("CEMUX", "1") {
        "1" => data,
        "CE" => {
            let (enable, held) = (pins.input("CE")?, pins.held()?);
            pins.network().select(enable, held, data)
        }
        _ => return Err(pins.lacks("CEMUX")),
    };
    if !pins.is_connected("LSR") {
        return Ok(next);
    }
    if !has(pins, "LSRMUX", "LSR", "LSR") || !has(pins, "SRMODE", "LSR_OVER_CE", "LSR_OVER_CE") {
        return Err(pins.lacks("reset"));
    }
    let reset = pins.input("LSR")?;
    let value = has(pins, "REGSET", "RESET", "SET");
    let value = pins.network().constant(value);
    Ok(pins.network().select(reset, next, value))
}
