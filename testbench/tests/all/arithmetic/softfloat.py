"""Calls functions of Berkeley SoftFloat, in the settings of RISC-V.

A line of standard input has a function, a rounding mode, and the operands of one call after another, in all hexadecimal digits of
their width. For each line, a line of standard output has the result and the flags of every call.
"""

import functools
import sys

import softfloatpy as softfloat

TYPES = {
    "f16": softfloat.Float16,
    "bf16": softfloat.BFloat16,
    "f32": softfloat.Float32,
    "i32": softfloat.Int32,
    "i64": softfloat.Int64,
    "ui32": softfloat.UInt32,
    "ui64": softfloat.UInt64,
}
# The end of the name of a function that does not raise the inexact flag.
QUIET = "_without_nx"
# The number of operands of functions that have more than one.
BINARY = ["add", "sub", "mul", "div", "eq", "lt", "le", "lt_quiet", "le_quiet"]
OPERANDS = {f"{ty}_{name}": 2 for ty in ["f16", "f32"] for name in BINARY} | {"f16_mul_add": 3, "f32_mul_add": 3}


def digits(result):
    """Returns the digits of a number, or of the answer of a comparison."""
    return f"{result:x}" if isinstance(result, bool) else result.to_bytes().hex()


softfloat.set_tininess_mode(softfloat.TininessMode.AFTER_ROUNDING)
for line in sys.stdin:
    name, rounding, *words = line.split()
    softfloat.set_rounding_mode(softfloat.RoundingMode[rounding])
    function = getattr(softfloat, name.removesuffix(QUIET))
    if name.endswith(QUIET):
        function = functools.partial(function, exact=False)
    read = TYPES[name.split("_")[0]].from_bytes
    operands = iter([read(bytes.fromhex(word)) for word in words])
    results = []
    for call in zip(*[operands] * OPERANDS.get(name, 1), strict=True):
        softfloat.set_exception_flags(0)
        result = digits(function(*call))
        results.append(f"{result} {softfloat.get_exception_flags():x}")
    print(*results)
