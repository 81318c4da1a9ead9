"""Writes `samples`, the filter's input, and `expected`, its output: words of f16 in hexadecimal, one a line.

The sums are exact fractions, rounded once in each tap.
"""

import itertools
import random
import struct
from fractions import Fraction

COEFFICIENTS = [0x37BA, 0x3AB1, 0x332C, 0xB024]
COUNT = 4096

INFINITY = 0x7C00
NAN = 0x7FFF
SIGN = 0x8000

# Zeros, the smallest and largest subnormals and normals, 1 and its neighbours, infinities and NaN.
EDGES = [0x0000, 0x8000, 0x0001, 0x83FF, 0x0400, 0x3BFF, 0xBC00, 0x3C01, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00]


def is_finite(half):
    return half & INFINITY != INFINITY


def is_nan(half):
    return half & ~SIGN > INFINITY


def value(half):
    """The number that a finite half stands for."""
    return Fraction(struct.unpack("<e", half.to_bytes(2, "little"))[0])


def rounded(number):
    """The half nearest to a number other than 0; of two, the even one."""
    sign, size = (SIGN, -number) if number < 0 else (0, number)
    exponent = -14
    while size >= Fraction(2) ** (exponent + 1):
        exponent += 1
    # `round` takes the even integer of two. A significand of 2048 carries into the exponent.
    significand = round(size / Fraction(2) ** (exponent - 10))
    return sign | min((exponent + 14) * 1024 + significand, INFINITY)


def fma(a, b, c):
    """a * b + c."""
    sign = (a ^ b) & SIGN
    if any(map(is_nan, (a, b, c))):
        return NAN
    if not (is_finite(a) and is_finite(b)):
        # Infinity times 0, or less the infinity c.
        if 0 in (a & ~SIGN, b & ~SIGN) or (not is_finite(c) and c & SIGN != sign):
            return NAN
        return sign | INFINITY
    if not is_finite(c):
        return c
    exact = value(a) * value(b) + value(c)
    if exact != 0:
        return rounded(exact)
    # Zeros of one sign keep it. Every other zero is +0.
    is_zero = value(c) == 0
    return sign if is_zero and sign == c & SIGN else 0


def filtered(samples):
    window = [0] * len(COEFFICIENTS)
    for sample in samples:
        window = [sample] + window[:-1]
        total = SIGN
        for coefficient, past in zip(COEFFICIENTS, window):
            total = fma(coefficient, past, total)
        yield total


def samples():
    """Four zeros of any sign, pairs of edge values, then random numbers with an edge value now and then."""
    for window in itertools.product([0x0000, 0x8000], repeat=4):
        yield from window
    for a, b in itertools.product(EDGES, EDGES):
        yield from (a, a, b, b)
    draw = random.Random(1)
    while True:
        random_half = draw.getrandbits(1) << 15 | draw.randint(5, 25) << 10 | draw.getrandbits(10)
        yield draw.choice(EDGES) if draw.getrandbits(6) == 0 else random_half


words = list(itertools.islice(samples(), COUNT))
with open("samples", "w") as file:
    file.writelines(f"{word:04x}\n" for word in words)
with open("expected", "w") as file:
    file.writelines(f"{word:04x}\n" for word in filtered(words))
