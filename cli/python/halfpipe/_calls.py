"""The calls of the module."""

import sys
from functools import lru_cache

import numpy as np

from . import _halfpipe
from ._operands import FORMATS, Operand, as_array, bits_of, container, dtype_of, encode, flat, result, shape_of, spread


@lru_cache(maxsize=256)
def _instruction(name, rm, flags):
    return _halfpipe.Instruction(name, rm, flags)


def _text(word, what):
    if not isinstance(word, str):
        raise TypeError(f"{what} is a {type(word).__name__}; it takes a str")
    return word


def _told(progress):
    """Returns the function that is told how far a call is, or None."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        return progress

    def show(done, count):
        end = "\n" if done == count else ""
        print(f"\rhalfpipe: {100 * done // count} %", end=end, file=sys.stderr, flush=True)

    return show


def eval(name, *operands, rm=None, flags=False, threads=None, progress=None):
    """Evaluates an instruction on arrays.

    name      a mnemonic such as "fma.rn.f16", "max.f16x2" or "fadd.h", in any spelling that the command takes
    operands  one for each operand of the instruction; shapes broadcast. Unsigned arrays as wide as the operand are bits.
              Arrays of the operand's own type (float16, float32, ml_dtypes) are values, as are Python floats that the
              format has. Operands of several lanes have a last axis for them, or packed bits, lane 0 lowest.
              Integer operands take integers in their range, and predicates booleans.
    rm        a rounding in place of the name's: "rn", "rz", "rm", "rp", "rna", or RISC-V's "rne", "rtz", "rdn", "rup",
              "rmm". Without it, RISC-V's instructions round to nearest even.
    flags     True for the exceptions too, as uint8: NV 16, DZ 8, OF 4, UF 2, NX 1
    threads   the number of threads; one for each processor by default
    progress  True shows on standard error how far a long call is; or a function of the elements done and of all

    Returns an array of the broadcast shape: values if an operand has values and the result's format has a type, and bits
    otherwise. Results of several registers and the flags come as a tuple.

    Raises ValueError for an unknown name, and for shapes or values that do not fit; TypeError for other types.
    """
    instruction = _instruction(_text(name, "name"), rm if rm is None else _text(rm, "rm"), bool(flags))
    registers = instruction.operands
    if len(operands) != len(registers):
        names = ", ".join(register[0] for register in registers)
        plural = "" if len(registers) == 1 else "s"
        given = "1 is given" if len(operands) == 1 else f"{len(operands)} are given"
        raise TypeError(f"{instruction.mnemonic} takes {len(registers)} operand{plural} ({names}), but {given}")
    read = [Operand(register, one, instruction.mnemonic) for register, one in zip(registers, operands)]
    shape = shape_of([operand.shape for operand in read], instruction.mnemonic)
    words = [spread(word, shape) for operand in read for word in operand.words]
    count = int(np.prod(shape, dtype=np.int64))
    results = instruction.results
    arrays = [np.empty(count, container(bits * lanes)) for _, _, bits, lanes in results]
    if count:
        instruction.evaluate(words, arrays, threads, _told(progress))
    has_values = any(operand.has_values for operand in read)
    has_lanes = any(operand.has_lanes for operand in read)
    made = [result(register, array, shape, has_values, has_lanes) for register, array in zip(results, arrays)]
    if not flags and len(made) > 1 and results[-1][1] == "flags":
        made.pop()
    return made[0] if len(made) == 1 else tuple(made)


def _split_type(type, what):
    """Returns the formats of d and of the elements of a and b in a type such as f32.f16 or f32.e4m3.e5m2."""
    if type is None:
        return None, None, None
    parts = _text(type, "type").split(".")
    if len(parts) not in (2, 3):
        raise ValueError(
            f"type is `{type}`; {what} takes the formats of d and of the elements, such as f32.f16 and f32.e4m3.e5m2"
        )
    return parts[0], parts[1], parts[-1]


def _numbers(given, format, what):
    """Returns an array's encodings, its format, and True if it holds values."""
    array, is_own = as_array(given, what)
    # TF32 is the upper part of a float32.
    stored = "f32" if format == "tf32" else format
    if is_own and array.dtype.kind == "f" and format is not None:
        return encode(array, stored, what), format, True
    found = FORMATS.get(array.dtype.name)
    if found is not None and (format is None or found == stored):
        return bits_of(array), format or found, True
    if array.dtype.kind == "u" and not is_own:
        if format is None:
            raise TypeError(f"{what} is an array of bits; name their format with type=")
        if array.dtype == container(_halfpipe.format(stored)[1]):
            return array, format, False
    takes = "float16, float32 or a type of ml_dtypes" if format is None else f"values or bits of {format}"
    raise TypeError(f"{what} is an array of {array.dtype}; it takes {takes}")


def _terms(call, mode, a, b, c, type):
    """Returns the operands of a dot product as bits, the names of the three formats, and True for values."""
    result_format, element_a, element_b = _split_type(type, call)
    a, element_a, a_values = _numbers(a, element_a, f"operand a of {call}")
    if element_b is None and getattr(getattr(b, "dtype", None), "name", None) not in FORMATS:
        element_b = element_a
    b, element_b, b_values = _numbers(b, element_b, f"operand b of {call}")
    if c is None:
        result_format = result_format or "f32"
        c, c_values = np.zeros((), container(_halfpipe.format(result_format)[1])), a_values or b_values
    else:
        c, result_format, c_values = _numbers(c, result_format, f"operand c of {call}")
    return a, b, c, (result_format, element_a, element_b), a_values or b_values or c_values


