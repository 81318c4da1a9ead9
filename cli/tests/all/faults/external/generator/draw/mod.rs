//! Draws constructs.

mod block;
mod constant;
mod expression;
mod memory;

use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::construct::{Construct, Kind, INPUTS};

/// A named value in the scope of an expression.
#[derive(Clone, Debug)]
pub struct Value {
    name: String,
    /// Its width in bits, if it has a declared one.
    width: Option<u32>,
}

impl Value {
    fn new(name: impl Into<String>, width: u32) -> Value {
        Value {
            name: name.into(),
            width: Some(width),
        }
    }
}

/// A function in scope, with the number of its arguments.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    arguments: usize,
}

/// Draws the text of one construct.
pub struct Draw<'r> {
    random: &'r mut ChaCha8Rng,
    /// True for SystemVerilog.
    is_system: bool,
    /// True if the construct may be one that tools read differently or that has undefined values.
    is_doubtful: bool,
    /// The values that expressions read.
    values: Vec<Value>,
    /// The functions that expressions call.
    functions: Vec<Callee>,
    /// True if expressions are computed at compile time.
    is_constant: bool,
    /// True if the construct has a number without a width.
    is_unsized: bool,
}

/// One construct in so many may be doubtful.
const DOUBTFUL: u32 = 6;

/// Draws a construct. Its number makes its names unique.
pub fn construct(kind: Kind, is_system: bool, number: usize, random: &mut ChaCha8Rng) -> Construct {
    let is_doubtful = random.random_ratio(1, DOUBTFUL);
    let mut draw = Draw {
        random,
        is_system,
        is_doubtful,
        values: INPUTS.map(|(name, width, _)| Value::new(name, width)).to_vec(),
        functions: Vec::new(),
        is_constant: false,
        is_unsized: false,
    };
    let mut construct = Construct {
        name: format!("m{number}"),
        text: String::new(),
        parameters: String::new(),
        is_unsized: false,
        width: draw.random.random_range(1..=40),
        files: Vec::new(),
    };
    match kind {
        Kind::Expression => draw.expressions(&mut construct),
        Kind::Constant => draw.constants(&mut construct),
        Kind::Block => draw.block(&mut construct),
        Kind::Memory => draw.memory(&mut construct),
    }
    construct.is_unsized = draw.is_unsized;
    construct
}

impl Draw<'_> {
    /// True once in so many.
    fn one_in(&mut self, count: u32) -> bool {
        self.random.random_ratio(1, count)
    }

    /// True once in so many in a doubtful construct.
    fn doubt(&mut self, count: u32) -> bool {
        self.is_doubtful && self.one_in(count)
    }

    /// Returns one of a list.
    fn choose<T: Clone>(&mut self, list: &[T]) -> T {
        list.choose(self.random).expect("the list is not empty").clone()
    }

    /// Returns a number of a range.
    fn number(&mut self, least: u32, most: u32) -> u32 {
        self.random.random_range(least..=most)
    }

    /// Returns the head of a module between the inputs and an output, in one of two styles. `is_assigned` says that a
    /// procedure assigns the output.
    fn head(&mut self, construct: &Construct, parameters: &str, is_assigned: bool) -> String {
        let kind = match (is_assigned, self.is_system) {
            (true, true) => " logic",
            (true, false) => " reg",
            (false, _) => "",
        };
        let name = &construct.name;
        let top = construct.width - 1;
        let inputs = INPUTS.map(|(name, width, is_signed)| {
            format!("{}[{}:0] {name}", if is_signed { "signed " } else { "" }, width - 1)
        });
        if self.one_in(4) {
            let names = INPUTS.map(|(name, ..)| format!("{name}, ")).concat();
            let inputs = inputs.map(|input| format!("input {input};\n")).concat();
            return format!(
                "module {name}{parameters}(clock, reset, enable, {names}y);\n\
                 input clock, reset, enable;\n{inputs}output{kind} [{top}:0] y;\n"
            );
        }
        let inputs = inputs.map(|input| format!("input {input}, ")).concat();
        format!(
            "module {name}{parameters}(input clock, input reset, input enable, {inputs}output{kind} [{top}:0] y);\n"
        )
    }

    /// Returns the declaration of a net or variable, and adds it to the values in scope later.
    fn declared(&mut self, keyword: &str, name: &str) -> (String, Value) {
        let width = self.number(1, 24);
        let signed = self.choose(&["", "", " signed"]);
        let low = self.choose(&[0, 0, 0, 0, 3]);
        let range = if self.one_in(12) {
            // Selections of it would be in the other direction.
            format!("[0:{}]", width - 1)
        } else {
            format!("[{}:{low}]", width - 1 + low)
        };
        let is_plain = low == 0 && !range.starts_with("[0:");
        let value = Value {
            name: name.to_owned(),
            width: is_plain.then_some(width),
        };
        (format!("{keyword}{signed} {range} {name}"), value)
    }
}
