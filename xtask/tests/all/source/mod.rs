//! Rules of the house for the source of all crates.

mod circles;
mod formats;
mod names;
mod sizes;

use std::path::Path;

use crate::docs::repository;

/// Lists the folders of all crates.
fn crates() -> Vec<String> {
    let manifest = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let (_, members) = manifest.split_once("members = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let folders: Vec<String> = members.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(folders.len() > 10, "{folders:?}");
    folders
}

/// Returns the Rust files of a folder, by their places in it, with their texts.
pub fn files(folder: &str) -> Vec<(String, String)> {
    fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let place = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.push((place, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = repository().join(folder);
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found.sort();
    found
}

/// Splits Rust source into names, `::` and single signs, without comments, literals of text and items for tests.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            end.unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        let is_text = token.starts_with("//") || token.starts_with("/*") || literal(rest).is_some();
        if !is_text && !token.trim().is_empty() {
            tokens.push(token.to_owned());
        }
        rest = behind;
    }
    without_tests(&tokens)
}

/// Removes the items under `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let test = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        if tokens[place..].starts_with(&test.map(str::to_owned)) {
            place = behind_item(tokens, place);
        } else {
            kept.push(tokens[place].clone());
            place += 1;
        }
    }
    kept
}

/// Returns the place behind the item at a place. The item ends with its first block, or with a semicolon.
fn behind_item(tokens: &[String], mut place: usize) -> usize {
    let mut depth = 0;
    while let Some(token) = tokens.get(place) {
        place += 1;
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return place,
            "}" => depth -= 1,
            ";" if depth == 0 => return place,
            _ => {}
        }
    }
    place
}

/// Returns the length of the literal of text or of a character that the source begins with.
fn literal(rest: &str) -> Option<usize> {
    let raw = rest.strip_prefix('r').map(|behind| behind.trim_start_matches('#'));
    if let Some(behind) = raw.filter(|behind| behind.starts_with('"')) {
        let marks = rest.len() - behind.len() - 1;
        let end = format!("\"{}", "#".repeat(marks));
        let length = behind[1..].find(&end).map(|place| place + 1 + end.len());
        return Some(rest.len() - behind.len() + length.unwrap_or(behind.len()));
    }
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (place, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return Some(place + sign.len_utf8()),
            // A lifetime or a label has no second quote.
            _ if quote == '\'' && place > 1 => return None,
            _ => {}
        }
    }
    None
}

#[test]
fn comments_and_literals_are_no_tokens() {
    let text = "use a::b; #[cfg(test)]\nmod tests { fn o() {} } // c::d\nlet e = \"f::g\\\"\"; let h = r#\"i\"j\"#; let k = '\"'; fn l<'m>(n: &'m str) {}";
    let expected = "use a :: b ; let e = ; let h = ; let k = ; fn l < ' m > ( n : & ' m str ) { }";
    assert_eq!(tokens(text).join(" "), expected);
}
