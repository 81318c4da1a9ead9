"""`halfpipe.cocotb` on generated modules in Verilator, right ones and wrong ones, by the cocotb tests of their packages."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

import halfpipe as hp

needs_cocotb = pytest.mark.skipif(
    shutil.which("verilator") is None or importlib.util.find_spec("cocotb") is None,
    reason="needs cocotb and Verilator: make test-python",
)


def generate(folder, *arguments):
    command = [sys.executable, "-m", "halfpipe", "generate", *arguments, "--no-check", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


def bench(folder, module):
    """Runs the cocotb test of a package. Returns its status and its log."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, f"{module}_cocotb.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout + done.stderr


@needs_cocotb
@pytest.mark.parametrize("arguments, module", [
    ("fma.rn.f16", "fma_rn_f16"),
    ("fma.f16x2 --rounding port --flags", "fma_f16x2"),
    ("fadd.h --latency 2", "fadd_h"),
    ("div.rn.bf16 --iterative", "div_rn_bf16"),
    ("dot8.ampere.f32.f16", "dot8_ampere_f32_f16"),
    ("fpu --instructions add.rn.f16x2,setp.lt.f16x2,cvt.rn.f16.s32,cvt.rs.f16x2.f32", "halfpipe_fpu"),
    ("add.f32.bf16 --latency 0", "add_rn_f32_bf16"),
    ("fpu --instructions add.rn.f16x2,setp.lt.f16x2 --latency 0", "halfpipe_fpu"),
    ("fma.f16 --rounding port --flags --stream --latency 0", "fma_f16_stream"),
    ("div.rn.bf16 --iterative --stream", "div_rn_bf16_stream"),
    ("fpu --instructions add.rn.f16x2,setp.lt.f16x2 --stream --stream-user 5", "halfpipe_fpu_stream"),
    ("zfh --isa zfinx,zhinx --xlen 64 --latency 0", "halfpipe_zfh"),
    ("zfh --isa f,zfh,zfa,zfbfmin --flen 64 --divsqrt small", "halfpipe_zfh"),
    ("mma --m 2 --n 3 --k 4 --mode ada --type f32.e4m3.e5m2 --slots 3", "halfpipe_mma"),
])
def test_generated_modules(arguments, module, tmp_path):
    generate(tmp_path, *arguments.split(), "--package")
    status, log = bench(tmp_path, module)
    assert status == 0, log
    compared = [int(count) for count in re.findall(rf"{module}: (\d+) results, no mismatch", log)]
    assert compared[0] > (1000 if module == "halfpipe_mma" else 3900), log
    assert len(compared) == 1 if "--latency 0" in arguments and module != "halfpipe_zfh" and "stream" not in module else 2


@needs_cocotb
@pytest.mark.parametrize("arguments, module, right, wrong, message", [
    ("fma.rn.f16", "fma_rn_f16", "assign d = ", "assign d = 16'd1 ^ ", "the model has"),
    ("fma.rn.f16", "fma_rn_f16", "assign out_valid = ", "assign out_valid = in_valid ^ ", "where no result is due"),
    ("min.f16 --latency 0", "min_f16", "assign d = ", "assign d = 16'd1 ^ ", "the model has"),
    ("min.f16 --stream", "min_f16_stream", "if (!kept) begin", "if (1) begin", "changes or leaves"),
    ("zfh", "halfpipe_zfh", "assign flags = ", "assign flags = 5'd1 ^ ", "flags is"),
    ("mma --m 2 --n 2 --k 4 --mode volta", "halfpipe_mma", "assign d = ", "assign d = 32'd1 ^ ", "d is"),
])
def test_wrong_modules_are_found(arguments, module, right, wrong, message, tmp_path):
    generate(tmp_path, *arguments.split(), "--package")
    verilog = tmp_path / f"{module}.v"
    text = verilog.read_text()
    assert right in text
    # The module comes first in its file.
    verilog.write_text(text.replace(right, wrong, 1))
    status, log = bench(tmp_path, module)
    assert status == 1 and message in log, log


@needs_cocotb
def test_a_package_takes_its_own_version_alone(tmp_path):
    generate(tmp_path, "neg.f16", "--package")
    file = tmp_path / "neg_f16_cocotb.py"
    file.write_text(file.read_text().replace(f'VERSION = "{hp.__version__}"', 'VERSION = "9.0.0"'))
    status, log = bench(tmp_path, "neg_f16")
    assert status == 1 and f"this test needs halfpipe 9.0.0, not {hp.__version__}; run: pip install 'halfpipe-fpu[cocotb]" in log


@pytest.mark.skipif(importlib.util.find_spec("cocotb") is None, reason="needs cocotb: make test-python")
def test_a_module_without_a_clock_has_no_stalls():
    from halfpipe.cocotb import Driver

    manifest = hp.generate("neg.f16", latency=0).manifest
    with pytest.raises(ValueError, match="stalls does not apply to neg_f16, which has no clock; leave it out"):
        Driver(None, json.loads(json.dumps(manifest)), stalls=0.5)
