#!/usr/bin/env python3
"""Writes a random stream of Zfh instructions as an assembly program, and the words that it must print.

    stream.py INSTRUCTIONS SEED FORMATS PROGRAM.S PROGRAM.expected WORDS.S WORDS.cases

FORMATS is `h`, or `hs` to mix instructions of single precision in. WORDS.S has the instructions of the stream alone. WORDS.cases has
a line for each of them, in hexadecimal digits: rs1, rs2 and rs3 (0 where it reads none), frm, the result, its flags, and a digit with
1 for a floating-point rs1 and 2 for a floating-point rd.

Berkeley SoftFloat, in the Python package softfloatpy, computes results and flags. Comparisons, minimum, maximum, signs and classes are
computed here from the bits. Operands come from memory, from integer registers, and from earlier results. One in sixteen has no NaN box.
"""
import random
import sys

import softfloatpy as soft

NAN, INFINITY = 0x7E00, 0x7C00
INVALID = 16
MODES = ["rne", "rtz", "rdn", "rup", "rmm"]
SPECIAL = [0, 1, 2, 0x3FF, 0x400, 0x401, 0x3BFF, 0x3C00, 0x3C01, 0x3800, 0x7BFF, 0x7C00, 0x7C01, 0x7DFF, 0x7E00, 0x7E01, 0x7FFF]
INTEGERS = [0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 65504, 65519, 65520, 65535, 65536, 2047, 2048, 2049]
TABLE = 512


def is_nan(x):
    return x & 0x7FFF > INFINITY


def is_signalling(x):
    return is_nan(x) and not x & 0x200


def half(bits):
    return soft.Float16.from_bytes(bits.to_bytes(2, "big"))


def bits_of(value):
    return int.from_bytes(value.to_bytes(), "big")


def computed(function, mode, *operands):
    """The bits that SoftFloat computes, and its flags."""
    soft.set_rounding_mode(soft.RoundingMode(mode))
    soft.set_exception_flags(0)
    result = function(*operands)
    return bits_of(result), int(soft.get_exception_flags())


def arithmetic(function):
    return lambda mode, *operands: computed(function, mode, *map(half, operands))


def single(bits):
    return soft.Float32.from_bytes(bits.to_bytes(4, "big"))


def arithmetic_of_singles(function):
    return lambda mode, *operands: computed(function, mode, *map(single, operands))


def fused(negates_product, negates_addend):
    def result(mode, a, b, c):
        flipped = half(a ^ negates_product << 15), half(b), half(c ^ negates_addend << 15)
        return computed(soft.f16_mul_add, mode, *flipped)

    return result


def extreme(wants_larger):
    def result(_, a, b):
        flags = INVALID if is_signalling(a) or is_signalling(b) else 0
        if is_nan(a) and is_nan(b):
            return NAN, flags
        if is_nan(a) or is_nan(b):
            return (b if is_nan(a) else a), flags
        # Order of the bits as signed magnitudes, in which -0 is below +0.
        order = lambda x: -(x & 0x7FFF) - 1 if x >> 15 else x
        return (max if wants_larger else min)(a, b, key=order), flags

    return result


def compared(holds, is_quiet):
    def result(_, a, b):
        if is_nan(a) or is_nan(b):
            is_invalid = not is_quiet or is_signalling(a) or is_signalling(b)
            return 0, INVALID if is_invalid else 0
        number = lambda x: -(x & 0x7FFF) if x >> 15 else x
        return int(holds(number(a), number(b))), 0

    return result


def sign_injected(sign):
    return lambda _, a, b: (a & 0x7FFF | sign(a >> 15, b >> 15) << 15, 0)


def classified(_, a):
    sign, magnitude = a >> 15, a & 0x7FFF
    if is_nan(a):
        return 1 << (8 if is_signalling(a) else 9), 0
    kind = 0 if magnitude == INFINITY else 1 if magnitude >= 0x400 else 2 if magnitude else 3
    return 1 << (kind if sign else 7 - kind), 0


def to_integer(function):
    return lambda mode, a: computed(lambda x: function(x, soft.RoundingMode(mode), True), mode, half(a))


def from_integer(ty, function):
    return lambda mode, x: computed(function, mode, ty.from_bytes(x.to_bytes(4, "big")))


def to_single(mode, a):
    return computed(soft.f16_to_f32, mode, half(a))


def from_single(mode, x):
    return computed(soft.f32_to_f16, mode, single(x))


