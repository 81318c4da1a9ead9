//! Patterns of names.

/// Returns every name that a pattern stands for; `{x,y}` is a choice.
pub fn spelt(pattern: &str) -> Vec<String> {
    let Some((start, rest)) = pattern.split_once('{') else {
        return vec![pattern.to_owned()];
    };
    let (choices, rest) = rest.split_once('}').expect("a choice ends");
    let with = |choice: &str| spelt(&format!("{start}{choice}{rest}"));
    choices.split(',').flat_map(with).collect()
}
