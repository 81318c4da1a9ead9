//! The Verilog lexer, with macros expanded.

use std::collections::HashMap;

use halfpipe_hdl::design::is_keyword;

use super::refusal::Refusal;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A keyword or an identifier.
    Word,
    /// A number, its base and digits in one token.
    Number,
    /// A string, with its quotes.
    String,
    /// A system task or function, with its dollar sign.
    System,
    /// An operator or a bracket.
    Symbol,
}

/// A token, and its line in the assembled text, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its characters. An escaped identifier keeps its backslash.
    pub text: String,
    /// Its line.
    pub line: usize,
}

impl Token {
    /// True if it is this keyword, identifier, operator or bracket.
    pub fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, TokenKind::Word | TokenKind::Symbol)
    }

    /// True if it is an identifier and not a keyword.
    pub fn is_identifier(&self) -> bool {
        self.kind == TokenKind::Word && !is_keyword(&self.text)
    }

    /// True if it is a number with a digit that satisfies `is_digit`.
    pub fn has_digit(&self, is_digit: impl Fn(char) -> bool) -> bool {
        if self.kind != TokenKind::Number {
            return false;
        }
        let Some((_, based)) = self.text.split_once('\'') else {
            return false;
        };
        let digits = match based.chars().next() {
            Some('s' | 'S') => &based[1..],
            _ => based,
        };
        // The base comes first; 'x and 'z of SystemVerilog have none.
        let digits = match digits.chars().next() {
            Some('b' | 'B' | 'o' | 'O' | 'd' | 'D' | 'h' | 'H') => &digits[1..],
            _ => digits,
        };
        digits.chars().any(is_digit)
    }
}

