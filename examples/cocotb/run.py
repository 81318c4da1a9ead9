"""Builds a generated module with Verilator and runs the cocotb test on it.

    halfpipe generate fma.rn.f16 --out rtl
    halfpipe-python examples/cocotb/run.py rtl/fma_rn_f16.json

halfpipe-python is the Python that sees what `halfpipe tools install` installs; docs/integration.md says where it is.

Any module of one instruction with a latency of at least 1 will do. It takes cocotb 2 and Verilator on the PATH, and the
halfpipe command, which HALFPIPE names where it is not on the PATH.
"""

import json
import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: run.py MODULE.json")
    manifest_file = Path(sys.argv[1]).resolve()
    manifest = json.loads(manifest_file.read_text())
    if manifest["latency"] == 0 or "operations" in manifest:
        sys.exit(f"{manifest['module']}: this example drives modules of one instruction, at a latency of at least 1")
    runner = get_runner("verilator")
    build_folder = manifest_file.parent / "cocotb_build"
    runner.build(
        sources=[manifest_file.parent / manifest["verilog"]],
        hdl_toplevel=manifest["module"],
        build_dir=build_folder,
        always=True,
    )
    results = runner.test(
        hdl_toplevel=manifest["module"],
        test_module="test_unit",
        test_dir=Path(__file__).resolve().parent,
        build_dir=build_folder,
        results_xml=str(build_folder / "results.xml"),
        extra_env={"HALFPIPE_MANIFEST": str(manifest_file)},
    )
    tests, failed = get_results(Path(results))
    sys.exit(1 if failed or not tests else 0)


main()