# Of each instruction: its operands, result and rounding, and its function. h is a half, s a single, x an integer register, and w a half
# of which no box is asked.
INSTRUCTIONS = {
    "fadd.h": ("hh", "h", True, arithmetic(soft.f16_add)),
    "fsub.h": ("hh", "h", True, arithmetic(soft.f16_sub)),
    "fmul.h": ("hh", "h", True, arithmetic(soft.f16_mul)),
    "fdiv.h": ("hh", "h", True, arithmetic(soft.f16_div)),
    "fsqrt.h": ("h", "h", True, arithmetic(soft.f16_sqrt)),
    "fmadd.h": ("hhh", "h", True, fused(0, 0)),
    "fmsub.h": ("hhh", "h", True, fused(0, 1)),
    "fnmsub.h": ("hhh", "h", True, fused(1, 0)),
    "fnmadd.h": ("hhh", "h", True, fused(1, 1)),
    "fsgnj.h": ("hh", "h", False, sign_injected(lambda a, b: b)),
    "fsgnjn.h": ("hh", "h", False, sign_injected(lambda a, b: 1 - b)),
    "fsgnjx.h": ("hh", "h", False, sign_injected(lambda a, b: a ^ b)),
    "fmin.h": ("hh", "h", False, extreme(False)),
    "fmax.h": ("hh", "h", False, extreme(True)),
    "feq.h": ("hh", "x", False, compared(lambda a, b: a == b, True)),
    "flt.h": ("hh", "x", False, compared(lambda a, b: a < b, False)),
    "fle.h": ("hh", "x", False, compared(lambda a, b: a <= b, False)),
    "fclass.h": ("h", "x", False, classified),
    "fcvt.w.h": ("h", "x", True, to_integer(soft.f16_to_i32)),
    "fcvt.wu.h": ("h", "x", True, to_integer(soft.f16_to_ui32)),
    "fcvt.h.w": ("x", "h", True, from_integer(soft.Int32, soft.i32_to_f16)),
    "fcvt.h.wu": ("x", "h", True, from_integer(soft.UInt32, soft.ui32_to_f16)),
    "fcvt.s.h": ("h", "s", False, to_single),
    "fcvt.h.s": ("s", "h", True, from_single),
    "fmv.x.h": ("w", "x", False, lambda _, a: (a & 0xFFFF | (0xFFFF0000 if a >> 15 & 1 else 0), 0)),
    "fmv.h.x": ("x", "h", False, lambda _, x: (x & 0xFFFF, 0)),
}

SINGLES = {
    "fadd.s": ("ss", "s", True, arithmetic_of_singles(soft.f32_add)),
    "fsub.s": ("ss", "s", True, arithmetic_of_singles(soft.f32_sub)),
    "fmul.s": ("ss", "s", True, arithmetic_of_singles(soft.f32_mul)),
    "fmadd.s": ("sss", "s", True, arithmetic_of_singles(soft.f32_mul_add)),
}


