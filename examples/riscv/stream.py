#!/usr/bin/env python3
"""Writes a random stream of Zfh and F instructions as an assembly program, and the words that it must print.

    stream.py INSTRUCTIONS SEED FORMATS PROGRAM.S PROGRAM.expected WORDS.S WORDS.cases

FORMATS is `h` for Zfh alone, or `hs` to mix the instructions of F in. WORDS.S has the instructions of the stream alone. WORDS.cases has
a line for each of them, in hexadecimal digits: rs1, rs2 and rs3 (0 where it reads none), frm, the result, its flags, and a digit with
1 for a floating-point rs1 and 2 for a floating-point rd.

Berkeley SoftFloat, in the Python package softfloatpy, computes results and flags. Comparisons, minimum, maximum, signs and classes are
computed here from the bits. Operands come from memory, from integer registers, and from earlier results. One half in sixteen has no NaN
box. Each instruction is rounded as it says, or as `frm` does, in all five roundings. CV32E40P decodes no Zfa, so the stream has none.
"""
import random
import sys

import softfloatpy as soft

INVALID = 16
MODES = ["rne", "rtz", "rdn", "rup", "rmm"]
INTEGERS = [0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 65504, 65519, 65520, 65535, 65536, 2047, 2048, 2049]
TABLE = 512


