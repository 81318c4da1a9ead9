"""Prints rows of the kernel's memory: x1 and x0 in f32, then w, b and t, two f16 each, as hexadecimal words.

First all combinations of edge values, the same in both lanes but for the sign, then random ones.
"""

import itertools
import random

# Zeros, the smallest and largest subnormals and normals, 1 and its neighbours, infinity and NaN.
HALVES = [0x0000, 0x8000, 0x0001, 0x03FF, 0x0400, 0x3BFF, 0x3C00, 0xBC01, 0x7BFF, 0x7C00, 0xFC00, 0x7E00]
# Zeros, the smallest subnormal, numbers around 1, infinities and NaN in f32, and what f16 rounds: halfway between its largest number and infinity, between two subnormals, between two normals.
SINGLES = [0x00000000, 0x80000000, 0x00000001, 0x3F800000, 0x3F801000, 0x3F803000, 0xBF7FF000, 0x33000000]
SINGLES += [0x33000001, 0x33C00000, 0x387FE000, 0x477FE000, 0x477FEFFF, 0x477FF000, 0x7F800000, 0xFF800000, 0x7FC00000]
# Thresholds: the largest of e4m3, and one that many results reach.
THRESHOLDS = [0x0000, 0x3C00, 0x5F00, 0x7C00, 0x7E00]

ROWS = 4096


def both(half):
    """A half in lane 0, and with the other sign in lane 1."""
    return (half ^ 0x8000) << 16 | half


def edges():
    thresholds = itertools.cycle(THRESHOLDS)
    for x, w, b in itertools.product(SINGLES, HALVES, HALVES):
        yield x ^ 0x80000000, x, both(w), both(b), both(next(thresholds))


def single(draw):
    """A random f32 around the exponents of f16."""
    return draw.getrandbits(1) << 31 | draw.randint(127 - 26, 127 + 17) << 23 | draw.getrandbits(23)


def pair(draw):
    """Two f16 whose products and sums are seldom too large for e4m3, or any two."""
    if draw.getrandbits(2) == 0:
        return draw.getrandbits(32)
    lane = lambda: draw.getrandbits(1) << 15 | draw.randint(15 - 8, 15 + 4) << 10 | draw.getrandbits(10)
    return lane() << 16 | lane()


def draws():
    draw = random.Random(1)
    while True:
        yield single(draw), single(draw), pair(draw), pair(draw), pair(draw)


for x1, x0, w, b, t in itertools.islice(itertools.chain(edges(), draws()), ROWS):
    print(f"{x1:08x} {x0:08x} {w:08x} {b:08x} {t:08x}")
