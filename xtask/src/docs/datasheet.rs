//! The page about area and clock frequency, `docs/datasheet.md`, and its pictures.
//!
//! Every figure comes from the results under `synth/results`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use halfpipe_fpga::ResultCoverage;
use halfpipe_fpga::Target;
use halfpipe_hdl::datapath::iterative::ITERATIVE_MARK;
use halfpipe_hdl::design::SPEED_MARK;
use halfpipe_hdl::fpu;
use halfpipe_isa::{Instruction, Rounding, ROUNDING_MARK};
use halfpipe_synth::coverage::{rounded, DOTS, ITERATIVE, ROUNDED};
use halfpipe_synth::curve::{Curve, KNEE_SHARE, MEASURED_EVERYWHERE, REFERENCE_TARGET};
use halfpipe_synth::peers::{peers, riscv_cores, Peer, DOT_UNITS, ITERATIVE_UNITS, UNITS};
use halfpipe_synth::plot::plot;
use halfpipe_synth::results::{megahertz, Entry, Results};
use halfpipe_synth::unit::MEASURED_BLOCKS;

const INTRODUCTION: &str = "\
# Datasheet

This page lists measured areas and clock frequencies: beside other cores, on other FPGAs, and over the latencies.

It is generated from the results under `synth/results`, and a test compares them.
`UPDATE_EXPECT=1 cargo test -p xtask --test all document::` writes it again; `make results` first measures what has changed.

## How the figures are measured

- **Harness.** A module lies between two ranks of registers, which count as flip-flops. The harness has three pins: a shift register
  feeds the operands, and a signature register folds the results. Reset, enable and valid are fixed, because other cores have none.
- **MHz** is the best and the median of several placements. The command below each table gives their number as `--seeds`.
- **Noise.** In another wrapper the same logic changes by 2.5 % of its lookup tables and 6 % of its clock frequency. Smaller differences
  mean little.
- **Other instructions.** Subtraction costs the same as addition, maximum the same as minimum, set the same as setp, cos the same as sin.
  An x2 instruction has two lanes. A modifier adds a few lookup tables.
- **Block RAM.** Yosys puts the tables of tanh and ex2 into block RAM if a register follows them.

";

/// Modules that share a picture.
struct Family {
    title: &'static str,
    /// The picture's file name, without its extension.
    file: &'static str,
    /// Instructions, or the word for the core.
    instructions: &'static [&'static str],
}

