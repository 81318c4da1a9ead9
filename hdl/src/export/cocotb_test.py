# NOTICE
"""A cocotb test of MODULE: TITLE.

It compares random operands with the golden model. It needs Verilator and halfpipe's Python
module with cocotb, in this version:

    INSTALL

or, in the folder of halfpipe's sources of this version, `pip install './cli[cocotb]'`. Then run it:

    python3 MODULE_cocotb.py

The testbench MODULE_tb.v needs none of these.
"""

import sys
from pathlib import Path

try:
    import cocotb
    import halfpipe
    from halfpipe.cocotb import Driver, Monitor, Scoreboard
except ImportError as error:
    raise ImportError(f"{error}; run: INSTALL") from error

VERSION = "RELEASE"
SOURCES = [FILES]
FOLDER = Path(__file__).resolve().parent
MANIFEST = FOLDER / "MODULE.json"

if halfpipe.__version__ != VERSION:
    raise ImportError(f"this test needs halfpipe {VERSION}, not {halfpipe.__version__}; run: INSTALL")


async def compare(dut, vectors, **shares):
    """Sends random vectors, and compares all results with the golden model."""
    driver = Driver(dut, MANIFEST, **shares)
    scoreboard = Scoreboard(driver.manifest)
    Monitor(dut, driver.manifest, scoreboard)
    await driver.start()
    await driver.run(vectors)
    await driver.drain()
    scoreboard.check()
    print(f"MODULE: {scoreboard.compared} results, no mismatch")


@cocotb.test()
async def results_are_right(dut):
    await compare(dut, 4000)


RESETSdef main():
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner

    runner = get_runner("verilator")
    sources = [FOLDER / name for name in SOURCES]
    runner.build(sources=sources, hdl_toplevel="MODULE", build_dir=FOLDER / "MODULE_build", always=True)
    results = runner.test(
        hdl_toplevel="MODULE", test_module="MODULE_cocotb", test_dir=FOLDER, build_dir=FOLDER / "MODULE_build"
    )
    tests, failed = get_results(Path(results))
    sys.exit(1 if failed or not tests else 0)


if __name__ == "__main__":
    main()
