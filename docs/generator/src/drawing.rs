//! The drawing of fma's stages, `docs/fma-stages.svg`: which stage gives how many bits to which, from the netlist.

use std::borrow::Cow;
use std::collections::BTreeMap;

use halfpipe_drawing::{text_width, Paint, Svg};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::Netlist;
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::default_latency;
use textwrap::WordSplitter;

use crate::stages::{Step, Steps};

/// The instruction that is drawn.
const INSTRUCTION: &str = "fma.rn.f16";

/// What a stage is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matter {
    Number,
    Significand,
    Exponent,
    Special,
}

impl Matter {
    const ALL: [(Matter, &str); 4] = [
        (Matter::Number, "whole numbers"),
        (Matter::Significand, "significands"),
        (Matter::Exponent, "exponents, distances and counts"),
        (Matter::Special, "NaN and infinity"),
    ];

    fn paint(self) -> Paint {
        Paint::Series(match self {
            Matter::Number => 6,
            Matter::Significand => 0,
            Matter::Exponent => 2,
            Matter::Special => 1,
        })
    }
}

/// What each stage is about, and where it is drawn, as a column from the left.
const PLACES: [(&str, Matter, usize); 13] = [
    ("unpack_a", Matter::Number, 0),
    ("unpack_b", Matter::Number, 1),
    ("unpack_c", Matter::Number, 2),
    ("exponents", Matter::Exponent, 1),
    ("special_product", Matter::Special, 3),
    ("special", Matter::Special, 3),
    ("multiply", Matter::Significand, 0),
    ("align", Matter::Significand, 2),
    ("add", Matter::Significand, 0),
    ("normalise", Matter::Significand, 0),
    ("complement", Matter::Significand, 0),
    ("round", Matter::Significand, 1),
    ("pack", Matter::Number, 1),
];

/// Ways of a single bit, a sign or a flag, are not drawn.
const FEWEST_BITS: usize = 2;

// Sizes in pixels.
const COLUMN: f64 = 196.0;
const BOX: (f64, f64) = (168.0, 64.0);
/// The stripe that says what a box is about.
const STRIPE: f64 = 5.0;
/// The legend above: the height of a line, its lines, and what the sample of a line takes.
const LEGEND: (f64, usize, f64) = (22.0, 3, 30.0);
/// Between the lines of text in a box.
const LINE: f64 = 13.0;
const MARGIN: f64 = 18.0;
/// Between the ways that run side by side.
const TRACK: f64 = 11.0;
const SHIFT: f64 = 6.0;
/// Between boxes and the ways above and below; an arrow's head and its label fit in.
const CLEAR: (f64, f64) = (16.0, 22.0);

/// The most letters in a line of text in a box.
const LETTERS: usize = 28;

/// A step in its place.
struct Placed {
    step: Step,
    matter: Matter,
    /// When it works, at the default latency.
    cycles: String,
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
    let latency = default_latency(instruction);
    let pipeline = Design::unit(instruction, latency).expect("a latency that it has");
    let steps = Steps::of(unit.lane());
    Drawing::of(&steps, &pipeline.module().lane, latency).svg()
}

/// `0` or `0–1`: the clock cycles in which a stage of a pipeline works.
fn cycles(pipeline: &Netlist, stage: &str) -> String {
    let index = pipeline.stages.iter().position(|known| known.name == stage);
    let cycles = index.map(|index| pipeline.cycles(index)).unwrap_or_default();
    match (cycles.first(), cycles.last()) {
        (Some(first), Some(last)) if first != last => format!("{first}–{last}"),
        (Some(first), _) => first.to_string(),
        (None, _) => String::new(),
    }
}

struct Drawing {
    boxes: Vec<Placed>,
    ways: Vec<Way>,
    /// The latency that the clock cycles are those of.
    latency: u32,
}

impl Drawing {
    fn of(steps: &Steps, pipeline: &Netlist, latency: u32) -> Drawing {
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
            let place = PLACES.iter().find(|(stage, ..)| *stage == step.stage);
            let (_, matter, column) =
                place.unwrap_or_else(|| panic!("the stage {} has no place in the drawing", step.stage));
            Placed {
                step: (*step).clone(),
                matter: *matter,
                cycles: cycles(pipeline, &step.stage),
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
            latency,
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
        let mut y = 14.0 + LEGEND.0 * LEGEND.1 as f64;
        for ways in &across {
            y += CLEAR.0 + CLEAR.1 + TRACK * ways.len() as f64;
            tops.push(y);
            y += BOX.1;
        }
        let height = y + CLEAR.0 + CLEAR.1;
        let columns = PLACES.iter().map(|(.., column)| column + 1).max().unwrap_or(0);
        let width = MARGIN + COLUMN * columns as f64;
        let track = |row: usize, way: usize| {
            let position = across[row]
                .iter()
                .position(|other| *other == way)
                .expect("it runs there");
            tops[row] - CLEAR.1 - TRACK * position as f64
        };

        let title = format!("The stages of {INSTRUCTION}, and the bits between them");
        let mut svg = Svg::new((width, height), &title, &self.description());
        svg.add(format_args!(
            "<defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" markerHeight=\"6\" \
             orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" {}/></marker></defs>",
            Paint::Ink.fill()
        ));
        self.draw_legend(&mut svg);
        let mut labels = Vec::new();
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
            arrow(&mut svg, &format!("M{x:.1} {y:.1}{between}V{end_y:.1}"));
            labels.push(((end_x + 3.0, end_y - 8.0), way.bits.to_string()));
        }
        for (placed, at) in self.boxes.iter().zip(0..) {
            let (x, y) = (MARGIN + COLUMN * placed.column as f64, tops[placed.row]);
            let middle = x + BOX.0 / 2.0;
            if let Some(operand) = placed.step.stage.strip_prefix("unpack_") {
                arrow(&mut svg, &format!("M{middle} {:.1}V{y:.1}", y - CLEAR.1));
                labels.push(((middle + 5.0, y - 10.0), format!("{operand}: {}", self.operand_bits())));
            }
            if self.ways.iter().all(|way| way.from != at) {
                let end = y + BOX.1 + CLEAR.1;
                arrow(&mut svg, &format!("M{middle} {:.1}V{end:.1}", y + BOX.1));
                labels.push(((middle + 5.0, end - 6.0), format!("d: {}", self.operand_bits())));
            }
            placed.draw(&mut svg, (x, y));
        }
        for (place, text) in labels {
            label(&mut svg, place, &text);
        }
        svg.finish()
    }

