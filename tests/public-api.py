"""Lists the public API of documented crates, and compares it with the lists kept in tests/public-api/.

    python3 tests/public-api.py DOC CRATE...            compares; fails with the lines that differ
    python3 tests/public-api.py DOC CRATE... --write    writes the lists

DOC is the folder that `cargo doc` wrote (target/doc). One line an item: its kind and path, then, indented, its fields,
variants, methods, associated items and the traits that it implements, all by name. A line that disappears is a breaking
change for users of the crate: it belongs into the changelog, and into the next version's number.
"""

import difflib
import re
import sys
from pathlib import Path
from urllib.parse import unquote

ITEM = re.compile(r'<a href="((?:[\w]+/)*)(struct|enum|trait|fn|macro|constant|static|type|union)\.(\w+)\.html">')
MEMBER = re.compile(r'id="(structfield|variant|tymethod|method|associatedconstant|associatedtype)\.([\w.]+?)(?:-\d+)?"')
TRAIT = re.compile(r'id="impl-([^"]+)-for-[^"]*"')


def members(page: str) -> list[str]:
    """The names of an item's own members, and of the traits it implements."""
    own, _, rest = page.partition('id="trait-implementations"')
    own = own.partition('id="implementors"')[0]
    found = {f"  {kind} {name.replace('.field.', '.')}" for kind, name in MEMBER.findall(own)}
    traits = rest.partition('id="synthetic-implementations"')[0]
    found |= {f"  impl {unquote(name)}" for name in TRAIT.findall(traits) if name != "StructuralPartialEq"}
    return sorted(found)


def public_api(folder: Path) -> list[str]:
    """The lines of a crate's list."""
    items = ITEM.findall((folder / "all.html").read_text(encoding="utf-8"))
    lines = []
    for path, kind, name in sorted(set(items)):
        page = (folder / path / f"{kind}.{name}.html").read_text(encoding="utf-8")
        lines += [f"{kind} {path.replace('/', '::')}{name}", *members(page)]
    return lines


def main() -> None:
    write = "--write" in sys.argv
    doc, *crates = [argument for argument in sys.argv[1:] if argument != "--write"]
    lists = Path(__file__).parent / "public-api"
    wrong = False
    for crate in crates:
        found = public_api(Path(doc) / crate.replace("-", "_"))
        if not found:
            sys.exit(f"{crate}: no item found; does {doc} hold its documentation?")
        kept = lists / f"{crate}.txt"
        if write:
            lists.mkdir(exist_ok=True)
            kept.write_text("\n".join(found) + "\n", encoding="utf-8")
            continue
        before = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
        changes = list(difflib.unified_diff(before, found, str(kept), "now", lineterm="", n=0))
        print("\n".join(changes) if changes else f"{crate}: as listed")
        wrong |= bool(changes)
    if wrong:
        sys.exit(f"the public API changed; if that is meant: python3 tests/public-api.py {doc} {' '.join(crates)} --write")


if __name__ == "__main__":
    main()
