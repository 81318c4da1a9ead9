//! C types of operands and results.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operand};

/// A C type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CType {
    /// A structure around the bits, under CUDA's name.
    Bits(&'static str),
    /// `float`.
    Float,
    /// An integer type.
    Integer(&'static str),
    /// `_Bool`.
    Bool,
}

impl CType {
    /// Returns the type of an operand, or of an instruction's only result.
    pub fn from_register(register: &Operand) -> CType {
        let of_width = |width: u32| match width {
            0..=8 => CType::Integer("uint8_t"),
            9..=16 => CType::Integer("uint16_t"),
            _ => CType::Integer("uint32_t"),
        };
        match (register.element_type, register.lanes) {
            (ElementType::Number(FloatFormat::F16), 1) => CType::Bits("__half"),
            (ElementType::Number(FloatFormat::F16), _) => CType::Bits("__half2"),
            (ElementType::Number(FloatFormat::BF16), 1) => CType::Bits("__nv_bfloat16"),
            (ElementType::Number(FloatFormat::BF16), _) => CType::Bits("__nv_bfloat162"),
            (ElementType::Number(FloatFormat::F32), _) => CType::Float,
            (ElementType::Predicate, _) => CType::Bool,
            (ElementType::Signed(8), 1) => CType::Integer("int8_t"),
            (ElementType::Signed(16), 1) => CType::Integer("int16_t"),
            (ElementType::Signed(32), 1) => CType::Integer("int32_t"),
            _ => of_width(register.width()),
        }
    }

    /// Returns the type of an instruction's result. Two predicates are a word with one in bit 0 and one in bit 16.
    pub fn from_result(instruction: Instruction) -> CType {
        match instruction.signature().results() {
            [d] => CType::from_register(d),
            _ => CType::Integer("uint32_t"),
        }
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            CType::Bits(name) | CType::Integer(name) => name,
            CType::Float => "float",
            CType::Bool => "_Bool",
        }
    }

    /// Converts a value to a register of 32 bits.
    pub fn word_of(self, value: &str) -> String {
        match self {
            CType::Bits(_) => format!("{value}.bits"),
            CType::Float => format!("halfpipe_word_of_float({value})"),
            CType::Integer(_) | CType::Bool => format!("(uint32_t){value}"),
        }
    }

    /// Converts a register of 32 bits to a value.
    pub fn value_of(self, word: &str) -> String {
        match self {
            CType::Bits("__half" | "__nv_bfloat16") => format!("({}){{(uint16_t){word}}}", self.name()),
            CType::Bits(name) => format!("({name}){{{word}}}"),
            CType::Float => format!("halfpipe_float_of_word({word})"),
            CType::Integer(name) => format!("({name}){word}"),
            CType::Bool => format!("({word} & 1)"),
        }
    }
}

/// Type definitions, guarded so that only the header included first defines them.
pub(super) const TYPES: &str = "\
#ifndef HALFPIPE_TYPES
#define HALFPIPE_TYPES
#include <stdint.h>

// One half, or two, lane 0 in the low bits: as CUDA names them.
typedef struct { uint16_t bits; } __half;
typedef struct { uint32_t bits; } __half2;
typedef struct { uint16_t bits; } __nv_bfloat16;
typedef struct { uint32_t bits; } __nv_bfloat162;

static inline __half __ushort_as_half(uint16_t bits) { return (__half){bits}; }
static inline uint16_t __half_as_ushort(__half a) { return a.bits; }
static inline __nv_bfloat16 __ushort_as_bfloat16(uint16_t bits) { return (__nv_bfloat16){bits}; }
static inline uint16_t __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
static inline __half2 __halves2half2(__half low, __half high) { return (__half2){(uint32_t)high.bits << 16 | low.bits}; }
static inline __half __low2half(__half2 a) { return (__half){(uint16_t)a.bits}; }
static inline __half __high2half(__half2 a) { return (__half){(uint16_t)(a.bits >> 16)}; }
static inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
    return (__nv_bfloat162){(uint32_t)high.bits << 16 | low.bits};
}
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return (__nv_bfloat16){(uint16_t)a.bits}; }
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return (__nv_bfloat16){(uint16_t)(a.bits >> 16)}; }

static inline uint32_t halfpipe_word_of_float(float value) {
    union { float value; uint32_t word; } both = {.value = value};
    return both.word;
}
static inline float halfpipe_float_of_word(uint32_t word) {
    union { uint32_t word; float value; } both = {.word = word};
    return both.value;
}
#endif
";
