//! The data of generated pages, in files under `xtask/pages`.

use serde::de::DeserializeOwned;

/// Reads a file of rows.
pub fn rows<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("the rows of a page: {error}"))
}

/// Fills the gaps of a page. A gap is a name in braces, and text of several lines takes the place of its whole line.
pub fn fill(page: &str, gaps: &[(&str, String)]) -> String {
    let fill_gap = |page: String, (name, text): &(&str, String)| {
        let gap = format!("{{{name}}}");
        assert!(page.contains(&gap), "the page has a gap {gap}");
        if text.ends_with('\n') {
            page.replace(&(gap + "\n"), text)
        } else {
            page.replace(&gap, text)
        }
    };
    gaps.iter().fold(page.to_owned(), fill_gap)
}
