"""``python -m concord`` and the script ``fit`` are the command itself."""

from __future__ import annotations

import os
import subprocess
import sys

from concord._binary import command_path


def main() -> int:
    """Run the command with the arguments of this process, and return its exit code."""
    arguments = [str(command_path()), *sys.argv[1:]]
    if sys.platform != "win32":
        os.execv(arguments[0], arguments)
    process = subprocess.Popen(arguments)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # The command has been told too, and reports the draws that it has.
            continue


if __name__ == "__main__":
    sys.exit(main())
