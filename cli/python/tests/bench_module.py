"""The bench of any generated module, which test_cocotb.py runs in Verilator."""

import os

import cocotb

from halfpipe.cocotb import Driver, Monitor, Scoreboard

MANIFEST = os.environ["HALFPIPE_MANIFEST"]
COUNT = int(os.environ.get("HALFPIPE_COUNT", "500"))


@cocotb.test()
async def results_with_gaps_and_stalls(dut):
    driver = Driver(dut, MANIFEST, gaps=0.3, stalls=0.3)
    scoreboard = Scoreboard(driver.manifest)
    Monitor(dut, driver.manifest, scoreboard)
    await driver.start()
    await driver.run(COUNT)
    await driver.drain()
    scoreboard.check()
    assert scoreboard.compared == COUNT
    dut._log.info("%d results, %d points of coverage", scoreboard.compared, len(scoreboard.coverage.seen))


@cocotb.test()
async def results_with_resets(dut):
    driver = Driver(dut, MANIFEST, seed=1, resets=0.05)
    scoreboard = Scoreboard(driver.manifest)
    Monitor(dut, driver.manifest, scoreboard)
    await driver.start()
    await driver.run(COUNT)
    await driver.drain()
    scoreboard.check()
    assert scoreboard.compared < COUNT
