//! Constructs of Verilog that tools read differently, found among the tokens of a file.
//!
//! Simulators and synthesisers agree on the remaining language: continuous assignments, combinational blocks that are
//! sensitive to everything they read, and registers on one clock edge. Undefined values stay undefined until a proof
//! takes them as free variables.

use std::collections::BTreeSet;

use super::lexer::{Token, TokenKind};
use super::refusal::Refusal;

/// Keywords that are refused, and the reasons.
const REFUSED_KEYWORDS: [(&[&str], &str); 7] = [
    (
        &[
            "wand", "wor", "tri", "tri0", "tri1", "triand", "trior", "trireg", "supply0", "supply1",
        ],
        "a net must have a single driver; declare it as wire",
    ),
    (
        &[
            "pullup", "pulldown", "bufif0", "bufif1", "notif0", "notif1", "tran", "tranif0", "tranif1", "rtran",
            "rtranif0", "rtranif1", "nmos", "pmos", "cmos", "rnmos", "rpmos", "rcmos", "strong0", "strong1", "pull0",
            "pull1", "weak0", "weak1", "highz0", "highz1",
        ],
        "switches and strengths leave a net undefined or driven twice; write it as logic",
    ),
    (
        &[
            "force", "release", "deassign", "fork", "join", "wait", "event", "disable", "forever",
        ],
        "synthesis does not read it as simulators do; write a block of `always @*` or `always @(posedge clock)`",
    ),
    (
        &["specify", "specparam"],
        "only some tools read delays; remove the block",
    ),
    (
        &["primitive", "table"],
        "user-defined primitives are not read by synthesis; write them as modules",
    ),
    (
        &["always_latch"],
        "a latch is no part of a pipeline; assign the value in every case",
    ),
    (
        &["assume", "restrict", "checker", "bind", "real", "realtime", "shortreal"],
        "only some tools read it; remove it",
    ),
];

/// Operators that may stand in front of an operand (IEEE 1800-2017, table 11-1).
const UNARY: [&str; 11] = ["+", "-", "!", "~", "&", "|", "^", "~&", "~|", "~^", "^~"];

/// System functions that all tools read alike. A task that prints does not affect the circuit.
const SYSTEM: [&str; 13] = [
    "$signed",
    "$unsigned",
    "$clog2",
    "$bits",
    "$display",
    "$write",
    "$monitor",
    "$strobe",
    "$finish",
    "$stop",
    "$error",
    "$fatal",
    "$warning",
];

/// Refuses constructs that tools read differently.
///
/// # Errors
///
/// [`Refusal`] with the first such construct and its line.
pub fn check(tokens: &[Token]) -> Result<(), Refusal> {
    let mut checker = Checker {
        tokens,
        regions: Vec::new(),
        cases: Vec::new(),
    };
    for place in 0..tokens.len() {
        checker.check_token(place)?;
    }
    for module in modules(tokens) {
        check_declarations(module)?;
        check_blocks(module)?;
    }
    Ok(())
}

/// Brackets in which a value is needed at elaboration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    /// Brackets of any other kind.
    Plain,
    /// Brackets of parameters, a range, or a condition, with its name.
    Constant(&'static str),
    /// Brackets of a concatenation.
    Concatenation,
}

/// The name of a parameter in a refusal.
const PARAMETER: &str = "a parameter";

struct Checker<'t> {
    tokens: &'t [Token],
    /// The open brackets, and the open declarations of parameters.
    regions: Vec<Region>,
    /// The keywords of the open case statements.
    cases: Vec<&'t str>,
}

