"""`halfpipe.cocotb` on generated modules in Verilator, right ones and wrong ones."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

needs_cocotb = pytest.mark.skipif(
    shutil.which("verilator") is None or importlib.util.find_spec("cocotb") is None,
    reason="needs cocotb and Verilator: make test-python",
)

RUN = """
import os, sys
from pathlib import Path
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner
folder, module, test = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
runner = get_runner("verilator")
sources = [folder / name for name in sys.argv[4:]]
runner.build(sources=sources, hdl_toplevel=module, build_dir=folder / "build", always=True)
results = runner.test(
    hdl_toplevel=module, test_module=test.stem, test_dir=test.parent, build_dir=folder / "build",
    results_xml=str(folder / "results.xml"),
)
tests, failed = get_results(Path(results))
sys.exit(1 if failed or not tests else 0)
"""


def generate(folder, *arguments):
    command = [sys.executable, "-m", "halfpipe", "generate", *arguments, "--no-check", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


def bench(folder, module, test=Path(__file__).with_name("bench_module.py"), sources=()):
    """Runs a bench in Verilator. Returns its status and its log."""
    environment = {
        **os.environ,
        "HALFPIPE_MANIFEST": str(folder / f"{module}.json"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "MAKEFLAGS": "OPT_FAST=-O1",
    }
    command = [sys.executable, "-c", RUN, str(folder), module, str(test), *(sources or [f"{module}.v"])]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout + done.stderr


@needs_cocotb
@pytest.mark.parametrize("arguments, module", [
    (["fma.rn.f16"], "fma_rn_f16"),
    (["fma.f16x2", "--rounding", "port", "--flags"], "fma_f16x2"),
    (["fadd.h", "--latency", "2"], "fadd_h"),
    (["div.rn.bf16", "--iterative"], "div_rn_bf16"),
    (["dot8.ampere.f32.f16"], "dot8_ampere_f32_f16"),
    (["fpu", "--instructions", "add.rn.f16x2,setp.lt.f16x2,cvt.rn.f16.s32,cvt.rs.f16x2.f32"], "halfpipe_fpu"),
])
def test_generated_modules(arguments, module, tmp_path):
    generate(tmp_path, *arguments)
    status, log = bench(tmp_path, module)
    assert status == 0, log


@needs_cocotb
@pytest.mark.parametrize("right, wrong, message", [
    ("assign d = ", "assign d = 16'd1 ^ ", "the model has"),
    ("assign out_valid = ", "assign out_valid = in_valid ^ ", "where no result is due"),
])
def test_wrong_modules_are_found(right, wrong, message, tmp_path):
    generate(tmp_path, "fma.rn.f16")
    verilog = tmp_path / "fma_rn_f16.v"
    text = verilog.read_text()
    assert text.count(right) == 1
    verilog.write_text(text.replace(right, wrong))
    status, log = bench(tmp_path, "fma_rn_f16")
    assert status == 1 and message in log, log
