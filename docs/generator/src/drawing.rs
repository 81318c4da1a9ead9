//! The drawing of fma's stages, `docs/fma-stages.svg`: which stage gives how many bits to which, from the netlist.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use textwrap::WordSplitter;

use crate::stages::{Step, Steps};

/// The instruction that is drawn.
const INSTRUCTION: &str = "fma.rn.f16";

/// Where each stage is drawn, as a column from the left.
const PLACES: [(&str, usize); 15] = [
    ("unpack_a", 0),
    ("unpack_b", 1),
    ("unpack_c", 2),
    ("exponents", 1),
    ("special_product", 3),
    ("special", 3),
    ("multiply", 0),
    ("align", 2),
    ("add", 0),
    ("stop", 1),
    ("leading_zeros", 1),
    ("normalise", 0),
    ("complement", 0),
    ("round", 1),
    ("pack", 1),
];

/// Ways of a single bit, a sign or a flag, are not drawn.
const FEWEST_BITS: usize = 2;

// Sizes in pixels.
const COLUMN: f64 = 196.0;
const BOX: (f64, f64) = (168.0, 62.0);
/// Between the lines of text in a box.
const LINE: f64 = 13.0;
const MARGIN: f64 = 18.0;
/// Between the ways that run side by side.
const TRACK: f64 = 11.0;
const SHIFT: f64 = 6.0;
/// Between boxes and the ways above and below; an arrow's head and its label fit in.
const CLEAR: (f64, f64) = (16.0, 22.0);

/// The most letters in a line of text in a box.
const LETTERS: usize = 30;

/// A step in its place.
struct Placed {
    step: Step,
    column: usize,
    row: usize,
}

/// A way from one box to another: its bits, and the places of both in the list of boxes.
struct Way {
    bits: usize,
    from: usize,
    to: usize,
}

/// How a way gets from its row to that of its end.
enum Course {
    /// Down from its beginning, then across above its end.
    Late,
    /// Across at once, then down above its end.
    Early,
    /// Across to beside the column, down there, and across again.
    Beside,
}

/// The drawing, as SVG.
pub fn fma_stages() -> String {
    let instruction: Instruction = INSTRUCTION.parse().expect("a legal mnemonic");
    let unit = Design::unit(instruction, 0).expect("every unit has latency 0");
    let steps = Steps::of(unit.lane());
    Drawing::of(&steps).svg()
}

struct Drawing {
    boxes: Vec<Placed>,
    ways: Vec<Way>,
}

impl Drawing {
    fn of(steps: &Steps) -> Drawing {
        let wide = || steps.flows.iter().filter(|(_, bits)| **bits >= FEWEST_BITS);
        let is_drawn = |step: &&Step| wide().any(|((from, to), _)| from == *step || to == *step);
        let drawn: Vec<&Step> = steps.steps.iter().filter(is_drawn).collect();
        // A stage lies below those that it takes from.
        let mut depths: BTreeMap<&Step, usize> = drawn.iter().map(|step| (*step, 0)).collect();
        for _ in &drawn {
            for ((from, to), _) in wide() {
                let below = depths[from] + 1;
                let depth = depths.entry(to).or_default();
                *depth = below.max(*depth);
            }
        }
        let place = |step: &&Step| {
            let place = PLACES.iter().find(|(stage, _)| *stage == step.stage);
            let (_, column) = place.unwrap_or_else(|| panic!("the stage {} has no place in the drawing", step.stage));
            Placed {
                step: (*step).clone(),
                column: *column,
                row: depths[*step],
            }
        };
        let index = |step: &Step| drawn.iter().position(|other| *other == step).expect("it is drawn");
        Drawing {
            boxes: drawn.iter().map(place).collect(),
            ways: wide()
                .map(|((from, to), bits)| Way {
                    bits: *bits,
                    from: index(from),
                    to: index(to),
                })
                .collect(),
        }
    }

    fn rows(&self) -> usize {
        self.boxes.iter().map(|placed| placed.row + 1).max().unwrap_or(0)
    }

    /// Whether there is a box in a column between two rows, both excluded.
    fn is_blocked(&self, column: usize, from: usize, to: usize) -> bool {
        let blocks = |placed: &Placed| placed.column == column && from < placed.row && placed.row < to;
        self.boxes.iter().any(blocks)
    }

    fn course(&self, way: &Way) -> Course {
        let (from, to) = (&self.boxes[way.from], &self.boxes[way.to]);
        if !self.is_blocked(from.column, from.row, to.row) {
            Course::Late
        } else if !self.is_blocked(to.column, from.row, to.row) {
            Course::Early
        } else {
            Course::Beside
        }
    }

    /// Where ways leave a box or come in: side by side, in the order of their other ends.
    fn port(&self, at: usize, way: &Way, leaves: bool) -> f64 {
        let end = |way: &Way| if leaves { way.from } else { way.to };
        let other = |way: &Way| &self.boxes[if leaves { way.to } else { way.from }];
        let mut beside: Vec<&Way> = self.ways.iter().filter(|way| end(way) == at).collect();
        beside.sort_by_key(|way| (other(way).column, other(way).row));
        let position = beside
            .iter()
            .position(|other| std::ptr::eq(*other, way))
            .expect("it is among them");
        let left = MARGIN + COLUMN * self.boxes[at].column as f64;
        // Those that leave are a little to the right, so that they do not run down in the line of those that come in.
        let shift = if leaves && beside.len() > 1 { SHIFT } else { 0.0 };
        left + BOX.0 * (position + 1) as f64 / (beside.len() + 1) as f64 + shift
    }

