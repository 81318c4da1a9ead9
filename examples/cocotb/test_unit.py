"""A generated module against the exact model, which `halfpipe eval` asks."""

import json
import os
import random
import subprocess
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

MANIFEST = json.loads(Path(os.environ["HALFPIPE_MANIFEST"]).read_text())
HALFPIPE = os.environ.get("HALFPIPE", "halfpipe")
OPERANDS = [port for port in MANIFEST["ports"] if port["name"] in ("a", "b", "c")]


def random_vectors(count):
    """Operands, each as a list in the order of the ports."""
    return [[random.getrandbits(port["width"]) for port in OPERANDS] for _ in range(count)]


def expected_results(vectors):
    """What the model says, one result for each vector."""
    lines = "".join(" ".join(f"{value:x}" for value in vector) + "\n" for vector in vectors)
    command = [HALFPIPE, "eval", MANIFEST["mnemonic"]]
    answer = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [int(line, 16) for line in answer.stdout.split()]


async def reset(dut):
    """Starts the clock and empties the pipeline. Inputs change at falling edges, so none changes at a rising one."""
    Clock(dut.clock, 10, unit="ns").start()
    dut.reset.value, dut.enable.value, dut.in_valid.value = 1, 1, 0
    await FallingEdge(dut.clock)
    await FallingEdge(dut.clock)
    dut.reset.value = 0


@cocotb.test()
async def results_are_those_of_the_model(dut):
    """Random operands with gaps and stalls: the results come in order, none is lost."""
    vectors = random_vectors(1000)
    expected = expected_results(vectors)
    await reset(dut)
    received = []
    sent = 0
    for _ in range(10 * len(vectors)):
        enable = random.random() < 0.8
        in_valid = sent < len(vectors) and random.random() < 0.8
        dut.enable.value, dut.in_valid.value = enable, in_valid
        if in_valid:
            for port, value in zip(OPERANDS, vectors[sent]):
                getattr(dut, port["name"]).value = value
        await FallingEdge(dut.clock)
        # The module stood still where enable was 0: nothing was taken, and the output is the old one.
        if enable:
            sent += in_valid
            if dut.out_valid.value:
                received.append(int(dut.d.value))
    assert len(received) == len(expected), f"{len(received)} results for {len(expected)} vectors"
    for vector, result, model in zip(vectors, received, expected):
        assert result == model, f"{[hex(value) for value in vector]} gives {result:#x}, the model {model:#x}"
    dut._log.info("%s: %d vectors, no mismatch", MANIFEST["mnemonic"], len(expected))


@cocotb.test()
async def the_first_result_comes_after_the_latency(dut):
    """out_valid rises exactly as many cycles after in_valid as the manifest says."""
    await reset(dut)
    dut.in_valid.value = 1
    for port in OPERANDS:
        getattr(dut, port["name"]).value = 0
    for cycle in range(1, MANIFEST["latency"] + 1):
        await FallingEdge(dut.clock)
        dut.in_valid.value = 0
        assert bool(dut.out_valid.value) == (cycle == MANIFEST["latency"]), f"cycle {cycle}"