class Format:
    """A format by its width and the bits of its fraction, with SoftFloat's type and the prefix of SoftFloat's functions."""

    def __init__(self, width, fraction, ty, prefix):
        self.width, self.fraction, self.ty, self.prefix = width, fraction, ty, prefix
        self.sign = 1 << width - 1
        self.least_normal = 1 << fraction
        self.infinity = self.sign - self.least_normal
        self.quiet = self.least_normal >> 1
        self.nan = self.infinity | self.quiet

    def is_nan(self, x):
        return x & ~self.sign > self.infinity

    def is_signalling(self, x):
        return self.is_nan(x) and not x & self.quiet

    def value(self, bits):
        return self.ty.from_bytes(bits.to_bytes(self.width // 8, "big"))

    def function(self, name):
        """SoftFloat's function of this format, such as f16_add."""
        return getattr(soft, f"{self.prefix}_{name}")

    def specials(self):
        """The magnitudes beside which results change: of zero, subnormal and normal numbers, 1, infinity and NaNs."""
        one, largest = (self.infinity >> 1) & -self.least_normal, self.infinity - 1
        subnormal = [0, 1, 2, self.least_normal - 1, self.least_normal, self.least_normal + 1]
        near_one = [one - self.least_normal, one - 1, one, one + 1]
        top = [largest, self.infinity, self.infinity + 1, self.nan - 1, self.nan, self.nan + 1, self.sign - 1]
        return subnormal + near_one + top


HALF = Format(16, 10, soft.Float16, "f16")
SINGLE = Format(32, 23, soft.Float32, "f32")
# Singles between which conversions to halves and to integers change.
LIMITS = [0x33000000, 0x33000001, 0x33800000, 0x387FE000, 0x387FEFFF, 0x38800000, 0x477FE000, 0x477FEFFF, 0x477FF000]
LIMITS += [0x3F000000, 0x3FC00000, 0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF, 0x4F800000]


def computed(function, mode, *operands):
    """The bits that SoftFloat computes, and its flags."""
    soft.set_rounding_mode(soft.RoundingMode(mode))
    soft.set_exception_flags(0)
    result = function(*operands)
    return int.from_bytes(result.to_bytes(), "big"), int(soft.get_exception_flags())


def arithmetic(form, name):
    return lambda mode, *operands: computed(form.function(name), mode, *map(form.value, operands))


def fused(form, negates_product, negates_addend):
    def result(mode, a, b, c):
        flipped = a ^ negates_product * form.sign, b, c ^ negates_addend * form.sign
        return computed(form.function("mul_add"), mode, *map(form.value, flipped))

    return result


def extreme(form, wants_larger):
    def result(_, a, b):
        flags = INVALID if form.is_signalling(a) or form.is_signalling(b) else 0
        if form.is_nan(a) and form.is_nan(b):
            return form.nan, flags
        if form.is_nan(a) or form.is_nan(b):
            return (b if form.is_nan(a) else a), flags
        # Order of the bits as signed magnitudes, in which -0 is below +0.
        order = lambda x: -(x - form.sign) - 1 if x & form.sign else x
        return (max if wants_larger else min)(a, b, key=order), flags

    return result


def compared(form, holds, is_quiet):
    def result(_, a, b):
        if form.is_nan(a) or form.is_nan(b):
            is_invalid = not is_quiet or form.is_signalling(a) or form.is_signalling(b)
            return 0, INVALID if is_invalid else 0
        number = lambda x: -(x - form.sign) if x & form.sign else x
        return int(holds(number(a), number(b))), 0

    return result


def sign_injected(form, sign):
    return lambda _, a, b: (a & ~form.sign | sign(a, b) & form.sign, 0)


def classified(form):
    def result(_, a):
        magnitude = a & ~form.sign
        if form.is_nan(a):
            return 1 << (8 if form.is_signalling(a) else 9), 0
        kind = 0 if magnitude == form.infinity else 1 if magnitude >= form.least_normal else 2 if magnitude else 3
        return 1 << (kind if a & form.sign else 7 - kind), 0

    return result


def to_integer(form, name):
    convert = form.function(name)
    return lambda mode, a: computed(lambda x: convert(x, soft.RoundingMode(mode), True), mode, form.value(a))


def from_integer(ty, function):
    return lambda mode, x: computed(function, mode, ty.from_bytes(x.to_bytes(4, "big")))


def of_format(form, letter):
    """The instructions that each format has. Of each: its operands, result and rounding, and its function."""
    f, ff, fff = letter, 2 * letter, 3 * letter
    from_signed, from_unsigned = (getattr(soft, f"{kind}_to_{form.prefix}") for kind in ("i32", "ui32"))
    instructions = {
        "fadd": (ff, f, True, arithmetic(form, "add")),
        "fsub": (ff, f, True, arithmetic(form, "sub")),
        "fmul": (ff, f, True, arithmetic(form, "mul")),
        "fdiv": (ff, f, True, arithmetic(form, "div")),
        "fsqrt": (f, f, True, arithmetic(form, "sqrt")),
        "fmadd": (fff, f, True, fused(form, 0, 0)),
        "fmsub": (fff, f, True, fused(form, 0, 1)),
        "fnmsub": (fff, f, True, fused(form, 1, 0)),
        "fnmadd": (fff, f, True, fused(form, 1, 1)),
        "fsgnj": (ff, f, False, sign_injected(form, lambda a, b: b)),
        "fsgnjn": (ff, f, False, sign_injected(form, lambda a, b: ~b)),
        "fsgnjx": (ff, f, False, sign_injected(form, lambda a, b: a ^ b)),
        "fmin": (ff, f, False, extreme(form, False)),
        "fmax": (ff, f, False, extreme(form, True)),
        "feq": (ff, "x", False, compared(form, lambda a, b: a == b, True)),
        "flt": (ff, "x", False, compared(form, lambda a, b: a < b, False)),
        "fle": (ff, "x", False, compared(form, lambda a, b: a <= b, False)),
        "fclass": (f, "x", False, classified(form)),
        "fcvt.w": (f, "x", True, to_integer(form, "to_i32")),
        "fcvt.wu": (f, "x", True, to_integer(form, "to_ui32")),
    }
    of_integers = {
        f"fcvt.{letter}.w": ("x", f, True, from_integer(soft.Int32, from_signed)),
        f"fcvt.{letter}.wu": ("x", f, True, from_integer(soft.UInt32, from_unsigned)),
    }
    return {f"{name}.{letter}": row for name, row in instructions.items()} | of_integers


# h is a half, s a single, x an integer register, and w a half of which no box is asked.
HALVES = of_format(HALF, "h") | {
    "fcvt.s.h": ("h", "s", False, lambda mode, a: computed(soft.f16_to_f32, mode, HALF.value(a))),
    "fcvt.h.s": ("s", "h", True, lambda mode, a: computed(soft.f32_to_f16, mode, SINGLE.value(a))),
    "fmv.x.h": ("w", "x", False, lambda _, a: (a & 0xFFFF | (0xFFFF0000 if a >> 15 & 1 else 0), 0)),
    "fmv.h.x": ("x", "h", False, lambda _, x: (x & 0xFFFF, 0)),
}
SINGLES = of_format(SINGLE, "s") | {
    "fmv.x.w": ("s", "x", False, lambda _, a: (a, 0)),
    "fmv.w.x": ("x", "s", False, lambda _, x: (x, 0)),
}


class Stream:
    """The program, the registers at its end, and what it has printed."""

    def __init__(self, seed, has_singles):
        self.instructions = HALVES | SINGLES if has_singles else HALVES
        self.random = random.Random(seed)
        self.table = [self.random_word() for _ in range(TABLE)]
        self.text, self.expected = [], []
        self.words, self.cases = [], []
        self.floats, self.integers = [0xFFFFFFFF] * 32, [0] * 8
        self.mode = self.flags = 0

    def random_half(self):
        if self.random.random() < 0.3:
            return self.random.choice(HALF.specials()) ^ self.random.getrandbits(1) << 15
        if self.random.random() < 0.5:
            # Numbers near 1, between which sums cancel and products stay in range.
            return self.random.getrandbits(1) << 15 | self.random.randint(10, 20) << 10 | self.random.getrandbits(10)
        return self.random.getrandbits(16)

    def random_single(self):
        sign, kind = self.random.getrandbits(1) << 31, self.random.random()
        if kind < 0.2:
            return sign | self.random.choice(SINGLE.specials())
        if kind < 0.3:
            return sign | self.random.choice(LIMITS)
        # In the range of the halves; or near 1, with few digits, so that sums cancel and quotients are exact.
        low, high, digits = (100, 144, 23) if kind < 0.7 else (125, 130, self.random.randint(1, 23))
        return sign | self.random.randint(low, high) << 23 | self.random.getrandbits(digits) << 23 - digits

    def random_word(self):
        """Two halves, a single or an integer."""
        kind = self.random.random()
        if kind < 0.4:
            return self.random_half() << 16 | self.random_half()
        if kind < 0.8:
            return self.random_single()
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
        if kind == "s" and chance < 0.6 or chance < 1 / 16:
            index = self.random.randrange(TABLE)
            self.emit(f"flw f{register}, {4 * index}(s1)")
            self.floats[register] = self.table[index]
        elif kind != "s" and chance < 0.6:
            index = self.random.randrange(2 * TABLE)
            self.emit(f"flh f{register}, {2 * index}(s1)")
            self.floats[register] = 0xFFFF0000 | self.table[index // 2] >> 16 * (index % 2) & 0xFFFF
        elif taken and chance < 0.65:
            register = taken[0]
        elif kind == "s" and chance < 0.95:
            # A half in its box is a NaN among singles.
            register = self.random.choice([other for other in free if self.floats[other] >> 16 != 0xFFFF] or free)
        word = self.floats[register]
        if kind == "h" and word >> 16 != 0xFFFF:
            return register, HALF.nan
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
