//! What the types of cells of a family compute.
//!
//! The functions are those of the simulation models that Yosys carries for the cells, as far as the netlists without memories
//! and multiplier blocks have them.

/// A type of cell, and what a cell of it computes.
#[derive(Clone, Copy, Debug)]
pub struct CellFunction {
    /// The type's name.
    pub kind: &'static str,
    /// What it computes.
    pub function: Function,
}

/// What a cell computes from its pins and parameters.
#[derive(Clone, Copy, Debug)]
pub enum Function {
    /// The entry of a table.
    LookUp {
        /// The table.
        table: Table,
        /// The pin that shows the entry.
        output: &'static str,
    },
    /// The entry of one of two tables.
    LookUpIn {
        /// The tables: the first is read where the choosing pin is 0.
        tables: [Table; 2],
        /// The pin that chooses.
        select: &'static str,
        /// The pin that shows the entry.
        output: &'static str,
    },
    /// Always the same.
    Constant {
        /// The bit.
        value: bool,
        /// The pin that shows it.
        output: &'static str,
    },
    /// The opposite of an input.
    Inverse {
        /// The pin of the input.
        input: &'static str,
        /// The pin that shows it.
        output: &'static str,
    },
    /// One of two inputs.
    Select {
        /// The pin that chooses.
        select: &'static str,
        /// The pin that is taken where it is 0.
        zero: &'static str,
        /// The pin that is taken where it is 1.
        one: &'static str,
        /// The pin that shows the choice.
        output: &'static str,
    },
    /// Whether at least two of three inputs are 1: the carry of an addition.
    Majority {
        /// The pins.
        inputs: [&'static str; 3],
        /// The pin that shows it.
        output: &'static str,
    },
    /// Places of a carry chain with a lookup table in front of each.
    CarryChain {
        /// The pin of the carry into the first place.
        carry_in: &'static str,
        /// The places, the lowest first.
        places: &'static [CarryPlace],
        /// The pin of the carry out of the last place.
        carry_out: &'static str,
    },
    /// A place of a carry chain whose function the cell's mode says.
    Adder {
        /// The mode; others are not known.
        mode: Setting,
        /// The inputs that say whether a carry goes on, the lowest bit of the table's place first.
        inputs: &'static [&'static str],
        /// Whether one goes on, for each place.
        propagate: u64,
        /// The input that is the carry where none goes on.
        generate: &'static str,
        /// The pin of the carry that comes in.
        carry_in: &'static str,
        /// The pin of the sum: whether a carry goes on, and the carry that comes in added.
        sum: &'static str,
        /// The pin of the carry that goes out.
        carry_out: &'static str,
    },
    /// A bit that is kept from one rising clock edge to the next.
    FlipFlop(FlipFlop),
}

/// A lookup table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The parameter that holds the entries.
    pub parameter: &'static str,
    /// The pins that say which entry is read, the lowest bit first.
    pub inputs: &'static [&'static str],
}

/// A place of a carry chain: the table says whether a carry goes on, the lowest part of the table, read at its first inputs,
/// whether one begins where none goes on.
#[derive(Clone, Copy, Debug)]
pub struct CarryPlace {
    /// The table in front.
    pub table: Table,
    /// How many of the table's first inputs say whether a carry begins.
    pub beginning_inputs: usize,
    /// The pin of the sum: the table's entry, and the carry that comes in added where the place does not begin a chain.
    pub sum: &'static str,
    /// Which places begin a chain.
    pub begins: Setting,
}

/// A flip-flop with a rising clock edge and no asynchronous pin. It shows its bit on the pin `Q`.
#[derive(Clone, Copy, Debug)]
pub struct FlipFlop {
    /// The pin of the clock.
    pub clock: &'static str,
    /// The pin that it takes its bit from.
    pub data: &'static str,
    /// What all cells must be set to, or their function is not known.
    pub required: &'static [Setting],
    /// The enable, where it has one.
    pub enable: Option<Enable>,
    /// The synchronous set or reset, where it has one.
    pub reset: Option<Reset>,
}

/// An enable: where it is 0 the bit is kept.
#[derive(Clone, Copy, Debug)]
pub struct Enable {
    /// Its pin.
    pub pin: &'static str,
    /// How a cell says whether it uses the pin; none where every cell does.
    pub choice: Option<Choice>,
}

/// A parameter with two values that are known.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Where the pin is used.
    pub used: Setting,
    /// What the parameter is where it is not.
    pub unused: &'static str,
}

/// A synchronous set or reset. A cell that does not connect its pin has none.
#[derive(Clone, Copy, Debug)]
pub struct Reset {
    /// Its pin.
    pub pin: &'static str,
    /// What a cell that connects it must be set to.
    pub required: &'static [Setting],
    /// The bit after it.
    pub value: ResetValue,
    /// Whether it happens whatever the enable is.
    pub is_over_enable: bool,
}

/// The bit after a reset.
#[derive(Clone, Copy, Debug)]
pub enum ResetValue {
    /// The same in every cell.
    Always(bool),
    /// 1 in cells that are set so, otherwise 0.
    OneWhere(Setting),
}

/// A parameter and one of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The parameter.
    pub parameter: &'static str,
    /// The value.
    pub value: &'static str,
    /// What a cell is set to that does not say it.
    pub usual: &'static str,
}

impl Function {
    /// Its lookup tables.
    pub fn tables(&self) -> Vec<Table> {
        match self {
            Function::LookUp { table, .. } => vec![*table],
            Function::LookUpIn { tables, .. } => tables.to_vec(),
            Function::CarryChain { places, .. } => places.iter().map(|place| place.table).collect(),
            Function::Constant { .. }
            | Function::Inverse { .. }
            | Function::Select { .. }
            | Function::Majority { .. }
            | Function::Adder { .. }
            | Function::FlipFlop(_) => Vec::new(),
        }
    }
}
