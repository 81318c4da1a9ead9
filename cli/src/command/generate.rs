//! `generate`: Verilog and manifest.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{self, Finding};

use crate::arguments::generate::Arguments;
use crate::error::Error;
use crate::product::{self, Extras};
use crate::progress::Progress;
use crate::request::{self, Wanted};
use crate::sample;

/// Writes modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let extras = Extras {
        stream: arguments.stream,
        package: arguments.package,
    };
    let wanted = Wanted {
        latency: arguments.latency,
        multiplier: arguments.multiplier,
        name: arguments.name.as_deref(),
    };
    let designs = request::designs(&arguments.mnemonics, &arguments.core, &wanted)?;
    if !arguments.no_check {
        check_all(&designs.iter().collect::<Vec<_>>(), output)?;
    }
    for design in &designs {
        product::write(&product::of(design, extras), &arguments.out, output)?;
    }
    Ok(())
}

/// Compares every design with the model; says which one differs.
pub(super) fn check_all(designs: &[&Design], output: &mut dyn Write) -> Result<(), Error> {
    let mut progress = Progress::new("checking", designs.len() as u64, "modules");
    for (done, design) in designs.iter().enumerate() {
        progress.at(done as u64);
        if let Some(finding) = check(design)? {
            drop(progress);
            writeln!(
                output,
                "{}: the hardware differs from the model, nothing is written",
                design.interface().mnemonic()
            )?;
            writeln!(output, "{finding}")?;
            return Err(Error::Found);
        }
    }
    Ok(())
}

fn check(design: &Design) -> Result<Option<Finding>, Error> {
    let mut engine = engine::open(EngineKind::Simulator, design).map_err(Error::failure)?;
    let (mut source, count) = sample::of_check(design.interface());
    let report = scoreboard::verify(design, engine.as_mut(), source.as_mut(), count, &mut |_| {});
    Ok(report.map_err(Error::failure)?.first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware;

    #[test]
    fn a_module_that_differs_is_reported_and_not_written() {
        let [add, sub] =
            ["add.rn.f16", "sub.rn.f16"].map(|name| hardware::unit(name.parse().unwrap(), Some(1)).unwrap());
        let wrong = Design::of_lane(add.instruction(), 1, sub.lane().clone());
        let mut output = Vec::new();
        assert_eq!(check_all(&[&sub, &wrong], &mut output), Err(Error::Found));
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.starts_with("add.rn.f16: the hardware differs from the model, nothing is written\n"),
            "{output}"
        );
        assert!(output.contains("halfpipe eval add.rn.f16 0x"), "{output}");
    }
}
