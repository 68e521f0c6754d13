"""Checks the scripts in packaging/ without building anything. Called by tests/steps/44-release.sh."""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ENVIRONMENT = os.environ | {"SOURCE_DATE_EPOCH": "1763000000"}
TARGETS = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-pc-windows-gnu"]


def script(*words: str | Path) -> str:
    command = [sys.executable, "-B", *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout


def archives_depend_on_their_contents_alone() -> None:
    hashes: dict[str, set[str]] = {"tar.gz": set(), "zip": set()}
    for number, names in enumerate([["b", "a", "c/寻"], ["c/寻", "a", "b"]]):
        with tempfile.TemporaryDirectory() as base:
            folder = Path(base) / "xun-1"
            for name in names:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(name)
                os.utime(path, (number * 1000, number * 1000))
                path.chmod((0o755 if name == "a" else 0o644) if number else (0o700 if name == "a" else 0o600))
            for kind, seen in hashes.items():
                archive = Path(base) / f"x.{kind}"
                script("packaging/archive.py", folder, archive)
                seen.add(hashlib.sha256(archive.read_bytes()).hexdigest())
                check_contents(archive)
    assert all(len(seen) == 1 for seen in hashes.values()), hashes


def check_contents(archive: Path) -> None:
    expected = ["xun-1/a", "xun-1/b", "xun-1/c/寻"]
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as file:
            assert file.namelist() == expected
            assert file.getinfo("xun-1/a").external_attr >> 16 == 0o100755
    else:
        with tarfile.open(archive) as file:
            assert file.getnames() == expected
            assert [entry.mode for entry in file] == [0o755, 0o644, 0o644]


def bills_of_materials_name_every_crate() -> None:
    for target in TARGETS:
        bill = json.loads(script("packaging/sbom.py", target, "0.1.0"))
        assert bill["bomFormat"] == "CycloneDX" and bill["metadata"]["timestamp"].startswith("2025-11-13")
        names = {component["name"] for component in bill["components"]}
        assert {"xun", "xun-host", "rusqlite", "axum", "clap"} <= names, sorted(names)
        assert not names & {"proptest", "assert_cmd", "syn", "pyo3"}, "tools are not in the program"
        assert ("windows-sys" in names) == ("windows" in target)
        references = {component["bom-ref"] for component in bill["components"]}
        for dependency in bill["dependencies"]:
            assert set(dependency["dependsOn"]) <= references
        for component in bill["components"]:
            ours = component["name"].startswith("xun")
            assert ours or component["hashes"][0]["content"], component
            assert component["licenses"][0]["expression"], component
        licences = script("packaging/licences.py", target)
        for name in names:
            assert name.startswith("xun") or f"\n{name} " in licences, name
        assert "SQLite: public domain" in licences and "Inter Project Authors" in licences
        print(f"{target}: {len(names)} crates, {len(licences) // 1000} kB of licences")


archives_depend_on_their_contents_alone()
bills_of_materials_name_every_crate()
