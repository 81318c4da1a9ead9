//! Simulation in Icarus Verilog, which has four-valued logic.

use super::super::judge::run;
use super::construct::{Construct, Source, TOP};
use super::cycles::{Cycle, Outputs};
use super::simulation::{rows, whole};

/// Returns the outputs in Icarus Verilog.
///
/// # Errors
///
/// Its words when it does not compile the file.
pub fn outputs(source: &Source, constructs: &[Construct], cycles: &[Cycle]) -> Result<Outputs, String> {
    let folder = source.path.parent().expect("a file is in a folder");
    let bits = |cycle: &Cycle| -> String {
        let bits = cycle
            .inputs()
            .map(|(_, width, word)| format!("{word:0width$b}", width = width as usize));
        bits.collect::<String>() + "\n"
    };
    let cycles_text: String = cycles.iter().map(bits).collect();
    std::fs::write(folder.join("cycles.txt"), cycles_text).unwrap();
    let bench = bench(constructs, cycles);
    std::fs::write(folder.join("bench.v"), bench).unwrap();
    let file = source.path.to_str().unwrap();
    let language = if file.ends_with(".sv") { "-g2012" } else { "-g2005" };
    run(
        folder,
        "iverilog",
        &[language, "-s", "bench", "-o", "run", file, "bench.v"],
    )?;
    let said = run(folder, "vvp", &["-n", "run"])?;
    let row = |line: &str| line.split_whitespace().map(|bits| bits.replace('z', "x")).collect();
    whole(rows(&said).map(row).collect(), constructs, said)
}

/// Returns the testbench for Icarus Verilog.
fn bench(constructs: &[Construct], cycles: &[Cycle]) -> String {
    let width: u32 = cycles[0].inputs().map(|(_, width, _)| width).sum();
    let mut above = width;
    let inputs: String = cycles[0]
        .inputs()
        .map(|(name, width, _)| {
            above -= width;
            format!(", .{name}(inputs[{}:{above}])", above + width - 1)
        })
        .collect();
    let each = |text: &dyn Fn(usize, &Construct) -> String| -> String {
        constructs
            .iter()
            .enumerate()
            .map(|(place, construct)| text(place, construct))
            .collect()
    };
    include_str!("bench.v")
        .replace("@WIDTH@", &width.to_string())
        .replace("@CYCLES@", &cycles.len().to_string())
        .replace("@MODULE@", TOP)
        .replace(
            "@PORTS@",
            &(inputs + &each(&|place, _| format!(", .y{place}(y{place})"))),
        )
        .replace(
            "@WIRES@",
            &each(&|place, construct| format!("wire [{}:0] y{place};\n", construct.width - 1)),
        )
        .replace("@FORMAT@", &each(&|_, _| "%b ".to_owned()))
        .replace("@OUTPUTS@", &each(&|place, _| format!(", y{place}")))
}
