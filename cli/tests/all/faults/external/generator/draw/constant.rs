//! Constants: literals, parameters, constant functions, and all that depends on them at compile time.

use super::super::construct::Construct;
use super::{Draw, Value};

impl Draw<'_> {
    /// Draws a module whose output depends on constants.
    pub fn constants(&mut self, construct: &mut Construct) {
        let inputs = std::mem::take(&mut self.values);
        self.is_constant = true;
        let parameters = self.header_parameters(construct);
        let mut body = String::new();
        for number in 0..self.number(0, 2) {
            body += &self.function(&format!("f{number}"));
        }
        for number in 0..self.number(2, 5) {
            body += &self.local_parameter(&format!("L{number}"));
        }
        if self.is_system && self.one_in(3) {
            body += &self.enumeration();
        }
        let constants = self.values.clone();
        self.is_constant = false;
        self.functions.clear();
        self.values.extend(inputs);
        let (text, inner) = self.constant_uses(construct, &constants);
        let head = self.head(construct, &parameters, false);
        construct.text = format!("{head}{body}{text}endmodule\n{inner}");
    }

    /// Returns the parameters in the module's head. Sets their override.
    fn header_parameters(&mut self, construct: &mut Construct) -> String {
        let count = self.number(0, 3);
        let (mut declared, mut overrides) = (Vec::new(), Vec::new());
        let by_position = self.one_in(3);
        for number in 0..count {
            let name = format!("P{number}");
            let (kind, width, is_typed) = self.parameter_type();
            let value = self.value_of(is_typed, 2);
            declared.push(format!("parameter {kind}{name} = {value}"));
            if by_position || self.one_in(2) {
                // Verilator computes it without the parameter's width, so it is no sum. The names are not known there.
                let known = std::mem::take(&mut self.values);
                let value = self.plain_constant();
                self.values = known;
                overrides.push(if by_position {
                    value
                } else {
                    format!(".{name}({value})")
                });
            }
            self.values.push(Value { name, width });
        }
        if !overrides.is_empty() {
            construct.parameters = format!(" #({})", overrides.join(", "));
        }
        if declared.is_empty() {
            String::new()
        } else {
            format!(" #({})", declared.join(", "))
        }
    }

    /// Returns a type for a parameter, with a blank behind it; its width if bits of it can be selected from 0; and true if
    /// it has a width.
    fn parameter_type(&mut self) -> (String, Option<u32>, bool) {
        let width = self.number(1, 20);
        let top = width - 1;
        match self.number(0, 9) {
            0..=2 => (String::new(), None, false),
            3 | 4 => (format!("[{top}:0] "), Some(width), true),
            5 => (format!("signed [{top}:0] "), Some(width), true),
            6 => ("integer ".to_owned(), Some(32), true),
            7 => ("signed ".to_owned(), None, false),
            _ if self.is_system => {
                let (kind, width) = self.choose(&[
                    ("int", 32),
                    ("byte", 8),
                    ("shortint", 16),
                    ("logic [6:0]", 7),
                    ("logic signed [6:0]", 7),
                    ("bit signed [11:0]", 12),
                ]);
                (format!("{kind} "), Some(width), true)
            }
            _ => (format!("[{}:3] ", top + 3), None, true),
        }
    }

    /// Returns the value of a constant. Icarus Verilog 11 computes one without a declared width in more bits than its
    /// operands have, so it is no sum.
    fn value_of(&mut self, is_typed: bool, depth: u32) -> String {
        if is_typed {
            self.constant(depth)
        } else {
            self.plain_constant()
        }
    }

    /// Returns a constant that is no sum of others.
    fn plain_constant(&mut self) -> String {
        match self.number(0, 6) {
            0 => format!("{}", self.number(0, 300)),
            1 => format!("-{}", self.number(1, 300)),
            2 => format!("{{{}, {}}}", self.literal(), self.literal()),
            3 => format!("{{{}{{{}}}}}", self.number(1, 3), self.literal()),
            4 => self.text(),
            5 if !self.values.is_empty() => {
                let values = self.values.clone();
                self.choose(&values).name
            }
            _ => self.literal(),
        }
    }

    /// Returns the value of a constant with a declared width.
    fn constant(&mut self, depth: u32) -> String {
        match self.number(0, 10) {
            0 => {
                let literal = self.unsized_literal();
                format!("-{literal}")
            }
            1 => {
                let literal = self.literal();
                format!("-{literal}")
            }
            2 => self.unsized_literal(),
            3 => {
                let (base, power) = (self.choose(&["2", "3", "-2", "4'd3", "-3'sd2"]), self.number(0, 5));
                format!("({base}) ** {power}")
            }
            4 => self.text(),
            _ => self.expression(depth),
        }
    }

    /// Returns a string literal.
    fn text(&mut self) -> String {
        let text = self.choose(&[
            r#""ab""#,
            r#""Z""#,
            r#""a\nb""#,
            r#""\101""#,
            r#""\\""#,
            r#""\"q""#,
            r#""abcde""#,
            r#""//""#,
        ]);
        text.to_owned()
    }

    /// Returns a local parameter, and adds it to the constants in scope.
    fn local_parameter(&mut self, name: &str) -> String {
        let (kind, width, is_typed) = self.parameter_type();
        let value = match self.number(0, 7) {
            0 => {
                let expression = self.expression(1);
                format!("$clog2(({expression}) & 255)")
            }
            1 => {
                let (count, part) = (self.count(4), self.literal());
                format!("{{{count}{{{part}}}}}")
            }
            _ => self.value_of(is_typed, 2),
        };
        self.values.push(Value {
            name: name.to_owned(),
            width,
        });
        format!("localparam {kind}{name} = {value};\n")
    }

    /// Returns a constant expression from 1 to a power of two.
    fn count(&mut self, power: u32) -> String {
        let expression = self.expression(1);
        format!("((({expression}) & {}) + 1)", power - 1)
    }

    /// Returns an enumeration, whose names are constants.
    fn enumeration(&mut self) -> String {
        let (kind, width) = self.choose(&[
            ("", 32),
            (" logic [3:0]", 4),
            (" bit signed [5:0]", 6),
            (" byte", 8),
            (" int", 32),
        ]);
        let first = self.choose(&["", " = 3", " = 1 + 1"]);
        for name in ["E0", "E1", "E2"] {
            self.values.push(Value::new(name, width));
        }
        format!("typedef enum{kind} {{E0{first}, E1, E2}} e_t;\n")
    }

    /// Returns statements that use constants, and a module that one of them instantiates.
    fn constant_uses(&mut self, construct: &Construct, constants: &[Value]) -> (String, String) {
        let mut text = String::new();
        let mut inner = String::new();
        let with_constants = |draw: &mut Self, made: fn(&mut Self) -> String| -> String {
            let inputs = std::mem::replace(&mut draw.values, constants.to_vec());
            draw.is_constant = true;
            let expression = made(draw);
            draw.is_constant = false;
            draw.values = inputs;
            expression
        };
        let constant = |draw: &mut Self| with_constants(draw, |draw| draw.expression(1));
        let parts: Vec<String> = (0..2).map(|_| self.expression(2)).collect();
        let operator = self.choose(&["^", "+", "-", "&", "|"]);
        let mut result = format!("({}) {operator} ({})", parts[0], parts[1]);
        for value in constants {
            let operator = self.choose(&["+", "^", "-", ">>", "*"]);
            result = match operator {
                ">>" => format!("(({result}) >> ({} & 3))", value.name),
                _ => format!("({result}) {operator} {}", value.name),
            };
        }
        match self.number(0, 5) {
            0 => {
                let (condition, other) = (constant(self), self.expression(2));
                text += &format!(
                    "generate if ({condition}) begin : g\nassign y = {result};\nend else begin : h\nassign y = {other};\nend endgenerate\n"
                );
            }
            1 => {
                let (count, other) = (format!("(({}) & 7)", constant(self)), self.expression(1));
                text += &format!(
                    "wire [8:0] v;\nassign v[0] = ^({result});\ngenvar i;\ngenerate for (i = 0; i <= {count}; i = i + 1) begin : g\n\
                     assign v[i + 1] = v[i] ^ (({other}) >> i);\nend endgenerate\nassign y = v[{count} + 1];\n"
                );
            }
            2 => {
                let top = format!("(({}) & 15)", constant(self));
                text += &format!("wire [{top}:0] v;\nassign v = {result};\nassign y = {{v, 1'b1}} + v[{top}];\n");
            }
            3 => {
                let selector = constant(self);
                let (item, other) = (self.choose(&[0, 2, 3]), self.expression(2));
                text += &format!(
                    "generate case ({selector})\n{item}: assign y = {other};\n1, 4: assign y = ~({result});\ndefault: assign y = {result};\nendcase endgenerate\n"
                );
            }
            4 => {
                let (kind, ..) = self.parameter_type();
                // Verilator does not extend the operands of an override to the type of its parameter: brackets give it a
                // width of its own.
                let override_value = with_constants(self, |draw| {
                    if draw.one_in(3) {
                        draw.plain_constant()
                    } else {
                        format!("{{{}}}", draw.sized(1))
                    }
                });
                let usual = self.number(0, 9);
                let name = &construct.name;
                let use_of = self.choose(&[
                    "x + Q",
                    "Q - x",
                    "x >> (Q & 7)",
                    "(x < Q) ? Q : x",
                    "x * Q",
                    "{x, 1'b0} ^ Q",
                ]);
                let setting = if self.doubt(3) {
                    format!("{name}_in g(.x(b), .y(v));\ndefparam g.Q = {override_value};\n")
                } else {
                    format!("{name}_in #(.Q({override_value})) g(.x(b), .y(v));\n")
                };
                text += &format!("wire [19:0] v;\n{setting}assign y = v ^ ({result});\n");
                inner = format!(
                    "module {name}_in #(parameter {kind}Q = {usual})(input [15:0] x, output [19:0] y);\nassign y = {use_of};\nendmodule\n"
                );
            }
            _ => text += &format!("assign y = {result};\n"),
        }
        (text, inner)
    }
}