impl<'t> Checker<'t> {
    fn text(&self, place: usize) -> &'t str {
        self.tokens.get(place).map_or("", |token| &token.text)
    }

    fn before(&self, place: usize) -> &'t str {
        place.checked_sub(1).map_or("", |before| self.text(before))
    }

    fn refuse(&self, place: usize, construct: impl Into<String>, reason: &str) -> Refusal {
        Refusal::new(self.tokens[place].line, construct, reason)
    }

    fn check_token(&mut self, place: usize) -> Result<(), Refusal> {
        let token = &self.tokens[place];
        match token.kind {
            TokenKind::Number => self.check_number(place),
            TokenKind::System if !SYSTEM.contains(&token.text.as_str()) => Err(self.refuse(
                place,
                token.text.clone(),
                "its value is not the same in all tools; allowed are $signed, $unsigned, $clog2, $bits, $readmemh and $readmemb",
            )),
            TokenKind::Word => self.check_word(place),
            TokenKind::Symbol => self.check_symbol(place),
            TokenKind::System | TokenKind::String => Ok(()),
        }
    }

    fn check_word(&mut self, place: usize) -> Result<(), Refusal> {
        let text = self.text(place);
        // A name behind a dot is a pin or a member.
        if self.before(place) == "." {
            return Ok(());
        }
        let refused = REFUSED_KEYWORDS.iter().find(|(keywords, _)| keywords.contains(&text));
        if let Some((_, reason)) = refused {
            return Err(self.refuse(place, text, reason));
        }
        match text {
            "case" | "casez" | "casex" => self.cases.push(text),
            "endcase" => drop(self.cases.pop()),
            "parameter" | "localparam" if !self.regions.contains(&Region::Constant(PARAMETER)) => {
                self.regions.push(Region::Constant(PARAMETER));
            }
            "inout" => {
                return Err(self.refuse(
                    place,
                    text,
                    "bidirectional ports are not supported; split it into an input and an output",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn check_symbol(&mut self, place: usize) -> Result<(), Refusal> {
        let before = self.before(place);
        match self.text(place) {
            "(" => self.regions.push(match before {
                "#" if self.is_defined(place.saturating_sub(2)) => Region::Constant(PARAMETER),
                "if" | "while" | "for" | "repeat" | "case" | "casez" | "casex" => Region::Constant("a condition"),
                _ => Region::Plain,
            }),
            "[" => self.regions.push(Region::Constant("a range")),
            "{" => self.regions.push(Region::Concatenation),
            ")" | "]" | "}" => drop(self.regions.pop()),
            ";" => self.regions.clear(),
            "#" => self.check_hash(place)?,
            "##" => return Err(self.refuse(place, "##", "only simulators read a delay; remove it")),
            "@" => self.check_event(place)?,
            "." => self.check_dot(place)?,
            symbol if UNARY.contains(&symbol) => self.check_unary(place)?,
            _ => {}
        }
        Ok(())
    }

    /// Refuses an operator whose operand begins with an operator. The standard requires brackets there (IEEE 1364-2005,
    /// A.8.3).
    fn check_unary(&self, place: usize) -> Result<(), Refusal> {
        let is_binary = place.checked_sub(1).is_some_and(|before| {
            let token = &self.tokens[before];
            match token.kind {
                TokenKind::Word => token.is_identifier(),
                TokenKind::Symbol => matches!(self.text(before), ")" | "]" | "}" | "++" | "--"),
                TokenKind::Number | TokenKind::String | TokenKind::System => true,
            }
        });
        let operand = self.text(place + 1);
        if is_binary || !UNARY.contains(&operand) {
            return Ok(());
        }
        let operator = self.text(place);
        Err(self.refuse(
            place,
            format!("{operator} in front of {operand}"),
            &format!("some tools do not read it; put brackets around the operand: {operator}({operand} ...)"),
        ))
    }

    /// True if the file defines the module that an instance names. A cell takes an undefined parameter as it is.
    fn is_defined(&self, place: usize) -> bool {
        let mut pairs = self.tokens.windows(2);
        pairs.any(|pair| pair[0].is("module") && pair[1].text == self.text(place))
    }

    fn check_hash(&self, place: usize) -> Result<(), Refusal> {
        let is_instance = self.text(place + 1) == "(" && place > 0 && self.tokens[place - 1].is_identifier();
        match is_instance {
            true => Ok(()),
            false => Err(self.refuse(
                place,
                format!("delay #{}", self.text(place + 1)),
                "only simulators read a delay; remove it",
            )),
        }
    }

    fn check_event(&self, place: usize) -> Result<(), Refusal> {
        match self.before(place) {
            "always" | "always_ff" => Ok(()),
            _ => Err(self.refuse(
                place,
                format!("@{}", self.text(place + 1)),
                "only simulators read an event inside a statement; write events after always",
            )),
        }
    }

    /// Refuses a name inside an instance.
    fn check_dot(&self, place: usize) -> Result<(), Refusal> {
        let is_member = place > 0 && (self.tokens[place - 1].is_identifier() || self.before(place) == "]");
        if !is_member || !self.tokens.get(place + 1).is_some_and(Token::is_identifier) {
            return Ok(());
        }
        let mut root = place - 1;
        while self.text(root) == "]" {
            let open = (0..root).rev().find(|open| self.text(*open) == "[");
            root = open.map_or(0, |open| open.saturating_sub(1));
        }
        let name = self.text(root);
        let is_in_defparam = (0..root)
            .rev()
            .map(|before| self.text(before))
            .find(|text| matches!(*text, ";" | "defparam"));
        if is_in_defparam == Some("defparam") || !is_instance(self.tokens, name) {
            return Ok(());
        }
        Err(self.refuse(
            place,
            format!("{name}.{}", self.text(place + 1)),
            "tools read names inside an instance differently; connect the net to a port",
        ))
    }

    fn check_number(&self, place: usize) -> Result<(), Refusal> {
        let token = &self.tokens[place];
        let has_high = token.has_digit(|digit| matches!(digit, 'z' | 'Z' | '?'));
        let has_unknown = token.has_digit(|digit| matches!(digit, 'x' | 'X'));
        if !has_high && !has_unknown {
            return Ok(());
        }
        let is_label = matches!(self.text(place + 1), ":" | ",")
            && matches!(self.before(place), ";" | ")" | "end" | "endcase" | "," | "begin")
            && !self.regions.contains(&Region::Concatenation);
        match self.cases.last() {
            Some(&"casex") if is_label => return Ok(()),
            Some(&"casez") if is_label && !has_unknown => return Ok(()),
            Some(_) if is_label => {
                let reason =
                    "tools compare an undefined digit differently; use casez with ? for digits that do not matter";
                return Err(self.refuse(place, format!("case label {}", token.text), reason));
            }
            _ => {}
        }
        if has_high {
            let reason = "nothing drives the net where it is z, and a proof has 0 and 1 only; use 0 or 1";
            return Err(self.refuse(place, format!("value {}", token.text), reason));
        }
        let constant = self.regions.iter().find_map(|region| match region {
            Region::Constant(name) => Some(*name),
            Region::Plain | Region::Concatenation => None,
        });
        match constant {
            Some(name) => Err(self.refuse(
                place,
                format!("value {} in {name}", token.text),
                "tools decide an undefined value differently while they read the file; use 0 or 1",
            )),
            None => Ok(()),
        }
    }
}

/// True if a name is that of an instance: behind the name of a module or its parameters, before a bracket.
fn is_instance(tokens: &[Token], name: &str) -> bool {
    let mut windows = tokens.windows(3);
    windows.any(|window| {
        window[1].text == name
            && window[2].is("(")
            && (window[0].is_identifier() || window[0].is(")"))
            && window[1].is_identifier()
    })
}

/// Returns the tokens of each module.
fn modules(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let modules = tokens.split(|token| token.is("endmodule"));
    modules.filter_map(|tokens| {
        let start = tokens.iter().position(|token| token.is("module"))?;
        Some(&tokens[start..])
    })
}

/// Keywords that give a port its direction.
const DIRECTIONS: [&str; 2] = ["input", "output"];
/// Keywords that declare a net or a variable.
const NETS: [&str; 8] = ["wire", "reg", "logic", "bit", "var", "integer", "int", "genvar"];

/// Refuses a name that is declared twice in one scope: tools take one or the other.
fn check_declarations(module: &[Token]) -> Result<(), Refusal> {
    // For each scope, the names with a declared direction, and those with a declared type.
    let mut scopes: Vec<[BTreeSet<&str>; 2]> = vec![Default::default()];
    let mut place = 0;
    while place < module.len() {
        let text = module[place].text.as_str();
        let before = place.checked_sub(1).map_or("", |before| module[before].text.as_str());
        match text {
            "begin" | "function" | "task" => scopes.push(Default::default()),
            "end" | "endfunction" | "endtask" if scopes.len() > 1 => {
                scopes.pop();
            }
            // Members of a type are not names of the scope.
            "struct" | "union" | "enum" => {
                while place < module.len() && !module[place].is("{") {
                    place += 1;
                }
                place = closing(module, place);
            }
            _ => {}
        }
        let is_keyword = |text: &str| DIRECTIONS.contains(&text) || NETS.contains(&text);
        let is_loop = before == "(" && place > 1 && module[place - 2].is("for");
        if !is_keyword(text) || is_keyword(before) || is_loop {
            place += 1;
            continue;
        }
        let keywords: Vec<&str> = module[place..]
            .iter()
            .map(|token| token.text.as_str())
            .take_while(|text| is_keyword(text))
            .collect();
        let [mut has_direction, mut has_type] = [false, false];
        for keyword in &keywords {
            has_direction |= DIRECTIONS.contains(keyword);
            has_type |= NETS.contains(keyword);
        }
        place += keywords.len();
        let (mut depth, mut is_value) = (0, false);
        while let Some(token) = module.get(place) {
            match token.text.as_str() {
                "[" | "{" | "(" if token.kind == TokenKind::Symbol => depth += 1,
                ")" if depth == 0 => break,
                "]" | "}" | ")" => depth -= 1,
                ";" => break,
                "=" => is_value = true,
                "," if depth == 0 => is_value = false,
                text if depth == 0 && is_keyword(text) => break,
                text if depth == 0 && !is_value && token.is_identifier() => {
                    let [directions, types] = scopes.last_mut().expect("the module is a scope");
                    let is_new = (!has_direction || directions.insert(text)) && (!has_type || types.insert(text));
                    if !is_new {
                        let reason = "it is declared twice; declare it once";
                        return Err(Refusal::new(token.line, format!("net {text}"), reason));
                    }
                }
                _ => {}
            }
            place += 1;
        }
    }
    Ok(())
}

/// A block of `always`, `initial` or another kind.
struct ProceduralBlock<'t> {
    /// Its keyword.
    keyword: &'t Token,
    /// Its sensitivity list, without brackets; empty if it has none.
    event: &'t [Token],
    /// True if its sensitivity list is in brackets.
    has_list: bool,
    /// Its statement, and the index of its first token in the module.
    body: &'t [Token],
    start: usize,
}

/// Returns the blocks of a module.
fn blocks(module: &[Token]) -> Vec<ProceduralBlock<'_>> {
    let mut blocks = Vec::new();
    let mut place = 0;
    while place < module.len() {
        let keyword = &module[place];
        place += 1;
        let is_block = matches!(
            keyword.text.as_str(),
            "always" | "always_ff" | "always_comb" | "initial"
        );
        if !is_block || keyword.kind != TokenKind::Word {
            continue;
        }
        let (mut event, mut has_list) = (&module[place..place], false);
        if module.get(place).is_some_and(|token| token.is("@")) {
            place += 1;
            let end = match module.get(place) {
                Some(token) if token.is("(") => {
                    has_list = true;
                    closing(module, place)
                }
                _ => place,
            };
            event = match has_list {
                true => &module[(place + 1).min(end)..end],
                false => module.get(place..place + 1).unwrap_or_default(),
            };
            place = (end + 1).min(module.len());
        }
        let end = statement_end(module, place).min(module.len());
        blocks.push(ProceduralBlock {
            keyword,
            event,
            has_list,
            body: &module[place..end],
            start: place,
        });
        place = end;
    }
    blocks
}

/// Returns the index of the matching closing bracket.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" if token.kind == TokenKind::Symbol => depth += 1,
            ")" | "]" | "}" if token.kind == TokenKind::Symbol => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place;
        }
    }
    tokens.len()
}

