"""The wheel carries the command and nothing that differs from one build to the next."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import concord

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))
import build_wheel  # noqa: E402


@pytest.fixture(scope="module")
def wheel() -> Path:
    folder = os.environ.get("CONCORD_WHEELS")
    if not folder:
        pytest.skip("CONCORD_WHEELS names no folder: .ci/python builds the wheel and sets it")
    (path,) = Path(folder).glob("*.whl")
    return path


def test_it_is_what_is_installed_and_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= 15e6
    with zipfile.ZipFile(wheel) as archive:
        installed = Path(concord.__file__).parent.parent
        assert HERE not in installed.parents and installed != HERE
        for entry in archive.infolist():
            if entry.filename.startswith("concord/"):
                assert (installed / entry.filename).read_bytes() == archive.read(entry), entry.filename
        text = archive.read(f"concord-{concord.__version__}.dist-info/METADATA").decode()
    assert "Requires-Dist: pandas" in text and "Requires-Python: >=3.11" in text


def test_the_record_is_right_and_only_the_command_is_executable(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (record,) = [n for n in archive.namelist() if n.endswith("/RECORD")]
        lines = [line.rsplit(",", 2) for line in archive.read(record).decode().splitlines()]
        assert sorted(name for name, _, _ in lines) == sorted(archive.namelist())
        for name, digest, size in lines:
            if name != record:
                data = archive.read(name)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, size) == (f"sha256={wanted}", str(len(data)))
        executable = [e.filename for e in archive.infolist() if e.external_attr >> 16 & 0o111]
        assert executable == [n for n in archive.namelist() if n.startswith("concord/bin/")]
        assert {e.date_time for e in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        package = {p.relative_to(HERE).as_posix() for p in (HERE / "concord").glob("*.py")} | {"concord/py.typed"}
        assert {n for n in archive.namelist() if n.startswith("concord/")} == package | set(executable)


def test_the_same_bytes_again(wheel: Path, tmp_path: Path) -> None:
    again = build_wheel.build(build_wheel.this_system(), tmp_path)
    assert again.name == wheel.name
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()


def test_the_command_names_no_folder_of_this_machine(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.startswith("concord/bin/")]
        binary = archive.read(name)
    assert str(HERE.parent).encode() not in binary
    assert str(Path.home()).encode() + b"/" not in binary


def test_the_script_fit_is_the_command(wheel: Path) -> None:
    script = Path(sys.executable).parent / ("fit.exe" if sys.platform == "win32" else "fit")
    if not script.exists():
        pytest.skip("the package is not installed in this environment")
    ended = subprocess.run([script, "check", HERE.parent / "testdata" / "nothing.csv"], capture_output=True, text=True,
                           check=False)
    assert ended.returncode == 3 and "no such file" in ended.stderr


def test_every_system_has_a_wheel_that_installers_know() -> None:
    tags = [tag for system in build_wheel.SYSTEMS for tag in system.tags]
    assert len(tags) == len(set(tags)) and len(build_wheel.SYSTEMS) == 6
    packaging = pytest.importorskip("packaging.tags")
    known = {tag.platform for tag in packaging.sys_tags()}
    assert set(build_wheel.this_system().tags) & known
