//! Measures a module of a Verilog file: area and clock frequency between two ranks of registers.
//!
//!     cargo run --release -p halfpipe-synth --example measure -- adder.v adder --target ecp5-25k

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::Parser;
use halfpipe_fpga::Target;
use halfpipe_synth::ports::ports;
use halfpipe_synth::timing::{PlacementTiming, StepKind};
use halfpipe_synth::{measure, measure_area, Area};

/// Area and clock frequency of a Verilog module between two ranks of registers.
///
/// The module may be combinational or clocked; its clock port is called clock. Ports called reset, enable, in_valid
/// and out_valid are fixed, as in the generated modules.
#[derive(Parser)]
struct Arguments {
    /// The Verilog file.
    file: PathBuf,
    /// The module.
    module: String,
    /// The FPGA: ice40-hx8k, ice40-up5k, ecp5-25k or ecp5-85k.
    #[arg(long, default_value = "ice40-hx8k")]
    target: Target,
    /// The number of placements; by default what the target's published figures use.
    #[arg(long)]
    seeds: Option<u32>,
    /// No placement, no clock frequency.
    #[arg(long)]
    area_only: bool,
    /// The result as JSON.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { module, target, .. } = arguments;
    let file = arguments.file.display();
    let verilog = std::fs::read_to_string(&arguments.file).with_context(|| file.to_string())?;
    let ports = ports(&verilog, module)?;

    let start = Instant::now();
    if arguments.area_only {
        let area = measure_area(&verilog, module, &ports, *target)?;
        if arguments.json {
            println!("{}", serde_json::to_string_pretty(&area)?);
        } else {
            print_area(&area);
        }
        return Ok(());
    }

    let seeds = 1..=arguments.seeds.unwrap_or(target.seeds());
    let measurement = measure(&verilog, module, &ports, *target, seeds)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&measurement)?);
        return Ok(());
    }
    print_area(&measurement.area);
    if let (Some(best), Some(median)) = (measurement.best(), measurement.median()) {
        let all: Vec<_> = measurement
            .timings
            .iter()
            .map(|timing| format!("{:.1}", timing.fmax))
            .collect();
        println!(
            "MHz best {:.1}, median {:.1} ({})",
            best.fmax,
            median.fmax,
            all.join(" ")
        );
        print_path(best);
    }
    println!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn print_area(area: &Area) {
    let Area {
        luts,
        carries,
        dsps,
        rams,
        flip_flops,
        ..
    } = area;
    println!("LUT4 {luts}, carry {carries}, DSP {dsps}, RAM {rams}, flip-flops {flip_flops}");
    let cells: Vec<_> = area
        .cells
        .0
        .iter()
        .map(|(cell, count)| format!("{cell} {count}"))
        .collect();
    println!("cells: {}", cells.join(", "));
}

/// Prints the cells of the critical path with the net that leads to each, a carry chain in one line.
fn print_path(timing: &PlacementTiming) {
    println!("critical path of seed {}: {:.2} ns", timing.seed, 1000.0 / timing.fmax);
    let mut at = 0.0;
    let mut net = "";
    let mut carries = 0;
    let mut through_cells = 0.0;
    for step in &timing.critical_path {
        at += step.delay;
        match step.kind {
            StepKind::Routing => net = step.net.as_deref().unwrap_or(""),
            StepKind::Logic if matches!(step.port.as_str(), "COUT" | "FCO") => carries += 1,
            kind => {
                if carries > 0 {
                    println!("            … {carries} carries");
                    carries = 0;
                }
                println!(
                    "  {at:6.2} ns  {:8}  {}.{}  {}",
                    label(kind),
                    short(&step.cell),
                    step.port,
                    short(net)
                );
            }
        }
        if step.kind != StepKind::Routing {
            through_cells += step.delay;
        }
    }
    println!(
        "  {through_cells:.2} ns in cells, {:.2} ns in wires",
        at - through_cells
    );
}

fn label(kind: StepKind) -> &'static str {
    match kind {
        StepKind::ClkSkew => "skew",
        StepKind::ClkToQ => "register",
        StepKind::Source => "source",
        StepKind::Logic => "logic",
        StepKind::Routing => "wires",
        StepKind::Setup => "setup",
    }
}

/// The two ends of a name: those that Yosys derives from others run to hundreds of characters.
fn short(name: &str) -> String {
    const END: usize = 28;
    let characters: Vec<_> = name.chars().collect();
    if characters.len() <= 2 * END {
        return name.to_owned();
    }
    let (head, tail) = (&characters[..END], &characters[characters.len() - END..]);
    format!("{}…{}", String::from_iter(head), String::from_iter(tail))
}
