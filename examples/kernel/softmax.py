"""Writes the elements of softmax's rows, and their results in the exact model.

`halfpipe eval` computes each instruction of softmax.v, for all rows at once.
"""

import random
import subprocess

ROWS = 256
ROW = 16


def evaluate(mnemonic, *operands):
    """The results of an instruction in the exact model."""
    lines = "\n".join(" ".join(f"0x{word:x}" for word in words) for words in zip(*operands))
    command = ["halfpipe", "eval", mnemonic, "--engine", "reference"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [int(word, 16) for word in run.stdout.split()]


def drawn_rows():
    """Rows of numbers between -8 and 8, then of any numbers; some with infinities and NaN."""
    draw = random.Random(1)
    moderate = lambda: draw.getrandbits(1) << 15 | draw.randrange(0x4800)
    for number in range(ROWS):
        if number < ROWS // 2:
            yield [moderate() for _ in range(ROW)]
        elif number % 2:
            yield [draw.getrandbits(16) for _ in range(ROW)]
        else:
            row = [moderate() for _ in range(ROW)]
            row[draw.randrange(ROW)] = draw.choice([0x7C00, 0xFC00, 0x7E00, 0x7BFF, 0x0001])
            yield row


def write(name, rows):
    with open(name, "w") as file:
        file.writelines(f"{element:04x}\n" for row in rows for element in row)


rows = list(drawn_rows())
columns = list(zip(*rows))
m = columns[0]
for column in columns[1:]:
    m = evaluate("max.f16", column, m)
e = [evaluate("exp.approx.f16", evaluate("sub.rn.f16", column, m)) for column in columns]
s = [0] * ROWS
for column in e:
    s = evaluate("add.rn.f32.f16", column, s)
r = evaluate("rcp.rn.f16", evaluate("cvt.rn.f16.f32", s))
y = [evaluate("mul.rn.f16", column, r) for column in e]
write("softmax_elements.hex", rows)
write("softmax_expected.hex", zip(*y))