const FAMILIES: [Family; 30] = [
    Family {
        title: "Addition",
        file: "add",
        instructions: &["add.rn.f16", "add.rn.bf16"],
    },
    Family {
        title: "Multiplication",
        file: "mul",
        instructions: &["mul.rn.f16", "mul.rn.bf16"],
    },
    Family {
        title: "Fused multiply-add",
        file: "fma",
        instructions: &["fma.rn.f16", "fma.rn.bf16"],
    },
    Family {
        title: "Multiplication for speed",
        file: "mul-speed",
        instructions: &["mul.rn.f16 --optimise speed", "mul.rn.bf16 --optimise speed"],
    },
    Family {
        title: "Fused multiply-add for speed",
        file: "fma-speed",
        instructions: &[
            "fma.rn.f16 --optimise speed",
            "fma.rn.bf16 --optimise speed",
            "fma.rn.f32.f16 --optimise speed",
            "fma.rn.f32.bf16 --optimise speed",
        ],
    },
    Family {
        title: "Mixed-precision addition",
        file: "add-mixed",
        instructions: &["add.rn.f32.f16", "add.rn.f32.bf16"],
    },
    Family {
        title: "Mixed-precision fused multiply-add",
        file: "fma-mixed",
        instructions: &["fma.rn.f32.f16", "fma.rn.f32.bf16"],
    },
    Family {
        title: "Minimum",
        file: "min",
        instructions: &["min.f16", "min.bf16"],
    },
    Family {
        title: "Comparison",
        file: "compare",
        instructions: &["setp.lt.f16", "setp.lt.bf16"],
    },
    Family {
        title: "Conversion between half and single precision",
        file: "convert",
        instructions: &["cvt.f32.f16", "cvt.rn.f16.f32"],
    },
    Family {
        title: "Conversion to eight bits",
        file: "convert-eight-bits",
        instructions: &["cvt.rn.satfinite.e4m3x2.f16x2"],
    },
    Family {
        title: "Conversion to and from integers",
        file: "convert-integer",
        instructions: &["cvt.rzi.s32.f16", "cvt.rn.f16.s32"],
    },
    Family {
        title: "Addition in eight bits",
        file: "add-eight-bits",
        instructions: &["add.rn.e4m3", "add.rn.e5m2"],
    },
    Family {
        title: "Multiplication in eight bits",
        file: "mul-eight-bits",
        instructions: &["mul.rn.e4m3", "mul.rn.e5m2"],
    },
    Family {
        title: "Fused multiply-add in eight bits",
        file: "fma-eight-bits",
        instructions: &["fma.rn.e4m3", "fma.rn.e5m2"],
    },
    Family {
        title: "Hyperbolic tangent",
        file: "tanh",
        instructions: &["tanh.approx.f16", "tanh.approx.bf16"],
    },
    Family {
        title: "Power of two",
        file: "ex2",
        instructions: &["ex2.approx.f16", "ex2.approx.ftz.bf16"],
    },
    Family {
        title: "Division",
        file: "div",
        instructions: &["div.rn.f16", "div.rn.bf16"],
    },
    Family {
        title: "Reciprocal",
        file: "rcp",
        instructions: &["rcp.rn.f16", "rcp.rn.bf16"],
    },
    Family {
        title: "Square root",
        file: "sqrt",
        instructions: &["sqrt.rn.f16", "sqrt.rn.bf16"],
    },
    Family {
        title: "Reciprocal square root",
        file: "rsqrt",
        instructions: &["rsqrt.approx.f16", "rsqrt.approx.bf16"],
    },
    Family {
        title: "Logarithm to base two",
        file: "lg2",
        instructions: &["lg2.approx.f16", "lg2.approx.bf16"],
    },
    Family {
        title: "Natural logarithm",
        file: "log",
        instructions: &["log.approx.f16", "log.approx.bf16"],
    },
    Family {
        title: "Exponential",
        file: "exp",
        instructions: &["exp.approx.f16", "exp.approx.bf16"],
    },
    Family {
        title: "Sigmoid",
        file: "sigmoid",
        instructions: &["sigmoid.approx.f16", "sigmoid.approx.bf16"],
    },
    Family {
        title: "SiLU",
        file: "silu",
        instructions: &["silu.approx.f16", "silu.approx.bf16"],
    },
    Family {
        title: "GELU",
        file: "gelu",
        instructions: &["gelu.approx.f16", "gelu.approx.bf16"],
    },
    Family {
        title: "Error function",
        file: "erf",
        instructions: &["erf.approx.f16", "erf.approx.bf16"],
    },
    Family {
        title: "Sine and cosine",
        file: "sin",
        instructions: &["sin.approx.f16", "sin.approx.bf16"],
    },
    Family {
        title: "The core of all instructions",
        file: "core",
        instructions: &[fpu::KEYWORD],
    },
];

