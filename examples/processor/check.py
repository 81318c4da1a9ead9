#!/usr/bin/env python3
"""Holds what the programs print against the model, word for word, and prints a table of their clocks.

    check.py HALFPIPE PROGRAM.out...     HALFPIPE is the command, in one word of the shell

Each program is computed again here, every operation of it by `halfpipe eval` on the host, which has the exact model. What the compiler's
soft float computes is held against the model too where every operation of it is one of the model's; exp2f and what is made of it is not.
Exit status 1: a word differs, or a result is missing.
"""
import shlex
import struct
import subprocess
import sys

command = []


def compute(mnemonic, *operands):
    """The results of an instruction on lists of operands, by the model."""
    lines = "".join(" ".join(f"{word:x}" for word in words) + "\n" for words in zip(*operands))
    done = subprocess.run(
        [*command, "eval", mnemonic, "--engine", "reference"], input=lines, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"halfpipe eval {mnemonic}: {done.stderr}")
    return [int(line, 16) for line in done.stdout.split()]


def random_words(state):
    """The sequence of machine.h."""
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state


def f16(word):
    return (word & 0x83FF) | (11 + (word >> 16 & 3) + (word >> 18 & 1)) << 10


def bf16(word):
    return (word & 0x807F) | (123 + (word >> 16 & 3) + (word >> 18 & 1)) << 7


def single(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def word_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def matrix():
    size, words = 16, random_words(1)
    rows = {"f16": ([], []), "bf16": ([], [])}
    for _ in range(size * size):
        for place in (0, 1):
            rows["f16"][place].append(f16(next(words)))
        for place in (0, 1):
            rows["bf16"][place].append(bf16(next(words)))
    places = [(i, j) for i in range(size) for j in range(size)]

    def operands(kind, k):
        a, b = rows[kind]
        return [a[i * size + k] for i, _ in places], [b[j * size + k] for _, j in places]

    def summed(kind, step, places_of_k):
        sums = [0] * len(places)
        for k in places_of_k:
            sums = step(*operands(kind, k), sums)
        return sums

    def fused(mnemonic):
        return lambda a, b, c: compute(mnemonic, a, b, c)

    def soft(ty):
        """The compiler computes a step in float, in which the product is exact, and rounds the sum to a half again."""
        return lambda a, b, c: compute(
            f"cvt.rn.{ty}.f32", compute(f"fma.rn.f32.{ty}", a, b, compute(f"cvt.f32.{ty}", c))
        )

    every, even, odd = range(size), range(0, size, 2), range(1, size, 2)
    pairs = [summed("f16", fused("fma.rn.f16"), half) for half in (even, odd)]
    soft_pairs = [summed("f16", soft("f16"), half) for half in (even, odd)]
    mixed_f16 = summed("f16", fused("fma.rn.f32.f16"), every)
    mixed_bf16 = summed("bf16", fused("fma.rn.f32.bf16"), every)
    return {
        ("matrix-f16", "core"): summed("f16", fused("fma.rn.f16"), every),
        ("matrix-f16", "soft"): summed("f16", soft("f16"), every),
        ("matrix-f16x2", "core"): compute("add.rn.f16", *pairs),
        ("matrix-f16x2", "soft"): compute("add.rn.f16", *soft_pairs),
        ("matrix-bf16", "core"): summed("bf16", fused("fma.rn.bf16"), every),
        ("matrix-bf16", "soft"): summed("bf16", soft("bf16"), every),
        # The product of two halves is exact in f32, so that soft float rounds once, too.
        ("matrix-f32-f16", "core"): mixed_f16,
        ("matrix-f32-f16", "soft"): mixed_f16,
        ("matrix-f32-bf16", "core"): mixed_bf16,
        ("matrix-f32-bf16", "soft"): mixed_bf16,
    }


def softmax():
    rows, columns, words = 8, 32, random_words(2)
    x = [[f16(next(words)) for _ in range(columns)] for _ in range(rows)]
    largest = [row[0] for row in x]
    for j in range(1, columns):
        largest = compute("max.f16", largest, [row[j] for row in x])
    flat = [word for row in x for word in row]
    shifted = compute("sub.rn.f16", flat, [of_row for of_row in largest for _ in range(columns)])
    powers = compute("ex2.approx.f16", compute("mul.rn.f16", shifted, [0x3DC5] * len(flat)))
    sums = [0] * rows
    for j in range(columns):
        sums = compute("add.rn.f32.f16", powers[j::columns], sums)
    # A quotient of two floats in double precision, rounded again, is the one that is rounded once.
    inverses = compute("cvt.rn.f16.f32", [word_of(1.0 / single(word)) for word in sums])
    results = compute("mul.rn.f16", powers, [of_row for of_row in inverses for _ in range(columns)])
    return {("softmax", "core"): results}


def gelu():
    count, words = 256, random_words(3)
    x = [f16(next(words)) for _ in range(count)]
    constant = lambda word: [word] * count
    square = compute("mul.rn.f16", x, x)
    factor = compute("fma.rn.f16", square, constant(0x29B9), constant(0x3C00))
    argument = compute("mul.rn.f16", compute("mul.rn.f16", x, factor), constant(0x3A62))
    total = compute("add.rn.f16", compute("tanh.approx.f16", argument), constant(0x3C00))
    return {("gelu", "core"): compute("mul.rn.f16", compute("mul.rn.f16", x, constant(0x3800)), total)}


def convert():
    count, words = 256, random_words(4)
    x = [(word & 0x807FFFFF) | (117 + (word >> 24 & 15) + (word >> 28 & 7)) << 23 for word, _ in zip(words, range(count))]
    halves = compute("cvt.rn.f16.f32", x)
    brains = compute("cvt.rn.bf16.f32", compute("cvt.f32.f16", halves))
    integers = compute("cvt.rzi.s32.f16", halves)
    results = [(half << 16 | brain) ^ integer for half, brain, integer in zip(halves, brains, integers)]
    return {("convert", "core"): results, ("convert", "soft"): results}


PROGRAMS = {"matrix": matrix, "softmax": softmax, "gelu": gelu, "convert": convert}


def read(path):
    """What a program printed: clocks and results, by name and by what computed them."""
    clocks, results = {}, {}
    with open(path, encoding="ascii") as file:
        for line in file:
            kind, *rest = line.split()
            if kind == "clocks":
                clocks[rest[0], rest[1]] = int(rest[2])
            elif kind == "result":
                results[rest[0], rest[1]] = [int(word, 16) for word in rest[2:]]
    return clocks, results


def main():
    command.extend(shlex.split(sys.argv[1]))
    is_wrong = False
    rows = []
    for path in sys.argv[2:]:
        name = path.rsplit("/", 1)[-1].removesuffix(".out")
        clocks, results = read(path)
        for key, expected in PROGRAMS[name]().items():
            found = results.get(key, [])
            wrong = sum(a != b for a, b in zip(found, expected)) + abs(len(found) - len(expected))
            print(f"{' '.join(key)}: {len(expected)} words, {wrong or 'none'} of them other than the model's")
            is_wrong |= wrong > 0
        rows += [(program, clocks[program, "core"], clocks[program, "soft"]) for program, by in clocks if by == "core"]
    print("\n| program | clocks with the core | with soft float | times |\n|---|---|---|---|")
    for program, core, soft in rows:
        print(f"| {program} | {core} | {soft} | {soft / core:.1f} |")
    sys.exit(is_wrong)


main()