/// Returns the index after a statement.
fn statement_end(tokens: &[Token], start: usize) -> usize {
    let text = |place: usize| tokens.get(place).map_or("", |token| token.text.as_str());
    let mut place = start;
    loop {
        match text(place) {
            "" => return tokens.len(),
            "begin" => {
                place += 1;
                if text(place) == ":" {
                    place += 2;
                }
                while !matches!(text(place), "end" | "") {
                    place = statement_end(tokens, place).max(place + 1);
                }
                place += 1;
                // A block of SystemVerilog may repeat its name.
                return if text(place) == ":" { place + 2 } else { place };
            }
            "if" => {
                let end = statement_end(tokens, closing(tokens, place + 1) + 1);
                if text(end) != "else" {
                    return end;
                }
                place = end + 1;
            }
            "for" | "while" | "repeat" => place = closing(tokens, place + 1) + 1,
            "unique" | "unique0" | "priority" => place += 1,
            "case" | "casez" | "casex" => {
                let mut depth = 0;
                while place < tokens.len() {
                    depth += i32::from(matches!(text(place), "case" | "casez" | "casex"));
                    depth -= i32::from(text(place) == "endcase");
                    place += 1;
                    if depth == 0 {
                        break;
                    }
                }
                return place;
            }
            _ => {
                let end = (place..tokens.len()).find(|place| text(*place) == ";");
                return end.map_or(tokens.len(), |end| end + 1);
            }
        }
    }
}

