"""The golden model of a module, from its manifest."""

import json

import pytest
from test_cocotb import generate

from halfpipe._model import Manifest


def manifest(folder, module, *arguments):
    generate(folder, *arguments)
    return Manifest(folder / f"{module}.json")


def test_a_unit_with_all_ports(tmp_path):
    unit = manifest(tmp_path, "fma_f16", "fma.f16", "--rounding", "port", "--flags", "--latency", "0")
    assert [port.name for port in unit.inputs] == ["a", "b", "c", "rounding"]
    vector = {"a": 0x3C00, "b": 0x3C00, "c": 0x0001, "rounding": 3}
    assert unit.expected(vector) == {"d": 0x3C01, "flags": 1}
    assert unit.expected({**vector, "rounding": 0}) == {"d": 0x3C00, "flags": 1}


def test_a_core(tmp_path):
    core = manifest(tmp_path, "halfpipe_fpu", "fpu", "--instructions", "add.rn.f16x2,setp.lt.f16x2", "--latency", "2")
    vector = {"op": 0, "tag_in": 7, "a": 0x3C00_4000, "b": 0x3C00_3C00, "c": 0}
    assert core.expected(vector) == {"tag_out": 7, "d": 0x4000_4200}
    # The second predicate is 16 bits above the first.
    assert core.expected({**vector, "op": 1, "a": 0}) == {"tag_out": 7, "d": 0x0001_0001}
    assert core.expected({**vector, "op": 2})["d"] == 0x7FFF_FFFF


def test_registers_of_128_bits(tmp_path):
    unit = manifest(tmp_path, "dot8_ampere_f32_f16", "dot8.ampere.f32.f16", "--latency", "0")
    ones = int("3c00" * 8, 16)
    assert unit.expected({"a": ones, "b": ones, "c": 0}) == {"d": 0x4100_0000}


@pytest.mark.parametrize("contents, message", [
    ({"mnemonic": "add.rn.f16"}, "is no manifest of halfpipe: it has no module"),
    ([], "is no manifest of halfpipe: it is a list"),
    ({"mnemonic": "x", "module": "x", "latency": 1, "ports": []}, "x: the model covers units and cores"),
])
def test_other_files(contents, message, tmp_path):
    file = tmp_path / "module.json"
    file.write_text(json.dumps(contents))
    with pytest.raises(ValueError, match=message):
        Manifest(file)
