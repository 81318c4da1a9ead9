//! Expressions.

use super::super::construct::Construct;
use super::{Callee, Draw, Value};

/// The depth of a drawn expression.
const DEPTH: u32 = 2;

impl Draw<'_> {
    /// Draws a module of continuous assignments.
    pub fn expressions(&mut self, construct: &mut Construct) {
        let mut text = self.head(construct, "", false);
        for number in 0..self.number(0, 2) {
            text += &self.function(&format!("f{number}"));
        }
        for number in 0..self.number(0, 2) {
            let keyword = if self.is_system && self.one_in(2) {
                "logic"
            } else {
                "wire"
            };
            let (declaration, value) = self.declared(keyword, &format!("w{number}"));
            let expression = self.expression(DEPTH);
            text += &if keyword == "wire" && self.one_in(2) {
                format!("{declaration} = {expression};\n")
            } else {
                format!("{declaration};\nassign {} = {expression};\n", value.name)
            };
            self.values.push(value);
        }
        let expression = self.expression(DEPTH);
        construct.text = format!("{text}assign y = {expression};\nendmodule\n");
    }

    /// Returns a function, and adds it to those in scope. Its body sees its arguments alone.
    pub fn function(&mut self, name: &str) -> String {
        let outside = std::mem::take(&mut self.values);
        let arguments: Vec<String> = (0..self.number(1, 3))
            .map(|number| {
                let (declaration, value) = self.declared("input", &format!("p{number}"));
                self.values.push(value);
                declaration
            })
            .collect();
        let automatic = self.choose(&["", " automatic"]);
        let range = match self.number(0, 5) {
            0 => " integer".to_owned(),
            1 => String::new(),
            2 => format!(" signed [{}:0]", self.number(0, 20)),
            _ => format!(" [{}:0]", self.number(0, 20)),
        };
        let body = self.function_body(name);
        let count = arguments.len();
        let text = if self.one_in(2) {
            format!(
                "function{automatic}{range} {name}({});\n{body}endfunction\n",
                arguments.join(", ")
            )
        } else {
            format!(
                "function{automatic}{range} {name};\n{};\n{body}endfunction\n",
                arguments.join(";\n")
            )
        };
        self.values = outside;
        self.functions.push(Callee {
            name: name.to_owned(),
            arguments: count,
        });
        text
    }

    /// Returns the declarations and the statement of a function.
    fn function_body(&mut self, name: &str) -> String {
        let result = self.expression(2);
        match self.number(0, 4) {
            0 => {
                let (condition, other) = (self.expression(1), self.expression(2));
                format!("if ({condition}) {name} = {result};\nelse {name} = {other};\n")
            }
            1 => {
                let count = self.number(1, 6);
                let step = self.choose(&["+", "^", "-"]);
                let first = self.expression(1);
                format!(
                    "integer k;\nbegin\n{name} = {first};\nfor (k = 0; k < {count}; k = k + 1) {name} = {name} {step} ({result} >> k);\nend\n"
                )
            }
            2 if self.is_system => format!("return {result};\n"),
            3 => {
                let (declaration, value) = self.declared("reg", "v");
                format!(
                    "{declaration};\nbegin\n{0} = {result};\n{name} = {0};\nend\n",
                    value.name
                )
            }
            _ => format!("{name} = {result};\n"),
        }
    }

    /// Returns an expression of at most this depth, for a place that gives it a width.
    pub fn expression(&mut self, depth: u32) -> String {
        self.drawn(depth, false)
    }

    /// Returns an expression with a width of its own, for a concatenation.
    pub fn sized(&mut self, depth: u32) -> String {
        self.drawn(depth, true)
    }

    /// True if the inputs of the module are in scope.
    fn has_inputs(&self) -> bool {
        self.values.iter().any(|value| value.name == "a")
    }

    /// Returns an operand: a value, a selection or a literal.
    pub fn leaf(&mut self, is_sized: bool) -> String {
        let values: Vec<Value> = if is_sized {
            self.values
                .iter()
                .filter(|value| value.width.is_some())
                .cloned()
                .collect()
        } else {
            self.values.clone()
        };
        match self.number(0, 9) {
            0..=5 if !values.is_empty() => self.choose(&values).name,
            6 | 7 if !self.is_constant && !values.is_empty() => self.selection(),
            8 if !is_sized => self.unsized_literal(),
            _ => self.literal(),
        }
    }

    fn drawn(&mut self, depth: u32, is_sized: bool) -> String {
        if depth == 0 {
            return self.leaf(is_sized);
        }
        let below = depth - 1;
        match self.number(0, 99) {
            0..=16 => {
                let operator = self.choose(&["+", "-", "+", "-", "+", "-", "*"]);
                self.binary(operator, below, is_sized)
            }
            17 | 18 => self.division(below, is_sized),
            19..=33 => {
                let operator = self.choose(&["&", "|", "^", "~^", "^~"]);
                self.binary(operator, below, is_sized)
            }
            34..=42 => self.shift(below, is_sized),
            43..=53 => {
                let operator = self.choose(&["<", "<=", ">", ">=", "==", "!=", "===", "!=="]);
                self.binary(operator, below, false)
            }
            54..=57 => {
                let operator = self.choose(&["&&", "||"]);
                self.binary(operator, below, false)
            }
            58..=66 => {
                let operator = self.choose(&["~", "-", "+", "!", "&", "|", "^", "~&", "~|", "~^", "^~"]);
                let operand = self.drawn(below, is_sized);
                format!("{operator}({operand})")
            }
            67..=74 => {
                let condition = self.expression(below);
                let (first, second) = (self.drawn(below, is_sized), self.drawn(below, is_sized));
                format!("(({condition}) ? {first} : {second})")
            }
            75..=80 => {
                let parts: Vec<String> = (0..self.number(1, 3)).map(|_| self.sized(below)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            81..=83 => {
                let (count, part) = (self.number(1, 4), self.sized(below));
                let second = if self.one_in(2) {
                    format!(", {}", self.sized(0))
                } else {
                    String::new()
                };
                format!("{{{count}{{{part}{second}}}}}")
            }
            84..=88 => {
                let (function, operand) = (self.choose(&["$signed", "$unsigned"]), self.sized(below));
                format!("{function}({operand})")
            }
            89..=93 if !self.functions.is_empty() => self.call(below),
            94..=97 if self.is_system => self.cast(below),
            98 if !is_sized => self.system_function(),
            _ => self.leaf(is_sized),
        }
    }

    /// Returns two operands with an operator. Brackets are left out at times, so that precedence counts.
    fn binary(&mut self, operator: &str, depth: u32, is_sized: bool) -> String {
        let (first, second) = (self.drawn(depth, is_sized), self.drawn(depth, is_sized));
        match self.number(0, 3) {
            0 => format!("{first} {operator} {second}"),
            _ => format!("({first} {operator} {second})"),
        }
    }

    /// Returns a quotient or a remainder. A divisor that can be 0 is doubtful.
    fn division(&mut self, depth: u32, is_sized: bool) -> String {
        let operator = self.choose(&["/", "%"]);
        // A quotient of many bits is a large circuit.
        let dividend = self.drawn(depth.min(1), is_sized);
        let divisor = match self.number(0, 4) {
            0 if self.doubt(2) => self.leaf(true),
            0 if self.has_inputs() && self.doubt(2) => "{1'b1, c}".to_owned(),
            1 if !is_sized => format!("{}", self.number(1, 20)),
            2 if !is_sized => format!("-{}", self.number(1, 9)),
            3 => format!("4'sd{}", self.number(1, 7)),
            _ => format!("5'd{}", self.number(1, 31)),
        };
        format!("(({dividend}) {operator} {divisor})")
    }

    fn shift(&mut self, depth: u32, is_sized: bool) -> String {
        let operator = self.choose(&["<<", ">>", "<<<", ">>>"]);
        let value = self.drawn(depth, is_sized);
        let amount = match self.number(0, 5) {
            0 => self.number(0, 40).to_string(),
            1 => self.expression(depth),
            2 if self.has_inputs() => "s".to_owned(),
            3 if self.has_inputs() => "c".to_owned(),
            _ => self.leaf(false),
        };
        format!("(({value}) {operator} ({amount}))")
    }

    fn call(&mut self, depth: u32) -> String {
        let functions = self.functions.clone();
        let function = self.choose(&functions);
        let arguments: Vec<String> = (0..function.arguments).map(|_| self.expression(depth)).collect();
        format!("{}({})", function.name, arguments.join(", "))
    }

    /// Returns a cast of SystemVerilog.
    fn cast(&mut self, depth: u32) -> String {
        let kind = match self.number(0, 19) {
            0..=4 => self.number(1, 40).to_string(),
            5 | 6 => format!("({} + 1)", self.number(1, 12)),
            // Icarus Verilog 11 does not know these.
            7 => self.choose(&["signed", "unsigned"]).to_owned(),
            _ => self
                .choose(&["int", "byte", "shortint", "integer", "longint"])
                .to_owned(),
        };
        let operand = self.expression(depth);
        format!("{kind}'({operand})")
    }

    /// Returns a call of a system function with a constant value.
    fn system_function(&mut self) -> String {
        if self.is_system && self.one_in(2) {
            let operand = self.leaf(true);
            format!("$bits({operand})")
        } else {
            format!("$clog2({})", self.number(0, 300))
        }
    }

    /// Returns a literal with a width.
    pub fn literal(&mut self) -> String {
        let width = self.number(1, 20);
        // A digit more than fits is cut off.
        let most = if self.doubt(40) { u32::MAX } else { (1 << width) - 1 };
        let value = self.number(0, most);
        let signed = self.choose(&["", "", "s", "S"]);
        let gap = self.choose(&["", "", "", "", " "]);
        if self.doubt(24) {
            return format!("{width}'b{}", self.choose(&["x", "1x0", "z", "?"]));
        }
        let digits = match self.number(0, 6) {
            0 => format!("b{value:b}"),
            1 => format!("B{value:b}"),
            2 => format!("o{value:o}"),
            3 => format!("h{value:x}"),
            4 => format!("H{value:X}"),
            _ => format!("d{value}"),
        };
        let underscore = if self.one_in(6) { "_" } else { "" };
        let (base, digits) = digits.split_at(1);
        let (first, rest) = digits.split_at(1);
        format!("{width}{gap}'{signed}{base}{gap}{first}{underscore}{rest}")
    }

    /// Returns a literal without a width.
    pub fn unsized_literal(&mut self) -> String {
        self.is_unsized = true;
        let value = match self.number(0, 3) {
            0 => self.choose(&[0x8000_0000u32, 0xffff_ffff, 0x7fff_ffff, 0x1_0000]),
            _ => self.number(0, 300),
        };
        match self.number(0, 7) {
            0 => format!("'h{value:x}"),
            // Icarus Verilog 11 takes the highest bit of the digits for the sign.
            1 => format!("'sh0{:x}", value & 0x7fff_ffff),
            2 => format!("'d{value}"),
            3 => format!("'b{:b}", value & 0xff),
            // Icarus Verilog 11 takes 33 bits for eleven digits.
            4 => format!("'o{:o}", value & 0x3fff_ffff),
            5 if self.is_system => self.choose(&["'0", "'1"]).to_owned(),
            _ => format!("{}", value & 0x7fff_ffff),
        }
    }

    /// Returns a selection of bits. An index outside the value is doubtful. No part lies partly outside: Verilator 5.48
    /// takes such a part as undefined as a whole.
    pub fn selection(&mut self) -> String {
        if self.has_inputs() && self.doubt(6) {
            return self
                .choose(&[
                    "a[c]",
                    "b[t]",
                    "d[{s[6], c, 1'b0} +: 2]",
                    "b[{t[3], c[3:2], 2'b00} +: 4]",
                    "a[{c[3:1], 1'b1} -: 2]",
                    "d[b[5:0]]",
                    "a[9]",
                ])
                .to_owned();
        }
        let known: Vec<Value> = self
            .values
            .iter()
            .filter(|value| value.width.is_some())
            .cloned()
            .collect();
        if known.is_empty() {
            return self.literal();
        }
        let Value { name, width } = self.choose(&known);
        let width = width.expect("it has a width");
        let high = self.number(0, width - 1);
        let low = self.number(0, high);
        match self.number(0, 9) {
            0 | 1 => format!("{name}[{high}]"),
            2 | 3 => format!("{name}[{high}:{low}]"),
            4 => format!("{name}[{low} +: {}]", high - low + 1),
            5 => format!("{name}[{high} -: {}]", high - low + 1),
            _ if !self.has_inputs() => format!("{name}[{high}:{low}]"),
            6 => self
                .choose(&[
                    "a[c[2:0]]",
                    "b[c]",
                    "d[b[4:0]]",
                    "d[{c[0], c}]",
                    "b[c ^ 4'd5]",
                    "t[c]",
                    "s[~c[2:0]]",
                ])
                .to_owned(),
            7 => format!("d[c +: {}]", self.number(1, 17)),
            8 => format!("d[{{1'b1, c}} -: {}]", self.number(1, 17)),
            _ => {
                if self.one_in(2) {
                    format!("b[c[2:0] +: {}]", self.number(1, 9))
                } else {
                    format!("t[{{1'b1, c[2:0]}} -: {}]", self.number(1, 9))
                }
            }
        }
    }
}
