//! Translate filter processes, with which GTKWave displays values as numbers.
//!
//! GTKWave starts an executable for each trace's format. It writes each value to the executable as it would show it,
//! and reads back one line. It gives an executable named in a save file no useful arguments, so a script per format
//! calls `halfpipe filter`.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use halfpipe_isa::FloatFormat;
use halfpipe_model::value::{describe, Class, Sign};
use halfpipe_tools::files::write_file;

use super::error::WaveError;

/// Answers each line, a hexadecimal value, with a line that gives the encoded number in the format. It answers at once,
/// because the viewer waits for each line, and ends with the input.
///
/// A value other than a normal number, zero or infinity is followed by its class. A register of two 16-bit lanes gives
/// two numbers, the upper lane first, as in the hexadecimal value. Values with unknown bits give `x`, undriven values
/// `z`. A line that is no value of the format is returned unchanged.
pub fn run(element: FloatFormat, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        writeln!(output, "{}", answer(element, text.trim()))?;
        output.flush()?;
    }
    Ok(())
}

pub(super) fn answer(element: FloatFormat, text: &str) -> String {
    let prefixes = ["$", "0x", "0X", "'h"];
    let digits = prefixes
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .unwrap_or(text);
    let in_lane = element.register_bits().div_ceil(4) as usize;
    let known = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_hexdigit() || is_state(digit));
    if !known {
        text.to_owned()
    } else if digits.len() <= in_lane {
        number(element, digits)
    } else if digits.is_ascii() && digits.len() <= DIGITS && has_lanes(element, digits) {
        let lanes = (0..digits.len()).step_by(in_lane);
        let lanes: Vec<String> = lanes
            .map(|start| number(element, &digits[start..start + in_lane]))
            .collect();
        lanes.join(" | ")
    } else {
        text.to_owned()
    }
}

/// True if digits are those of several values, each of which begins at a digit.
fn has_lanes(element: FloatFormat, digits: &str) -> bool {
    element.register_bits().is_multiple_of(4) && digits.len().is_multiple_of(element.register_bits() as usize / 4)
}

/// The number of hexadecimal digits of the widest register with lanes.
const DIGITS: usize = 8;

/// True if a viewer uses the character for a bit state other than 0 and 1.
fn is_state(digit: char) -> bool {
    "xzuwhl-".contains(digit.to_ascii_lowercase())
}

pub(super) fn number(element: FloatFormat, digits: &str) -> String {
    if digits.chars().all(|digit| digit.eq_ignore_ascii_case(&'z')) {
        return "z".to_owned();
    }
    let Ok(bits) = u32::from_str_radix(digits, 16) else {
        return "x".to_owned();
    };
    let description = describe(element, bits);
    let minus = if description.sign == Sign::Negative { "-" } else { "" };
    match description.class {
        Class::Zero | Class::Normal | Class::Infinity => description.value.to_string(),
        Class::Subnormal => format!("{} (subnormal)", description.value),
        nan => format!("{minus}{nan}"),
    }
}

/// Returns the name of the script that a save file names for the format.
pub fn script_name(element: FloatFormat) -> String {
    format!("halfpipe-{element}.sh")
}

/// Returns the script for the format. It runs `halfpipe filter` of the given executable, or else of the one on the
/// PATH. Without either, it returns values unchanged.
pub fn script(element: FloatFormat, halfpipe: Option<&Path>) -> Vec<u8> {
    let mut script = b"#!/bin/sh\n# GTKWave starts this to show ".to_vec();
    script.extend_from_slice(format!("{element} values as numbers.\n").as_bytes());
    script.extend_from_slice(b"for halfpipe in ");
    if let Some(path) = halfpipe {
        script.push(b'\'');
        for byte in path.as_os_str().as_encoded_bytes() {
            match byte {
                b'\'' => script.extend_from_slice(br"'\''"),
                other => script.push(*other),
            }
        }
        script.extend_from_slice(b"' ");
    }
    script.extend_from_slice(b"\"$(command -v halfpipe)\"; do\n");
    script.extend_from_slice(format!("    [ -x \"$halfpipe\" ] && exec \"$halfpipe\" filter {element}\n").as_bytes());
    script.extend_from_slice(b"done\nexec cat\n");
    script
}

/// Writes the script of the running `halfpipe` into a folder.
pub(super) fn write_script(element: FloatFormat, folder: &Path) -> Result<PathBuf, WaveError> {
    let path = folder.join(script_name(element));
    let running = halfpipe_tools::program().ok();
    // Another program that uses this crate has no `filter` command.
    let halfpipe = running.filter(|path| path.file_stem().is_some_and(|name| name == "halfpipe"));
    write_file(&path, &script(element, halfpipe.as_deref()))?;
    make_executable(&path).map_err(|source| WaveError::Executable {
        path: path.clone(),
        source,
    })?;
    Ok(path)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/unit/wave/filter.rs"]
mod tests;