/// An assignment to a name inside a block.
struct BlockAssignment<'t> {
    name: &'t Token,
    is_blocking: bool,
    /// True if it is the counter of a loop.
    is_counter: bool,
    place: usize,
}

/// Returns the names that a block assigns, in order.
fn targets(body: &[Token]) -> Vec<BlockAssignment<'_>> {
    let mut targets = Vec::new();
    for (place, token) in body.iter().enumerate() {
        let is_assignment = token.is("=") || token.is("<=");
        if !is_assignment {
            continue;
        }
        // Go back over the left side to the start of the statement.
        let (mut depth, mut start) = (0, place);
        while start > 0 {
            match body[start - 1].text.as_str() {
                "]" | "}" => depth += 1,
                "[" | "{" => depth -= 1,
                ")" | "(" | ";" | "begin" | "end" | "else" | ":" | "endcase" if depth == 0 => break,
                _ => {}
            }
            start -= 1;
        }
        if start > 1 && body[start - 1].is(":") && body[start - 2].is("begin") {
            // The name of the block.
            start += 1;
        }
        let left = body.get(start..place).unwrap_or_default();
        let is_left_side = match left.first() {
            Some(first) if first.is("{") => left.last().is_some_and(|last| last.is("}")),
            Some(first) => first.is_identifier() && is_selected_name(left),
            None => false,
        };
        let opens_for = start > 1 && body[start - 1].is("(") && body[start - 2].is("for");
        let steps_for = token.is("=") && !opens_for && is_step_of_for(body, start);
        let is_condition = !opens_for && start > 0 && body[start - 1].is("(");
        if !is_left_side || is_condition {
            continue;
        }
        let mut depth = 0;
        for (offset, name) in left.iter().enumerate() {
            depth += i32::from(name.is("[")) - i32::from(name.is("]"));
            if depth == 0 && name.is_identifier() {
                targets.push(BlockAssignment {
                    name,
                    is_blocking: token.is("="),
                    is_counter: opens_for || steps_for,
                    place: start + offset,
                });
            }
        }
    }
    targets
}

