"""The command `halfpipe`, as `python -m halfpipe`."""

from ._command import main

if __name__ == "__main__":
    main()
