//! Commands on `zfh`, the core of RISC-V's half-precision instructions.

use std::io::Write;

use halfpipe_hdl::export::riscv::{zfh_verilog, FpnewDialect, Shell, ZfhManifest};
use halfpipe_hdl::zfh::{Group, ZfhSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_tools::files::check_folder;

use crate::arguments::generate::Arguments;
use crate::error::Error;
use crate::interrupt;

/// The name of the shell and its file, unless another is given.
const SHELL: &str = "halfpipe_fpnew";

/// Writes the core, its manifest, and the shell if one is requested.
pub fn generate(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let name = arguments.name.as_deref();
    let of_core = name.filter(|_| arguments.fpnew.is_none());
    let spec = arguments.zfh.spec(arguments.latency.as_ref(), of_core)?;
    refuse_others(arguments)?;
    check_folder(&arguments.out)?;
    let verilog = zfh_verilog(&spec, None).map_err(Error::usage)?;
    let manifest = serde_json::to_string_pretty(&ZfhManifest::new(&spec)).map_err(Error::failure)? + "\n";
    let mut files = vec![
        (format!("{}.v", spec.name()), verilog),
        (format!("{}.json", spec.name()), manifest),
    ];
    if let Some(dialect) = arguments.fpnew {
        let shell = shell(&spec, dialect, name.unwrap_or(SHELL));
        files.push((format!("{SHELL}.sv"), shell.verilog(None)));
    }
    let contents: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    interrupt::uninterrupted(|| halfpipe_tools::files::write_files(&arguments.out, &contents))?;
    for (name, _) in &files {
        writeln!(output, "{}", arguments.out.join(name).display())?;
    }
    Ok(())
}

/// Returns an error for an option that the core does not have.
fn refuse_others(arguments: &Arguments) -> Result<(), Error> {
    let given = [
        (arguments.stream || arguments.stream_user.is_some(), "--stream"),
        (arguments.package, "--package"),
        (arguments.cfu, "--cfu"),
        (arguments.pcpi, "--pcpi"),
        (arguments.multiplier.is_some(), "--multiplier"),
        (arguments.register_ports, "--register-ports"),
        (arguments.clock.clock().is_some(), "--mhz"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Error::usage(format!(
            "{option} does not apply to zfh, whose ports are a handshake; see halfpipe generate --help for its options"
        ))),
        None => Ok(()),
    }
}

/// Returns the shell around a core.
fn shell(spec: &ZfhSpec, dialect: FpnewDialect, name: &str) -> Shell {
    Shell {
        dialect,
        name: name.to_owned(),
        width: spec.width(),
        addmul: spec.latency(Group::Addmul),
        noncomp: spec.latency(Group::Noncomp),
        conv: spec.latency(Group::Conv),
        has_divider: !spec.formats_of(Group::Divsqrt).is_empty(),
        has_f16: spec.formats_of(Group::Conv).contains(&FloatFormat::RISCV_H),
        has_bf16: spec.formats_of(Group::Conv).contains(&FloatFormat::RISCV_BF16),
    }
}
