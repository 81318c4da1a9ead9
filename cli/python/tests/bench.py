"""Speeds of the Python module beside other packages: `make bench-python`.

The figures are operations a second of processor time, so that other programs on the machine disturb them less. The last
column has what they are compared with.
"""

import hashlib
import io
import os
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import ml_dtypes
import numpy as np
import softfloatpy

import halfpipe as hp

#: The source package of mmaemu 0.1.0, which the Makefile gets from PyPI. It is not installed.
MMAEMU_SHA256 = "740b69ac7e10f0542399fbecbea216e638dfe7249ff70ec4c6474cf9a15a5a13"


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


def block_in_numpy(a, b, c, places, least):
    """A block of a tensor core's rule in numpy, written as MMA-Sim and similar models are: one operation for each array.

    places  the places below the largest term that a term keeps
    least   the exponent of the smallest normal element
    """
    products = a.astype(np.float64) * b.astype(np.float64)
    exponents = sum(np.maximum(np.frexp(x.astype(np.float64))[1] - 1, least) for x in (a, b))
    exponents = np.where(products == 0, -133, exponents)
    anchor = np.maximum(exponents.max(-1), np.where(c == 0, -133, np.frexp(c.astype(np.float64))[1] - 1))
    unit = np.ldexp(1.0, np.maximum(anchor, -133) - places)
    terms = np.concatenate([products, c[..., None].astype(np.float64)], -1)
    digits, exponent = np.frexp(np.trunc(terms / unit[..., None]).sum(-1) * unit)
    kept = 2.0 ** (1 + min(places, 23))
    return np.ldexp(np.trunc(digits * kept) / kept, exponent).astype(np.float32)


def open_mmaemu(folder):
    """Unpacks mmaemu's source package, and returns its module and torch. Raises OSError or ImportError with the reason if it
    cannot run."""
    package = os.environ.get("HALFPIPE_MMAEMU")
    if package is None:
        raise OSError("HALFPIPE_MMAEMU names no source package")
    contents = Path(package).read_bytes()
    if hashlib.sha256(contents).hexdigest() != MMAEMU_SHA256:
        raise OSError(f"{package} has another hash")
    with tarfile.open(fileobj=io.BytesIO(contents)) as archive:
        archive.extractall(folder, filter="data")
    sys.path.insert(0, str(next(Path(folder).iterdir())))
    import mmaemu

    mmaemu.accumulate  # which loads torch
    import torch

    return mmaemu, torch


def speed_of_mmaemu(a, b):
    """Returns how many sums of products mmaemu computes a second, as text; or the reason why it cannot run."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            mmaemu, torch = open_mmaemu(folder)
        except (OSError, ImportError) as error:
            return f"mmaemu 0.1.0 was not run: {error}"
        torch.set_num_threads(1)
        x, y = (torch.from_numpy(array.view(np.uint8)).view(torch.float8_e4m3fn) for array in (a, b))

        def call():
            return mmaemu.accumulate(x, y, use_fast_accum=True, profile="ada", splitk=1)

        assert np.array_equal(call().numpy(), hp.gemm("ada", a, b.T))
        return f"mmaemu {len(a) * len(b) / seconds_of(call)[0]:.3g}"


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
    for mode, element, places, least in [("hopper", np.float16, 25, -14), ("ada", ml_dtypes.float8_e4m3fn, 13, -6)]:
        x, y = a.astype(element), b.astype(element)
        assert np.array_equal(block_in_numpy(x[few], y[few], c[few], places, least), hp.dot(mode, x[few], y[few]))
        in_numpy = 20_000 / seconds_of(lambda: block_in_numpy(x[few], y[few], c[few], places, least))[0]
        name = np.dtype(element).name
        other = f"MMA-Sim's rule in numpy {in_numpy:.3g}"
        row(f"dot of 16, {name}, {mode}", lines, seconds_of(lambda: hp.dot(mode, x, y, c, threads=1))[0], other)
    x, y = (array[:512].astype(ml_dtypes.float8_e4m3fn) for array in (a, b))
    seconds = seconds_of(lambda: hp.gemm("ada", x, y.T, threads=1))[0]
    row("dot of 16 in a gemm, float8_e4m3fn, ada", 512 * 512, seconds, speed_of_mmaemu(x, y))

    matrices = random.standard_normal((2, 512, 512)).astype(np.float16)
    print("\n| gemm 512 × 512 × 512, all processors | seconds |\n|---|---|")
    for mode in ("hopper", "ampere", "volta"):
        print(f"| {mode} | {seconds_of(lambda: hp.gemm(mode, *matrices))[1]:.2f} |")


if __name__ == "__main__":
    main()
