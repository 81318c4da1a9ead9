//! Unit tests of `src/paint.rs`.

use super::*;

/// Returns the contrast of two colours as the Web Content Accessibility Guidelines define it.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let share = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[test]
fn lines_and_text_stand_out_from_the_ground_in_light_and_dark() {
    let drawn = ALL
        .into_iter()
        .filter(|paint| !matches!(paint, Paint::Paper | Paint::Grid | Paint::Tint));
    for paint in drawn {
        let least = if matches!(paint, Paint::Series(_)) { 3.0 } else { 4.5 };
        for ground in [Paint::Paper, Paint::Tint] {
            for (colour, ground) in [
                (paint.on_paper(), ground.on_paper()),
                (paint.on_dark(), ground.on_dark()),
            ] {
                let contrast = contrast(colour, ground);
                assert!(contrast >= least, "{paint:?} on {ground}: {contrast:.1}");
            }
        }
    }
}
