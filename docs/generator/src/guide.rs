//! The drawings of the guide: a mnemonic with what its parts mean, and the way of a request through a board.

use halfpipe_drawing::{Paint, Svg};
use halfpipe_isa::Instruction;
use halfpipe_words as words;
use textwrap::WordSplitter;

/// The mnemonic that is drawn, which has a part of every kind.
const MNEMONIC: &str = "fma.rn.oob.relu.bf16x2";

/// Width of the drawings in pixels.
const WIDTH: f64 = 760.0;

/// From the edge to what is drawn.
const MARGIN: f64 = 20.0;

/// Height of a line of text.
const LINE: f64 = 16.0;

/// Width of a letter of the mnemonic, whose letters are equally wide, and their height.
const LETTER: (f64, f64) = (15.6, 26.0);

/// Letters in a line of explanation.
const LETTERS: usize = 62;

/// The parts of the mnemonic, with what each means.
fn parts() -> Vec<(String, String)> {
    let instruction: Instruction = MNEMONIC.parse().expect("a legal mnemonic");
    let operation = MNEMONIC.split('.').next().unwrap_or_default();
    let mut parts = vec![(operation.to_owned(), words::formula(instruction))];
    let modifiers = instruction.modifiers();
    parts.extend(modifiers.map(|modifier| {
        (
            format!(".{modifier}"),
            words::modifier(instruction, modifier).to_owned(),
        )
    }));
    parts.push((format!(".{}", instruction.ty()), words::registers(instruction)));
    parts
}

/// The mnemonic, and under each of its parts what it means.
pub fn mnemonic() -> String {
    let parts = parts();
    let wrapped = |meaning: &str| -> Vec<String> {
        let options = textwrap::Options::new(LETTERS).word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(meaning, options).into_iter();
        lines.map(|line| line.into_owned()).collect()
    };
    let lines: Vec<Vec<String>> = parts.iter().map(|(_, meaning)| wrapped(meaning)).collect();
    let top = MARGIN + LETTER.1;
    let height: f64 = lines.iter().map(|lines| lines.len() as f64 * LINE + LINE / 2.0).sum();
    let description = parts.iter().map(|(part, meaning)| format!("{part}: {meaning}"));
    let description = description.collect::<Vec<_>>().join(" ");
    let title = format!("The parts of {MNEMONIC}");
    let mut svg = Svg::new((WIDTH, top + height + 2.0 * MARGIN), &title, &description);
    let indent = MARGIN + LETTER.0 * MNEMONIC.len() as f64 + MARGIN;
    let (mut x, mut y) = (MARGIN, top + LINE);
    for (index, ((part, _), lines)) in parts.iter().zip(&lines).enumerate() {
        let paint = Paint::Series(index);
        let width = LETTER.0 * part.len() as f64;
        let letters = format!(
            "font-family=\"monospace\" font-size=\"{}\" textLength=\"{width:.1}\" {}",
            LETTER.1,
            paint.fill()
        );
        svg.text((x, top), "start", letters, part);
        // From the middle of the part down, and over to its meaning.
        let middle = x + width / 2.0;
        let level = y + LINE - 4.0;
        svg.add(format_args!(
            "<path d=\"M{middle:.1} {:.1}V{level:.1}H{:.1}\" {}/>",
            top + 7.0,
            indent - 6.0,
            paint.stroke()
        ));
        for (number, line) in lines.iter().enumerate() {
            let below = y + LINE * (number + 1) as f64;
            svg.text((indent, below), "start", Paint::Ink.fill(), line);
        }
        x += width;
        y += lines.len() as f64 * LINE + LINE / 2.0;
    }
    svg.finish()
}

/// What a request passes on its way, and what each does with it.
const WAY: [(&str, &str); 6] = [
    ("computer", "halfpipe board run"),
    ("USB serial", "115,200 bits a second"),
    ("frame receive", "operands, check"),
    ("the module", "operands in, d out"),
    ("frame transmit", "d, status, check"),
    ("computer", "a result a line"),
];

/// A computer, a board and the modules in it, with the way of a request and its answer.
pub fn board() -> String {
    let boxes = WAY.len() as f64;
    let gap = 16.0;
    let (width, height) = ((WIDTH - 2.0 * MARGIN - (boxes - 1.0) * gap) / boxes, 54.0);
    let description: Vec<String> = WAY.iter().map(|(name, what)| format!("{name}: {what}")).collect();
    let mut svg = Svg::new(
        (WIDTH, height + 3.0 * MARGIN),
        "The way of a request through a board",
        &description.join("; "),
    );
    let top = 2.0 * MARGIN;
    for (index, (name, what)) in WAY.iter().enumerate() {
        let x = MARGIN + index as f64 * (width + gap);
        let is_on_board = (2..=4).contains(&index);
        let paint = Paint::Series(if index == 3 { 1 } else { usize::from(!is_on_board) * 6 });
        let ground = Paint::Tint.fill_and_stroke(paint);
        svg.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\" rx=\"4\" {ground}/>"
        ));
        let middle = x + width / 2.0;
        let bold = format!("font-weight=\"bold\" {}", Paint::Ink.fill());
        svg.text((middle, top + 22.0), "middle", bold, name);
        let small = format!("font-size=\"9\" {}", Paint::Faint.fill());
        svg.text((middle, top + 40.0), "middle", small, what);
        if index > 0 {
            let (from, to, level) = (x - gap + 2.0, x - 2.0, top + height / 2.0);
            let line = Paint::Ink.stroke();
            svg.add(format_args!(
                "<path d=\"M{from:.1} {level}H{to:.1}m-4 -3l4 3l-4 3\" {line}/>"
            ));
        }
    }
    let over = MARGIN + 3.0 * (width + gap) + width / 2.0;
    svg.text((over, top - 10.0), "middle", Paint::Faint.fill(), "in the FPGA");
    svg.finish()
}
