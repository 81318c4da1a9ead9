//! Arrays: tables, written memories, and words of words.

use super::super::construct::Construct;
use super::Draw;

/// A one-dimensional array.
struct Array {
    /// The width of a word.
    width: u32,
    /// The number of words.
    words: u32,
    /// The least index.
    first: u32,
    /// The range in the declaration.
    range: String,
}

impl Draw<'_> {
    /// Draws a module with an array.
    pub fn memory(&mut self, construct: &mut Construct) {
        construct.text = match self.number(0, 9) {
            0..=2 => self.table(construct),
            3 | 4 => self.table_file(construct),
            5 => self.two_dimensions(construct),
            6 if self.is_system => self.packed(construct),
            _ => self.written(construct),
        } + "endmodule\n";
    }

    /// Draws the shape of an array.
    fn array(&mut self) -> Array {
        let words = self.choose(&[4, 8, 16, 4, 8, 16, 5, 11]);
        let first = self.choose(&[0, 0, 0, 0, 0, 0, 1, 4]);
        let last = first + words - 1;
        let range = if self.one_in(4) {
            format!("[{last}:{first}]")
        } else {
            format!("[{first}:{last}]")
        };
        Array {
            width: self.number(1, 20),
            words,
            first,
            range,
        }
    }

    /// Returns an index inside an array. Outside is doubtful.
    fn index(&mut self, array: &Array) -> String {
        let inside = match array.words {
            4 => self.choose(&["c[1:0]", "b[5:4]", "s[1:0]"]),
            8 => self.choose(&["c[2:0]", "b[10:8]", "t[4:2]"]),
            16 => self.choose(&["c", "b[7:4]", "a[5:2]"]),
            5 => "(a % 5)",
            _ => "(c < 11 ? c : 4'd3)",
        };
        let inside = match array.first {
            0 => inside.to_owned(),
            first => format!("{inside} + {first}"),
        };
        if self.doubt(3) {
            return self.choose(&["a", "c", "s", "d[4:0]", "a - 3"]).to_owned();
        }
        if self.one_in(5) && array.words != 5 {
            self.number(array.first, array.first + array.words - 1).to_string()
        } else {
            inside
        }
    }

    /// Returns the declaration of an array.
    fn array_declaration(&mut self, array: &Array) -> String {
        let signed = self.choose(&["", "", "signed "]);
        let keyword = if self.is_system {
            self.choose(&["logic", "reg", "bit"])
        } else {
            "reg"
        };
        format!("{keyword} {signed}[{}:0] words {};\n", array.width - 1, array.range)
    }

    /// Returns uses of an array's words for the output.
    fn reads(&mut self, array: &Array) -> String {
        let mut parts = Vec::new();
        for _ in 0..self.number(1, 2) {
            let index = self.index(array);
            let high = self.number(0, array.width - 1);
            let part = match self.number(0, 5) {
                0 => format!("[{high}]"),
                1 => format!("[{high}:{}]", self.number(0, high)),
                _ => String::new(),
            };
            parts.push(format!("words[{index}]{part}"));
        }
        let operator = self.choose(&[" ^ ", " + ", " - ", " > "]);
        let last = self.expression(1);
        format!("({}) ^ ({last})", parts.join(operator))
    }

    /// Returns the output's assignment: direct, in a procedure or in a register.
    fn output(&mut self, construct: &Construct, array: &Array) -> String {
        let reads = self.reads(array);
        let width = construct.width - 1;
        match self.number(0, 3) {
            0 => format!(
                "reg [{width}:0] q;\nalways @(posedge clock) if (reset) q <= 0; else q <= {reads};\nassign y = q;\n"
            ),
            1 if self.is_doubtful => format!("reg [{width}:0] q;\nalways @* q = {reads};\nassign y = q;\n"),
            _ => format!("assign y = {reads};\n"),
        }
    }

    /// Returns a table that statements fill at first.
    fn table(&mut self, construct: &Construct) -> String {
        let array = self.array();
        let Array { words, first, .. } = array;
        let mut text = self.head(construct, "", false) + &self.array_declaration(&array);
        let last = first + words;
        if self.one_in(2) {
            let value = self.choose(&[
                "i",
                "i * 7 + 3",
                "~i",
                "i * i - 5",
                "(i << 3) ^ 8'h5a",
                "-i",
                "i[1:0]",
                "{i[2:0], 1'b1}",
            ]);
            text += &format!("integer i;\ninitial for (i = {first}; i < {last}; i = i + 1) words[i] = {value};\n");
        } else {
            let missing = if self.doubt(3) { 1 } else { 0 };
            text += "initial begin\n";
            for index in first..last - missing {
                let literal = self.literal();
                text += &format!("words[{index}] = {literal};\n");
            }
            text += "end\n";
        }
        text + &self.output(construct, &array)
    }

    /// Returns a table from a file.
    fn table_file(&mut self, construct: &mut Construct) -> String {
        let array = self.array();
        let Array {
            words, first, width, ..
        } = array;
        let mut text = self.head(construct, "", false) + &self.array_declaration(&array);
        let is_binary = self.one_in(3);
        let task = if is_binary { "$readmemb" } else { "$readmemh" };
        let mut file = String::new();
        if self.one_in(3) {
            file += "// words of a table\n";
        }
        if self.one_in(3) {
            file += &format!("@{first:x}\n");
        }
        let missing = if self.doubt(3) { 1 } else { 0 };
        for number in 0..words - missing {
            let value = self.number(0, (1 << width) - 1);
            if self.one_in(8) {
                file += "/* a comment */ ";
            }
            if number > 0 && self.one_in(10) {
                file += &format!("@{:x} ", first + number);
            }
            let word = if is_binary {
                format!("{value:b}")
            } else {
                format!("{value:x}")
            };
            file += &word;
            file += self.choose(&["\n", " ", "\n\n"]);
        }
        file += "\n";
        let name = format!("{}.mem", construct.name);
        let last = first + words - 1;
        let ends = match self.number(0, 5) {
            0 => format!(", {first}"),
            1 => format!(", {first}, {last}"),
            _ => String::new(),
        };
        text += &format!("initial {task}(\"{name}\", words{ends});\n");
        construct.files.push((name, file));
        text + &self.output(construct, &array)
    }

    /// Returns a table with two indices.
    fn two_dimensions(&mut self, construct: &Construct) -> String {
        let text = self.head(construct, "", false);
        let (width, second) = (self.number(1, 16), self.choose(&["[0:3]", "[3:0]"]));
        let value = self.choose(&["i * 4 + j", "(i << 4) ^ (j * 3)", "~(i + j)", "i - j"]);
        let (first_index, second_index) = (
            self.choose(&["c[1:0]", "b[1:0]", "2"]),
            self.choose(&["c[3:2]", "b[9:8]", "1"]),
        );
        let (part, last) = (self.choose(&["", "", "[0]"]), self.expression(1));
        format!(
            "{text}reg [{}:0] words [0:3]{second};\ninteger i, j;\n\
             initial for (i = 0; i < 4; i = i + 1) for (j = 0; j < 4; j = j + 1) words[i][j] = {value};\n\
             assign y = words[{first_index}][{second_index}]{part} ^ ({last});\n",
            width - 1
        )
    }

    /// Returns a packed array.
    fn packed(&mut self, construct: &Construct) -> String {
        let text = self.head(construct, "", false);
        let ranges = self.choose(&["[3:0][7:0]", "[7:0][3:0]", "[1:0][15:0]", "[0:3][7:0]"]);
        let value = self.choose(&["d", "{b, t}", "~d", "{a, s, b}"]);
        let read = match ranges {
            "[3:0][7:0]" | "[0:3][7:0]" => self.choose(&[
                "p[c[1:0]]",
                "p[2]",
                "p[3][4:2]",
                "p[1][c[2:0]]",
                "p[0][c[1:0] +: 3]",
                "p[a[1:0]] + p[1]",
            ]),
            "[7:0][3:0]" => self.choose(&["p[c[2:0]]", "p[7]", "p[3][a[1:0]]", "p[6:5]"]),
            _ => self.choose(&["p[c[0]]", "p[1][b[3:0]]", "p[1][9:2]", "p"]),
        };
        let last = self.expression(1);
        format!("{text}logic {ranges} p;\nassign p = {value};\nassign y = {read} ^ ({last});\n")
    }

    /// Returns a memory that the module writes. Reset clears it, unless that is doubtful.
    fn written(&mut self, construct: &Construct) -> String {
        let array = self.array();
        let Array {
            words, first, width, ..
        } = array;
        let mut text = self.head(construct, "", false) + &self.array_declaration(&array);
        let index = self.index(&array);
        let value = self.expression(1);
        let high = self.number(0, width - 1);
        let part = match self.number(0, 5) {
            0 => format!("[{high}:{}]", self.number(0, high)),
            1 => format!("[{high}]"),
            _ => String::new(),
        };
        let write = format!("words[{index}]{part} <= {value};\n");
        let second = if self.one_in(4) {
            let (index, value) = (self.index(&array), self.expression(1));
            format!("if (c[0]) words[{index}] <= {value};\n")
        } else {
            String::new()
        };
        let clear = if self.doubt(2) {
            "if (reset) words[5] <= 0; else ".to_owned()
        } else {
            let last = first + words;
            format!("if (reset) for (i = {first}; i < {last}; i = i + 1) words[i] <= 0;\nelse ")
        };
        let enable = self.choose(&["", "if (enable) ", "if (a[0]) "]);
        text += &format!(
            "integer i;\nalways @(posedge clock) begin\n{clear}begin\n{enable}begin\n{write}{second}end\nend\nend\n"
        );
        text + &self.output(construct, &array)
    }
}
