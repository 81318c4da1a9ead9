"""The examples of docs/python.md, as they stand."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from test_cocotb import generate, needs_cocotb

PAGE = Path(__file__).parents[3] / "docs/python.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks():
    return [(match[1], match[2]) for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


def named(name):
    """Returns the block that is the file of a name."""
    [text] = [text for _, text in blocks() if re.match(rf"(//|#) {re.escape(name)}\n", text)]
    return text


def test_the_examples_print_what_the_page_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names, printed, compared = {}, None, 0
    for language, text in blocks():
        if language == "python" and not text.startswith("# "):
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(text, str(PAGE), "exec"), names)
            printed = output.getvalue()
        elif language == "text":
            assert printed == text
            compared += 1
    assert compared == 3
    assert (tmp_path / "python-gemm.svg").read_text().startswith("<?xml")


def run(folder, script, message):
    """Runs a script, whose output has a message. Returns its status."""
    done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True, check=False)
    assert message in done.stdout + done.stderr, done.stdout + done.stderr
    return done.returncode


@needs_cocotb
@pytest.mark.parametrize("written, status, message", [
    ("if (enable && in_valid)", 0, "PASS=1 FAIL=0"),
    ("if (in_valid)", 1, "AssertionError: product "),
])
def test_the_bench_of_a_multiplier_accumulator(written, status, message, tmp_path):
    generate(tmp_path, "fma.rn.f16", "--latency", "0")
    for name in ("mac.v", "bench_mac.py", "run_mac.py"):
        (tmp_path / name).write_text(named(name).replace("if (enable && in_valid)", written))
    assert run(tmp_path, "run_mac.py", message) == status


@needs_cocotb
def test_the_bench_of_a_generated_module(tmp_path):
    generate(tmp_path, "fma.rn.f16", "--latency", "2")
    (tmp_path / "bench_fma.py").write_text(named("bench_fma.py"))
    runner = named("run_mac.py").replace('"mac.v", ', "").replace('"mac"', '"fma_rn_f16"')
    (tmp_path / "run_fma.py").write_text(runner.replace("bench_mac", "bench_fma"))
    assert run(tmp_path, "run_fma.py", "classes and pairs of classes are missing") == 0
