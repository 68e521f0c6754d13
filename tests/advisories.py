"""Compares Cargo.lock with a checkout of the RustSec advisory database.

    python3 tests/advisories.py ~/.cargo/advisory-db

Advisories named in deny.toml are passed over; `cargo deny check advisories` reads the same list.
"""

import re
import sys
import tomllib
from pathlib import Path


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers; what is missing is 0."""
    found = re.match(r"\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?", version)
    if not found:
        raise SystemExit(f"not a version: {version!r}")
    return tuple(int(part or 0) for part in found.groups())


def fits(version: tuple[int, ...], requirement: str) -> bool:
    """Whether a version is in a range such as `>= 1.2, < 2`."""
    for part in requirement.split(","):
        sign, text = re.match(r"\s*(>=|<=|>|<|=|\^|~)?\s*(.*)", part).groups()
        other = numbers(text)
        compatible = version >= other and version[: 1 if other[0] else 2] == other[: 1 if other[0] else 2]
        holds = {
            ">=": version >= other,
            "<=": version <= other,
            ">": version > other,
            "<": version < other,
            "=": version == other,
            "~": version >= other and version[:2] == other[:2],
        }.get(sign, compatible)
        if not holds:
            return False
    return True


def advisories(folder: Path, name: str):
    """The advisories of a crate."""
    for file in sorted((folder / "crates" / name).glob("*.md")):
        front = re.search(r"```toml\n(.*?)```", file.read_text(), re.S)
        if front:
            yield tomllib.loads(front.group(1))


def main() -> int:
    folder = Path(sys.argv[1])
    if not (folder / "crates").is_dir():
        raise SystemExit(f"{folder}: no checkout of the advisory database")
    rules = tomllib.loads(Path("deny.toml").read_text())
    ignored = {one["id"] for one in rules["advisories"]["ignore"]}
    packages = tomllib.loads(Path("Cargo.lock").read_text())["package"]
    read = 0
    found = []
    for package in packages:
        if "source" not in package:
            continue
        for one in advisories(folder, package["name"]):
            read += 1
            about, versions = one["advisory"], one.get("versions", {})
            sound = versions.get("patched", []) + versions.get("unaffected", [])
            is_open = not any(fits(numbers(package["version"]), each) for each in sound)
            if is_open and "withdrawn" not in about and about["id"] not in ignored:
                found.append(f"{package['name']} {package['version']}: {about['id']}")
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{read} advisories of crates in Cargo.lock, {len(found)} open, {len(ignored)} passed over")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