/// Returns the text of the page.
pub fn datasheet() -> String {
    let committed: Vec<Results> = Results::committed().collect();
    let mut page = format!("{INTRODUCTION}{MEASURED_BLOCKS}\n");
    page += "\n| target | Yosys | nextpnr |\n|---|---|---|\n";
    for Results { target, tools, .. } in &committed {
        let _ = writeln!(
            page,
            "| {target} | {}, `{}` | {} |",
            tools.yosys,
            tools.synthesis,
            match (&tools.nextpnr, &tools.placement) {
                (Some(version), Some(options)) => format!("{version}, `{options}`"),
                _ => "-".to_owned(),
            }
        );
    }
    page += "\n## Beside other cores\n\n\
        The other cores are CVFPU, HardFloat, FloPoCo's IEEEFPFMA, FP-Gen, and the fmas of Wally, Vortex and arch-com. They were\n\
        measured with the same tools, options and harness. All round to nearest and have no exception flags.\n\n\
        - A core of latency N has N ranks of registers inside, and those in front and behind. HardFloat has none of its own. Vortex'\n  \
        fma takes at least 7 ranks.\n\
        - If some results of a core are wrong, its line states the share.\n\
        - \"Recoded ports\" means that operands and result stay in HardFloat's own format, without conversion from and to IEEE 754.\n\
        - CVFPU's unit for min and max computes either, selected by an input.\n\
        - None of these cores has the modifiers `.relu`, `.oob`, `.ftz`, `.sat` and `.xorsign.abs`.\n\
        - None has exp, log, tanh or another such function. RTLDesignSherpa has two in bf16, which were not measured: its reciprocal is\n  \
        wrong on 27,720 of 64,514 operands, and its sigmoid on 3,057 of 49,455.\n";
    let (curves, others): (Vec<Results>, Vec<Results>) = committed.into_iter().partition(has_curves);
    for results in &curves {
        page += &beside(results);
    }
    for results in curves.iter().filter(|results| results.target == REFERENCE_TARGET) {
        page += &other_roundings(results);
        page += &iterative_units(results);
    }
    page += "\n## Dot products\n\n\
        Our [dot products](dot.md) have elements in f16, and c and d in f32. CVFPU's sdotp rounds the sum of two products and c once, as\n\
        `dot2.rn` does. `dot2.rn` adds in a [wide fixed point](dot.md#exact-sums), so it is larger and slower than sdotp. No other core\n\
        here computes as a tensor core. A placement takes minutes, so few units were measured on ECP5, and only one with registers.\n\
        `dot8.volta` is two blocks of four products in a chain.\n";
    for results in &curves {
        page += &dot_products(results);
    }
    page += &core_of_riscv();
    page += "\n## Other families\n\n\
        These modules were measured without registers, and some at the default latency, with the same harness.\n\n\
        - MHz is that of one placement. Other placements differ by some 10 %. A dash means that no tool here places and routes.\n\
        - The lookup tables of Xilinx 7 have six inputs and its carry cells four bits. Carry cells of Nexus have two bits, of Gowin\n  \
        one.\n\
        - Multiplier blocks and memories are not used on Gowin, because nextpnr has no delay through them.\n";
    for results in &others {
        page += &other(results);
    }
    page += "\n## Over the latencies\n";
    let share = KNEE_SHARE * 100.0;
    let _ = write!(
        page,
        "\nThe knee of a curve is the smallest latency above 0 that reaches {share} % of the best clock frequency of all\n\
         latencies. A * marks the knee on {REFERENCE_TARGET}.\n\n\
         The critical path is that of the fastest placement on {REFERENCE_TARGET}. A + joins stages that cannot be told apart:\n\
         the lookup tables between two carry chains have lost their names. A dash means that the fastest placement on file has\n\
         a seed beyond those shown.\n"
    );
    for family in &FAMILIES {
        page += &section(family, &curves);
    }
    page
}

/// True if a target was measured at every latency.
fn has_curves(results: &Results) -> bool {
    results.target.extent() == Some(ResultCoverage::EveryLatency)
}

/// Returns the pictures: file names and their text.
pub fn plots() -> Vec<(String, String)> {
    let curves: Vec<Results> = Results::committed().filter(has_curves).collect();
    let of_family = |family: &Family| {
        let picture = plot(family.title, &curves, family.instructions);
        (format!("{}.svg", family.file), picture.svg())
    };
    FAMILIES.iter().map(of_family).collect()
}

/// Formats our results on one target beside those of other cores, unit by unit.
fn beside(results: &Results) -> String {
    let target = results.target;
    let mut text = format!("\n### {target}\n\n{HEAD_BESIDE}");
    let names: Vec<&str> = UNITS.iter().map(|(_, mnemonic)| *mnemonic).collect();
    let seeds = placements(names.iter().filter_map(|mnemonic| results.get(mnemonic, 0)));
    let of_target: Vec<Peer> = peers().into_iter().filter(|peer| peer.target == target).collect();
    for (unit, mnemonic) in UNITS {
        let mut others: Vec<&Peer> = of_target.iter().filter(|peer| peer.unit == unit).collect();
        others.sort_by_key(|peer| peer.depth);
        for group in others.chunk_by(|one, next| one.depth == next.depth) {
            let latency = group[0].latency();
            let fast = format!("{mnemonic} {SPEED_MARK}");
            let forms = [
                (mnemonic, "halfpipe".to_owned()),
                (&fast, format!("halfpipe `{SPEED_MARK}`")),
            ];
            for (name, core) in forms {
                if let Some(entry) = results.get(name, latency).cloned() {
                    text += &line_of_ours(unit, &core, &entry.of_first(seeds));
                }
            }
            for peer in group {
                text += &line_of_peer(peer);
            }
        }
    }
    let _ = write!(
        text,
        "\nTo measure our lines of latency 0 again:\n\n    halfpipe synth {} --target {target} --latency 0 --seeds \
         {seeds}\n",
        names.join(" ")
    );
    let is_fast = |name: &&&str| results.get(&format!("{name} {SPEED_MARK}"), 0).is_some();
    let fast: Vec<&str> = names.iter().filter(is_fast).copied().collect();
    if !fast.is_empty() {
        let _ = writeln!(
            text,
            "    halfpipe synth {} {SPEED_MARK} --target {target} --latency 0 --seeds {seeds}",
            fast.join(" ")
        );
    }
    text
}

