#!/usr/bin/env python3
"""Runs all fuzz targets in turn, in short slices, until a number of executions or a time is reached.

    cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz build -s none
    tests/endurance/fuzz.py fuzz/target/x86_64-unknown-linux-gnu/release --work runs/ --minutes 60
    tests/endurance/fuzz.py fuzz/target/x86_64-unknown-linux-gnu/release --work runs/ --minimise

The work folder keeps the grown corpora, the findings and a line for each slice, so that a later run goes
on. `--minimise` merges the grown corpora into fuzz/corpus, few small files for each target. Ends with 1
if something was found.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "fuzz" / "corpus"
# Targets that start searches, servers or databases make few executions a second: one slice in five.
SLOW = {"uci-session", "ucci-session", "gomocup-session", "web-messages", "web-database", "book",
        "collection", "journal", "class", "gomoku-network", "xiangqi-network"}
# Parsers of short texts make tens of thousands a second: four slices for one of the others.
FAST = {"tree", "gomoku-lines", "gomoku-tables", "xiangqi-lines", "ends", "scenarios", "graph"}
MOST_FILES, MOST_BYTES = 40, 12_000


def targets():
    """The names in fuzz/Cargo.toml."""
    return re.findall(r'\[\[bin\]\]\nname = "(.+)"', (ROOT / "fuzz" / "Cargo.toml").read_text())


def slices_of(target):
    """Slices in five rounds."""
    return 1 if target in SLOW else 20 if target in FAST else 5


def run_slice(options, target, seconds):
    """Fuzzes one target; the record of the slice."""
    grown, found = options.work / "corpus" / target, options.work / "findings" / target
    grown.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    order = [options.programs / target, grown]
    order += [CORPUS / target] if (CORPUS / target).exists() else []
    order += [f"-max_total_time={seconds}", "-timeout=600", "-rss_limit_mb=3000",
              "-print_final_stats=1", f"-artifact_prefix={found}/"]
    start = time.monotonic()
    log = options.work / f"{target}.log"
    with open(log, "w") as file:
        code = subprocess.run(order, stdout=file, stderr=file, timeout=20 * seconds + 600).returncode
    told = log.read_text(errors="replace")
    executions = re.findall(r"number_of_executed_units: (\d+)", told) or re.findall(r"^#(\d+)", told, re.M)
    edges = re.findall(r"cov: (\d+) ft: (\d+)", told)
    counters = re.findall(r"\((\d+) inline 8-bit counters", told)
    return {
        "target": target,
        "executions": int(executions[-1]) if executions else 0,
        "edges": int(edges[-1][0]) if edges else 0,
        "features": int(edges[-1][1]) if edges else 0,
        "counters": int(counters[0]) if counters else 0,
        "seconds": round(time.monotonic() - start, 1),
        "code": code,
    }


def records_of(options):
    """The slices so far."""
    file = options.work / "slices.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def fuzz(options):
    """Slices until the end."""
    end = time.monotonic() + 60 * options.minutes
    total = sum(record["executions"] for record in records_of(options))
    number = 0
    while total < options.executions:
        for target in options.targets:
            # Five rounds are as many slices as slices_of says.
            share = slices_of(target)
            times = share // 5 if share >= 5 else int(number % 5 == 0)
            for _ in range(times):
                if time.monotonic() >= end or total >= options.executions:
                    return
                record = run_slice(options, target, options.slice)
                total += record["executions"]
                with open(options.work / "slices.jsonl", "a") as file:
                    file.write(json.dumps(record) + "\n")
        number += 1


def report(options):
    """Prints a table of all slices; the number of findings."""
    print("| target | executions | edges | of counters | findings |\n|---|---:|---:|---:|---:|")
    total = findings = 0
    for target in sorted(targets()):
        records = [record for record in records_of(options) if record["target"] == target]
        folder = options.work / "findings" / target
        found = len(list(folder.iterdir())) if folder.exists() else 0
        executions = sum(record["executions"] for record in records)
        edges = max((record["edges"] for record in records), default=0)
        counters = max((record["counters"] for record in records), default=0)
        print(f"| `{target}` | {executions:,} | {edges:,} | {counters:,} | {found} |")
        total, findings = total + executions, findings + found
    print(f"| all | {total:,} | | | {findings} |")
    return findings


def minimise(options):
    """Merges the grown corpora into the committed ones: few small files with most of the coverage."""
    for target in options.targets:
        grown, kept = options.work / "corpus" / target, CORPUS / target
        if not grown.exists():
            continue
        with tempfile.TemporaryDirectory() as folder:
            order = [options.programs / target, "-set_cover_merge=1", "-max_len=2048", folder]
            order += [kept] * kept.exists() + [grown]
            subprocess.run(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900)
            files = sorted(Path(folder).iterdir(), key=lambda file: file.stat().st_size)
            kept.mkdir(exist_ok=True)
            own = [file for file in kept.iterdir() if not re.fullmatch(r"[0-9a-f]{12}", file.name)]
            known = {file.read_bytes() for file in own}
            # Files with a name were written by hand and stay; the others are replaced.
            for file in set(kept.iterdir()) - set(own):
                file.unlink()
            size = 0
            # Of all sizes: short ones are many and alike.
            for file in files[:: 1 + len(files) // MOST_FILES][::-1]:
                size += file.stat().st_size
                if size <= MOST_BYTES and file.read_bytes() not in known:
                    shutil.copy(file, kept / file.name[:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path, help="folder of the built targets")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--executions", type=float, default=1e8)
    parser.add_argument("--slice", type=int, default=10, help="seconds of a slice")
    parser.add_argument("--targets", type=lambda text: text.split(","), default=targets())
    parser.add_argument("--minimise", action="store_true")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    if options.minimise:
        minimise(options)
    else:
        fuzz(options)
    return 1 if report(options) else 0


if __name__ == "__main__":
    sys.exit(main())
