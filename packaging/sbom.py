"""Prints the bill of materials of a release as CycloneDX 1.5.

    python3 packaging/sbom.py TARGET VERSION > sbom.cdx.json

SOURCE_DATE_EPOCH is its date: the same sources give the same bytes.
"""

import datetime
import json
import os
import sys
import tomllib
import uuid

import crates

PROGRAMS = ["xun", "xun-host"]


def main() -> None:
    target, version = sys.argv[1:]
    with open("Cargo.lock", "rb") as file:
        locked = {(p["name"], p["version"]): p.get("checksum") for p in tomllib.load(file)["package"]}
    found = crates.linked(target, PROGRAMS)
    purls = {crate.identifier: crate.purl for crate in found}
    program = {"type": "application", "bom-ref": f"xun@{version}", "name": "xun", "version": version}
    program["licenses"] = [{"expression": "MIT OR Apache-2.0"}]
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    dependencies = [{"ref": program["bom-ref"], "dependsOn": [c.purl for c in found if c.name in PROGRAMS]}]
    dependencies += [{"ref": c.purl, "dependsOn": sorted(purls[need] for need in c.needs)} for c in found]
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'xun/{version}/{target}/{date}')}",
        "version": 1,
        "metadata": {
            "timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": program,
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(crate, locked.get((crate.name, crate.version))) for crate in found],
        "dependencies": dependencies,
    }
    json.dump(bom, sys.stdout, indent=1, ensure_ascii=False)
    print()


def component(crate: crates.Crate, checksum: str | None) -> dict:
    entry: dict = {
        "type": "library",
        "bom-ref": crate.purl,
        "name": crate.name,
        "version": crate.version,
        "purl": crate.purl,
        "description": crate.description,
        "licenses": [{"expression": crate.licence}],
    }
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if crate.repository:
        entry["externalReferences"] = [{"type": "vcs", "url": crate.repository}]
    return entry


if __name__ == "__main__":
    main()