/// The head of a table of our units beside those of other cores.
const HEAD_BESIDE: &str = "\
| unit | core | latency | LUT4 | carry | DSP | flip-flops | MHz best | median |
|---|---|---|---|---|---|---|---|---|
";

/// Formats our result in a table beside other cores.
fn line_of_ours(unit: &str, core: &str, entry: &Entry) -> String {
    format!(
        "| **{unit}** | **{core}** | {} | **{}** | {} | {} | {} | **{}** | {} |\n",
        entry.latency,
        entry.luts,
        entry.carries,
        entry.dsps,
        entry.flip_flops,
        megahertz(entry.best()),
        megahertz(entry.median())
    )
}

/// Formats the result of another core.
fn line_of_peer(peer: &Peer) -> String {
    let counted = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    format!(
        "| {} | {}{} | {} | {} | {} | {} | {} | {} | {} |\n",
        peer.unit,
        peer.core,
        wrong_share(peer),
        peer.latency(),
        peer.luts,
        counted(peer.carries),
        peer.dsps,
        counted(peer.flip_flops),
        megahertz(Some(peer.best_mhz)),
        megahertz(peer.median_mhz)
    )
}

/// Formats the figures of dot products, beside those of another core.
fn dot_products(results: &Results) -> String {
    let target = results.target;
    let mut text = format!("\n### {target}: dot products\n\n{HEAD_BESIDE}");
    // The instructions of each latency and number of placements.
    let mut measured: BTreeMap<(u32, usize), Vec<&str>> = BTreeMap::new();
    for mnemonic in DOTS {
        for entry in results.results.iter().filter(|entry| entry.mnemonic == mnemonic) {
            text += &line_of_ours(&format!("`{mnemonic}`"), "halfpipe", entry);
            let placements = entry.mhz.len();
            measured.entry((entry.latency, placements)).or_default().push(mnemonic);
        }
    }
    let is_dot = |peer: &&Peer| peer.target == target && DOT_UNITS.iter().any(|(unit, _)| *unit == peer.unit);
    text.extend(peers().iter().filter(is_dot).map(line_of_peer));
    text += "\nTo measure our lines again:\n\n";
    for ((latency, placements), names) in measured {
        let _ = writeln!(
            text,
            "    halfpipe synth {} --target {target} --latency {latency} --seeds {placements}",
            names.join(" ")
        );
    }
    text
}

