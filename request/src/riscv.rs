//! The files of a core of RISC-V beside its Verilog and manifest.

use halfpipe_hdl::export::riscv::{instruction_decoder, FpnewDialect, Shell};
use halfpipe_hdl::export::File;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{Group, ZfhSpec};
use halfpipe_isa::FloatFormat;

use crate::arguments::generate::ModuleArguments;
use crate::error::Error;
use crate::render::zfh_command;

/// The name of the shell and its file, unless another is given.
const SHELL: &str = "halfpipe_fpnew";

/// Returns the specification of the core that is to be generated.
///
/// # Errors
///
/// Fails if there is no such core, or if its shell has no names for its operations.
pub fn spec(arguments: &ModuleArguments) -> Result<ZfhSpec, Error> {
    let name = arguments.name.as_deref().filter(|_| arguments.fpnew.is_none());
    let multiplier = arguments.multiplier.unwrap_or_default().multiplier();
    let spec = arguments.zfh.spec(arguments.latency, name, multiplier)?;
    check_multiplier(&spec)?;
    if spec.has_zfa() && arguments.fpnew.is_some() {
        return Err(Error::usage(
            "`fpnew_pkg` has no names for the operations of zfa; leave zfa or --fpnew out",
        ));
    }
    Ok(spec)
}

/// Refuses multiplier blocks for a core without a multiplication.
///
/// # Errors
///
/// Fails for such a core.
pub fn check_multiplier(spec: &ZfhSpec) -> Result<(), Error> {
    if spec.multiplier != Multiplier::Rows && spec.arithmetic().is_empty() {
        return Err(Error::usage(
            "--multiplier block: this core has no multiplication; leave it out, or choose --isa with one, such as --isa zfh",
        ));
    }
    Ok(())
}

/// Returns the command that generates the core.
pub fn command(arguments: &ModuleArguments, spec: &ZfhSpec) -> String {
    let name = arguments.name.as_deref().unwrap_or(SHELL);
    zfh_command(spec, arguments.fpnew.map(|dialect| (dialect, name)), arguments.decoder)
}

/// Returns the shell, if it is requested.
pub fn shell_file(arguments: &ModuleArguments, spec: &ZfhSpec) -> Option<File> {
    let name = arguments.name.as_deref().unwrap_or(SHELL);
    let shell = shell(spec, arguments.fpnew?, name);
    Some(File::new(
        format!("{SHELL}.sv"),
        shell.verilog(Some(&command(arguments, spec))),
    ))
}

/// Returns the decoder of instruction words, if it is requested.
///
/// # Errors
///
/// Fails if there is no such core.
pub fn decoder_file(arguments: &ModuleArguments, spec: &ZfhSpec) -> Result<Option<File>, Error> {
    if !arguments.decoder {
        return Ok(None);
    }
    let text = instruction_decoder(spec, Some(&command(arguments, spec))).map_err(Error::usage)?;
    Ok(Some(File::new(format!("{}.sv", spec.decoder_name()), text)))
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
        has_f32: spec.has_single(),
        computes_f32: spec.has_arithmetic(FloatFormat::RISCV_S),
        converts_between_halves: spec.converts_between_halves(),
    }
}
