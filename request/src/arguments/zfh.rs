//! Options of `zfh`, the core of RISC-V's half-precision instructions.

use std::str::FromStr;

use halfpipe_hdl::unit::Multiplier;
use halfpipe_hdl::zfh::{Divider, Extension, Group, Sharing, ZfhError, ZfhSpec};
use halfpipe_isa::FloatFormat;

use crate::error::Error;
use crate::number::number;

/// The latency of a fast divider without another one.
const FAST_DIVIDER_LATENCY: u32 = 6;

/// Options of a core of RISC-V.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of zfh")]
pub struct ZfhOptions {
    /// f, zfh, zfhmin, zfbfmin, zfa, zfinx, zhinx, zhinxmin  [default: zfh]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = extension)]
    pub isa: Vec<Extension>,
    /// Formats, replacing those of the extensions: h, bf16, s (converted only)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = format)]
    pub formats: Vec<FloatFormat>,
    /// Width of an integer register, 32 or 64  [default: 32]
    #[arg(long, value_name = "BITS", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub xlen: Option<u32>,
    /// Width of a floating-point register, 16, 32 or 64  [default: 32]
    #[arg(long, value_name = "BITS", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub flen: Option<u32>,
    /// In integer registers: zfinx for f, zhinx for zfh, zhinxmin for zfhmin
    #[arg(long)]
    pub zhinx: bool,
    /// Datapath of f and halves: formats (one), none (one each)  [default: formats]
    #[arg(long, value_name = "WHAT", value_enum, hide_possible_values = true)]
    pub share: Option<SharingArg>,
    /// Divider: none, small (a digit a cycle), fast (a pipeline)  [default: none]
    #[arg(long, value_name = "KIND", value_enum, hide_possible_values = true)]
    pub divsqrt: Option<DividerArg>,
}

/// The datapaths of a core with single precision and halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum SharingArg {
    /// One for each format.
    None,
    /// One for all.
    Formats,
}

/// The hardware of division and square root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum DividerArg {
    /// None.
    None,
    /// A digit in each cycle.
    Small,
    /// A pipeline.
    Fast,
}

/// Latencies of a module: one number, or one for each group of a core of RISC-V.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Latencies {
    /// One for all.
    Cycles(u32),
    /// One for each named group, in the order of [`Group::ALL`].
    Groups([Option<u32>; Group::ALL.len()]),
}

impl FromStr for Latencies {
    type Err = String;

