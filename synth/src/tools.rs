//! The installed programs behind measured figures.

use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::Target;
use halfpipe_tools::{Tool, ToolError};

/// Returns the versions of the installed programs that measure on a target, and their options.
///
/// # Errors
///
/// [`ToolError`] when one is missing.
pub fn installed_versions(target: Target) -> Result<ToolVersions, ToolError> {
    let router = target.family().router.as_ref();
    let version = |tool: Tool| Ok(tool.version()?.unwrap_or_else(|| "unknown".to_owned()));
    Ok(ToolVersions {
        yosys: version(Tool::Yosys)?,
        synthesis: target.synthesis().to_owned(),
        nextpnr: router
            .map(|router| version(Tool::OfFamily(router.program)))
            .transpose()?,
        placement: router.map(|router| target.measuring_options(router).join(" ")),
    })
}