/// Formats the figures of RISC-V's core beside those of CVFPU, and those of its iterative units.
fn core_of_riscv() -> String {
    let (units, cores): (Vec<Peer>, Vec<Peer>) = riscv_cores()
        .into_iter()
        .partition(|figures| figures.unit.ends_with(".h"));
    let mut text = "\n## The core of RISC-V\n\n\
        The table compares [the core](riscv.md) `halfpipe_zfh` with CVFPU 0.8.1. Both have Zfh for XLEN 32 and FLEN 32, NaN boxes and all\n\
        flags, and no conversions from and to single precision. Only the line with a divider has division. All other groups have one latency.\n\n\
        CVFPU is its `fpnew_top` with FP16 and INT32 alone, parallel units, and merged conversions. Its registers are distributed.\n\n\
        | target | core | latency | LUT4 | carry | DSP | flip-flops | MHz best | median |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let row = |text: &mut String, name: &str, core: &str, cycles: u32, figures: &Peer| {
        let counted = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
        let mark = if figures.core.starts_with("halfpipe") { "**" } else { "" };
        let _ = writeln!(
            text,
            "| {mark}{name}{mark} | {mark}{core}{mark} | {cycles} | {mark}{}{mark} | {} | {} | {} | {mark}{}{mark} | {} |",
            figures.luts,
            counted(figures.carries),
            figures.dsps,
            counted(figures.flip_flops),
            megahertz(Some(figures.best_mhz)),
            megahertz(figures.median_mhz)
        );
    };
    for figures in &cores {
        row(
            &mut text,
            figures.target.name(),
            &figures.core,
            figures.latency(),
            figures,
        );
    }
    text += "\nThe small divider computes quotients and roots in the same registers, in 13 cycles, and up to 17 for subnormal operands. It has\n\
        199 LUT4; the arbiter, the tag and the choice of the result take 33 more. The iterative units of one instruction take 16\n\
        cycles for all operands:\n\n\
        | target | unit | cycles | LUT4 | carry | DSP | flip-flops | MHz best | median |\n\
        |---|---|---|---|---|---|---|---|---|\n";
    for figures in &units {
        let unit = format!("`{}`", figures.unit);
        row(&mut text, figures.target.name(), &unit, figures.depth, figures);
    }
    text += "\nTo measure our lines again:\n\n    \
        halfpipe synth zfh --formats h --latency 0 --target ice40-hx8k --seeds 5\n    \
        halfpipe synth zfh --formats h --latency 0 --divsqrt small --target ice40-hx8k --seeds 5\n    \
        halfpipe synth zfh --formats h --latency 3 --target ice40-hx8k --seeds 5\n    \
        halfpipe synth zfh --formats h --latency 0 --target ecp5-25k --seeds 3\n    \
        halfpipe synth zfh --formats h --latency 3 --target ecp5-25k --seeds 3\n    \
        halfpipe synth fdiv.h fsqrt.h --iterative --target ice40-hx8k --seeds 5\n\n\
        The divider alone, in Yosys:\n\n    \
        halfpipe generate zfh --formats h --latency 0 --divsqrt small\n    \
        yosys -p 'read_verilog halfpipe_zfh.v; synth_ice40 -device hx -abc9 -top halfpipe_zfh_divsqrt_h; stat'\n";
    text
}

/// Formats the costs of the other roundings, and of a rounding port, without registers.
fn other_roundings(results: &Results) -> String {
    let target = results.target;
    let mut text = format!(
        "\n## Other roundings\n\n\
         LUT4 and MHz (the best placement) on {target}, of units without registers. `--rounding port` makes the rounding an\n\
         input.\n\n| instruction |"
    );
    for rounding in Rounding::ALL {
        let _ = write!(text, " `.{}` |", rounding.modifier());
    }
    let _ = writeln!(
        text,
        " `{ROUNDING_MARK}` |\n|---|{}",
        "---|".repeat(Rounding::ALL.len() + 1)
    );
    let mut shown = Vec::new();
    for nearest in ROUNDED {
        let nearest: Instruction = nearest.parse().expect("it is an instruction");
        let port = nearest.with_rounding_port().expect("it has every rounding");
        let _ = write!(text, "| `{}` |", port.mnemonic());
        let variants = Rounding::ALL.map(|rounding| port.with_fixed_rounding(rounding));
        for variant in variants.iter().chain([&port]) {
            let entry = results.get(&variant.to_string(), 0);
            let figures = entry.map(|entry| format!("{} / {}", entry.luts, megahertz(entry.best())));
            let _ = write!(text, " {} |", figures.as_deref().unwrap_or("-"));
            shown.extend(entry);
        }
        text.push('\n');
    }
    let seeds = placements(shown.into_iter());
    let roundings = rounded()
        .into_iter()
        .filter(|instruction| !instruction.has_rounding_port());
    let names: Vec<String> = roundings.map(Instruction::mnemonic).collect();
    let _ = write!(
        text,
        "\nTo measure these again:\n\n    halfpipe synth {} --target {target} --latency 0 --seeds {seeds}\n    \
         halfpipe synth {} {ROUNDING_MARK} --target {target} --latency 0 --seeds {seeds}\n",
        names.join(" "),
        ROUNDED.join(" ")
    );
    text
}

