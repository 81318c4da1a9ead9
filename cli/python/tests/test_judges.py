"""Other implementations as judges: recordings of an RTX 4060, SoftFloat, numpy and ml_dtypes."""

import hashlib
import io
import json
import os
import tarfile
from collections import Counter
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import softfloatpy

import halfpipe as hp

#: The source package of mmaemu 0.1.0, which `make test-python` gets from PyPI.
MMAEMU = os.environ.get("HALFPIPE_MMAEMU")
MMAEMU_SHA256 = "740b69ac7e10f0542399fbecbea216e638dfe7249ff70ec4c6474cf9a15a5a13"
FOLDER = "mmaemu-0.1.0/tests/data/hw_mini"
ONE = 0x3F80_0000


class Recordings:
    """The recordings in mmaemu's source package: results of an RTX 4060, a generation of Ada."""

    def __init__(self, path):
        package = Path(path).read_bytes()
        assert hashlib.sha256(package).hexdigest() == MMAEMU_SHA256
        self.archive = tarfile.open(fileobj=io.BytesIO(package))
        self.cases = json.loads(self.read("index.json"))["cases"]
        self.shards = {}

    def read(self, name):
        return self.archive.extractfile(f"{FOLDER}/{name}").read()

    def array(self, place):
        shard, key = place
        if shard not in self.shards:
            self.shards[shard] = np.load(io.BytesIO(self.read(shard)), allow_pickle=False)
        return self.shards[shard][key]


@pytest.mark.skipif(MMAEMU is None, reason="needs mmaemu's source package: make test-python")
def test_recordings_of_an_rtx_4060():
    recordings = Recordings(MMAEMU)
    tried = Counter()
    for case in recordings.cases:
        if case["kind"] != "mma":
            continue
        p = case["params"]
        a, b, c = (recordings.array(case["inputs"][name]) for name in "abc")
        if p["layout"] == "tile":
            a, b = a[:, :, None, :], b[:, None, :, :]
        expected = recordings.array(case["expect"]["bits"])
        found = hp.dot("ada", a, b, c, type=f"f32.{p['fmt_a']}.{p['fmt_b']}")
        assert np.array_equal(found.reshape(expected.shape), expected), case["id"]
        tried[p["fmt_a"], p["fmt_b"]] += expected.size
    assert tried["e4m3", "e4m3"] == 161_313 and tried["e5m2", "e5m2"] == 153_706
    assert tried["e4m3", "e5m2"] + tried["e5m2", "e4m3"] == 301_058


@pytest.mark.skipif(MMAEMU is None, reason="needs mmaemu's source package: make test-python")
def test_recorded_matrix_products():
    recordings = Recordings(MMAEMU)
    tried = 0
    for case in recordings.cases:
        for output in case.get("outputs", [case]) if case["kind"] == "gemm" else []:
            p = {**case["params"], **output.get("params", {})}
            is_plain = (
                output["expect"].get("dtype") == "float32"
                and p["fast"]
                and p["fmt_a"] == p["fmt_b"]
                and p["splitk"]["S"] == 1
                and (p["scale_a_bits"], p["scale_b_bits"], p.get("scale_result_bits")) == (ONE, ONE, None)
                and p.get("scaling") != "rowwise"
                and not p.get("call", {}).get("bias")
            )
            if not is_plain:
                continue
            a, b = (recordings.array(case["inputs"][name]) for name in "ab")
            found = hp.gemm("ada", a, b.T, type=f"f32.{p['fmt_a']}")
            found = np.diagonal(found) if p.get("out_select") == "diagonal" else found
            expected = recordings.array(output["expect"]["bits"])
            assert np.array_equal(found.reshape(expected.shape), expected), case["id"]
            tried += expected.size
    assert tried == 133_807


def pairs(random, count=1_000_000):
    """Half of the operands are any bits, half have close exponents."""
    bits = random.integers(0, 1 << 16, (2, count), dtype=np.uint16)
    bits[:, : count // 2] &= 0x8FFF
    bits[:, : count // 2] |= 0x3000
    return bits.view(np.float16)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name, function", [
    ("add.rn.f16", np.add),
    ("sub.rn.f16", np.subtract),
    ("mul.rn.f16", np.multiply),
    ("div.rn.f16", np.divide),
])
def test_numpy(name, function, random):
    a, b = pairs(random)
    # The float32 between two roundings has more than twice the digits, so that the second one alone counts.
    assert np.array_equal(hp.eval(name, a, b), function(a, b), equal_nan=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numpy_square_root():
    a = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    assert np.array_equal(hp.eval("sqrt.rn.f16", a), np.sqrt(a), equal_nan=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numpy_rounds_an_fma_twice(random):
    a, b = pairs(random)
    c = pairs(random)[0]
    differing = hp.eval("fma.rn.f16", a, b, c) != a * b + c
    assert 100_000 < int(differing.sum()) < 900_000


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name, function", [("add.rn.bf16", np.add), ("mul.rn.bf16", np.multiply)])
def test_ml_dtypes(name, function, random):
    a, b = random.integers(0, 1 << 16, (2, 1_000_000), dtype=np.uint16).view(ml_dtypes.bfloat16)
    found, expected = hp.eval(name, a, b), function(a, b)
    is_same = (found == expected) | (np.isnan(found.astype(np.float32)) & np.isnan(expected.astype(np.float32)))
    assert is_same.all()


ROUNDINGS = {"rne": 0, "rtz": 1, "rdn": 2, "rup": 3, "rmm": 4}


@pytest.mark.parametrize("rm", ROUNDINGS)
@pytest.mark.parametrize("name, function", [
    ("fadd.h", softfloatpy.f16_add),
    ("fsub.h", softfloatpy.f16_sub),
    ("fmul.h", softfloatpy.f16_mul),
    ("fdiv.h", softfloatpy.f16_div),
    ("fmadd.h", softfloatpy.f16_mul_add),
    ("fsqrt.h", softfloatpy.f16_sqrt),
])
def test_softfloat(name, function, rm, random):
    count = {"fsqrt.h": 1, "fmadd.h": 3}.get(name, 2)
    operands = np.concatenate([pairs(random, 2_000), pairs(random, 2_000)])[:count].view(np.uint16)
    softfloatpy.set_rounding_mode(list(softfloatpy.RoundingMode)[ROUNDINGS[rm]])
    softfloatpy.set_tininess_mode(softfloatpy.TininessMode.AFTER_ROUNDING)
    found, flags = hp.eval(name, *operands, rm=rm, flags=True)
    for place in range(operands.shape[1]):
        softfloatpy.set_exception_flags(softfloatpy.ExceptionFlag(0))
        words = [softfloatpy.Float16.from_bytes(int(word).to_bytes(2, "big")) for word in operands[:, place]]
        expected = function(*words)
        bits = int.from_bytes(expected.to_bytes(), "big")
        is_nan = bits & 0x7FFF > 0x7C00
        assert found[place] == (0x7E00 if is_nan else bits), [hex(word) for word in operands[:, place]]
        assert flags[place] == int(softfloatpy.get_exception_flags())
