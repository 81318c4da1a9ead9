//! The text of this specification.

/// Its files: what is proven is proven against these.
pub const SOURCE: &[(&str, &str)] = &[
    ("comparison.rs", include_str!("comparison.rs")),
    ("conversion.rs", include_str!("conversion.rs")),
    ("exact.rs", include_str!("exact.rs")),
    ("extremum.rs", include_str!("extremum.rs")),
    ("format.rs", include_str!("format.rs")),
    ("lane.rs", include_str!("lane.rs")),
    ("logic.rs", include_str!("logic.rs")),
    ("modifiers.rs", include_str!("modifiers.rs")),
    ("round.rs", include_str!("round.rs")),
    ("small.rs", include_str!("small.rs")),
    ("special.rs", include_str!("special.rs")),
    ("words.rs", include_str!("words.rs")),
];

/// Those that the flags of an instruction which has some are proven against, beside the others.
pub const SOURCE_OF_EXCEPTIONS: &[(&str, &str)] = &[
    ("converted.rs", include_str!("converted.rs")),
    ("exceptions.rs", include_str!("exceptions.rs")),
];
