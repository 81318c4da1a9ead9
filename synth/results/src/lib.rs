//! Files of measured area and clock, in JSON. `halfpipe-figures` reads them.

/// Returns the text of a file of modules. It is empty in a browser, which fetches these files beside the program.
macro_rules! modules {
    ($file:literal) => {
        if cfg!(target_arch = "wasm32") {
            ""
        } else {
            include_str!(concat!("../", $file))
        }
    };
}

/// Modules on ECP5 25k.
pub const ECP5_25K: &str = modules!("ecp5-25k.json");

/// Modules on Gowin GW1N-9C.
pub const GOWIN_GW1N_9C: &str = modules!("gowin-gw1n-9c.json");

/// Modules on iCE40 HX8K.
pub const ICE40_HX8K: &str = modules!("ice40-hx8k.json");

/// Modules on CrossLink-NX 40.
pub const NEXUS_LIFCL_40: &str = modules!("nexus-lifcl-40.json");

/// Modules on series 7 of Xilinx.
pub const XILINX_7: &str = modules!("xilinx-7.json");

/// Cores of other projects.
pub const PEERS: &str = include_str!("../peers.json");

/// RISC-V's core, and CVFPU with the same features.
pub const RISCV: &str = include_str!("../riscv.json");
