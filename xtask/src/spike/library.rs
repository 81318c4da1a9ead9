//! Spike's arithmetic in a shared library, loaded into this process.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::Context as _;
use halfpipe_aig::plane::LANES;
use libloading::Library;

use super::functions::{JudgedFunction, Kind};
use super::netlist::BlockResults;

/// A half of either format. A structure is returned without the extension that C gives an integer, so it is one here too.
#[derive(Clone, Copy)]
#[repr(C)]
struct Half {
    bits: u16,
}

/// A single, as a structure for the same reason.
#[derive(Clone, Copy)]
#[repr(C)]
struct Single {
    bits: u32,
}

/// Spike's functions on halves.
pub struct Spike {
    shared_object: Library,
}

/// One of Spike's functions with the variables of a thread. It stays on this thread, as pointers do.
pub struct ThreadFunction<'l> {
    function: JudgedFunction,
    address: *mut c_void,
    rounding_mode: *mut u8,
    flags: *mut u8,
    library: PhantomData<&'l Library>,
}

impl Spike {
    /// Loads the library. Its initialisers run in this process.
    ///
    /// # Errors
    ///
    /// When the file is no library, or lacks a function.
    pub fn open(path: &Path) -> anyhow::Result<Spike> {
        // A name without a folder would be looked up among the system's libraries.
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        // SAFETY: the caller names the library, and its initialisers may do what a program of his may do.
        let shared_object = unsafe { Library::new(&path) }?;
        let spike = Spike { shared_object };
        for function in super::judged_functions() {
            spike.function(function)?;
        }
        Ok(spike)
    }

    /// Returns the address of a function or of this thread's copy of a variable.
    fn address(&self, name: &str) -> anyhow::Result<*mut c_void> {
        // SAFETY: a pointer to nothing in particular is not read as anything else here.
        Ok(*unsafe { self.shared_object.get::<*mut c_void>(name.as_bytes()) }?)
    }

    /// Returns a function for the calling thread.
    ///
    /// # Errors
    ///
    /// When the library lacks the function, the rounding mode or the flags.
    pub fn function(&self, function: JudgedFunction) -> anyhow::Result<ThreadFunction<'_>> {
        Ok(ThreadFunction {
            function,
            address: self.address(function.symbol)?,
            rounding_mode: self.address("softfloat_roundingMode")?.cast(),
            flags: self.address("softfloat_exceptionFlags")?.cast(),
            library: PhantomData,
        })
    }
}

impl ThreadFunction<'_> {
    /// Computes the results and flags of a block of operands, from this number on.
    pub fn evaluate(&self, first: u32, results: &mut BlockResults) {
        let ThreadFunction {
            function,
            address,
            flags,
            ..
        } = *self;
        // Spike numbers the roundings as RISC-V does.
        let mode = function.rounding.code() as u8;
        // SAFETY: the library is open, so its variable exists; no other thread has this copy of it.
        unsafe { *self.rounding_mode = mode };
        let low = |bits: u32| Half { bits: bits as u16 };
        let high = |bits: u32| Half {
            bits: (bits >> 16) as u16,
        };
        // SAFETY: SoftFloat, which Spike contains, declares its functions of these kinds with these types. They take any
        // bits, change nothing but their thread's flags, and stay loaded with the library.
        unsafe {
            macro_rules! function {
                ($($type:tt)*) => {
                    std::mem::transmute::<*mut c_void, unsafe extern "C" fn $($type)*>(address)
                };
            }
            match function.kind {
                Kind::Binary => {
                    let call = function!((Half, Half) -> Half);
                    fill(flags, first, results, |bits| call(high(bits), low(bits)).bits.into());
                }
                Kind::Unary => {
                    let call = function!((Half) -> Half);
                    fill(flags, first, results, |bits| call(low(bits)).bits.into());
                }
                Kind::ToInteger => {
                    // The integer may be shorter than the register that returns it.
                    let call = function!((Half, u8, bool) -> u64);
                    let mask = u64::MAX >> (u64::BITS - function.instruction.signature().results()[0].width());
                    fill(flags, first, results, |bits| call(low(bits), mode, true) & mask);
                }
                Kind::Widen => {
                    let call = function!((Half) -> Single);
                    fill(flags, first, results, |bits| call(low(bits)).bits.into());
                }
                Kind::Narrow => {
                    let call = function!((Single) -> Half);
                    fill(flags, first, results, |bits| call(Single { bits }).bits.into());
                }
                Kind::FromSigned => {
                    let call = function!((i32) -> Half);
                    fill(flags, first, results, |bits| call(bits as i32).bits.into());
                }
                Kind::FromUnsigned => {
                    let call = function!((u32) -> Half);
                    fill(flags, first, results, |bits| call(bits).bits.into());
                }
                Kind::FromSignedLong => {
                    let call = function!((i64) -> Half);
                    let operand = |number| function.operands(number).first as i64;
                    fill(flags, first, results, |number| call(operand(number)).bits.into());
                }
                Kind::FromUnsignedLong => {
                    let call = function!((u64) -> Half);
                    let operand = |number| function.operands(number).first;
                    fill(flags, first, results, |number| call(operand(number)).bits.into());
                }
            }
        }
    }
}

/// Calls a function for consecutive operands.
///
/// # Safety
///
/// The flags are those of this thread.
#[inline(always)]
unsafe fn fill(flags: *mut u8, first: u32, results: &mut BlockResults, call: impl Fn(u32) -> u64) {
    for vector in 0..LANES {
        // SAFETY: the caller says so.
        unsafe { *flags = 0 };
        results.words[vector] = call(first + vector as u32);
        // SAFETY: as above.
        results.flags[vector] = unsafe { *flags }.into();
    }
}
