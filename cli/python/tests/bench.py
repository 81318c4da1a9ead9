"""Speeds of the Python module beside other packages: `make bench-python`.

The figures are operations a second of processor time, so that other programs on the machine disturb them less. The last
column has what they are compared with.
"""

import time

import numpy as np
import softfloatpy

import halfpipe as hp


def seconds_of(call, least=1.0):
    """Returns the processor time and the time on the clock of a call: means over at least a second, as some systems count
    processor time in steps of 10 ms."""
    call()
    processor, clock = time.process_time(), time.perf_counter()
    runs = 0
    while time.perf_counter() - clock < least:
        call()
        runs += 1
    return (time.process_time() - processor) / runs, (time.perf_counter() - clock) / runs


def block_in_numpy(a, b, c, places=25, least=-133):
    """A block of Hopper's rule in numpy, written as MMA-Sim and similar models are: one operation for each array."""
    products = a.astype(np.float64) * b.astype(np.float64)
    exponents = sum(np.maximum(np.frexp(x.astype(np.float64))[1] - 1, -14) for x in (a, b))
    exponents = np.where(products == 0, least, exponents)
    anchor = np.maximum(exponents.max(-1), np.where(c == 0, least, np.frexp(c.astype(np.float64))[1] - 1))
    unit = np.ldexp(1.0, anchor - places)
    terms = np.concatenate([products, c[..., None].astype(np.float64)], -1)
    total = np.trunc(terms / unit[..., None]).sum(-1) * unit
    single = total.astype(np.float32)
    return np.where(abs(single.astype(np.float64)) > abs(total), np.nextafter(single, np.float32(0)), single)


def row(what, count, seconds, other=""):
    print(f"| {what} | {count / seconds:.3g} | {other} |")


def main():
    random = np.random.default_rng(2026)
    count = 1 << 22
    bits = random.integers(0, 1 << 16, (3, count), dtype=np.uint16)
    print("| one thread | operations a second | beside it |\n|---|---|---|")
    values = bits.view(np.float16)
    with np.errstate(all="ignore"):
        numpy_fma = count / seconds_of(lambda: values[0] * values[1] + values[2])[0]
    words = [[softfloatpy.Float16.from_bytes(int(word).to_bytes(2, "big")) for word in part[:100_000]] for part in bits]
    softfloat = 100_000 / seconds_of(lambda: [softfloatpy.f16_mul_add(*word) for word in zip(*words)])[0]
    other = f"softfloatpy {softfloat:.3g}, numpy a * b + c, which rounds twice, {numpy_fma:.3g}"
    row("eval of fma.rn.f16, any bits", count, seconds_of(lambda: hp.eval("fma.rn.f16", *bits, threads=1))[0], other)
    normal = random.standard_normal((3, count)).astype(np.float16)
    row("eval of fma.rn.f16, normal numbers", count, seconds_of(lambda: hp.eval("fma.rn.f16", *normal, threads=1))[0])
    for name, operands in [("add.rn.bf16", 2), ("div.rn.f16", 2), ("tanh.approx.f16", 1)]:
        row(f"eval of {name}", count, seconds_of(lambda: hp.eval(name, *bits[:operands], threads=1))[0])
    singles = random.standard_normal(count).astype(np.float32)
    row("cast of f32 to e4m3", count, seconds_of(lambda: hp.cast(singles, "e4m3", saturate=True, threads=1))[0])

    lines = 1 << 20
    a, b = random.standard_normal((2, lines, 16)).astype(np.float16)
    c = np.zeros(lines, np.float32)
    few = slice(0, 20_000)
    assert np.array_equal(block_in_numpy(a[few], b[few], c[few]), hp.dot("hopper", a[few], b[few]))
    in_numpy = 20_000 / seconds_of(lambda: block_in_numpy(a[few], b[few], c[few]))[0]
    other = f"the rule in numpy {in_numpy:.3g}"
    row("dot of 16, f16 to f32, hopper", lines, seconds_of(lambda: hp.dot("hopper", a, b, c, threads=1))[0], other)

    matrices = random.standard_normal((2, 512, 512)).astype(np.float16)
    print("\n| gemm 512 × 512 × 512, all processors | seconds |\n|---|---|")
    for mode in ("hopper", "ampere", "volta"):
        print(f"| {mode} | {seconds_of(lambda: hp.gemm(mode, *matrices))[1]:.2f} |")


if __name__ == "__main__":
    main()
