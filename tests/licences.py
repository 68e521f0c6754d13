"""Checks third-party crates against deny.toml: licences, duplicate versions, sources.

    python3 tests/licences.py

It reads the parts of deny.toml that it needs; `cargo deny check licenses bans sources` reads the same file.
"""

import collections
import json
import re
import subprocess
import sys
import tomllib


def allowed(expression: str, names: set[str]) -> bool:
    """Whether an SPDX expression can be satisfied by the named licences."""
    words = re.findall(r"[()]|[\w.+-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))
    place = 0

    def one() -> bool:
        nonlocal place
        word = words[place]
        place += 1
        if word != "(":
            return word in names
        inside = either()
        place += 1  # the closing bracket
        return inside

    def joined(operand, word: str, join) -> bool:
        nonlocal place
        value = operand()
        while place < len(words) and words[place] == word:
            place += 1
            value = join(operand(), value)
        return value

    def both() -> bool:
        return joined(one, "AND", lambda right, left: left and right)

    def either() -> bool:
        return joined(both, "OR", lambda right, left: left or right)

    return either()


def faults(packages: list[dict], rules: dict) -> list[str]:
    """One line for each rule that a package breaks."""
    found = []
    names = set(rules["licenses"]["allow"])
    exceptions = {one["name"]: set(one["allow"]) for one in rules["licenses"]["exceptions"]}
    versions = collections.defaultdict(set)
    for package in packages:
        if package["source"] is None:
            continue
        name, licence = package["name"], package["license"] or "none"
        versions[name].add(package["version"])
        if not allowed(licence, names | exceptions.get(name, set())):
            found.append(f"{name} {package['version']}: licence {licence} is not allowed")
        if package["source"] != "registry+https://github.com/rust-lang/crates.io-index":
            found.append(f"{name} {package['version']}: comes from {package['source']}")
    skip = [(one["name"], one["version"] + ".") for one in rules["bans"]["skip"]]
    for name, several in versions.items():
        kept = [one for one in several if not any(name == rule[0] and one.startswith(rule[1]) for rule in skip)]
        if len(kept) > 1:
            found.append(f"{name}: versions {', '.join(sorted(kept))}; unify, or skip with a reason")
    for name, start in skip:
        if len(versions[name]) < 2 or not any(one.startswith(start) for one in versions[name]):
            found.append(f"deny.toml: {name} {start[:-1]} need not be skipped")
    return found


def main() -> None:
    with open("deny.toml", "rb") as file:
        rules = tomllib.load(file)
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    packages = json.loads(output)["packages"]
    wrong = faults(packages, rules)
    print("\n".join(wrong) or f"{len(packages)} packages: licences, versions and sources as in deny.toml")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
