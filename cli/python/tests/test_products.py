"""`dot` and `gemm`: formats, shapes, and the order of blocks."""

import ml_dtypes
import numpy as np
import pytest

import halfpipe as hp


def test_types_of_results():
    a = np.ones((3, 16), np.float16)
    assert hp.dot("hopper", a, a).dtype == np.float32
    assert hp.dot("hopper", a, a, np.float16(1)).dtype == np.float16
    bits = hp.dot("hopper", a.view(np.uint16), a.view(np.uint16), type="f32.f16")
    assert (bits.dtype, bits.tolist()) == (np.uint32, [0x4180_0000] * 3)
    assert hp.dot("ada", *(np.ones((2, 5), ml_dtypes.float8_e4m3fn),) * 2).tolist() == [5, 5]


def test_a_dot_product_is_that_of_the_instruction(random):
    a, b = random.standard_normal((2, 500, 16)).astype(np.float16)
    c = random.standard_normal(500).astype(np.float32)
    for mode in ("volta", "ampere", "ada", "hopper", "blackwell", "rn", "rz"):
        expected = hp.eval(f"dot16.{mode}.f32.f16", a, b, c)
        assert np.array_equal(hp.dot(mode, a, b, c), expected), mode


def test_long_sums_continue_block_by_block(random):
    a, b = random.standard_normal((2, 100, 40)).astype(ml_dtypes.bfloat16)
    c = np.zeros(100, np.float32)
    for start in range(0, 40, 8):
        c = hp.dot("ampere", a[:, start : start + 8], b[:, start : start + 8], c)
    assert np.array_equal(hp.dot("ampere", a, b), c)
    padded = [np.pad(x, ((0, 0), (0, 3))) for x in (a[:, :37], b[:, :37])]
    assert np.array_equal(hp.dot("ampere", a[:, :37], b[:, :37]), hp.dot("ampere", *padded))


def test_gemm_has_the_dot_products(random):
    a = random.standard_normal((7, 33)).astype(np.float16)
    b = random.standard_normal((33, 9)).astype(np.float16)
    c = random.standard_normal((7, 9)).astype(np.float32)
    for mode in ("volta", "ampere", "hopper", "rn"):
        expected = hp.dot(mode, a[:, None, :], b.T[None], c)
        for threads in (1, 3):
            assert np.array_equal(hp.gemm(mode, a, b, c, threads=threads), expected), mode
    assert np.array_equal(hp.gemm("volta", a, b), hp.gemm("volta", np.asfortranarray(a), b, np.float32(0)))


def test_generations_differ(random):
    a = random.standard_normal((64, 64)).astype(ml_dtypes.bfloat16)
    assert not np.array_equal(hp.gemm("ampere", a, a), hp.gemm("hopper", a, a))


def test_empty_products():
    empty = np.zeros((3, 0), np.float16)
    assert hp.dot("hopper", empty, empty).tolist() == [0, 0, 0]
    assert hp.gemm("hopper", empty, empty.T, np.float32(2)).tolist() == [[2] * 3] * 3
    assert hp.gemm("hopper", np.zeros((0, 4), np.float16), np.zeros((4, 2), np.float16)).shape == (0, 2)


def test_infinities_and_nan():
    a = np.float16([[np.inf, 1], [np.inf, -np.inf], [np.nan, 0], [np.inf, 0]])
    b = np.float16([[1, 1], [1, 1], [1, 1], [0, 1]])
    d = hp.dot("hopper", a, b)
    assert d[0] == np.inf and np.isnan(d[1:]).all()


@pytest.mark.parametrize("call, message", [
    (lambda: hp.dot("fermi", np.ones(4, np.float16), np.ones(4, np.float16)), "there is no dot product fermi"),
    (lambda: hp.dot("volta", *(np.ones(4, ml_dtypes.bfloat16),) * 2), "there is no dot product volta.f32.bf16"),
    (lambda: hp.dot("volta", np.ones(4, np.float16), np.ones(3, np.float16)), "their last axes have one length"),
    (lambda: hp.gemm("volta", np.ones(4, np.float16), np.ones(4, np.float16)), "it takes"),
    (lambda: hp.gemm("volta", *(np.ones((4, 4), np.float16),) * 2, np.ones((3, 4), np.float32)), "shapes"),
    (lambda: hp.dot("volta", np.uint16([1]), np.uint16([1]), type="f32"), "such as f32.f16"),
])
def test_wrong_values(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("call, message", [
    (lambda: hp.dot("volta", np.uint16([1]), np.uint16([1])), "name their format with type="),
    (lambda: hp.dot("volta", np.ones(4), np.ones(4)), "an array of float64"),
    (lambda: hp.dot("ada", *(np.ones(4, ml_dtypes.float8_e5m2),) * 2, type="f32.e4m3"), "values or bits of e4m3"),
    (lambda: hp.dot(3, np.ones(4, np.float16), np.ones(4, np.float16)), "mode is a int; it takes a str"),
])
def test_wrong_types(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_a_and_b_have_their_own_formats(random):
    a = random.standard_normal((200, 16)).astype(ml_dtypes.float8_e4m3fn)
    b = random.standard_normal((200, 16)).astype(ml_dtypes.float8_e5m2)
    c = random.standard_normal(200).astype(np.float32)
    expected = hp.eval("dot16.ada.f32.e4m3.e5m2", a, b, c)
    assert np.array_equal(hp.dot("ada", a, b, c), expected)
    bits = hp.dot("ada", a.view(np.uint8), b.view(np.uint8), c.view(np.uint32), type="f32.e4m3.e5m2")
    assert np.array_equal(bits, expected.view(np.uint32))
    with pytest.raises(ValueError, match="there is no dot product volta.f32.e4m3.e5m2"):
        hp.dot("volta", a, b)


def test_tf32_is_the_upper_part_of_float32(random):
    a, b = random.standard_normal((2, 200, 12)).astype(np.float32)
    cut = [(x.view(np.uint32) & 0xFFFF_E000).view(np.float32) for x in (a, b)]
    assert np.array_equal(hp.dot("ampere", a, b, type="f32.tf32"), hp.dot("ampere", *cut, type="f32.tf32"))
    assert hp.dot("hopper", a, a, type="f32.tf32").dtype == np.float32