/// Formats the figures of iterative units, beside those of other cores.
fn iterative_units(results: &Results) -> String {
    let target = results.target;
    let mut text = format!(
        "\n## Iterative units\n\n\
         `--iterative` selects hardware that works on one operation at a time. The figures are of {target}. The other cores\n\
         are HardFloat's divSqrt and PULP MVP, the divider of CVFPU; their cycles are the most for an operation.\n\n\
         | unit | core | cycles | LUT4 | carry | flip-flops | MHz best | median |\n|---|---|---|---|---|---|---|---|\n"
    );
    let names = ITERATIVE.map(|name| format!("{name} {ITERATIVE_MARK}"));
    let entries = names
        .iter()
        .filter_map(|name| results.results.iter().find(|entry| entry.mnemonic == *name));
    let entries: Vec<&Entry> = entries.collect();
    let seeds = placements(entries.iter().copied());
    for (instruction, entry) in ITERATIVE.iter().zip(entries) {
        let Entry {
            latency,
            luts,
            carries,
            flip_flops,
            ..
        } = entry;
        let (best, median) = (megahertz(entry.best()), megahertz(entry.median()));
        let _ = writeln!(
            text,
            "| **`{instruction}`** | **halfpipe** | {latency} | **{luts}** | {carries} | {flip_flops} | **{best}** | {median} |"
        );
        let unit = ITERATIVE_UNITS.iter().find(|(_, ours)| ours == instruction);
        let is_like = |peer: &&Peer| peer.target == target && unit.is_some_and(|(unit, _)| *unit == peer.unit);
        for peer in peers().iter().filter(is_like) {
            let _ = writeln!(
                text,
                "| `{instruction}` | {}{} | {} | {} | - | - | {} | {} |",
                peer.core,
                wrong_share(peer),
                peer.depth,
                peer.luts,
                megahertz(Some(peer.best_mhz)),
                megahertz(peer.median_mhz)
            );
        }
    }
    let _ = write!(
        text,
        "\nTo measure our lines again:\n\n    halfpipe synth {} {ITERATIVE_MARK} --target {target} --seeds {seeds}\n",
        ITERATIVE.join(" ")
    );
    text
}

/// Returns the share of wrong results of a core, in parentheses; nothing if none is known.
fn wrong_share(peer: &Peer) -> String {
    let wrong = peer.wrong.as_ref().map(|share| format!(" (wrong on {share})"));
    wrong.unwrap_or_default()
}

/// Formats our results on a target without curves.
fn other(results: &Results) -> String {
    let target = results.target;
    let family = target.family();
    let mut text = format!("\n### {target}\n\n");
    if let Some(remark) = family.remark {
        let mut letters = remark.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        let _ = writeln!(text, "{}{}.\n", first.unwrap_or_default(), letters.as_str());
    }
    let _ = writeln!(
        text,
        "| instruction | latency | LUT{} | carry | DSP | RAM | flip-flops | MHz |\n|---|---|---|---|---|---|---|---|",
        family.cells.lookup_table_inputs
    );
    for entry in &results.results {
        let Entry {
            mnemonic,
            latency,
            luts,
            carries,
            dsps,
            rams,
            flip_flops,
            ..
        } = entry;
        let _ = writeln!(
            text,
            "| `{mnemonic}` | {latency} | {luts} | {carries} | {dsps} | {rams} | {flip_flops} | {} |",
            megahertz(entry.best())
        );
    }
    let names = MEASURED_EVERYWHERE.join(" ");
    let seeds = placements(results.results.iter());
    let _ = writeln!(
        text,
        "\nTo measure these again:\n\n    halfpipe synth {names} --target {target} --latency 0 --seeds {seeds}"
    );
    if target.extent() == Some(ResultCoverage::ZeroAndDefault) {
        let _ = writeln!(text, "    halfpipe synth {names} --target {target} --seeds {seeds}");
    }
    text
}

/// Returns the number of placements of each of some results, the smallest where they differ.
fn placements<'e>(entries: impl Iterator<Item = &'e Entry>) -> usize {
    entries.map(|entry| entry.mhz.len()).min().unwrap_or(0)
}