def _finish(words, shape, format, has_values):
    dtype = dtype_of(format) if has_values else None
    words = words.reshape(shape)
    return (words if dtype is None else words.view(dtype))[()]


def dot(mode, a, b, c=None, *, type=None, threads=None, progress=None):
    """Computes dot products: d = c + the sum of a * b over the last axis.

    mode     a generation of tensor cores ("volta", "turing", "ampere", "ada", "hopper", "blackwell"), or "rn", "rz", "rm",
             "rp" for the exact sum, rounded once
    a, b     arrays of shape (..., K) of float16, bfloat16 or a type of ml_dtypes with 8, 6 or 4 bits; other axes
             broadcast. float32 is taken with type="f32.tf32". A tensor core adds a block of products at once, and each
             result is the next block's c. A K that is no whole number of blocks is filled with zeros.
    c        an array of float32 or float16 whose shape broadcasts with the other axes; +0 of float32 by default
    type     the formats of d and of the elements for arrays of bits, such as "f32.f16"; those of a and b apart
             where they differ, as in "f32.e4m3.e5m2"
    threads  the number of threads; one for each processor by default
    progress as for eval

    Returns an array of c's type.

    Raises ValueError for a mode that lacks the formats and for shapes that do not fit; TypeError for other types.
    """
    a, b, c, formats, has_values = _terms("dot", _text(mode, "mode"), a, b, c, type)
    if a.ndim == 0 or b.ndim == 0 or a.shape[-1] != b.shape[-1]:
        raise ValueError(f"a and b of dot have the shapes {a.shape} and {b.shape}; their last axes have one length")
    length = a.shape[-1]
    shape = shape_of([a.shape[:-1], b.shape[:-1], c.shape], "dot")
    count = int(np.prod(shape, dtype=np.int64))
    a, b = (flat(np.broadcast_to(array, (*shape, length))) for array in (a, b))
    c = flat(np.broadcast_to(c, shape))
    d = np.empty(count, c.dtype)
    _halfpipe.dot(mode, formats, length, a, b, c, d, threads, _told(progress))
    return _finish(d, shape, formats[0], has_values)


def gemm(mode, a, b, c=None, *, type=None, threads=None, progress=None):
    """Multiplies matrices as a tensor core does: d = c + a @ b.

    mode     as for dot
    a, b     matrices of shapes (M, K) and (K, N), of the types that dot takes
    c        a matrix whose shape broadcasts to (M, N), of float32 or float16; +0 of float32 by default
    type     the formats of d and of the elements for arrays of bits, such as "f32.f16"; those of a and b apart
             where they differ, as in "f32.e4m3.e5m2"
    threads  the number of threads; one for each processor by default
    progress as for eval

    Returns a matrix of shape (M, N) of c's type. Each element is the dot product of a row and a column: blocks of
    products in order, each result the next block's c.

    Raises ValueError for a mode that lacks the formats and for shapes that do not fit; TypeError for other types.
    """
    a, b, c, formats, has_values = _terms("gemm", _text(mode, "mode"), a, b, c, type)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise ValueError(f"a and b of gemm have the shapes {a.shape} and {b.shape}; it takes (M, K) and (K, N)")
    (rows, length), columns = a.shape, b.shape[1]
    if shape_of([c.shape, (rows, columns)], "gemm") != (rows, columns):
        raise ValueError(f"c of gemm has the shape {c.shape}; it takes ({rows}, {columns})")
    a, b, c = flat(a), flat(b.T), flat(np.broadcast_to(c, (rows, columns)))
    d = np.empty(rows * columns, c.dtype)
    _halfpipe.gemm(mode, formats, (rows, columns, length), a, b, c, d, threads, _told(progress))
    return _finish(d, (rows, columns), formats[0], has_values)


def cast(x, to, *, type=None, rounding="rn", saturate=False, threads=None, progress=None):
    """Converts numbers to another format, element by element.

    x         numbers: an array of float16, float32, float64 or a type of ml_dtypes, Python floats, or bits with type=
    to        a format: "f16", "bf16", "f32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "ue8m0", or any such as "e5m6"
    type      the format of x for an array of bits
    rounding  "rn", "rz", "rm", "rp" or "rna"
    saturate  True gives the largest number for all that is larger, infinities too. Otherwise it becomes an infinity, or a
              NaN in a format without infinities.
    threads   the number of threads; one for each processor by default
    progress  as for eval

    Returns an array of x's shape: values if x has values and the format has a type, otherwise bits.

    Raises ValueError for an unknown format or rounding; TypeError for other types.
    """
    name, bits = _halfpipe.format(_text(to, "to"))
    array, _ = as_array(x, "x of cast")
    if array.dtype == np.float64 and type in (None, "f64"):
        words, source, has_values = array.view(np.uint64) if array.ndim else bits_of(array), "f64", True
    else:
        words, source, has_values = _numbers(x, type and _halfpipe.format(_text(type, "type"))[0], "x of cast")
    operands = flat(words)
    results = np.empty(operands.size, container(bits))
    _halfpipe.cast(operands, results, (source, name), _text(rounding, "rounding"), bool(saturate), threads, _told(progress))
    return _finish(results, words.shape, name, has_values)