    fn svg(&self) -> String {
        let courses: Vec<Course> = self.ways.iter().map(|way| self.course(way)).collect();
        // The ways that run across above each row; each has a height of its own.
        let mut across: Vec<Vec<usize>> = vec![Vec::new(); self.rows()];
        for (index, (way, course)) in self.ways.iter().zip(&courses).enumerate() {
            let (below_start, above_end) = (self.boxes[way.from].row + 1, self.boxes[way.to].row);
            match course {
                Course::Late => across[above_end].push(index),
                Course::Early => across[below_start].push(index),
                Course::Beside => {
                    across[below_start].push(index);
                    across[above_end].push(index);
                }
            }
        }
        let mut tops = Vec::new();
        let mut y = 8.0;
        for ways in &across {
            y += CLEAR.0 + CLEAR.1 + TRACK * ways.len() as f64;
            tops.push(y);
            y += BOX.1;
        }
        let height = y + CLEAR.0 + CLEAR.1;
        let columns = PLACES.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        let width = MARGIN + COLUMN * columns as f64;
        let track = |row: usize, way: usize| {
            let position = across[row]
                .iter()
                .position(|other| *other == way)
                .expect("it runs there");
            tops[row] - CLEAR.1 - TRACK * position as f64
        };

        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n\
             <title>The stages of {INSTRUCTION}, and the bits between them</title>\n\
             <defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" markerHeight=\"6\" \
             orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" fill=\"#333333\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        let mut labels = String::new();
        for (index, (way, course)) in self.ways.iter().zip(&courses).enumerate() {
            let (from, to) = (&self.boxes[way.from], &self.boxes[way.to]);
            let (x, y) = (self.port(way.from, way, true), tops[from.row] + BOX.1);
            let (end_x, end_y) = (self.port(way.to, way, false), tops[to.row]);
            let between = match course {
                Course::Late => format!("V{:.1}H{end_x:.1}", track(to.row, index)),
                Course::Early => format!("V{:.1}H{end_x:.1}", track(from.row + 1, index)),
                Course::Beside => {
                    let beside = MARGIN + COLUMN * (from.column + 1) as f64 - (COLUMN - BOX.0) / 2.0;
                    format!(
                        "V{:.1}H{beside:.1}V{:.1}H{end_x:.1}",
                        track(from.row + 1, index),
                        track(to.row, index)
                    )
                }
            };
            svg += &arrow(&format!("M{x:.1} {y:.1}{between}V{end_y:.1}"));
            labels += &label(end_x + 3.0, end_y - 8.0, &way.bits.to_string());
        }
        for (placed, at) in self.boxes.iter().zip(0..) {
            let (x, y) = (MARGIN + COLUMN * placed.column as f64, tops[placed.row]);
            let middle = x + BOX.0 / 2.0;
            if let Some(operand) = placed.step.stage.strip_prefix("unpack_") {
                svg += &arrow(&format!("M{middle} {:.1}V{y:.1}", y - CLEAR.1));
                labels += &label(middle + 5.0, y - 10.0, &format!("{operand}: {}", self.operand_bits()));
            }
            if self.ways.iter().all(|way| way.from != at) {
                let end = y + BOX.1 + CLEAR.1;
                svg += &arrow(&format!("M{middle} {:.1}V{end:.1}", y + BOX.1));
                labels += &label(middle + 5.0, end - 6.0, &format!("d: {}", self.operand_bits()));
            }
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#e8f1f8\" stroke=\"#0072b2\"/>\
                 <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
                BOX.0,
                BOX.1,
                y + LINE + 2.0,
                placed.step.stage.replace('_', " "),
            );
            for (line, number) in lines(&placed.step.meaning).iter().zip(2_u8..) {
                let below = y + LINE * f64::from(number) + 2.0;
                let _ = writeln!(
                    svg,
                    "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\" font-size=\"10\">{line}</text>"
                );
            }
        }
        svg + &labels + "</svg>\n"
    }

    fn operand_bits(&self) -> u32 {
        let instruction: Instruction = INSTRUCTION.parse().expect("a legal mnemonic");
        instruction.signature().result_width()
    }
}

/// A text in lines that fit into a box.
fn lines(text: &str) -> Vec<Cow<'_, str>> {
    let options = textwrap::Options::new(LETTERS).break_words(false);
    textwrap::wrap(text, options.word_splitter(WordSplitter::NoHyphenation))
}

fn arrow(path: &str) -> String {
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#333333\" marker-end=\"url(#head)\"/>\n")
}

/// A number of bits, readable over a line.
fn label(x: f64, y: f64, text: &str) -> String {
    let at = format!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\"");
    format!("{at} stroke=\"#ffffff\" stroke-width=\"3\">{text}</text>{at}>{text}</text>\n")
}
