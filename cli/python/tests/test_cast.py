"""`cast`: formats, roundings and saturation, with ml_dtypes and numpy as judges."""

import ml_dtypes
import numpy as np
import pytest

import halfpipe as hp

TYPES = {
    "f16": np.float16,
    "f32": np.float32,
    "bf16": ml_dtypes.bfloat16,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e4m3i": ml_dtypes.float8_e4m3,
    "e3m4": ml_dtypes.float8_e3m4,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m1": ml_dtypes.float4_e2m1fn,
}


def bits(array):
    return array.view({1: np.uint8, 2: np.uint16, 4: np.uint32}[array.dtype.itemsize])


def is_equal(found, expected):
    """True for equal encodings, apart from those of NaN, which differ among the packages."""
    both_nan = np.isnan(found.astype(np.float32)) & np.isnan(expected.astype(np.float32))
    return bool((both_nan | (bits(found) == bits(expected))).all())


@pytest.mark.parametrize("to", [name for name in TYPES if name != "f32"])
@pytest.mark.parametrize("source", ["f16", "bf16", "f32", "f64"])
@pytest.mark.filterwarnings("ignore:.*encountered in cast:RuntimeWarning")
def test_every_16_bit_number_and_a_million_others(to, source, random):
    if source == "f64":
        x = random.standard_normal(1_000_000) * 2.0 ** random.integers(-30, 20, 1_000_000)
        if to in ("e4m3", "e4m3i", "e3m4", "e5m2", "e2m3", "e3m2", "e2m1", "bf16"):
            # ml_dtypes rounds a float64 to float32 first.
            x = x.astype(np.float32).astype(np.float64)
    elif source == "f32":
        x = random.integers(0, 1 << 32, 1_000_000, dtype=np.uint32).view(np.float32)
        x[:500_000] = random.standard_normal(500_000) * 2.0 ** random.integers(-30, 20, 500_000)
    else:
        x = np.arange(1 << 16, dtype=np.uint16).view(TYPES[source])
    if to in ("e2m3", "e3m2", "e2m1"):
        # What NaN becomes in a format without one is PTX's choice here.
        x = x[~np.isnan(x.astype(np.float64))]
    found = hp.cast(x, to)
    assert found.dtype == TYPES[to]
    assert is_equal(found, x.astype(TYPES[to]))


def test_saturation():
    x = np.float32([1e9, -1e9, np.inf, 448, 464, 465])
    assert hp.cast(x, "e4m3", saturate=True).astype(float).tolist() == [448, -448, 448, 448, 448, 448]
    found = hp.cast(x, "e4m3").astype(float)
    assert np.isnan(found[[0, 1, 2, 5]]).all() and found[[3, 4]].tolist() == [448, 448]
    assert hp.cast(x, "f16", saturate=True)[0] == 65504
    assert hp.cast(x, "e5m2").astype(float)[0] == np.inf


def test_roundings(random):
    x = random.standard_normal(10_000)
    down, up, zero, near = (hp.cast(x, "bf16", rounding=name).astype(float) for name in ("rm", "rp", "rz", "rn"))
    assert (down <= x).all() and (up >= x).all() and (abs(zero) <= abs(x)).all()
    assert (abs(near - x) <= (up - down) / 2).all()
    assert hp.cast(np.float32([2**-9 * 3]), "e4m3", rounding="rna").astype(float) == 2**-9 * 3


def test_all_of_a_custom_format():
    everything = np.arange(1 << 12, dtype=np.uint16)
    wide = hp.cast(everything, "f32", type="e5m6")
    back = hp.cast(wide, "e5m6", type="f32")
    is_nan = (everything & 0x7FF) > 0x7C0
    assert np.array_equal(np.where(is_nan, 0, everything), np.where(is_nan, 0, back))


def test_powers_of_two():
    assert hp.cast(np.float32([1, 3, 0, 2**127]), "ue8m0", rounding="rz").view(np.uint8).tolist() == [127, 128, 0, 254]


def test_shapes_and_bits():
    assert hp.cast(0.5, "f16") == np.float16(0.5)
    assert hp.cast(np.zeros((2, 0, 3)), "e4m3").shape == (2, 0, 3)
    assert hp.cast(np.uint16([[0x3C00]]), "e4m3", type="f16").tolist() == [[0x38]]


@pytest.mark.parametrize("call, error, message", [
    (lambda: hp.cast(1.0, "f17"), ValueError, "`f17` is not a format; formats are f16, bf16, f32"),
    (lambda: hp.cast(1.0, "f16", rounding="up"), ValueError, "rounding is `up`; it takes rn"),
    (lambda: hp.cast(np.uint16([1]), "e4m3"), TypeError, "name their format with type="),
    (lambda: hp.cast(np.int32([1]), "e4m3"), TypeError, "an array of int32"),
    (lambda: hp.cast(1.0, 16), TypeError, "to is a int; it takes a str"),
])
def test_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()
