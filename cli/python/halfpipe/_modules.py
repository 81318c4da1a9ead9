"""The calls about modules: generate, explain, list and prove."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from . import _halfpipe


class Module:
    """A generated module.

    name      its name
    verilog   its Verilog
    manifest  its manifest, a dict; see docs/module.md
    ports     the ports of the manifest
    latency   enabled clock cycles from operands to result; None for a core with several latencies
    files     every file, by name
    """

    def __init__(self, files):
        self.files = dict(files)
        self.verilog = files[0][1]
        self.manifest = json.loads(next(text for name, text in files if name.endswith(".json")))
        self.name = self.manifest["module"]
        self.ports = self.manifest["ports"]
        self.latency = self.manifest.get("latency")

    def write(self, folder="."):
        """Writes all files into a folder, which is made if it is missing. Returns their paths."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / name for name in self.files]
        for path, text in zip(paths, self.files.values()):
            path.write_text(text, encoding="utf-8")
        return paths

    def __repr__(self):
        return f"<halfpipe.Module {self.name}, latency {self.latency}>"


class Verdict:
    """A theorem that holds: theorem, latency, lemmas, seconds of processor time, and the whole report, a dict."""

    def __init__(self, report):
        self.report = report
        self.theorem, self.latency = report["theorem"], report["latency"]
        self.lemmas, self.seconds = report["lemmas"], report["seconds"]

    def __repr__(self):
        return f"<halfpipe.Verdict {self.theorem} at latency {self.latency}: {self.lemmas} lemmas hold>"


class Refuted(Exception):
    """A module that is wrong. `report` is the whole report, and the message is the text of the command. `operands` are
    those of the counterexample, as words of `halfpipe eval`; None if the fault is no result."""

    def __init__(self, report, text):
        self.report = report
        again = re.search(r"halfpipe eval \S+((?: [^\s-]\S*)*)", text)
        self.operands = again.group(1).split() if again else None
        super().__init__(text.strip())


class Undecided(Exception):
    """A proof that came to no verdict. `report` is the whole report."""

    def __init__(self, report):
        self.report = report
        super().__init__(f"{report['theorem']} at latency {report['latency']} is undecided: lemma {report.get('lemma')}")


def _words(name, options):
    """Returns a name and options as a command line has them: `latency=3` is --latency 3, `flags=True` is --flags."""
    if not isinstance(name, str):
        raise TypeError(f"name is a {type(name).__name__}; it takes a str")
    words = [name]
    for key, value in options.items():
        option = "--" + key.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not False and value is not None:
            is_several = isinstance(value, Sequence) and not isinstance(value, str)
            parts = value if is_several else [value]
            words.append(f"{option}={','.join(str(part) for part in parts)}")
    return words


def generate(name, **options):
    """Generates a module, which is compared with the golden model before.

    name     a mnemonic, "fpu", "zfh", "mma" or "vortex"
    options  those of `halfpipe generate`: latency=3, flags=True, multiplier="block", isa=["f", "zfh"], package=True, …

    Returns a Module. Raises ValueError for a name or options that are wrong, with the sentence of the command.
    """
    return Module(_halfpipe.generate(_words(name, options)))


def explain(name, **options):
    """Explains an instruction, an operation, a core or a tile.

    name     a mnemonic, an operation, "fpu", "zfh", "mma" or "vortex"
    options  those of `halfpipe explain`

    Returns the text of the command. Raises ValueError for an unknown name, and for options that do not apply.
    """
    return _halfpipe.capture(["explain", *_words(name, options)])[1]


def list(*patterns):
    """Lists mnemonics.

    patterns  names such as "fma.*"; the arithmetic of PTX without patterns

    Returns a list of those that match. Raises ValueError for a pattern that matches nothing.
    """
    output = _halfpipe.capture(["list", "--json", *patterns])[1]
    return [row["mnemonic"] for row in json.loads(output)]


def prove(name, **options):
    """Proves a module for all operands.

    name     a mnemonic, or "fpu"
    options  those of `halfpipe prove`: latency=1, flags=True, verilog="mine.v", nan="any", time_limit=60, …

    Returns a Verdict, or a list of them for `latency="all"`. Raises Refuted for a module that is wrong, Undecided where
    the time ran out, and ValueError for a name or options that are wrong.
    """
    words = _words(name, options)
    reports = json.loads(_halfpipe.capture(["prove", "--json", *words])[1])
    for report in reports:
        if report["result"] == "fails":
            raise Refuted(report, _halfpipe.capture(["prove", *words])[1])
        if report["result"] not in ("holds", "proven"):
            raise Undecided(report)
    verdicts = [Verdict(report) for report in reports]
    return verdicts[0] if len(verdicts) == 1 else verdicts
