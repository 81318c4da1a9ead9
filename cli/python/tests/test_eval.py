"""`eval`: types, shapes and errors of operands and results."""

import os
import signal
import subprocess
import sys
import threading
import time

import ml_dtypes
import numpy as np
import pytest

import halfpipe as hp


def test_values_in_values_out():
    d = hp.eval("fma.rn.f16", np.float16([1, 2]), np.float16([3, 4]), np.float16([0.5, 0.25]))
    assert d.dtype == np.float16
    assert d.tolist() == [3.5, 8.25]


def test_bits_in_bits_out():
    d = hp.eval("add.rn.f16", np.uint16([0x3C00]), np.uint16([0x4000]))
    assert (d.dtype, d.tolist()) == (np.uint16, [0x4200])


def test_scalars_give_a_scalar():
    d = hp.eval("mul.rn.f16", 1.5, np.float16(2))
    assert isinstance(d, np.float16) and d == 3


def test_shapes_broadcast():
    a, b = np.ones((3, 1), np.float16), np.arange(4, dtype=np.float16)
    assert hp.eval("add.rn.f16", a, b).tolist() == [[1, 2, 3, 4]] * 3


def test_no_elements():
    assert hp.eval("add.rn.f16", np.zeros((0, 3), np.float16), 1.0).shape == (0, 3)


@pytest.mark.parametrize("change", [
    lambda a: np.repeat(a, 2)[::2],
    lambda a: a[::-1][::-1],
    lambda a: a.astype(a.dtype.newbyteorder(">")),
    lambda a: np.asfortranarray(a.reshape(2, -1)).reshape(-1),
    lambda a: np.frombuffer(a.tobytes(), a.dtype),
    lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(a.dtype),
])
def test_any_layout_of_memory(change, random):
    bits = random.integers(0, 1 << 16, 64, dtype=np.uint16)
    for a in (bits, bits.view(np.float16)):
        assert np.array_equal(hp.eval("add.rn.f16", change(a), a), hp.eval("add.rn.f16", a, a), equal_nan=True)


def test_order_of_axes(random):
    a = random.standard_normal((4, 6)).astype(np.float16)
    assert np.array_equal(hp.eval("neg.f16", a.T), -a.T)


def test_lanes_in_an_axis_or_packed():
    a = np.float16([[1, 2], [3, 4]])
    d = hp.eval("add.rn.f16x2", a, a)
    assert (d.dtype, d.tolist()) == (np.float16, [[2, 4], [6, 8]])
    packed = a.view(np.uint32).reshape(2)
    assert hp.eval("add.rn.f16x2", packed, packed).tolist() == d.view(np.uint32).reshape(2).tolist()
    bits = hp.eval("add.rn.f16x2", a.view(np.uint16), packed)
    assert (bits.dtype, bits.shape) == (np.uint16, (2, 2))


def test_lanes_of_four_bits():
    d = hp.eval("cvt.rn.f16x2.e2m1x2", np.uint8([0x42]))
    assert d.tolist() == [0x4000_3C00]
    elements = hp.eval("cvt.rn.f16x2.e2m1x2", np.array([[1, 2]], ml_dtypes.float4_e2m1fn))
    assert elements.tolist() == [[1, 2]]
    back = hp.eval("cvt.rn.satfinite.e2m1x2.f32", np.float32([2]), np.float32([1]))
    assert back.dtype == ml_dtypes.float4_e2m1fn and back.tolist() == [[1, 2]]


def test_registers_of_more_than_64_bits():
    a = np.ones((5, 16), np.float16)
    assert hp.eval("dot16.hopper.f32.f16", a, a, 0.5).tolist() == [16.5] * 5
    words = a.view(np.uint64)
    assert hp.eval("dot16.hopper.f32.f16", words, words, np.uint32(0)).tolist() == [0x4180_0000] * 5


def test_roundings():
    a = np.uint16([0x0001])
    assert hp.eval("fadd.h", np.uint16([0x3C00]), a, rm="rup").tolist() == [0x3C01]
    assert hp.eval("fadd.h", np.uint16([0x3C00]), a).tolist() == [0x3C00]
    assert hp.eval("add.f16", np.uint16([0x3C00]), a, rm="rp").tolist() == [0x3C01]
    with pytest.raises(ValueError, match="rm is `up`; it takes rn"):
        hp.eval("add.f16", a, a, rm="up")
    with pytest.raises(ValueError, match="rm replaces the rounding of add.rz.f16: write add.f16"):
        hp.eval("add.rz.f16", a, a, rm="rp")
    with pytest.raises(ValueError, match="max.f16 is not available with rm"):
        hp.eval("max.f16", a, a, rm="rp")


def test_flags():
    d, flags = hp.eval("div.rn.f16", 1.0, np.float16([0, 3, 1]), flags=True)
    assert flags.dtype == np.uint8 and flags.tolist() == [8, 1, 0]
    assert d[0] == np.inf
    with pytest.raises(ValueError, match="neg.f16 raises no exceptions"):
        hp.eval("neg.f16", 1.0, flags=True)


def test_predicates():
    p, q = hp.eval("setp.lt.f16x2", np.float16([1, 5]), 2.0)
    assert (p, q) == (True, False)
    joined = hp.eval("setp.lt.and.f16", 1.0, 2.0, np.array([True, False]))
    assert joined.dtype == bool and joined.tolist() == [True, False]


