//! The functions of a family's cells.
//!
//! The functions are those of Yosys' simulation models of the cells, as far as netlists without memories and multiplier
//! blocks use them.

use serde::Serialize;

/// A type of cell, and its function.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CellType {
    /// The type's name.
    pub kind: &'static str,
    /// Its function.
    pub function: CellFunction,
}

/// The function of a cell's pins and parameters.
#[derive(Clone, Copy, Debug, Serialize)]
pub enum CellFunction {
    /// An entry of a table.
    LookUp {
        /// The table.
        table: LookupTable,
        /// The output pin for the entry.
        output: &'static str,
    },
    /// An entry of one of two tables.
    LookUpIn {
        /// The tables; the first is read when the select pin is 0.
        tables: [LookupTable; 2],
        /// The select pin.
        select: &'static str,
        /// The output pin for the entry.
        output: &'static str,
    },
    /// A constant.
    Constant {
        /// The value of the constant.
        value: bool,
        /// The output pin.
        output: &'static str,
    },
    /// An inverted input.
    Inverse {
        /// The input pin.
        input: &'static str,
        /// The output pin.
        output: &'static str,
    },
    /// One of two inputs, as a multiplexer.
    Select {
        /// The select pin.
        select: &'static str,
        /// The pin that is selected by 0.
        zero: &'static str,
        /// The pin that is selected by 1.
        one: &'static str,
        /// The output pin.
        output: &'static str,
    },
    /// The majority of three inputs: the carry of an addition.
    Majority {
        /// The input pins.
        inputs: [&'static str; 3],
        /// The output pin.
        output: &'static str,
    },
    /// Positions of a carry chain, each with a lookup table in front.
    CarryChain {
        /// The pin of the carry into the first position.
        carry_in: &'static str,
        /// The positions, the lowest first.
        places: &'static [CarryPlace],
        /// The pin of the carry out of the last position.
        carry_out: &'static str,
    },
    /// One position of a carry chain, with a function selected by the cell's mode.
    Adder {
        /// The only supported mode.
        mode: Setting,
        /// The inputs that index the `propagate` table, the lowest bit of the index first.
        inputs: &'static [&'static str],
        /// The table of the propagate signal, one bit for each index.
        propagate: u64,
        /// The input that becomes the carry out when the position does not propagate.
        generate: &'static str,
        /// The carry-in pin.
        carry_in: &'static str,
        /// The pin of the sum: propagate xor carry in.
        sum: &'static str,
        /// The carry-out pin.
        carry_out: &'static str,
    },
    /// A bit that is kept between rising clock edges.
    FlipFlop(FlipFlop),
}

/// A lookup table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LookupTable {
    /// The parameter that holds the entries.
    pub parameter: &'static str,
    /// The pins that index the entry, the lowest bit first.
    pub inputs: &'static [&'static str],
}

/// A position of a carry chain. The table gives the propagate signal. Its lowest part, read at its first inputs, gives
/// the carry that is generated when the position does not propagate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CarryPlace {
    /// The table in front.
    pub table: LookupTable,
    /// The number of the table's first inputs that select the generated carry.
    pub beginning_inputs: usize,
    /// The pin of the sum: the table's entry, xor the carry in unless the position begins a chain.
    pub sum: &'static str,
    /// The setting with which the position begins a chain.
    pub begins: Setting,
}

/// A flip-flop with a rising clock edge and no asynchronous pin. Its output pin is `Q`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FlipFlop {
    /// The pin of the clock.
    pub clock: &'static str,
    /// The data pin.
    pub data: &'static str,
    /// The settings that every cell must have; otherwise its function is unknown.
    pub required: &'static [Setting],
    /// The enable, if it has one.
    pub enable: Option<Enable>,
    /// The synchronous set or reset, if it has one.
    pub reset: Option<Reset>,
}

/// An enable: the bit is kept while the enable is 0.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Enable {
    /// Its pin.
    pub pin: &'static str,
    /// The parameter by which a cell uses the pin or not; `None` if every cell uses it.
    pub choice: Option<Choice>,
}

/// A parameter with two known values.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Choice {
    /// The setting with which the pin is used.
    pub used: Setting,
    /// The parameter's value with which the pin is not used.
    pub unused: &'static str,
}

/// A synchronous set or reset. A cell with an unconnected pin has none.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reset {
    /// Its pin.
    pub pin: &'static str,
    /// The settings that a cell with a connected pin must have.
    pub required: &'static [Setting],
    /// The bit after a reset.
    pub value: ResetValue,
    /// True if it takes effect regardless of the enable.
    pub is_over_enable: bool,
}

/// The bit after a reset.
#[derive(Clone, Copy, Debug, Serialize)]
pub enum ResetValue {
    /// The same in every cell.
    Always(bool),
    /// 1 in cells with this setting, otherwise 0.
    OneWhere(Setting),
}

/// A parameter and one of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// The parameter.
    pub parameter: &'static str,
    /// The value.
    pub value: &'static str,
    /// The default value of the parameter.
    pub usual: &'static str,
}

impl CellFunction {
    /// Returns its lookup tables.
    pub fn tables(&self) -> Vec<LookupTable> {
        match self {
            CellFunction::LookUp { table, .. } => vec![*table],
            CellFunction::LookUpIn { tables, .. } => tables.to_vec(),
            CellFunction::CarryChain { places, .. } => places.iter().map(|place| place.table).collect(),
            CellFunction::Constant { .. }
            | CellFunction::Inverse { .. }
            | CellFunction::Select { .. }
            | CellFunction::Majority { .. }
            | CellFunction::Adder { .. }
            | CellFunction::FlipFlop(_) => Vec::new(),
        }
    }
}