class Stream:
    """The program, the registers at its end, and what it has printed."""

    def __init__(self, seed, has_singles):
        self.instructions = INSTRUCTIONS | SINGLES if has_singles else INSTRUCTIONS
        self.random = random.Random(seed)
        self.table = [self.random_word() for _ in range(TABLE)]
        self.text, self.expected = [], []
        self.words, self.cases = [], []
        self.floats, self.integers = [0xFFFFFFFF] * 32, [0] * 8
        self.mode = self.flags = 0

    def random_half(self):
        if self.random.random() < 0.3:
            return self.random.choice(SPECIAL) ^ self.random.getrandbits(1) << 15
        if self.random.random() < 0.5:
            # Numbers near 1, between which sums cancel and products stay in range.
            return self.random.getrandbits(1) << 15 | self.random.randint(10, 20) << 10 | self.random.getrandbits(10)
        return self.random.getrandbits(16)

    def random_word(self):
        """Two halves, a single in the range of the halves, or an integer."""
        kind = self.random.random()
        if kind < 0.5:
            return self.random_half() << 16 | self.random_half()
        if kind < 0.8:
            return self.random.getrandbits(1) << 31 | self.random.randint(100, 144) << 23 | self.random.getrandbits(23)
        return self.random.choice(INTEGERS) if kind < 0.9 else self.random.getrandbits(32) >> self.random.randrange(32)

    def emit(self, line):
        self.text.append(f"    {line}\n")

    def print_integer(self, register, word):
        self.emit(f"sw {register}, 4(s0)")
        self.expected.append(word)

    def float_operand(self, kind, taken):
        """A register and the operand in it, which is loaded for this instruction or left by an earlier one."""
        free = [register for register in range(32) if register not in taken]
        register, chance = self.random.choice(free), self.random.random()
        if kind == "s" or chance < 1 / 16:
            index = self.random.randrange(TABLE)
            self.emit(f"flw f{register}, {4 * index}(s1)")
            self.floats[register] = self.table[index]
        elif chance < 0.6:
            index = self.random.randrange(2 * TABLE)
            self.emit(f"flh f{register}, {2 * index}(s1)")
            self.floats[register] = 0xFFFF0000 | self.table[index // 2] >> 16 * (index % 2) & 0xFFFF
        elif taken and chance < 0.65:
            register = taken[0]
        word = self.floats[register]
        if kind == "h" and word >> 16 != 0xFFFF:
            return register, NAN
        return register, word if kind == "s" else word & 0xFFFF

    def integer_operand(self):
        register, index = self.random.randrange(8), self.random.randrange(TABLE)
        if self.random.random() < 0.8:
            self.emit(f"lw a{register}, {4 * index}(s1)")
            self.integers[register] = self.table[index]
        return register, self.integers[register]

    def step(self):
        name = self.random.choice(list(self.instructions))
        kinds, result_kind, is_rounded, function = self.instructions[name]
        if self.random.random() < 0.1:
            self.mode = self.random.randrange(5)
            self.emit(f"fsrmi {self.mode}")
        registers, operands = [], []
        for kind in kinds:
            # A load must not replace an operand that was chosen before it.
            register, operand = self.integer_operand() if kind == "x" else self.float_operand(kind, registers)
            registers.append(register)
            operands.append(operand)
        mode = self.mode
        rounding = ""
        if is_rounded and self.random.random() < 0.6:
            mode = self.random.randrange(5)
            rounding = f", {MODES[mode]}"
        result, flags = function(mode, *operands)
        self.flags |= flags
        names = ", ".join(f"{'a' if kind == 'x' else 'f'}{register}" for kind, register in zip(kinds, registers))
        sources = [(self.integers if kind == "x" else self.floats)[register] for kind, register in zip(kinds, registers)]
        if result_kind == "x":
            target = self.random.randrange(8)
            instruction = f"{name} a{target}, {names}{rounding}"
            self.emit(instruction)
            self.integers[target] = result
            self.print_integer(f"a{target}", result)
        else:
            target = self.random.randrange(32)
            instruction = f"{name} f{target}, {names}{rounding}"
            self.emit(instruction)
            self.floats[target] = result if result_kind == "s" else 0xFFFF0000 | result
            if self.random.random() < 0.7:
                self.emit(f"fsw f{target}, 4(s0)")
                self.expected.append(self.floats[target])
        self.words.append(f"    {instruction}\n")
        word = result if result_kind == "x" else self.floats[target]
        kind = (kinds[0] != "x") + 2 * (result_kind != "x")
        values = *sources, *[0] * (3 - len(sources)), self.mode, word, flags, kind
        self.cases.append(" ".join(f"{value:08x}" for value in values) + "\n")
        if self.random.random() < 0.6:
            self.emit("fsflags t0, zero")
            self.print_integer("t0", self.flags)
            self.flags = 0

    def program(self):
        begin = ["    .text\n    .globl main\nmain:\n", "    li s0, 0x80000000\n    la s1, table\n"]
        begin += ["    li t0, -1\n"] + [f"    fmv.h.x f{i}, t0\n" for i in range(32)] + [f"    li a{i}, 0\n" for i in range(8)]
        end = [f"    fsw f{i}, 4(s0)\n" for i in range(32)] + ["    li a0, 0\n    ret\n    .data\n    .balign 4\ntable:\n"]
        self.expected += self.floats
        return "".join(begin + self.text + end + [f"    .word {word:#010x}\n" for word in self.table])


def main():
    count, seed, formats, program, expected, words, cases = sys.argv[1:]
    stream = Stream(int(seed), "s" in formats)
    for _ in range(int(count)):
        stream.step()
    with open(program, "w", encoding="ascii") as file:
        file.write(stream.program())
    with open(expected, "w", encoding="ascii") as file:
        file.writelines(f"{word:08x}\n" for word in stream.expected)
    with open(words, "w", encoding="ascii") as file:
        file.writelines(["    .text\n", *stream.words])
    with open(cases, "w", encoding="ascii") as file:
        file.writelines(stream.cases)


main()