def test_integers():
    assert hp.eval("cvt.rni.s32.f16", np.float16([-2.5, 3.5])).tolist() == [-2, 4]
    assert hp.eval("cvt.rn.f16.s32", [-3, 4]).tolist() == hp.eval("cvt.rn.f16.s32", np.int64([-3, 4])).tolist()
    assert hp.eval("cvt.rn.f16.u64", (1 << 64) - 1) == 0x7C00
    with pytest.raises(ValueError, match="operand a of cvt.rn.f16.u8 has integers outside its range, 0 to 255"):
        hp.eval("cvt.rn.f16.u8", 256)


@pytest.mark.parametrize("operands, error, message", [
    ((1.0, 2.0), TypeError, r"fma.rn.f16 takes 3 operands \(a, b, c\), but 2 are given"),
    ((0.1, 2.0, 1.0), ValueError, "operand a of fma.rn.f16 is 0.1, which is not representable in f16"),
    ((1, 2.0, 1.0), TypeError, "operand a of fma.rn.f16 is Python's integers"),
    ((np.zeros(2), 2.0, 1.0), TypeError, "an array of float64; it takes values of float16 or bits of uint16"),
    ((np.zeros(2, np.float32), 2.0, 1.0), TypeError, "an array of float32"),
    ((np.zeros(2, np.int16), 2.0, 1.0), TypeError, "an array of int16"),
    ((np.zeros(2, np.uint32), 2.0, 1.0), TypeError, "an array of uint32"),
    ((np.zeros(2, complex), 2.0, 1.0), TypeError, "an array of complex128"),
    ((np.array([None]), 2.0, 1.0), TypeError, "holds Python objects"),
    (("1.0", 2.0, 1.0), TypeError, "Python's integers|an array of <U3"),
    ((np.ma.masked_array(np.float16([1]), [True]), 2.0, 1.0), TypeError, "a masked array"),
    ((np.zeros(2, ml_dtypes.bfloat16), 2.0, 1.0), TypeError, "an array of bfloat16"),
    ((np.zeros(2, np.float16), np.zeros(3, np.float16), 1.0), ValueError, "shapes that do not fit"),
])
def test_refusals(operands, error, message):
    with pytest.raises(error, match=message):
        hp.eval("fma.rn.f16", *operands)


def test_errors_are_the_commands():
    with pytest.raises(ValueError) as refused:
        hp.eval("fma.rn.f17", 1.0, 1.0, 1.0)
    command = subprocess.run(
        [sys.executable, "-m", "halfpipe", "eval", "fma.rn.f17"], capture_output=True, text=True, check=False
    )
    assert command.returncode == 2
    assert f"error: {refused.value}\n" == command.stderr


def test_names_of_others():
    assert hp.eval("__hfma", 1.0, 2.0, 3.0) == 5
    assert hp.eval("add_rn_f16", 1.0, 2.0) == 3
    assert hp.eval("fma.rn.e5m6", np.uint16([0x3C0]), np.uint16([0x3C0]), np.uint16([0])).tolist() == [0x3C0]


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_threads_have_the_same_results(threads, random):
    bits = random.integers(0, 1 << 16, (3, 100_000), dtype=np.uint16)
    assert np.array_equal(hp.eval("fma.rn.f16", *bits, threads=threads), hp.eval("fma.rn.f16", *bits, threads=1))


def test_progress(capfd):
    a = np.zeros(5_000_000, np.uint16)
    steps = []
    hp.eval("neg.f16", a, progress=lambda done, count: steps.append((done, count)))
    assert len(steps) > 1 and steps == sorted(steps) and steps[-1] == (a.size, a.size)
    hp.cast(a, "e4m3", type="f16", progress=True)
    assert capfd.readouterr().err.endswith("\rhalfpipe: 100 %\n")
    hp.cast(a, "e4m3", type="f16")
    assert capfd.readouterr().err == ""
    with pytest.raises(ZeroDivisionError):
        hp.eval("neg.f16", a, progress=lambda done, count: 1 // 0)


def test_no_threads():
    with pytest.raises(ValueError, match="threads is 0; it takes 1 to 1024"):
        hp.eval("neg.f16", 1.0, threads=0)


def test_other_python_threads_run_meanwhile(random):
    bits = random.integers(0, 1 << 16, (3, 1 << 21), dtype=np.uint16)
    done = threading.Event()
    counted = [0]

    def count():
        while not done.is_set():
            counted[0] += 1

    other = threading.Thread(target=count)
    other.start()
    hp.eval("fma.rn.f16", *bits, threads=1)
    done.set()
    other.join()
    assert counted[0] > 0


LONG = """
import halfpipe as hp, numpy as np
x = np.ones((2048, 2048), np.float16)
hp.gemm("rn", x[:1], x)
print("begun", flush=True)
try:
    hp.gemm("rn", x, x)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupt_ends_a_long_call():
    child = subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=60)[0] == "interrupted\n"


def test_the_native_functions_refuse_other_arrays():
    from halfpipe import _halfpipe

    instruction = _halfpipe.Instruction("neg.f16")
    right = np.zeros(4, np.uint16)
    for wrong in (np.zeros(4, np.int16), np.zeros((2, 2), np.uint16), [0, 0, 0, 0]):
        with pytest.raises(TypeError):
            instruction.evaluate([wrong], [np.zeros(4, np.uint16)])
    with pytest.raises(ValueError):
        instruction.evaluate([right], [])
    with pytest.raises(ValueError):
        instruction.evaluate([right[:3]], [np.zeros(4, np.uint16)])
    with pytest.raises((TypeError, ValueError)):
        instruction.evaluate([np.zeros(8, np.uint16)[::2]], [np.zeros(4, np.uint16)])
