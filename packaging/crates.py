"""The third-party crates within a program: those that Cargo links for a target.

Used by sbom.py and licences.py.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Crate:
    """A crate within the program."""

    name: str
    version: str
    licence: str
    authors: tuple[str, ...]
    description: str
    repository: str
    folder: Path
    ours: bool
    identifier: str
    needs: tuple[str, ...]

    @property
    def purl(self) -> str:
        """Its package address, as SBOMs name it."""
        return f"pkg:cargo/{self.name}@{self.version}"


def linked(target: str, programs: list[str]) -> list[Crate]:
    """Crates that are linked into these workspace packages, sorted; build and test tools are not."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    needs = {node["id"]: _normal(node, packages) for node in metadata["resolve"]["nodes"]}
    ours = set(metadata["workspace_members"])
    todo = [each for each in ours if packages[each]["name"] in programs]
    found: set[str] = set()
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo.extend(needs[each])
    crates = [_crate(packages[each], each in ours, tuple(sorted(needs[each]))) for each in found]
    return sorted(crates, key=lambda crate: (crate.name, crate.version))


def _normal(node: dict, packages: dict) -> list[str]:
    """Dependencies whose code ends up in the program: neither for builds or tests, nor macros."""
    found = []
    for dependency in node["deps"]:
        kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
        kept = None in kinds
        macro = any("proc-macro" in part["kind"] for part in packages[dependency["pkg"]]["targets"])
        if kept and not macro:
            found.append(dependency["pkg"])
    return found


def _crate(package: dict, ours: bool, needs: tuple[str, ...]) -> Crate:
    return Crate(
        name=package["name"],
        version=package["version"],
        licence=(package["license"] or "").replace("/", " OR ").replace("  ", " "),
        authors=tuple(package["authors"]),
        description=" ".join((package["description"] or "").split()),
        repository=package["repository"] or "",
        folder=Path(package["manifest_path"]).parent,
        ours=ours,
        identifier=package["id"],
        needs=needs,
    )