/// A macro of the file.
#[derive(Clone, Debug)]
struct Macro {
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

/// Directives with no effect on the circuit.
const WITHOUT_TOKENS: [&str; 6] = [
    "timescale",
    "default_nettype",
    "resetall",
    "celldefine",
    "endcelldefine",
    "undef",
];

/// Operators of more than one character, longer ones first.
const OPERATORS: [&str; 36] = [
    "<<<=", ">>>=", "===", "!==", "==?", "!=?", "<<<", ">>>", "<<=", ">>=", "->>", "**", "<=", ">=", "==", "!=", "&&",
    "||", "<<", ">>", "+:", "-:", "->", "::", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "~&", "~|", "~^", "^~", "++",
];

/// The limit on the nesting of macros.
const DEEPEST_MACRO: usize = 64;

/// Splits an assembled text into tokens and expands all macros. The text has no conditionals and includes any more.
///
/// # Errors
///
/// [`Refusal`] when a macro is not defined in the file, or is used with the wrong arguments.
pub fn tokens(text: &str) -> Result<Vec<Token>, Refusal> {
    let mut lexer = Lexer {
        characters: text.chars().collect(),
        place: 0,
        line: 0,
    };
    let mut macros = HashMap::new();
    let mut tokens = Vec::new();
    while let Some(lexed) = lexer.next() {
        match lexed {
            Lexed::Token(token) => tokens.push(token),
            Lexed::Directive(name, line) if name == "define" => {
                let (name, defined) = lexer.definition(line)?;
                macros.insert(name, defined);
            }
            Lexed::Directive(name, _) if WITHOUT_TOKENS.contains(&name.as_str()) => {
                let rest = lexer.rest_of_line();
                if name == "undef" {
                    macros.remove(rest.trim());
                }
            }
            Lexed::Directive(name, line) => {
                let used = lexer.use_of_macro(&name, line, &macros)?;
                expand(used, &macros, 0, &mut tokens)?;
            }
        }
    }
    Ok(tokens)
}

/// A use of a macro: its name, its line, and its arguments.
struct Use {
    name: String,
    line: usize,
    arguments: Vec<Vec<Token>>,
}

/// Appends a macro's tokens in place of its use.
fn expand(used: Use, macros: &HashMap<String, Macro>, depth: usize, tokens: &mut Vec<Token>) -> Result<(), Refusal> {
    let refused = |why: &str| Refusal::new(used.line, format!("`{}", used.name), why.to_owned());
    let Some(defined) = macros.get(&used.name) else {
        return Err(refused("the file does not define this macro; define it in the file"));
    };
    if depth > DEEPEST_MACRO {
        return Err(refused("the macro contains itself"));
    }
    let parameters = defined.parameters.as_deref().unwrap_or_default();
    if parameters.len() != used.arguments.len() {
        return Err(refused(
            "the macro is used with another number of arguments than it has",
        ));
    }
    let mut open = defined.body.iter().peekable();
    while let Some(token) = open.next() {
        let argument = parameters
            .iter()
            .position(|parameter| token.kind == TokenKind::Word && *parameter == token.text);
        match argument {
            Some(argument) => tokens.extend(used.arguments[argument].iter().map(|token| Token {
                line: used.line,
                ..token.clone()
            })),
            None if token.text.starts_with('`') => {
                let name = token.text[1..].to_owned();
                let inner = macros.get(&name);
                let mut arguments = Vec::new();
                if inner.is_some_and(|inner| inner.parameters.is_some()) {
                    arguments = arguments_of(&mut open);
                    for argument in &mut arguments {
                        let mut replaced = Vec::new();
                        for token in argument.drain(..) {
                            let outer = parameters.iter().position(|parameter| *parameter == token.text);
                            match outer {
                                Some(outer) => replaced.extend(used.arguments[outer].iter().cloned()),
                                None => replaced.push(token),
                            }
                        }
                        *argument = replaced;
                    }
                }
                let inner = Use {
                    name,
                    line: used.line,
                    arguments,
                };
                expand(inner, macros, depth + 1, tokens)?;
            }
            None => tokens.push(Token {
                line: used.line,
                ..token.clone()
            }),
        }
    }
    Ok(())
}

/// Reads the arguments of a macro's use, from its opening bracket on.
fn arguments_of<'t>(open: &mut std::iter::Peekable<impl Iterator<Item = &'t Token>>) -> Vec<Vec<Token>> {
    if !open.peek().is_some_and(|token| token.is("(")) {
        return Vec::new();
    }
    open.next();
    let (mut arguments, mut depth) = (vec![Vec::new()], 0);
    for token in open.by_ref() {
        match token.text.as_str() {
            ")" if depth == 0 => break,
            "," if depth == 0 => {
                arguments.push(Vec::new());
                continue;
            }
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(token.clone());
        }
    }
    arguments
}

enum Lexed {
    Token(Token),
    /// A directive or the use of a macro, and its line.
    Directive(String, usize),
}

