//! The subcommand `bench`.

use std::path::PathBuf;

use halfpipe_tools::Tool;

use super::{measure, peer, subjects, BenchRecord};

/// Measure the time that Verilator needs for one operation of emitted Verilog: f16 fma, division, dot product and core.
///
/// Prints a table. The f16 fma of CVFPU and an integer function in C++ run in the same program on the same operands. All
/// modules but `registers alone` have three ranks of registers. The status is 1 if an fma is wrong.
#[derive(clap::Args)]
pub struct Arguments {
    /// A checkout of CVFPU  [default: our modules alone]
    #[arg(long, value_name = "FOLDER")]
    cvfpu: Option<PathBuf>,
    /// A checkout of common_cells  [default: src/common_cells in that of CVFPU]
    #[arg(long, value_name = "FOLDER", requires = "cvfpu")]
    common_cells: Option<PathBuf>,
    /// The folder to write bench.json to  [default: none]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// Measures the modules. Returns true if no result is wrong.
    pub fn run(&self) -> anyhow::Result<bool> {
        let mut all = subjects()?;
        if let Some(cvfpu) = &self.cvfpu {
            let cvfpu = cvfpu.canonicalize()?;
            let common_cells = match &self.common_cells {
                Some(folder) => folder.canonicalize()?,
                None => cvfpu.join("src/common_cells"),
            };
            all.insert(1, peer(&cvfpu, &common_cells)?);
        }
        let times = measure(&all)?;
        let versions = [Tool::Verilator, Tool::Compiler].map(|tool| tool.version());
        let [verilator, compiler] = versions;
        let record = BenchRecord::new(verilator?.unwrap_or_default(), compiler?.unwrap_or_default(), &times);
        print!("{}", record.table());
        let mut is_right = true;
        for time in times.iter().filter(|time| time.wrong != 0) {
            println!("{}: {} wrong results", time.name, time.wrong);
            is_right = false;
        }
        if let Some(folder) = &self.out {
            record.write(folder)?;
        }
        Ok(is_right)
    }
}
