//! Text of shift registers in the Verilog of shells: a value for each operation under way.

/// Returns the next value of a shift register, in which a new value follows the others and the oldest one leaves. It has
/// `ranks` values of `width` bits.
pub fn shifted(register: &str, new: &str, ranks: u32, width: u32) -> String {
    match (ranks - 1) * width {
        0 => new.to_owned(),
        1 => format!("{{{register}[0], {new}}}"),
        kept => format!("{{{register}[{}:0], {new}}}", kept - 1),
    }
}

/// Returns the oldest bit of a shift register of bits.
pub fn oldest(register: &str, ranks: u32) -> String {
    match ranks {
        1 => register.to_owned(),
        _ => format!("{register}[{}]", ranks - 1),
    }
}
