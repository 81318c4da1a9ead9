//! Procedures: combinational and clocked blocks.

use super::super::construct::Construct;
use super::{Draw, Value};

/// The names in the scope of a statement.
#[derive(Clone)]
struct Scope {
    /// The variables that the procedure assigns.
    targets: Vec<Value>,
    /// The operator of assignments.
    assign: &'static str,
}

impl Draw<'_> {
    /// Draws a module with procedures.
    pub fn block(&mut self, construct: &mut Construct) {
        match self.number(0, 9) {
            0..=4 => self.combinational(construct),
            _ => self.clocked(construct),
        }
    }

    /// Draws combinational procedures.
    fn combinational(&mut self, construct: &mut Construct) {
        let mut text = self.head(construct, "", true);
        if self.one_in(3) {
            text += &self.function("f0");
        }
        let (variables, declarations) = self.variables("r");
        text += &declarations;
        let inputs = self.values.clone();
        let count = if self.one_in(3) { 2 } else { 1 };
        // A second procedure reads the variables of the first one.
        let split = if count == 2 {
            self.number(1, variables.len() as u32) as usize
        } else {
            variables.len()
        };
        let (first, second) = variables.split_at(split);
        let output = Value::new("y", construct.width);
        for (number, own) in [first, second][..count].iter().enumerate() {
            let mut targets = own.to_vec();
            if number + 1 == count {
                targets.push(output.clone());
            }
            let before = self.values.clone();
            text += &self.combinational_procedure(targets);
            self.values = before;
            self.values.extend(own.iter().cloned());
        }
        if self.doubt(8) {
            let wrong = self.choose(&["always @* if (c[0]) r0 = a;\n", "initial r0 = 1;\n", "assign y = a;\n"]);
            text += wrong;
        }
        self.values = inputs;
        construct.text = text + "endmodule\n";
    }

    /// Returns the declarations of one to three variables.
    fn variables(&mut self, stem: &str) -> (Vec<Value>, String) {
        let keyword = if self.is_system {
            self.choose(&["logic", "reg", "bit"])
        } else {
            "reg"
        };
        let mut text = String::new();
        let variables = (0..self.number(1, 3)).map(|number| {
            let name = format!("{stem}{number}");
            if self.one_in(8) {
                text += &format!("integer {name};\n");
                return Value::new(name, 32);
            }
            let (declaration, value) = self.declared(keyword, &name);
            let initial = if self.doubt(8) { " = 1" } else { "" };
            text += &format!("{declaration}{initial};\n");
            value
        });
        let variables = variables.collect();
        (variables, text)
    }

    /// Returns a combinational procedure.
    fn combinational_procedure(&mut self, targets: Vec<Value>) -> String {
        let list = match self.number(0, 4) {
            0 | 1 => "always @*".to_owned(),
            2 => "always @(*)".to_owned(),
            3 if self.is_system => "always_comb".to_owned(),
            _ => {
                let mut names: Vec<String> = self.values.iter().map(|value| value.name.clone()).collect();
                if self.doubt(2) {
                    names.swap_remove(self.number(0, names.len() as u32 - 1) as usize);
                }
                let separator = self.choose(&[" or ", ", "]);
                format!("always @({})", names.join(separator))
            }
        };
        let mut text = format!("{list} begin\n");
        let scope = Scope {
            targets: targets.clone(),
            assign: if self.doubt(10) { "<=" } else { "=" },
        };
        for target in &targets {
            // Without a value of its own it would be read before it is written, or held.
            if !self.doubt(4) {
                let value = self.expression(2);
                text += &format!("{} {} {value};\n", target.name, scope.assign);
            }
            self.values.push(target.clone());
        }
        for _ in 0..self.number(1, 3) {
            text += &self.statement(&scope, 2);
        }
        text + "end\n"
    }

    /// Draws clocked procedures, and an output that depends on their registers.
    fn clocked(&mut self, construct: &mut Construct) {
        let is_output_registered = self.one_in(3);
        let mut text = self.head(construct, "", is_output_registered);
        if self.one_in(4) {
            text += &self.function("f0");
        }
        let (mut registers, declarations) = self.variables("q");
        text += &declarations;
        let inputs = self.values.clone();
        self.values.extend(registers.iter().cloned());
        if is_output_registered {
            registers.push(Value::new("y", construct.width));
        }
        let split = self.number(1, registers.len() as u32) as usize;
        let (first, second) = registers.split_at(split);
        for own in [first, second].into_iter().filter(|own| !own.is_empty()) {
            text += &self.clocked_procedure(own.to_vec());
        }
        if !is_output_registered {
            let registers: Vec<String> = registers.iter().map(|register| register.name.clone()).collect();
            let expression = self.expression(2);
            text += &format!("assign y = {} ^ ({expression});\n", registers.join(" ^ "));
        }
        if self.doubt(8) {
            text += self.choose(&[
                "initial q0 = 0;\n",
                "always @(negedge clock) q0 <= a;\n",
                "always @* q0 = b;\n",
            ]);
        }
        self.values = inputs;
        construct.text = text + "endmodule\n";
    }

    /// Returns a clocked procedure.
    fn clocked_procedure(&mut self, targets: Vec<Value>) -> String {
        let keyword = if self.is_system && self.one_in(2) {
            "always_ff"
        } else {
            "always"
        };
        let event = if self.doubt(6) {
            self.choose(&[
                "negedge clock",
                "posedge clock or posedge reset",
                "posedge clock or posedge enable",
            ])
        } else {
            "posedge clock"
        };
        let assign = if self.doubt(5) { "=" } else { "<=" };
        let mut text = format!("{keyword} @({event}) begin\n");
        let scope = Scope {
            targets: targets.clone(),
            assign,
        };
        let reset: String = targets
            .iter()
            .map(|target| {
                let literal = self.literal();
                format!("{} {assign} {literal};\n", target.name)
            })
            .collect();
        let mut body = String::new();
        for _ in 0..self.number(1, 3) {
            body += &self.statement(&scope, 2);
        }
        let enabled = match self.number(0, 2) {
            0 => format!("else if (enable) begin\n{body}end\n"),
            _ => format!("else begin\n{body}end\n"),
        };
        text += &match self.number(0, 5) {
            0 if self.is_doubtful => body,
            1 => format!("{body}if (reset) begin\n{reset}end\n"),
            _ => format!("if (reset) begin\n{reset}end\n{enabled}"),
        };
        text + "end\n"
    }

    /// Returns a statement of at most this depth.
    fn statement(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 {
            return self.assignment(scope);
        }
        let below = depth - 1;
        match self.number(0, 11) {
            0..=2 => self.assignment(scope),
            3 | 4 => {
                let (condition, first) = (self.expression(2), self.statement(scope, below));
                let other = if self.one_in(2) {
                    let other = self.statement(scope, below);
                    format!("else {other}")
                } else {
                    String::new()
                };
                // Without brackets, `else` would belong to an inner `if`.
                format!("if ({condition}) begin\n{first}end\n{other}")
            }
            5..=7 => self.case(scope, below),
            8 => self.for_loop(scope),
            9 => self.named_block(scope, below),
            10 => {
                let (first, second) = (self.statement(scope, below), self.statement(scope, below));
                format!("begin\n{first}{second}end\n")
            }
            _ if scope.assign == "=" && self.doubt(2) => {
                let (count, statement) = (self.number(1, 4), self.assignment(scope));
                format!("repeat ({count}) {statement}")
            }
            _ => self.assignment(scope),
        }
    }

    /// Returns an assignment of a variable, or of a part of it.
    fn assignment(&mut self, scope: &Scope) -> String {
        let target = self.choose(&scope.targets);
        let value = self.expression(2);
        let Scope { assign, .. } = scope;
        let name = &target.name;
        match (self.number(0, 9), target.width) {
            (0, Some(width)) => {
                let (high, low) = self.part(width);
                format!("{name}[{high}:{low}] {assign} {value};\n")
            }
            (1, Some(width)) => format!("{name}[{}] {assign} {value};\n", self.number(0, width - 1)),
            (2, Some(width)) if width > 16 => format!("{name}[c] {assign} {value};\n"),
            (2, Some(width)) if width > 8 => format!("{name}[c[2:0] +: {}] {assign} {value};\n", width - 8),
            (3, Some(width)) if self.doubt(3) => {
                format!("{name}[c +: {}] {assign} {value};\n", self.number(1, width))
            }
            (4, Some(width)) if width > 1 => {
                let middle = width / 2;
                format!(
                    "{{{name}[{}:{middle}], {name}[{}:0]}} {assign} {value};\n",
                    width - 1,
                    middle - 1
                )
            }
            (5, _) if self.is_system && *assign == "=" => {
                let operator = self.choose(&["+=", "-=", "^=", "|=", "&=", "<<=", ">>="]);
                format!("{name} {operator} {value};\n")
            }
            _ => format!("{name} {assign} {value};\n"),
        }
    }

    /// Returns a part of a word: its highest and lowest bit.
    fn part(&mut self, width: u32) -> (u32, u32) {
        let high = self.number(0, width - 1);
        (high, self.number(0, high))
    }

    /// Returns a case statement.
    fn case(&mut self, scope: &Scope, depth: u32) -> String {
        let keyword = match self.number(0, 5) {
            0 => "casez",
            1 if self.doubt(2) => "casex",
            _ => "case",
        };
        let (selector, width) = self.choose(&[
            ("c", 4),
            ("c[1:0]", 2),
            ("a[2:0]", 3),
            ("s", 8),
            ("{c[0], enable}", 2),
            ("a + c", 8),
            ("1'b1", 1),
        ]);
        let is_reversed = selector == "1'b1";
        let mut text = format!("{keyword} ({selector})\n");
        for _ in 0..self.number(1, 4) {
            let labels: Vec<String> = (0..self.number(1, 2))
                .map(|_| match (is_reversed, keyword) {
                    (true, _) => self.choose(&["a[0]", "b[3]", "c[1]", "s[7]", "d[9]"]).to_owned(),
                    (false, "case") => self.label(width),
                    (false, _) => self.pattern(width),
                })
                .collect();
            let statement = self.statement(scope, depth);
            text += &format!("{}: {statement}", labels.join(", "));
        }
        if self.one_in(2) {
            let statement = self.statement(scope, depth);
            text += &format!("default: {statement}");
        }
        text + "endcase\n"
    }

    /// Returns the label of a case.
    fn label(&mut self, width: u32) -> String {
        let value = self.number(0, (1 << width) - 1);
        // Yosys reads labels of other widths and signs than the selector's in its own way.
        match self.number(0, 3) {
            0 if self.doubt(2) => value.to_string(),
            1 if self.doubt(2) => format!("{}'d{value}", width + 2),
            2 if self.doubt(2) => format!("-{}'sd1", width.max(2)),
            3 if self.doubt(2) => self.leaf(true),
            _ => format!("{width}'d{value}"),
        }
    }

    /// Returns the label of a case with bits that do not matter.
    fn pattern(&mut self, width: u32) -> String {
        let digits: String = (0..width).map(|_| self.choose(&['0', '1', '?', '?', 'z'])).collect();
        format!("{width}'b{digits}")
    }

    fn for_loop(&mut self, scope: &Scope) -> String {
        let target = self.choose(&scope.targets);
        let name = &target.name;
        let count = self.number(1, 8);
        let (declaration, index) = if self.is_system && self.one_in(2) {
            ("int ", "j")
        } else {
            ("", "i")
        };
        let value = self.expression(1);
        let step = if self.is_system && self.one_in(2) {
            format!("{index}++")
        } else {
            format!("{index} = {index} + 1")
        };
        let mut statement = match (scope.assign, target.width) {
            ("<=", Some(width)) if width >= count => {
                format!("{name}[{index}] <= {name}[{index}] ^ (({value}) >> {index});\n")
            }
            ("=", Some(width)) if width >= count => format!("{name}[{index}] = {value} >> {index};\n"),
            ("=", _) => format!("{name} = ({name} << 1) ^ (({value}) >> {index});\n"),
            _ => format!("{name} <= {name} + {index};\n"),
        };
        if self.one_in(3) {
            statement = format!("if (a[{index} & 7]) {statement}");
        }
        let head = format!("for ({declaration}{index} = 0; {index} < {count}; {step})");
        match declaration {
            "" => format!(
                "begin : l{}\ninteger i;\n{head} {statement}end\n",
                self.number(0, 999_999)
            ),
            _ => format!("{head} {statement}"),
        }
    }

    /// Returns a block with a variable of its own.
    fn named_block(&mut self, scope: &Scope, depth: u32) -> String {
        let number = self.number(0, 999_999);
        let (declaration, value) = self.declared("reg", &format!("v{number}"));
        let first = self.expression(2);
        self.values.push(value.clone());
        let (change, statement) = (self.expression(1), self.statement(scope, depth));
        self.values.retain(|other| other.name != value.name);
        let name = value.name;
        format!("begin : n{number}\n{declaration};\n{name} = {first};\n{name} = {name} ^ ({change});\n{statement}end\n")
    }
}
