//! Spike's arithmetic in a shared library, loaded into this process.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::Context as _;
use halfpipe_aig::plane::LANES;
use halfpipe_isa::Operand;
use libloading::Library;

use super::functions::{JudgedFunction, Kind};
use super::netlist::BlockResults;

/// A type of C that stands for operands or results.
trait CType: Copy {
    /// Returns the value with these lowest bits.
    fn from_bits(bits: u64) -> Self;
    /// Returns the bits.
    fn bits(self) -> u64;
}

/// Declares a number of a format. C returns a structure without the extension that an integer gets, so it is one here too.
macro_rules! number {
    ($name:ident $word:ty, $summary:literal) => {
        #[doc = $summary]
        #[derive(Clone, Copy)]
        #[repr(C)]
        struct $name {
            word: $word,
        }

        impl CType for $name {
            fn from_bits(bits: u64) -> Self {
                $name { word: bits as $word }
            }

            fn bits(self) -> u64 {
                self.word.into()
            }
        }
    };
}

number!(Half u16, "A half of either format.");
number!(Single u32, "A number of single precision.");

macro_rules! integer {
    ($($name:ident)*) => {$(
        impl CType for $name {
            fn from_bits(bits: u64) -> Self {
                bits as $name
            }

            fn bits(self) -> u64 {
                self as u64
            }
        }
    )*};
}

integer!(i32 u32 i64 u64);

/// Spike's functions on halves and numbers of single precision.
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
        // Spike numbers the roundings as RISC-V does.
        let mode = self.function.rounding.code() as u8;
        // SAFETY: the library is open, so its variable exists; no other thread has this copy of it.
        unsafe { *self.rounding_mode = mode };
        let is_single = |register: &Operand| register.width() == 32;
        let signature = self.function.instruction.signature();
        let is_of_singles = is_single(&signature.operands()[0]);
        let to_single = is_single(&signature.results()[0]);
        // SAFETY: SoftFloat, which Spike contains, declares its functions of these kinds with these types.
        unsafe {
            match self.function.kind {
                Kind::Widen => self.convert::<Half, Single>(first, results),
                Kind::Narrow => self.convert::<Single, Half>(first, results),
                Kind::FromSigned if to_single => self.convert::<i32, Single>(first, results),
                Kind::FromSigned => self.convert::<i32, Half>(first, results),
                Kind::FromUnsigned if to_single => self.convert::<u32, Single>(first, results),
                Kind::FromUnsigned => self.convert::<u32, Half>(first, results),
                Kind::FromSignedLong if to_single => self.convert::<i64, Single>(first, results),
                Kind::FromSignedLong => self.convert::<i64, Half>(first, results),
                Kind::FromUnsignedLong if to_single => self.convert::<u64, Single>(first, results),
                Kind::FromUnsignedLong => self.convert::<u64, Half>(first, results),
                _ if is_of_singles => self.evaluate_numbers::<Single>(first, results, mode),
                _ => self.evaluate_numbers::<Half>(first, results, mode),
            }
        }
    }

    /// Calls a function from one type to another.
    ///
    /// # Safety
    ///
    /// The function has these types.
    unsafe fn convert<From: CType, To: CType>(&self, first: u32, results: &mut BlockResults) {
        let call: unsafe extern "C" fn(From) -> To = unsafe { self.pointer() };
        // SAFETY: the caller says so.
        self.fill(first, results, |[a, ..]| unsafe { call(From::from_bits(a)) }.bits());
    }

    /// Calls a function whose operands are numbers of one format.
    ///
    /// # Safety
    ///
    /// The function has these types.
    unsafe fn evaluate_numbers<N: CType>(&self, first: u32, results: &mut BlockResults, mode: u8) {
        let number = N::from_bits;
        let register = self.function.instruction.signature().results()[0];
        let mask = u64::MAX >> (u64::BITS - register.width());
        // SAFETY: the caller says so. The functions take any bits, change nothing but their thread's flags, and stay loaded
        // with the library.
        unsafe {
            match self.function.kind {
                Kind::Binary => {
                    let call: unsafe extern "C" fn(N, N) -> N = self.pointer();
                    self.fill(first, results, |[a, b, _]| call(number(a), number(b)).bits());
                }
                Kind::Relation => {
                    let call: unsafe extern "C" fn(N, N) -> bool = self.pointer();
                    self.fill(first, results, |[a, b, _]| call(number(a), number(b)).into());
                }
                Kind::Fused(negated) => {
                    let call: unsafe extern "C" fn(N, N, N) -> N = self.pointer();
                    let sign = 1 << (self.function.width() - 1);
                    self.fill(first, results, |operands| {
                        let [a, b, c] = [0, 1, 2].map(|place| operands[place] ^ (u64::from(negated[place]) * sign));
                        call(number(a), number(b), number(c)).bits()
                    });
                }
                Kind::Class => {
                    // The class has ten bits of the register that returns it.
                    let call: unsafe extern "C" fn(N) -> u64 = self.pointer();
                    self.fill(first, results, |[a, ..]| call(number(a)) & 0x3FF);
                }
                Kind::ToIntegral { is_exact } => {
                    let call: unsafe extern "C" fn(N, u8, bool) -> N = self.pointer();
                    self.fill(first, results, |[a, ..]| call(number(a), mode, is_exact).bits());
                }
                Kind::ToInteger => {
                    // The integer may be shorter than the register that returns it.
                    let call: unsafe extern "C" fn(N, u8, bool) -> u64 = self.pointer();
                    self.fill(first, results, |[a, ..]| call(number(a), mode, true) & mask);
                }
                _ => {
                    let call: unsafe extern "C" fn(N) -> N = self.pointer();
                    self.fill(first, results, |[a, ..]| call(number(a)).bits());
                }
            }
        }
    }

    /// Returns the address as a function pointer.
    ///
    /// # Safety
    ///
    /// The type is that of the function.
    unsafe fn pointer<F: Copy>(&self) -> F {
        assert_eq!(size_of::<F>(), size_of::<*mut c_void>());
        // SAFETY: the caller says so, and the sizes are equal.
        unsafe { std::mem::transmute_copy(&self.address) }
    }

    /// Calls a function for the operands of consecutive numbers.
    #[inline(always)]
    fn fill(&self, first: u32, results: &mut BlockResults, call: impl Fn([u64; 3]) -> u64) {
        let count = self.function.instruction.signature().operands().len();
        let width = self.function.width();
        let mask = u64::MAX >> (u64::BITS - width);
        for vector in 0..LANES {
            let all = self.function.operands(first + vector as u32).first;
            // The last operand has the lowest bits.
            let operand = |place: usize| match count.checked_sub(place + 1) {
                Some(after) => (all >> (after as u32 * width)) as u64 & mask,
                None => 0,
            };
            let operands = [0, 1, 2].map(operand);
            // SAFETY: the flags are those of this thread, where this value stays.
            unsafe { *self.flags = 0 };
            results.words[vector] = call(operands);
            // SAFETY: as above.
            results.flags[vector] = unsafe { *self.flags }.into();
        }
    }
}
