//! Hosting in rust-hdl.