fn section(family: &Family, committed: &[Results]) -> String {
    let Family {
        title,
        file,
        instructions,
    } = family;
    let has_some = |results: &&Results| {
        let mut entries = results.results.iter();
        entries.any(|entry| instructions.contains(&entry.mnemonic.as_str()))
    };
    let committed: Vec<&Results> = committed.iter().filter(has_some).collect();
    let mut text = format!("\n### {title}\n\n![{title}: MHz and LUT4 over the latency](curves/{file}.svg)\n\n");
    let targets: Vec<Target> = committed.iter().map(|results| results.target).collect();
    text += "| instruction | latency |";
    for target in &targets {
        let _ = write!(
            text,
            " {target}: LUT4 | carry | DSP | RAM | flip-flops | MHz best / median |"
        );
    }
    text += " critical path |\n|---|---|";
    text += &"---|".repeat(6 * targets.len() + 1);
    text.push('\n');
    for mnemonic in *instructions {
        text += &lines(mnemonic, &committed);
    }
    let _ = write!(text, "\nTo measure these again:\n\n");
    for results in &committed {
        let shown = results.results.iter();
        let shown = shown.filter(|entry| instructions.contains(&entry.mnemonic.as_str()));
        let _ = writeln!(
            text,
            "    halfpipe synth {} --target {} --latency {} --seeds {}",
            words(instructions),
            results.target,
            asked_latency(instructions),
            placements(shown)
        );
    }
    text
}

/// Returns the names for a command line. Their options, the same for all, follow once.
fn words<'i>(instructions: &[&'i str]) -> String {
    let split = |name: &&'i str| {
        name.split_once(' ')
            .map_or((*name, None), |(name, options)| (name, Some(options)))
    };
    let (names, options): (Vec<&str>, Vec<Option<&str>>) = instructions.iter().map(split).unzip();
    names
        .into_iter()
        .chain(options.into_iter().flatten().take(1))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the latencies in the command below a table. The core's placement takes minutes, so it is measured at a few,
/// one by one.
fn asked_latency(instructions: &[&str]) -> &'static str {
    if instructions.contains(&fpu::KEYWORD) {
        "N"
    } else {
        "all"
    }
}

/// Formats the lines of one instruction, or of the core.
fn lines(mnemonic: &str, committed: &[&Results]) -> String {
    let curves: Vec<Option<Curve>> = committed.iter().map(|results| Curve::new(results, mnemonic)).collect();
    let reference = curves.iter().flatten().find(|curve| curve.target == REFERENCE_TARGET);
    let knee = reference.and_then(Curve::knee);
    let points = curves.iter().flatten().flat_map(|curve| &curve.points);
    let latencies: BTreeSet<u32> = points.map(|entry| entry.latency).collect();
    let mut text = String::new();
    for latency in latencies {
        let mark = if knee == Some(latency) { " *" } else { "" };
        let _ = write!(text, "| `{mnemonic}` | {latency}{mark} |");
        let at = |curve: &Curve| curve.points.iter().find(|entry| entry.latency == latency).cloned();
        for curve in &curves {
            let entry: Option<Entry> = curve.as_ref().and_then(at);
            text += &entry.map_or(" - | - | - | - | - | - |".to_owned(), |entry| {
                let Entry {
                    luts,
                    carries,
                    dsps,
                    rams,
                    flip_flops,
                    ..
                } = entry;
                let mhz = format!("{} / {}", megahertz(entry.best()), megahertz(entry.median()));
                format!(" {luts} | {carries} | {dsps} | {rams} | {flip_flops} | {mhz} |")
            });
        }
        let path = reference.and_then(at).and_then(|entry| entry.path);
        let _ = writeln!(text, " {} |", path.as_deref().unwrap_or("-"));
    }
    text
}

#[cfg(test)]
mod tests {
    use halfpipe_synth::coverage::FAST;
    use halfpipe_synth::curve::{MEASURED, MEASURED_FUNCTIONS};

    use super::*;

    #[test]
    fn every_measured_instruction_is_in_one_family() {
        let mut shown: Vec<&str> = FAMILIES
            .iter()
            .flat_map(|family| family.instructions)
            .copied()
            .filter(|mnemonic| *mnemonic != fpu::KEYWORD)
            .collect();
        let fast = FAST.map(|mnemonic| format!("{mnemonic} {SPEED_MARK}"));
        let mut measured = [&MEASURED[..], &MEASURED_FUNCTIONS].concat();
        measured.extend(fast.iter().map(String::as_str));
        shown.sort_unstable();
        measured.sort_unstable();
        assert_eq!(shown, measured);
    }
}