/// True if tokens are a name with selections after it, and nothing else.
fn is_selected_name(tokens: &[Token]) -> bool {
    let mut depth = 0;
    tokens.iter().skip(1).all(|token| {
        let was_open = depth > 0;
        depth += i32::from(token.is("[")) - i32::from(token.is("]"));
        was_open || depth > 0
    })
}

/// True if an index is in the last part of a loop's head.
fn is_step_of_for(body: &[Token], start: usize) -> bool {
    let mut depth = 0;
    let mut semicolons = 0;
    for place in (0..start).rev() {
        match body[place].text.as_str() {
            ")" => depth += 1,
            "(" if depth == 0 => return semicolons == 2 && place > 0 && body[place - 1].is("for"),
            "(" => depth -= 1,
            ";" if depth == 0 => semicolons += 1,
            "begin" | "end" => return false,
            _ => {}
        }
    }
    false
}

/// Returns the names of nets, registers and ports that a module declares.
fn declared(module: &[Token]) -> BTreeSet<&str> {
    const KINDS: [&str; 11] = [
        "input", "output", "wire", "reg", "logic", "bit", "var", "integer", "int", "signed", "unsigned",
    ];
    let mut names = BTreeSet::new();
    let mut place = 0;
    while place < module.len() {
        if !KINDS.contains(&module[place].text.as_str()) {
            place += 1;
            continue;
        }
        // Names up to the end of the declaration, without their initial values.
        let (mut depth, mut is_value) = (0, false);
        while place < module.len() {
            let token = &module[place];
            match token.text.as_str() {
                "[" | "{" | "(" if token.kind == TokenKind::Symbol => depth += 1,
                "]" | "}" => depth -= 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                ";" => break,
                "=" => is_value = true,
                "," if depth == 0 => is_value = false,
                text if depth == 0 && !is_value && token.is_identifier() => drop(names.insert(text)),
                _ => {}
            }
            place += 1;
        }
    }
    names
}

