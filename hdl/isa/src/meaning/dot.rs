//! Meaning of dot products.

/// Returns the result as a formula of the operands' elements.
pub fn formula(products: u32) -> String {
    format!("d = a[0] * b[0] + ... + a[{last}] * b[{last}] + c", last = products - 1)
}
