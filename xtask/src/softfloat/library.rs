//! SoftFloat's functions in a shared library, loaded into this process.

#![allow(unsafe_code)]

use std::path::Path;

use anyhow::Context as _;
use halfpipe_isa::{Operation, Rounding};
use libloading::Library;

/// SoftFloat's `float16_t`. A structure is returned without the extension that C gives an integer, so it is one here
/// too.
#[derive(Clone, Copy)]
#[repr(C)]
struct Float16 {
    bits: u16,
}

type Function = unsafe extern "C" fn(Float16, Float16) -> Float16;

/// SoftFloat's sums, differences and products of f16 numbers.
pub struct SoftFloat {
    add: Function,
    sub: Function,
    mul: Function,
    shared_object: Library,
}

impl SoftFloat {
    /// Loads the library. Its initialisers run in this process.
    ///
    /// # Errors
    ///
    /// When the file is no library, or lacks a function.
    pub fn open(path: &Path) -> anyhow::Result<SoftFloat> {
        // A name without a folder would be looked up among the system's libraries.
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        // SAFETY: the caller names the library, and its initialisers may do what a program of his may do.
        let library = unsafe { Library::new(&path) }?;
        let function = |name: &str| -> anyhow::Result<Function> {
            // SAFETY: SoftFloat declares its functions of this name with this type. They stay loaded with the library.
            Ok(*unsafe { library.get::<Function>(name.as_bytes()) }?)
        };
        let (add, sub, mul) = (function("f16_add")?, function("f16_sub")?, function("f16_mul")?);
        let softfloat = SoftFloat {
            add,
            sub,
            mul,
            shared_object: library,
        };
        softfloat.rounding_mode()?;
        Ok(softfloat)
    }

    /// Returns the address of this thread's rounding mode.
    fn rounding_mode(&self) -> anyhow::Result<*mut u8> {
        // SAFETY: the address is not read as anything else before it is a pointer to `uint_fast8_t`, SoftFloat's type.
        Ok(*unsafe { self.shared_object.get::<*mut u8>(b"softfloat_roundingMode") }?)
    }

    /// Fills `results` with the results for one first operand and each of the second operands.
    ///
    /// # Panics
    ///
    /// When the operation is not add, sub or mul.
    pub fn fill(
        &self,
        operation: Operation,
        rounding: Rounding,
        a: u16,
        b: &[u16],
        results: &mut [u16],
    ) -> anyhow::Result<()> {
        let function = match operation {
            Operation::Add => self.add,
            Operation::Sub => self.sub,
            Operation::Mul => self.mul,
            _ => panic!("SoftFloat's {operation:?} is not judged"),
        };
        let mode = self.rounding_mode()?;
        // SoftFloat numbers its roundings as RISC-V does.
        // SAFETY: the library is open, so its variable exists; no other thread has this copy of it.
        unsafe { *mode = rounding.code() as u8 };
        for (result, b) in results.iter_mut().zip(b) {
            // SAFETY: SoftFloat's functions take any bits, and change nothing but their thread's flags.
            *result = unsafe { function(Float16 { bits: a }, Float16 { bits: *b }) }.bits;
        }
        Ok(())
    }
}
