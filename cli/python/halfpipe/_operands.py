"""Operands and results: numpy arrays as arrays of encodings, and back."""

import re

import numpy as np

from . import _halfpipe

#: The formats of numpy's and ml_dtypes' types, by the name of the type.
FORMATS = {
    "float16": "f16",
    "float32": "f32",
    "bfloat16": "bf16",
    "float8_e3m4": "e3m4",
    "float8_e4m3": "e4m3i",
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
    "float8_e8m0fnu": "ue8m0",
    "float6_e2m3fn": "e2m3",
    "float6_e3m2fn": "e3m2",
    "float4_e2m1fn": "e2m1",
}

#: RISC-V's names of formats with the same numbers.
RISCV = {"h": "f16", "s": "f32"}


def dtype_of(name):
    """Returns the type of a format's values, or None if neither numpy nor ml_dtypes has it."""
    if name in ("f16", "f32"):
        return np.dtype({"f16": np.float16, "f32": np.float32}[name])
    try:
        import ml_dtypes
    except ImportError:
        return None
    names = [dtype for dtype, format in FORMATS.items() if format == name]
    found = [getattr(ml_dtypes, dtype, None) for dtype in names]
    return np.dtype(found[0]) if found and found[0] is not None else None


def container(bits):
    """Returns the unsigned type that holds so many bits."""
    return np.dtype(f"u{max(1, 1 << (bits - 1).bit_length() >> 3)}")


def native(array):
    """Returns an array with this machine's order of bytes."""
    return array.astype(array.dtype.newbyteorder("=")) if not array.dtype.isnative else array


def as_array(given, what):
    """Returns an array, and True if it comes from Python's own numbers."""
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"{what} is a masked array; it takes plain arrays")
    is_own = not isinstance(given, (np.ndarray, np.generic)) or isinstance(given, float)
    try:
        array = np.asarray(given)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{what}: {error}") from None
    if array.dtype == object and not (is_own and array.size and all(type(one) is int for one in array.flat)):
        raise TypeError(f"{what} holds Python objects; it takes arrays of numbers")
    return native(array), is_own


def bits_of(array):
    """Returns the encodings of an array of values."""
    return np.ascontiguousarray(array).view(container(8 * array.dtype.itemsize)).reshape(array.shape)


def encode(array, format, what):
    """Returns the encodings of Python floats, which the format must have."""
    name = RISCV.get(format, format)
    encoded = np.empty(array.size, container(_halfpipe.format(name)[1]))
    for place, number in enumerate(array.flat):
        bits = _halfpipe.encode(name, float(number))
        if bits is None:
            raise ValueError(f"{what} is {number}, which is not representable in {name}; round it with halfpipe.cast")
        encoded[place] = bits
    return encoded.reshape(array.shape)


def integers(array, kind, bits, what):
    """Returns the bits of integers, which must be in the operand's range."""
    least, greatest = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind == "s" else (0, (1 << bits) - 1)
    if array.dtype.kind not in "iub" and array.dtype != object:
        raise TypeError(f"{what} is an array of {array.dtype}; it takes integers from {least} to {greatest}")
    if array.size and (int(array.min()) < least or int(array.max()) > greatest):
        raise ValueError(f"{what} has integers outside its range, {least} to {greatest}")
    return (array & ((1 << bits) - 1) if array.dtype == object else array).astype(container(bits))