struct Lexer {
    characters: Vec<char>,
    place: usize,
    line: usize,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.place + ahead).copied()
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.peek(0)?;
        self.place += 1;
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(next) = self.peek(0).filter(|next| is_part(*next)) {
            text.push(next);
            self.advance();
        }
        text
    }

    /// Reads the rest of the line without comments. A backslash at its end joins the next line.
    fn rest_of_line(&mut self) -> String {
        let mut text = String::new();
        loop {
            match (self.peek(0), self.peek(1)) {
                (None | Some('\n'), _) => return text,
                (Some('\\'), Some('\n')) => {
                    self.advance();
                    self.advance();
                    text.push(' ');
                }
                (Some('/'), Some('/' | '*')) => {
                    self.skip_comment();
                    text.push(' ');
                }
                _ => text.extend(self.advance()),
            }
        }
    }

    /// Skips a comment; a line comment ends before the line end.
    fn skip_comment(&mut self) {
        if self.peek(1) == Some('/') {
            self.take_while(|next| next != '\n');
            return;
        }
        self.advance();
        self.advance();
        while let Some(next) = self.advance() {
            if next == '*' && self.peek(0) == Some('/') {
                self.advance();
                return;
            }
        }
    }

    /// True if an attribute begins here, and not a sensitivity list as in `@(*)`.
    fn opens_attribute(&self) -> bool {
        let mut behind = (2..).map_while(|ahead| self.peek(ahead));
        behind.find(|next| !next.is_whitespace()) != Some(')')
    }

    fn skip_attribute(&mut self) {
        self.advance();
        self.advance();
        while let Some(next) = self.advance() {
            if next == '*' && self.peek(0) == Some(')') {
                self.advance();
                return;
            }
        }
    }

    /// Reads the macro of a `define`, after its keyword.
    fn definition(&mut self, line: usize) -> Result<(String, Macro), Refusal> {
        let text = self.rest_of_line();
        let text = text.trim_start();
        let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let refused = |why: &str| Refusal::new(line, format!("`define {name}"), why.to_owned());
        if rest.contains("``") || rest.contains("`\"") {
            return Err(refused(
                "macros that join or quote text are not read; write the text out",
            ));
        }
        let (parameters, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((parameters, body)) if !parameters.contains('=') => {
                let parameters = parameters.split(',').map(|name| name.trim().to_owned());
                (Some(parameters.collect()), body)
            }
            Some(_) => return Err(refused("macro arguments with a usual value are not read")),
            None => (None, rest),
        };
        let mut lexer = Lexer {
            characters: body.chars().collect(),
            place: 0,
            line,
        };
        let mut body = Vec::new();
        while let Some(lexed) = lexer.next() {
            body.push(match lexed {
                Lexed::Token(token) => Token { line, ..token },
                Lexed::Directive(name, _) => Token {
                    kind: TokenKind::Symbol,
                    text: format!("`{name}"),
                    line,
                },
            });
        }
        Ok((name.to_owned(), Macro { parameters, body }))
    }

    /// Reads the use of a macro, after its name.
    fn use_of_macro(&mut self, name: &str, line: usize, macros: &HashMap<String, Macro>) -> Result<Use, Refusal> {
        let mut arguments = Vec::new();
        if macros.get(name).is_some_and(|defined| defined.parameters.is_some()) {
            let (mut text, mut depth) = (Vec::new(), 0);
            while let Some(lexed) = self.next() {
                let token = match lexed {
                    Lexed::Token(token) => token,
                    Lexed::Directive(name, line) => {
                        let used = self.use_of_macro(&name, line, macros)?;
                        expand(used, macros, 0, &mut text)?;
                        continue;
                    }
                };
                depth += i32::from(token.is("(")) - i32::from(token.is(")"));
                text.push(token);
                if depth == 0 {
                    break;
                }
            }
            arguments = arguments_of(&mut text.iter().peekable());
        }
        Ok(Use {
            name: name.to_owned(),
            line,
            arguments,
        })
    }

    fn next(&mut self) -> Option<Lexed> {
        loop {
            match (self.peek(0)?, self.peek(1)) {
                (next, _) if next.is_whitespace() => drop(self.advance()),
                ('/', Some('/' | '*')) => self.skip_comment(),
                ('(', Some('*')) if self.opens_attribute() => self.skip_attribute(),
                _ => break,
            }
        }
        let line = self.line;
        let token = |kind: TokenKind, text: String| Some(Lexed::Token(Token { kind, text, line }));
        let first = self.peek(0)?;
        match first {
            '"' => {
                let mut text = String::from(self.advance()?);
                while let Some(next) = self.advance() {
                    text.push(next);
                    match next {
                        '\\' => text.extend(self.advance()),
                        '"' => break,
                        _ => {}
                    }
                }
                token(TokenKind::String, text)
            }
            '\\' => token(TokenKind::Word, self.take_while(|next| !next.is_whitespace())),
            '`' => {
                self.advance();
                let name = self.take_while(is_word);
                Some(Lexed::Directive(name, line))
            }
            '$' => {
                let text = self.take_while(is_word);
                token(TokenKind::System, text)
            }
            _ if first.is_ascii_digit() || first == '\'' => {
                let text = self.number();
                // A lone apostrophe begins an assignment pattern of SystemVerilog.
                let kind = if text == "'" {
                    TokenKind::Symbol
                } else {
                    TokenKind::Number
                };
                token(kind, text)
            }
            _ if is_word(first) => token(TokenKind::Word, self.take_while(is_word)),
            _ => {
                let rest: String = self.characters[self.place..].iter().take(4).collect();
                let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
                let length = operator.map_or(1, |operator| operator.len());
                let mut text = String::new();
                for _ in 0..length {
                    text.extend(self.advance());
                }
                token(TokenKind::Symbol, text)
            }
        }
    }

    /// Reads a number: a size, a base and digits, with blanks allowed between them.
    fn number(&mut self) -> String {
        let is_digit = |next: char| next.is_ascii_alphanumeric() || matches!(next, '_' | '?' | '.');
        let mut text = self.take_while(|next| next.is_ascii_digit() || next == '_');
        let mut ahead = 0;
        while self.peek(ahead).is_some_and(|next| next == ' ') {
            ahead += 1;
        }
        if self.peek(ahead) != Some('\'') {
            // A decimal number, possibly real.
            if self.peek(0) == Some('.') && self.peek(1).is_some_and(|next| next.is_ascii_digit()) {
                text += &self.take_while(|next| next.is_ascii_digit() || matches!(next, '_' | '.'));
            }
            if self.peek(0).is_some_and(|next| matches!(next, 'e' | 'E'))
                && text.starts_with(|c: char| c.is_ascii_digit())
            {
                text += &self.take_while(|next| next.is_ascii_alphanumeric());
            }
            return text;
        }
        if !self.peek(ahead + 1).is_some_and(|next| next.is_ascii_alphanumeric()) {
            return if text.is_empty() {
                String::from_iter(self.advance())
            } else {
                text
            };
        }
        for _ in 0..=ahead {
            self.advance();
        }
        text.push('\'');
        let signed = self.take_while(|next| matches!(next, 's' | 'S'));
        let base = self
            .peek(0)
            .filter(|next| matches!(next.to_ascii_lowercase(), 'b' | 'o' | 'd' | 'h'));
        text += &signed;
        if base.is_some() {
            text.extend(self.advance());
            while self.peek(0).is_some_and(char::is_whitespace) {
                self.advance();
            }
        }
        text + &self.take_while(is_digit)
    }
}