    fn from_str(text: &str) -> Result<Latencies, String> {
        if !text.contains('=') {
            return number(text).map(Latencies::Cycles);
        }
        let mut latencies = [None; Group::ALL.len()];
        for part in text.split(',') {
            let (name, cycles) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` has no latency; write {EXAMPLE}"))?;
            let mut groups = Group::ALL.into_iter();
            let group = groups
                .position(|group| group.name() == name)
                .ok_or_else(|| format!("zfh has no group `{name}`; write {EXAMPLE}"))?;
            if latencies[group].replace(number(cycles)?).is_some() {
                return Err(format!("group {name} is named twice; name it once: {EXAMPLE}"));
            }
        }
        Ok(Latencies::Groups(latencies))
    }
}

const EXAMPLE: &str = "addmul=3,noncomp=1,conv=2, with divsqrt=6 for a fast divider";

impl Latencies {
    /// Returns the latency of a module without groups.
    ///
    /// # Errors
    ///
    /// Fails if groups are named.
    pub fn cycles(latencies: Option<Latencies>) -> Result<Option<u32>, Error> {
        match latencies {
            None => Ok(None),
            Some(Latencies::Cycles(cycles)) => Ok(Some(cycles)),
            Some(Latencies::Groups(_)) => Err(Error::usage(
                "--latency has groups, which only zfh has; write one number, such as --latency 3",
            )),
        }
    }
}

/// Refuses the latency of a group without operations. Commands in headers name every group, at its default or at the
/// common latency of all.
fn check_groups(spec: &ZfhSpec, of_groups: [Option<u32>; Group::ALL.len()]) -> Result<(), Error> {
    let usual = ZfhSpec::default();
    let given = Group::ALL.into_iter().zip(of_groups);
    let given: Vec<(Group, u32)> = given.filter_map(|(group, cycles)| Some((group, cycles?))).collect();
    let is_common = given.len() > 1 && given.iter().all(|(_, cycles)| *cycles == given[0].1);
    let lacking = given.into_iter().find(|(group, cycles)| {
        *group != Group::Divsqrt && spec.formats_of(*group).is_empty() && *cycles != usual.latency(*group)
    });
    match lacking.filter(|_| !is_common) {
        Some((group, cycles)) => Err(Error::usage(format!(
            "--latency {group}={cycles}: this core has no operation of {group}; leave the group out, or choose --isa with \
             one, such as --isa zfh"
        ))),
        None => Ok(()),
    }
}

fn extension(text: &str) -> Result<Extension, ZfhError> {
    text.parse()
}

fn format(text: &str) -> Result<FloatFormat, ZfhError> {
    let known = [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16, FloatFormat::RISCV_S];
    let mut known = known.into_iter();
    let found = known.find(|format| format.name() == Some(text));
    found.ok_or_else(|| ZfhError::Format(text.to_owned()))
}

impl ZfhOptions {
    /// Returns the specification of the core.
    ///
    /// # Errors
    ///
    /// Fails if there is no such core.
    pub fn spec(
        &self,
        latencies: Option<Latencies>,
        name: Option<&str>,
        multiplier: Multiplier,
    ) -> Result<ZfhSpec, Error> {
        let usual = ZfhSpec::default();
        let asked = if self.isa.is_empty() {
            &usual.extensions
        } else {
            &self.isa
        };
        let in_registers = |extension: &Extension| match (self.zhinx, extension) {
            (true, Extension::Zfh) => Extension::Zhinx,
            (true, Extension::Zfhmin) => Extension::Zhinxmin,
            (true, Extension::F) => Extension::Zfinx,
            _ => *extension,
        };
        let extensions = asked.iter().map(in_registers).collect();
        let of_groups = match latencies {
            Some(Latencies::Cycles(cycles)) => [Some(cycles); Group::ALL.len()],
            Some(Latencies::Groups(of_groups)) => of_groups,
            None => [None; Group::ALL.len()],
        };
        let latency = |group: Group| of_groups[group as usize];
        let [addmul, noncomp, conv] = usual.latencies;
        let divider = match self.divsqrt.unwrap_or(DividerArg::None) {
            DividerArg::None => Divider::None,
            DividerArg::Small => Divider::Small,
            DividerArg::Fast => Divider::Fast(latency(Group::Divsqrt).unwrap_or(FAST_DIVIDER_LATENCY)),
        };
        if matches!(latencies, Some(Latencies::Groups(_)))
            && latency(Group::Divsqrt).is_some()
            && !matches!(divider, Divider::Fast(_))
        {
            return Err(Error::usage("--latency divsqrt=N needs --divsqrt fast"));
        }
        let spec = ZfhSpec {
            name: name.map(str::to_owned),
            extensions,
            formats: (!self.formats.is_empty()).then(|| self.formats.clone()),
            xlen: self.xlen.unwrap_or(usual.xlen),
            flen: self.flen.unwrap_or(usual.flen),
            latencies: [
                latency(Group::Addmul).unwrap_or(addmul),
                latency(Group::Noncomp).unwrap_or(noncomp),
                latency(Group::Conv).unwrap_or(conv),
            ],
            divider,
            sharing: match self.share {
                Some(SharingArg::None) => Sharing::None,
                Some(SharingArg::Formats) | None => Sharing::Formats,
            },
            multiplier,
        };
        spec.check().map_err(Error::usage)?;
        if let Some(Latencies::Groups(of_groups)) = latencies {
            check_groups(&spec, of_groups)?;
        }
        if spec.is_in_integer_registers() && spec.flen != usual.flen {
            return Err(Error::usage(format!(
                "--flen {} is the width of floating-point registers, and this core's operands are in integer registers; \
                 leave --flen out",
                spec.flen
            )));
        }
        if self.share.is_some() && !spec.can_share() {
            return Err(Error::usage(
                "--share is for cores that compute in single precision and in halves, as --isa f,zfh; leave it out",
            ));
        }
        if spec.divider != Divider::None && spec.formats_of(Group::Divsqrt).is_empty() {
            return Err(Error::usage(
                "--divsqrt is for cores with a division, which --isa f, zfh, zfinx and zhinx have; leave it out",
            ));
        }
        Ok(spec)
    }
}