/// Refuses blocks of a module that simulation and synthesis treat differently.
fn check_blocks(module: &[Token]) -> Result<(), Refusal> {
    let declared = declared(module);
    check_routines(module, &declared)?;
    for block in &blocks(module) {
        let line = block.keyword.line;
        let has = |text: &str| block.event.iter().any(|token| token.is(text));
        match block.keyword.text.as_str() {
            "initial" | "always_comb" => continue,
            _ if block.event.is_empty() => {
                let reason = "write always @* or always @(posedge clock)";
                return Err(Refusal::new(line, "always without an event", reason));
            }
            _ => {}
        }
        if has("negedge") {
            let reason = "use the rising edge of clock only; reset is synchronous";
            return Err(Refusal::new(line, "negedge", reason));
        }
        if has("posedge") {
            if block.event.len() != 2 {
                let event: Vec<&str> = block.event.iter().map(|token| token.text.as_str()).collect();
                let reason =
                    "a register has one event, the rising edge of clock; write reset as `if (reset)` inside the block";
                return Err(Refusal::new(line, format!("always @({})", event.join(" ")), reason));
            }
            check_race(module, block)?;
        } else if block.has_list && !has("*") {
            check_list(block, &declared)?;
        }
    }
    Ok(())
}

/// Refuses a function that reads a net of the module, and a task that does so in a combinational block. In simulators a
/// block of `always @*` waits for the arguments alone.
fn check_routines(module: &[Token], module_names: &BTreeSet<&str>) -> Result<(), Refusal> {
    let combinational = blocks(module)
        .into_iter()
        .filter(|block| block.keyword.text != "initial" && !block.event.iter().any(|token| token.is("posedge")));
    let combinational: Vec<ProceduralBlock> = combinational.collect();
    let mut place = 0;
    while place < module.len() {
        let end = match module[place].text.as_str() {
            "function" => "endfunction",
            "task" => "endtask",
            _ => {
                place += 1;
                continue;
            }
        };
        let length = module[place..]
            .iter()
            .position(|token| token.is(end))
            .unwrap_or(module.len() - place);
        let routine = &module[place..place + length];
        let line = module[place].line;
        place += length + 1;
        let head = routine
            .iter()
            .position(|token| token.is(";") || token.is("("))
            .unwrap_or(0);
        let Some(name) = routine[..head].last() else { continue };
        let is_called = |block: &ProceduralBlock| block.body.iter().any(|token| token.text == name.text);
        if end == "endtask" && !combinational.iter().any(is_called) {
            continue;
        }
        // Local names hide those of the module.
        let own = declared(routine);
        let targets = targets(routine);
        let reads = routine[head..].iter().enumerate().find(|(offset, token)| {
            let is_target = targets.iter().any(|target| target.place == head + offset);
            let is_known = module_names.contains(token.text.as_str()) && !own.contains(token.text.as_str());
            token.is_identifier() && token.text != name.text && is_known && !is_target
        });
        if let Some((_, read)) = reads {
            return Err(Refusal::new(
                line,
                format!("{} {} reads {}", end.trim_start_matches("end"), name.text, read.text),
                "simulators do not run a block of always @* when a net changes that only the call reads; pass it as an argument",
            ));
        }
    }
    Ok(())
}

