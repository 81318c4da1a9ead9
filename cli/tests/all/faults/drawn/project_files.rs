//! Project files drawn from good ones by exchanging, repeating and spoiling their words.

use halfpipe_test_support::{seed, share};
use rand::seq::IteratorRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{assert_statuses, one, spoil_often, Run, Tools, HOSTILE};

/// The number of project files. A test of a commit tries half of them.
const COUNT: usize = 500;

/// Good files, of modules that are made in a moment.
const GOOD: [&str; 4] = [
    "out = \"rtl\"\n\n[[module]]\ninstruction = \"neg.f16\"\nlatency = 1\nstream = true\nstream-user = 4\n\n[[module]]\ninstruction = \"abs.*f16x2\"\npackage = true\n",
    "[fpu]\ninstructions = [\"neg.f16\", \"abs.bf16\"]\nlatency = 1\ntag-width = 4\nname = \"core\"\ncfu = true\npcpi = false\n",
    "[[module]]\ninstruction = \"setp.lt.f16\"\nmhz = 100.0\ntarget = \"ice40-hx8k\"\n\n[[module]]\ninstruction = \"max.f16\"\nflags = true\nname = \"max\"\nmultiplier = \"rows\"\noptimise = \"area\"\n",
    "[[module]]\ninstruction = \"cvt.f16.s8\"\nrounding = \"port\"\nregister-ports = true\niterative = false\nlatency = 3\n[fpu]\ninstructions = [\"set.eq.f16.f16\"]\nflags = true\nregister-ports = true\nstream = true\n",
];

/// Words that can take each other's place.
const PLAUSIBLE: [&[&str]; 5] = [
    &["0", "1", "2", "3", "4", "8", "100.0"],
    &["true", "false"],
    &[
        "\"neg.f16\"",
        "\"abs.bf16\"",
        "\"setp.lt.f16\"",
        "\"max.f16\"",
        "\"abs.*f16x2\"",
        "\"fclass.h\"",
    ],
    &["\"rows\"", "\"block\"", "\"area\"", "\"speed\"", "\"simulation\""],
    &[
        "latency",
        "mhz",
        "target",
        "stream",
        "stream-user",
        "package",
        "flags",
        "name",
        "tag-width",
        "cfu",
        "pcpi",
        "register-ports",
    ],
];

/// Values and headings for any place.
const PIECES: [&str; 32] = [
    "true",
    "-1",
    "0",
    "33",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "nan",
    "-inf",
    "0x7fffffffffffffff",
    "\"\"",
    "\"all\"",
    "\"port\"",
    "'''a\nb'''",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "1979-05-27T07:32:00Z",
    "{}",
    "{ a = 1 }",
    "[]",
    "[[]]",
    "[module]",
    "[[fpu]]",
    "[[module]]",
    "[fpu.instructions]",
    "out = 1",
    "out = \"../..\"",
    "name = \"halfpipe\"",
    "name = \"ﬀ\"",
    "a.b.c = 1",
    "=",
    "\u{0}",
];

/// Cuts a text into words, blanks and single marks.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let is_inside = |c: char| c.is_alphanumeric() || "\"._-*".contains(c);
    for c in text.chars() {
        match words.last_mut() {
            Some(last) if is_inside(c) && last.ends_with(is_inside) => last.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

/// Spoils a text in one way.
fn spoiled(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut words = words(text);
    let [first, second] = [0, 0].map(|_: i32| random.random_range(0..words.len()));
    match random.random_range(0..24) {
        0 => words.swap(first, second),
        1 | 2 => words[first] = one(&PIECES, random).to_owned(),
        3 => words[first] = one(&HOSTILE, random).to_owned(),
        4 => words[first] = format!("\"{}\"", one(&HOSTILE, random)),
        5 => words.insert(first, one(&PIECES, random).to_owned()),
        6 => drop(words.remove(first)),
        7 => words.truncate(first + 1),
        8 => words[first] = "[".repeat(random.random_range(1..20_000)),
        9 => words[first] = "{ a = ".repeat(random.random_range(1..5_000)),
        10 => words[first] = "x".repeat(random.random_range(1..100_000)),
        11 => return text.replace('\n', "\r\n"),
        12 => return format!("\u{feff}{text}"),
        13 => return format!("{text}{text}"),
        _ => {
            let is_plain = |word: &String| PLAUSIBLE.iter().any(|list| list.contains(&word.as_str()));
            if let Some(place) = (0..words.len()).filter(|place| is_plain(&words[*place])).choose(random) {
                let list = PLAUSIBLE.iter().find(|list| list.contains(&words[place].as_str()));
                words[place] = one(list.expect("it has the word"), random).to_owned();
            }
        }
    }
    words.concat()
}

#[test]
fn no_project_file_ends_in_a_panic_or_without_end_at_any_seed() {
    let mut random = seed::random();
    let drawn = |_| {
        let text = one(&GOOD, &mut random).to_owned();
        let input = spoil_often(text, 1, &mut random, spoiled);
        let checks = if random.random_range(0..4) == 0 {
            "--out"
        } else {
            "--no-check"
        };
        let arguments = ["build", "/dev/stdin", checks, "rtl"];
        let count = if checks == "--out" { 4 } else { 3 };
        Run {
            arguments: arguments[..count].iter().map(Into::into).collect(),
            input,
        }
    };
    let runs: Vec<Run> = (0..share::count(COUNT / 2, COUNT)).map(drawn).collect();
    assert_statuses(&runs, Tools::None, |_, _| {});
}
