"""Makes wheels that carry the command, for this machine or for all systems. Needs Go, and nothing from PyPI.

    python3 python/build_wheel.py [--all] [FOLDER]

It is the build backend of the package too (PEP 517), so that ``pip install ./python`` works. The same sources, version of
Go and of zlib give the same bytes: no times, no paths, files in the order of their names.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent


class System(NamedTuple):
    """A system that a wheel is for, by Go's names, with the tags that installers know it by."""

    os: str
    arch: str
    tags: tuple[str, ...]


# The command is one static file, so that on Linux it asks nothing of the C library. Go 1.26 needs macOS 12.
SYSTEMS = (
    System("linux", "amd64", ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64")),
    System("linux", "arm64", ("manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64")),
    System("darwin", "amd64", ("macosx_12_0_x86_64",)),
    System("darwin", "arm64", ("macosx_12_0_arm64",)),
    System("windows", "amd64", ("win_amd64",)),
    System("windows", "arm64", ("win_arm64",)),
)


class UnsupportedOperation(Exception):
    """What PEP 517 asks for where a backend makes no archive of sources."""


def build(system: System, folder: Path) -> Path:
    """Make the wheel for a system, and return its path."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    info = f"{project['name']}-{project['version']}.dist-info"
    package = HERE / "concord"
    # Of the package what is source: a wheel that was unpacked here leaves no command in the next.
    files = {f"concord/{p.relative_to(package).as_posix()}": p.read_bytes()
             for p in package.rglob("*") if p.suffix == ".py" or p.name == "py.typed"}
    binary = "concord/bin/fit" + (".exe" if system.os == "windows" else "")
    files[binary] = command(system)
    files[f"{info}/METADATA"] = metadata(project)
    files[f"{info}/WHEEL"] = "".join([
        "Wheel-Version: 1.0\nGenerator: concord build_wheel\nRoot-Is-Purelib: false\n",
        *(f"Tag: py3-none-{tag}\n" for tag in system.tags)]).encode()
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    files[f"{info}/licenses/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    files[f"{info}/licenses/licences.md"] = (HERE.parent / "docs" / "project" / "licences.md").read_bytes()
    record = f"{info}/RECORD"
    files[record] = "".join(
        [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in sorted(files.items())] + [f"{record},,\n"]
    ).encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{project['name']}-{project['version']}-py3-none-{'.'.join(system.tags)}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items(), key=lambda f: (f[0].startswith(info), f[0])):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if name == binary else 0o100644) << 16
            archive.writestr(entry, data)
    return wheel


def command(system: System) -> bytes:
    """The command for a system."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fit"
        environment = {**os.environ, "CGO_ENABLED": "0", "GOOS": system.os, "GOARCH": system.arch}
        words = ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", str(path), "./cmd/fit"]
        try:
            subprocess.run(words, cwd=HERE.parent, env=environment, check=True)
        except FileNotFoundError:
            raise SystemExit("go is not there: the command is built by Go, https://go.dev/dl") from None
        return path.read_bytes()


def metadata(project: Mapping[str, Any]) -> bytes:
    """The core metadata of the package."""
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {project['version']}",
        f"Summary: {project['description']}", f"License-Expression: {project['license']}",
        "License-File: LICENSE", "License-File: licences.md",
        f"Keywords: {','.join(project['keywords'])}", f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {c}" for c in project["classifiers"]),
        *(f"Requires-Dist: {d}" for d in project["dependencies"]),
    ]
    for extra, needs in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {d}; extra == "{extra}"' for d in needs)]
    text = (HERE / project["readme"]).read_text("utf-8")
    return ("\n".join([*lines, "Description-Content-Type: text/markdown", "", text])).encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def this_system() -> System:
    """The system that this machine is, or that GOOS and GOARCH name."""
    words = ["go", "env", "GOOS", "GOARCH"]
    names = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    for system in SYSTEMS:
        if [system.os, system.arch] == names:
            return system
    raise SystemExit(f"there is no wheel for {'/'.join(names)}: go install ./cmd/fit, and CONCORD_FIT names it")


# The hooks of PEP 517.


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Make the wheel for this machine; an installer calls this."""
    return build(this_system(), Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    """There is no archive of sources: those of the command are outside this folder."""
    raise UnsupportedOperation("concord comes as wheels; its sources are the whole repository")


def main() -> int:
    """Make the wheels that the command line asks for."""
    parser = argparse.ArgumentParser(description="Make wheels of concord that carry the command.")
    parser.add_argument("--all", action="store_true", help="for all systems, not for this machine alone")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "dist", help="where to (default: python/dist)")
    chosen = parser.parse_args()
    for system in SYSTEMS if chosen.all else (this_system(),):
        wheel = build(system, chosen.folder)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        print(f"{wheel}  {wheel.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
