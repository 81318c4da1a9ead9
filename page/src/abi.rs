//! Four functions for JavaScript: allocate, answer, the length of an answer, and release.
//!
//! Texts are bytes in UTF-8 in the memory of the module. JavaScript writes a request where [`allocate`] says, passes it to
//! [`answer()`], reads the answer, and releases it.

// Pointers of JavaScript are numbers, which Rust takes only as raw pointers.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// The texts that JavaScript holds, by their address.
    static HELD: RefCell<HashMap<usize, Vec<u8>>> = RefCell::default();
}

/// Returns the address of that many bytes for a request.
#[no_mangle]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    hold(vec![0; length.max(1)])
}

/// Answers the request at an address of [`allocate`], and releases it. Returns the address of the answer.
#[no_mangle]
pub extern "C" fn answer(request: *mut u8, length: usize) -> *mut u8 {
    let mut bytes = HELD
        .with_borrow_mut(|held| held.remove(&(request as usize)))
        .unwrap_or_default();
    bytes.truncate(length);
    hold(crate::answer(&String::from_utf8_lossy(&bytes)).into_bytes())
}

/// Returns the length of an answer in bytes.
#[no_mangle]
pub extern "C" fn answer_length(answer: *mut u8) -> usize {
    HELD.with_borrow(|held| held.get(&(answer as usize)).map_or(0, Vec::len))
}

/// Releases an answer.
#[no_mangle]
pub extern "C" fn release(answer: *mut u8) {
    HELD.with_borrow_mut(|held| held.remove(&(answer as usize)));
}

/// Keeps a text until JavaScript releases it. Its bytes do not move meanwhile.
fn hold(mut text: Vec<u8>) -> *mut u8 {
    let address = text.as_mut_ptr();
    HELD.with_borrow_mut(|held| held.insert(address as usize, text));
    address
}

/// Refuses entropy: nothing here draws without a seed.
fn refuse_entropy(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

getrandom::register_custom_getrandom!(refuse_entropy);
