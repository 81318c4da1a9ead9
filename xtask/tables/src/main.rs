//! A program that writes the coefficient tables of tanh and 2^x, or compares them with the committed ones.

use std::path::Path;
use std::process::ExitCode;

use halfpipe_tables::source;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: halfpipe-tables [--check]");
            return ExitCode::from(2);
        }
    };
    match run(check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(check: bool) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hdl/src/tables");
    let contents = source::all().map_err(|error| error.to_string())?;
    for (name, content) in source::FILES.iter().zip(contents) {
        let path = folder.join(name);
        let at = |error: std::io::Error| format!("{}: {error}", path.display());
        if check {
            if std::fs::read_to_string(&path).map_err(at)? != content {
                return Err(format!("{} is not what this program writes", path.display()));
            }
        } else {
            std::fs::write(&path, content).map_err(at)?;
        }
    }
    Ok(())
}
