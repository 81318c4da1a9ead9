"""The golden model of a module, from its manifest."""

import json

import pytest
from test_cocotb import generate

import halfpipe as hp
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


def test_a_stream_has_the_fields_of_its_unit(tmp_path):
    generate(tmp_path, "add.f16", "--rounding", "port", "--flags", "--stream")
    stream = Manifest(tmp_path / "add_f16_stream.json")
    assert [(field.name, field.port, field.low) for field in stream.inputs] == [
        ("a", "s_axis_tdata", 0), ("b", "s_axis_tdata", 16), ("rounding", "s_axis_tdata", 32), ("s_axis_tlast", "s_axis_tlast", 0),
    ]
    vector = {"a": 0x3C00, "b": 0x0001, "rounding": 3, "s_axis_tlast": 1}
    assert stream.expected(vector) == {"m_axis_tlast": 1, "d": 0x3C01, "flags": 1}


def test_a_core_of_registers(tmp_path):
    core = manifest(tmp_path, "halfpipe_zfh", "zfh")
    entry = next(entry for entry in core.contents["instructions"] if entry["mnemonic"] == "fadd.h")
    codes = {code: entry[code] for code in ("op", "op_mod", "src_fmt", "dst_fmt", "int_fmt")}
    vector = {**codes, "rm": 0, "a": 0, "b": 0xFFFF_3C00, "c": 0xFFFF_4000, "tag_in": 9}
    assert core.expected(vector) == {"result": 0xFFFF_4200, "flags": 0, "tag_out": 9}
    # A number without ones above it is the canonical NaN.
    assert core.expected({**vector, "b": 0x3C00})["result"] == 0xFFFF_7E00
    with pytest.raises(ValueError, match="no instruction of the manifest has the codes op 15"):
        core.expected({**vector, "op": 15})


def test_a_tile_adds_the_steps_of_a_slot(tmp_path):
    arguments = ["mma", "--m", "1", "--n", "2", "--k", "4", "--mode", "volta", "--type", "f32.f16", "--slots", "2"]
    tile = manifest(tmp_path, "halfpipe_mma", *arguments)
    ones = int("3c00" * 4, 16)
    step = {"slot": 1, "first": 1, "last": 0, "a": ones, "b": ones, "c": 0x3F80_0000}
    assert tile.expected(step) is None
    # 1 + 4 in the first sum, and 0 + 4 in the second one.
    answer = tile.expected({**step, "first": 0, "last": 1, "b": ones << 64})
    assert answer == {"out_slot": 1, "d": 0x4080_0000 << 32 | 0x40A0_0000}
    # A sum that no step has begun may be anything.
    assert tile.expected({**step, "slot": 0, "first": 0, "last": 1}) == {"out_slot": 0}


def test_modules_without_a_model(tmp_path):
    with pytest.raises(ValueError, match="no model covers Vortex' unit, which has no valid bits"):
        Manifest(hp.generate("vortex", n=2, mode="ampere").manifest)
    generate(tmp_path, "neg.f16", "--stream")
    contents = json.loads((tmp_path / "neg_f16_stream.json").read_text())
    del contents["fields"]
    with pytest.raises(ValueError, match="generate the stream again"):
        Manifest(contents)


@pytest.mark.parametrize("contents, message", [
    ({"mnemonic": "add.rn.f16"}, "is no manifest of halfpipe: it has no module"),
    ([], "is no manifest of halfpipe: it is a list"),
    ({"mnemonic": "x", "module": "x", "latency": 1, "ports": []}, "x: the model covers units, cores and streams"),
])
def test_other_files(contents, message, tmp_path):
    file = tmp_path / "module.json"
    file.write_text(json.dumps(contents))
    with pytest.raises(ValueError, match=message):
        Manifest(file)