/// Refuses a register that is assigned with `=` and read outside its block.
fn check_race(module: &[Token], block: &ProceduralBlock) -> Result<(), Refusal> {
    let blocking = targets(block.body)
        .into_iter()
        .filter(|target| target.is_blocking && !target.is_counter);
    let inside = block.start..block.start + block.body.len();
    for target in blocking {
        let is_read = module.iter().enumerate().any(|(place, token)| {
            let is_pin = place > 0 && module[place - 1].is(".");
            let is_name = token.kind == TokenKind::Word && token.text == target.name.text && !is_pin;
            is_name && !inside.contains(&place) && !is_declaration(module, place)
        });
        if is_read {
            return Err(Refusal::new(
                target.name.line,
                format!("{} = at a clock edge", target.name.text),
                "simulators may read it elsewhere before or after the assignment; assign it with <=",
            ));
        }
    }
    Ok(())
}

/// True if a name at an index of a module is declared there. An output is read by the module's user.
fn is_declaration(module: &[Token], place: usize) -> bool {
    let mut depth = 0;
    for before in (0..place).rev() {
        match module[before].text.as_str() {
            "]" => depth += 1,
            "[" => depth -= 1,
            "reg" | "logic" | "integer" | "int" | "bit" if depth == 0 => {
                return !module
                    .get(before.wrapping_sub(1))
                    .is_some_and(|token| token.is("output"));
            }
            ";" | "(" | ")" | "=" | "begin" | "end" if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Refuses a sensitivity list that lacks a signal that the block reads.
fn check_list(block: &ProceduralBlock, declared: &BTreeSet<&str>) -> Result<(), Refusal> {
    let targets = targets(block.body);
    let is_target = |place: usize| targets.iter().any(|target| target.place == place);
    let mut missing = BTreeSet::new();
    for (place, token) in block.body.iter().enumerate() {
        let name = token.text.as_str();
        let is_listed = block.event.iter().any(|listed| listed.text == name);
        let is_own = targets
            .iter()
            .any(|target| target.name.text == name && (target.is_counter || target.place < place));
        let is_member = place > 0 && block.body[place - 1].is(".");
        let is_read = token.is_identifier() && declared.contains(name) && !is_target(place) && !is_member;
        if is_read && !is_listed && !is_own {
            missing.insert(name);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.into_iter().collect();
    Err(Refusal::new(
        block.keyword.line,
        format!("always without {} in its list", names.join(", ")),
        "simulators do not run the block when these change, and synthesis does; write always @*",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;

    /// Statements of each kind that the checks cover.
    const TEXT: &str = "module m #(parameter P = 1) (input clock, input [3:0] a, output reg d);
        localparam Q = {P, 1'b0};
        function [3:0] f(input [3:0] v); begin : b f = v[a.x +: 2] ? v : ~v; end endfunction
        task t; d = a; endtask
        sub #(.W(4)) u [1:0] (.i(a), .o());
        defparam u.W = 5;
        always @(posedge clock) begin if (a[0]) d <= 1'b0; else begin d <= 1'b1; end end
        always @(a or d) casez (a) 4'b1?: d = 1; default: begin for (i = 0; i < 4; i = i + 1) {d, e} = a; end endcase
        typedef struct packed { logic s; } kind;
        always @* begin : name t; end
        initial begin d = 0; end
        endmodule";

    #[test]
    fn text_that_breaks_off_anywhere_is_no_panic() {
        let tokens = tokens(TEXT).expect("it has tokens");
        for start in 0..tokens.len() {
            for end in start..tokens.len() {
                // Either verdict will do.
                let _ = check(&tokens[start..end]);
            }
        }
        for left_out in 0..tokens.len() {
            let some: Vec<Token> = tokens
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != left_out)
                .map(|(_, token)| token.clone())
                .collect();
            let _ = check(&some);
        }
    }
}