/// True if a character may be part of an identifier.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let tokens = tokens(text).expect("it has tokens");
        tokens.into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn numbers_are_one_token_with_their_size_and_base() {
        let found = texts("16 'h 1_f 4'b1x?0 'x 8'sd3 2.5 12'dz a[3:0] '{a}");
        let wanted = [
            "16'h1_f", "4'b1x?0", "'x", "8'sd3", "2.5", "12'dz", "a", "[", "3", ":", "0", "]", "'", "{", "a", "}",
        ];
        assert_eq!(found, wanted);
        let tokens = tokens("4'b1x?0 16'hdead 8'sbz 'x 3").expect("it has tokens");
        let unknown = tokens
            .iter()
            .map(|token| token.has_digit(|digit| "xz?".contains(digit)));
        assert_eq!(unknown.collect::<Vec<_>>(), [true, false, true, true, false]);
    }

    #[test]
    fn macros_are_expanded_where_they_are_used() {
        let text = "`define W 4 // bits\n`define PAIR(a, b) {a, `W'd0, b}\nx = `PAIR(f(1, 2), `W);\n`undef W\ny";
        let found = texts(text);
        assert_eq!(found.join(" "), "x = { f ( 1 , 2 ) , 4 'd0 , 4 } ; y");
        let lines: Vec<usize> = tokens(text)
            .expect("it has tokens")
            .iter()
            .map(|token| token.line)
            .collect();
        assert_eq!((lines[0], lines[3], lines.last()), (2, 2, Some(&4)));
        assert!(tokens("`undef W\n`W").is_err());
        assert!(tokens("`define A `B\n`define B `A\n`A").is_err());
    }

    #[test]
    fn comments_strings_and_escaped_names_hide_nothing() {
        let found = texts("a /* 1'bx \n */ \\b;c \"1'bx\\\" // \" // 1'bx\n<= ===");
        assert_eq!(found, ["a", "\\b;c", "\"1'bx\\\" // \"", "<=", "==="]);
    }
}