    /// The stages and what each does, in words.
    fn description(&self) -> String {
        let mut boxes: Vec<&Placed> = self.boxes.iter().collect();
        boxes.sort_by_key(|placed| placed.row);
        let stages = boxes.iter().map(|placed| {
            let name = placed.step.stage.replace('_', " ");
            format!("{name}: {}.", placed.step.meaning)
        });
        stages.collect::<Vec<_>>().join(" ")
    }

    /// What colours, numbers and arrows mean.
    fn draw_legend(&self, svg: &mut Svg) {
        let line = |row: usize| 20.0 + LEGEND.0 * row as f64;
        let mut x = MARGIN;
        for (matter, text) in Matter::ALL {
            let paint = Paint::Tint.fill_and_stroke(matter.paint());
            svg.add(format_args!(
                "<rect x=\"{x:.1}\" y=\"{}\" width=\"20\" height=\"13\" rx=\"3\" {paint}/>",
                line(0) - 10.0
            ));
            stripe(svg, (x, line(0) - 10.0), 13.0, matter.paint());
            svg.text((x + LEGEND.2 - 2.0, line(0)), "start", Paint::Ink.fill(), text);
            x += LEGEND.2 + text_width(text, 11.0) + 20.0;
        }
        arrow(svg, &format!("M{MARGIN} {0:.1}H{1:.1}", line(1) - 4.0, MARGIN + 22.0));
        let bits =
            "with its number of bits: what one stage takes from another; signs and flags of a single bit are left out";
        svg.text((MARGIN + LEGEND.2 - 2.0, line(1)), "start", Paint::Ink.fill(), bits);
        let faint = format!("font-size=\"10\" {}", Paint::Faint.fill());
        svg.text((MARGIN + 2.0, line(2)), "start", faint, "0–1");
        let cycles = format!(
            "the clock cycles in which a stage works at latency {}, the default",
            self.latency
        );
        svg.text((MARGIN + LEGEND.2 - 2.0, line(2)), "start", Paint::Ink.fill(), &cycles);
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

impl Placed {
    /// The box with its name, what happens there, and when.
    fn draw(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        let paint = Paint::Tint.fill_and_stroke(self.matter.paint());
        svg.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\" {paint}/>",
            BOX.0, BOX.1
        ));
        stripe(svg, (x, y), BOX.1, self.matter.paint());
        let (middle, name) = (x + BOX.0 / 2.0, self.step.stage.replace('_', " "));
        let bold = format!("font-weight=\"bold\" {}", Paint::Ink.fill());
        svg.text((middle, y + LINE + 2.0), "middle", bold, &name);
        let small = |paint: Paint| format!("font-size=\"10\" {}", paint.fill());
        svg.text(
            (x + BOX.0 - 6.0, y + LINE + 1.0),
            "end",
            small(Paint::Faint),
            &self.cycles,
        );
        for (line, number) in lines(&self.step.meaning).iter().zip(2_u8..) {
            let below = y + LINE * f64::from(number) + 3.0;
            svg.text((middle + STRIPE / 2.0, below), "middle", small(Paint::Ink), line);
        }
    }
}

/// The left edge of a box, in the colour of what it is about.
fn stripe(svg: &mut Svg, (x, y): (f64, f64), height: f64, paint: Paint) {
    svg.add(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{STRIPE}\" height=\"{height}\" rx=\"2\" {}/>",
        paint.fill()
    ));
}

fn arrow(svg: &mut Svg, path: &str) {
    let paint = Paint::Ink.stroke();
    svg.add(format_args!("<path d=\"{path}\" marker-end=\"url(#head)\" {paint}/>"));
}

/// A number of bits, readable over a line.
fn label(svg: &mut Svg, place: (f64, f64), text: &str) {
    let ground = format!("font-size=\"10\" stroke-width=\"3\" {}", Paint::Paper.stroke());
    svg.text(place, "start", ground, text);
    svg.text(place, "start", format!("font-size=\"10\" {}", Paint::Ink.fill()), text);
}
