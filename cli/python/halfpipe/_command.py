"""The command `halfpipe`."""

import os
import sys

from ._halfpipe import run


def main():
    """Runs the command line of this process, and ends the process with the command's exit status."""
    status = run(sys.argv)
    # The command has written its output itself, so that nothing is left to do.
    os._exit(status)
