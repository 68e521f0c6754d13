"""Prints the licences of everything in a release that is not ours.

    python3 packaging/licences.py TARGET > THIRD-PARTY.txt

Equal texts are printed once, after the names of all crates that have them.
"""

import collections
import re
import sys
from pathlib import Path

import crates

LICENCE_FILE = re.compile(r"(licen[sc]e|copying|unlicense|notice|copyright)", re.IGNORECASE)
RUNTIME = Path(__file__).with_name("runtime-licences.txt")
PAGE = Path("crates/xun-web/page/licenses.txt")


def texts(crate: crates.Crate) -> list[str]:
    """The licence files of a crate."""
    files = sorted(path for path in crate.folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name))
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in files]


def main() -> None:
    found = [crate for crate in crates.linked(sys.argv[1], ["xun", "xun-host"]) if not crate.ours]
    owners: dict[str, list[crates.Crate]] = collections.defaultdict(list)
    without = []
    for crate in found:
        own = texts(crate)
        for text in own:
            owners[text].append(crate)
        if not own:
            without.append(crate)
    print("Third-party software in Xun, and its licences\n")
    for crate in found:
        print(f"{crate.name} {crate.version}: {crate.licence}")
    if without:
        print("\nThese come without a text of their own; their authors chose the named licence,")
        print("whose text is below:")
        for crate in without:
            print(f"  {crate.name}: {crate.licence}; {', '.join(crate.authors) or 'its authors'}")
    for text, users in sorted(owners.items(), key=lambda pair: pair[1][0].name):
        print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(crate.name for crate in users))}\n{'-' * 80}\n{text}")
    print(f"\n{'=' * 80}\n{RUNTIME.read_text(encoding='utf-8').strip()}")
    print(f"\n{'=' * 80}\nIn the page\n{'-' * 80}\n{PAGE.read_text(encoding='utf-8').strip()}")


if __name__ == "__main__":
    main()
