"""Modules: generate, explain, list and prove."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import halfpipe as hp


def test_a_module_has_the_files_of_the_command(tmp_path):
    module = hp.generate("fma.rn.f16", latency=3)
    subprocess.run([sys.executable, "-m", "halfpipe", "generate", "fma.rn.f16", "--latency", "3", "--out", tmp_path / "command"], check=True)
    paths = module.write(tmp_path / "module")
    assert {path.name for path in paths} == {"fma_rn_f16.v", "fma_rn_f16.json"}
    for path in paths:
        assert path.read_text() == (tmp_path / "command" / path.name).read_text()
    assert module.name == "fma_rn_f16" and module.latency == 3
    assert module.verilog.startswith("// fma.rn.f16")
    assert module.manifest == json.loads(module.files["fma_rn_f16.json"])


def test_options_are_those_of_the_command():
    assert "flags" in {port["name"] for port in hp.generate("add.rn.f16", flags=True, latency=0).ports}
    core = hp.generate("zfh", isa=["f", "zfh"], divsqrt="small")
    assert core.name == "halfpipe_zfh" and "halfpipe_zfh.h" in core.files
    assert {"name": "flags", "direction": "out", "width": 5, "role": "flags"} in core.ports
    for name, options, sentence in [
        ("fma.rn.f17", {}, "fma has no type `.f17`"),
        ("add.rn.f16", {"latency": "many"}, "invalid value 'many' for '--latency <N>'"),
        ("add.rn.f16", {"isa": "zfh"}, "--isa does not apply to add.rn.f16"),
        ("add.rn.f16", {"colour": 1}, "unexpected argument '--colour'"),
    ]:
        with pytest.raises(ValueError, match=sentence.replace("(", r"\(").replace(".", r"\.")):
            hp.generate(name, **options)
    with pytest.raises(TypeError):
        hp.generate(3)


def test_names_are_listed_and_explained():
    assert "fma.rn.f16" in hp.list("fma.*")
    assert hp.explain("fma.rn.f16").startswith("fma.rn.f16: PTX section")
    with pytest.raises(ValueError, match="no instruction matches"):
        hp.list("hug.*")


def test_a_proof_is_a_verdict_or_an_exception(tmp_path):
    verdict = hp.prove("max.f16", latency=1)
    assert verdict.theorem == "max.f16" and verdict.latency == 1 and verdict.lemmas > 2
    assert len(hp.prove("neg.f16", latency="all")) > 1
    with pytest.raises(ValueError, match="max has no type `.f18`"):
        hp.prove("max.f18")


def test_a_wrong_file_is_refuted_with_operands(tmp_path):
    if shutil.which("yosys") is None and "HALFPIPE_TOOLS" not in os.environ:
        pytest.fail("the test needs Yosys; run make tools")
    file = tmp_path / "max_f16.v"
    file.write_text("module max_f16(input [15:0] a, input [15:0] b, output [15:0] d); assign d = a; endmodule\n")
    with pytest.raises(hp.Refuted, match="mismatches") as refuted:
        hp.prove("max.f16", latency=0, verilog=str(file))
    a, b = (np.uint16(int(word, 16)) for word in refuted.value.operands)
    assert hp.eval("max.f16", a, b) != a