class Operand:
    """An operand as arrays of 64-bit words or narrower ones."""

    def __init__(self, register, given, mnemonic):
        self.name, self.type, self.bits, self.lanes = register
        self.what = f"operand {self.name} of {mnemonic}"
        self.has_values = self.has_lanes = False
        self.words = self._read(*as_array(given, self.what))
        self.shape = self.words[0].shape

    def _read(self, array, is_own):
        width = self.bits * self.lanes
        integer = re.fullmatch(r"([usb])\d+", self.type)
        if self.type == "pred":
            if array.dtype.kind not in "iub" or array.size and not 0 <= int(array.min()) <= int(array.max()) <= 1:
                raise TypeError(f"{self.what} is a predicate; it takes booleans")
            return [array.astype(np.uint8)]
        if integer and self.lanes == 1:
            return [integers(array, integer[1], self.bits, self.what)]
        if is_own and array.dtype.kind == "f":
            # One number for all lanes, or a last axis of them.
            self.has_values = True
            array = encode(array, self.type, self.what)
            if self.lanes > 1 and array.ndim == 0:
                array = np.repeat(array, self.lanes)
            return self._pack(array)
        format = FORMATS.get(array.dtype.name)
        if format is not None and format == RISCV.get(self.type, self.type):
            self.has_values = True
            return self._pack(bits_of(array))
        if not is_own and array.dtype.kind == "u":
            if width <= 64 and array.dtype == container(width):
                return [array]
            if width > 64 and array.dtype == np.uint64 and array.shape[-1:] == (width // 64,):
                return self._split(array)
            if self.lanes > 1 and array.dtype == container(self.bits):
                return self._pack(array)
        raise TypeError(self._refusal(array, is_own))

    def _refusal(self, array, is_own):
        width = self.bits * self.lanes
        name = RISCV.get(self.type, self.type)
        own = [dtype for dtype, format in FORMATS.items() if format == name]
        axis = f" with a last axis of {self.lanes}" if self.lanes > 1 else ""
        takes = [f"values of {own[0]}{axis}"] if own else []
        takes.append(f"bits of {container(self.bits)}{axis}")
        if self.lanes > 1 and width <= 64:
            takes.append(f"packed bits of {container(width)}")
        kind = "Python's integers, which may be bits or values" if is_own else f"an array of {array.dtype}"
        return f"{self.what} is {kind}; it takes {' or '.join(takes)}"

    def _pack(self, array):
        """Joins the last axis of an array of lanes."""
        if self.lanes == 1:
            return [array]
        self.has_lanes = True
        if array.shape[-1:] != (self.lanes,):
            raise ValueError(f"{self.what} has the shape {array.shape}; its last axis has the {self.lanes} lanes")
        shape, width = array.shape[:-1], self.bits * self.lanes
        if self.bits < 8 * array.dtype.itemsize:
            packed = np.zeros(shape, container(width))
            for lane in range(self.lanes):
                element = array[..., lane].astype(packed.dtype) & ((1 << self.bits) - 1)
                packed |= element << packed.dtype.type(self.bits * lane)
            return [packed]
        array = little(np.ascontiguousarray(array)).reshape(-1)
        if width > 64:
            return self._split(array.view(np.uint64).reshape(*shape, width // 64))
        return [array.view(container(width)).reshape(shape)]

    @staticmethod
    def _split(array):
        return [array[..., word] for word in range(array.shape[-1])]


def little(array):
    """Returns an array whose bytes in memory have the lowest one first."""
    return array if np.little_endian else array.astype(array.dtype.newbyteorder("<"))


def flat(array):
    """Returns an array's elements in order, contiguous and aligned as the native functions need them."""
    return np.require(array, requirements=["C_CONTIGUOUS", "ALIGNED"]).reshape(-1)


def spread(words, shape):
    """Returns an array's elements in order: all of a shape, or one that is everywhere."""
    return flat(words if words.size == 1 else np.broadcast_to(words, shape))


def shape_of(all, what):
    """Returns the shape that arrays have together."""
    try:
        return np.broadcast_shapes(*all)
    except ValueError:
        raise ValueError(f"the operands of {what} have shapes that do not fit: {', '.join(map(str, all))}") from None


def result(register, words, shape, has_values, has_lanes):
    """Returns the array of a result: values or bits, with lanes in a last axis or packed."""
    _, type, bits, lanes = register
    if type == "pred":
        return words.reshape(shape).astype(bool)[()]
    if lanes > 1 and (has_values or has_lanes):
        if bits < 8:
            lane_bits = [words >> words.dtype.type(bits * lane) & ((1 << bits) - 1) for lane in range(lanes)]
            words = np.stack(lane_bits, axis=-1).astype(np.uint8).reshape(-1)
        else:
            words = words.view(container(bits))
        shape, lanes = (*shape, lanes), 1
    words = words.reshape(shape)
    signed = re.fullmatch(r"s\d+", type)
    if signed and lanes == 1:
        return words.view(f"i{words.dtype.itemsize}")[()]
    dtype = dtype_of(RISCV.get(type, type)) if has_values and lanes == 1 else None
    if dtype is not None and not re.fullmatch(r"[usb]\d+", type):
        return words.view(dtype)[()]
    return words[()]
