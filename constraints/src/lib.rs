//! The pins of FPGA boards, each in the form that its FPGA's router reads.

/// Pins of the iCEBreaker, for nextpnr-ice40.
pub const ICEBREAKER: &str = include_str!("../icebreaker.pcf");

/// Pins of the iCE40-HX8K breakout board, for nextpnr-ice40.
pub const HX8K: &str = include_str!("../hx8k.pcf");

/// Pins of the ULX3S, for nextpnr-ecp5.
pub const ULX3S: &str = include_str!("../ulx3s.lpf");

/// Pins of the Tang Nano 9K, for nextpnr-himbaechel.
pub const TANG_NANO_9K: &str = include_str!("../tangnano9k.cst");

/// Pins of the Tang Nano 20K, for nextpnr-himbaechel.
pub const TANG_NANO_20K: &str = include_str!("../tangnano20k.cst");
