//! Line breaks in long expressions.

/// Operators in front of which a line may be broken.
const OPERATORS: [&str; 12] = ["&", "|", "^", "+", "-", "*", "==", "<", "<<", ">>", "?", ":"];

/// Indentation of a continuation line, in columns.
const STEP: usize = 4;

/// Returns an expression in lines of at most `columns`, if it can be broken so: at the least nested places.
pub(super) fn broken(expression: &str, columns: usize) -> Vec<String> {
    if expression.len() <= columns {
        return vec![expression.to_owned()];
    }
    let pieces = pieces(expression);
    let mut lines: Vec<String> = Vec::new();
    for piece in &pieces {
        // Everything below the first line is a part of it.
        let indent = if lines.is_empty() { 0 } else { STEP };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + piece.len() <= columns => {
                line.push(' ');
                line.push_str(piece);
            }
            _ if pieces.len() == 1 => lines.push((*piece).to_owned()),
            _ => {
                let parts = broken(piece, columns - indent);
                lines.extend(parts.iter().map(|part| format!("{:indent$}{part}", "")));
            }
        }
    }
    lines
}

/// Returns the expression cut at its least nested places: behind a comma, or in front of an operator.
fn pieces(expression: &str) -> Vec<&str> {
    let mut open: Vec<char> = Vec::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (at, letter) in expression.char_indices() {
        match letter {
            '(' | '{' | '[' => open.push(letter),
            ')' | '}' | ']' => {
                open.pop();
            }
            ' ' if open.last() != Some(&'[') => {
                let next = expression[at + 1..].split(' ').next().unwrap_or_default();
                if expression[..at].ends_with(',') || OPERATORS.contains(&next) {
                    places.push((open.len(), at));
                }
            }
            _ => {}
        }
    }
    let least = places.iter().map(|(depth, _)| *depth).min();
    let mut pieces = Vec::new();
    let mut from = 0;
    for (_, at) in places.iter().filter(|(depth, _)| Some(*depth) == least) {
        pieces.push(&expression[from..*at]);
        from = at + 1;
    }
    pieces.push(&expression[from..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_in_one_line() {
        assert_eq!(broken("a + b;", 6), ["a + b;"]);
    }

    #[test]
    fn lines_break_in_front_of_outer_operators_first() {
        let expression = "(a & b) | (c & d[3:0]) ? {e, f} : g;";
        assert_eq!(broken(expression, 24), ["(a & b) | (c & d[3:0])", "    ? {e, f} : g;"]);
    }

    #[test]
    fn a_long_part_is_broken_within() {
        let expression = "a + {bbbbbbbb, cccccccc, dddddddd};";
        assert_eq!(
            broken(expression, 24),
            ["a", "    + {bbbbbbbb,", "        cccccccc,", "        dddddddd};"]
        );
        assert_eq!(broken("{aaaa, bbbb, cccc}", 12), ["{aaaa, bbbb,", "    cccc}"]);
    }

    #[test]
    fn what_has_no_place_to_break_stays_whole() {
        assert_eq!(broken("a[16 * lane +: 16];", 5), ["a[16 * lane +: 16];"]);
    }
}
