#!/usr/bin/env python3
"""Dot products of mmaemu's recordings of an RTX 4060, as records of this folder's format.

    recordings.py mmaemu-0.1.0.tar.gz FOLDER

FOLDER gets a file for each pair of element types and each number of products, such as ada_e4m3_e5m2_16.bin. The archive
is read, not installed.
"""

import hashlib
import io
import json
import struct
import sys
import tarfile
import zipfile
from ast import literal_eval
from pathlib import Path

SHA256 = "740b69ac7e10f0542399fbecbea216e638dfe7249ff70ec4c6474cf9a15a5a13"
RECORDINGS = "mmaemu-0.1.0/tests/data/hw_mini/"


def read_array(data):
    """Returns the shape and the bytes of an array in NumPy's format, version 1."""
    assert data[:8] == b"\x93NUMPY\x01\x00", "an array of version 1"
    (length,) = struct.unpack("<H", data[8:10])
    header = literal_eval(data[10 : 10 + length].decode())
    assert not header["fortran_order"], "rows follow one another"
    return header["shape"], data[10 + length :]


class Recordings:
    """The recordings of an archive."""

    def __init__(self, archive):
        data = Path(archive).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        if digest != SHA256:
            sys.exit(f"{archive} has the SHA-256 {digest}, not {SHA256}")
        with tarfile.open(fileobj=io.BytesIO(data)) as files:
            members = [member for member in files if member.name.startswith(RECORDINGS) and member.isfile()]
            self.files = {member.name[len(RECORDINGS) :]: files.extractfile(member).read() for member in members}
        self.archives = {}

    def cases(self):
        """Returns the recorded calls of the instruction mma."""
        cases = json.loads(self.files["index.json"])["cases"]
        return [case for case in cases if case["kind"] == "mma"]

    def array(self, reference):
        """Returns the shape and the bytes of a referenced array."""
        file, name = reference
        if file not in self.archives:
            self.archives[file] = zipfile.ZipFile(io.BytesIO(self.files[file]))
        return read_array(self.archives[file].read(name + ".npy"))

    def records(self, case):
        """Returns the records of a case: a, b, c and d of each dot product."""
        products = case["params"]["K"]
        (shape, a), (shape_of_b, b) = [self.array(case["inputs"][name]) for name in "ab"]
        _, d = self.array(case["expect"]["bits"])
        _, c = self.array(case["inputs"]["c"]) if case["inputs"].get("c") else (None, bytes(len(d)))
        # Tiles of rows of a and columns of b, or single dot products.
        tiles, rows, columns = (shape[0], shape[1], shape_of_b[1]) if len(shape) == 3 else (shape[0], 1, 1)
        for place in range(tiles * rows * columns):
            tile, row, column = place // (rows * columns), place // columns % rows, place % columns
            of_a, of_b = (tile * rows + row) * products, (tile * columns + column) * products
            result = slice(4 * place, 4 * place + 4)
            yield a[of_a : of_a + products] + b[of_b : of_b + products] + c[result] + d[result]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    recordings, folder = Recordings(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for case in recordings.cases():
        parameters = case["params"]
        name = f"ada_{parameters['fmt_a']}_{parameters['fmt_b']}_{parameters['K']}.bin"
        written.setdefault(name, []).extend(recordings.records(case))
    for name, records in sorted(written.items()):
        (folder / name).write_bytes(b"".join(records))
        print(f"{name}: {len(records)} dot products")


main()
