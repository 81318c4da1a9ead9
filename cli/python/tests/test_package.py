"""The package: its command, its stubs and its documentation."""

import ast
import inspect
import os
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pytest

import halfpipe as hp

COMMAND = Path(sys.executable).with_name("halfpipe")
CALLS = ["cast", "dot", "eval", "explain", "gemm", "generate", "list", "prove"]
TYPES = ["Module", "Refuted", "Undecided", "Verdict"]


def run(*arguments, command=(str(COMMAND),), **options):
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, **options)


def test_the_version_is_the_commands():
    assert run("--version").stdout == f"halfpipe {hp.__version__}\n"
    assert metadata.version("halfpipe-fpu") == hp.__version__
    assert run("--version", command=(sys.executable, "-m", "halfpipe")).stdout == f"halfpipe {hp.__version__}\n"


def test_exit_statuses_and_output():
    assert (run("eval", "add.rn.f16", "3c00", "4000").stdout, run("list").returncode) == ("0x4200\n", 0)
    refused = run("eval", "add.rn.f17")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("error: add has no type `.f17`")
    assert run("explain", "setp", "--nonsense").returncode == 2


def test_lines_of_a_pipe():
    assert run("eval", "add.rn.f16", input="3c00 4000\n4000 4000\n").stdout == "0x4200\n0x4400\n"


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")
def test_a_reader_that_leaves_and_an_interrupt():
    first = subprocess.run(f"'{COMMAND}' list all set setp cvt | head -1", shell=True, capture_output=True, text=True, check=True)
    assert first.stdout.startswith("mnemonic") and first.stderr == ""
    waiting = subprocess.Popen([str(COMMAND), "eval", "add.rn.f16"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    waiting.send_signal(signal.SIGINT)
    assert waiting.wait(timeout=20) == 130
    assert waiting.stderr.read() == b""


def test_the_command_starts_without_numpy():
    code = "import sys, halfpipe._command; sys.exit('numpy' in sys.modules)"
    assert run("-c", code, command=(sys.executable,)).returncode == 0


def test_every_call_has_a_docstring_and_a_stub():
    assert sorted(set(hp.__all__) - {"__version__"}) == sorted(CALLS + TYPES)
    assert set(hp.__all__) <= set(dir(hp))
    package = Path(inspect.getfile(hp)).parent
    assert (package / "py.typed").exists()
    stub = ast.parse((package / "__init__.pyi").read_text())
    functions = {node.name: node.args for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert sorted(functions) == CALLS
    assert sorted(node.name for node in stub.body if isinstance(node, ast.ClassDef)) == TYPES
    for name, arguments in functions.items():
        function = getattr(hp, name)
        parameters = inspect.signature(function).parameters
        optional = filter(None, [arguments.vararg, arguments.kwarg])
        named = [*arguments.args, *arguments.kwonlyargs, *optional]
        assert {one.arg for one in named} == set(parameters), name
        for parameter in parameters:
            assert parameter in function.__doc__ or parameter == "operands", f"{name} does not describe {parameter}"
        assert "Returns" in function.__doc__ and "Raises" in function.__doc__


def test_an_unknown_call():
    with pytest.raises(AttributeError, match="module 'halfpipe' has no attribute 'evaluate'"):
        hp.evaluate
