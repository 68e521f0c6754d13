"""Makes plots.otf: the letters of our plots, out of Noto Sans CJK SC. Run it when a plot gets a new Chinese name.

    python subset.py /path/to/NotoSansCJK-Regular.ttc     (needs fonttools)
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
letters = {chr(code) for code in range(32, 127)} | set("−–×·±≥≤√…→#")
for file in (HERE.parent / "src/studies").glob("*.rs"):
    for text in re.findall(r'"([^"]*)"', file.read_text(encoding="utf-8")):
        # Names and titles are short; questions and methods are not drawn.
        if len(text) <= 30:
            letters |= set(text)
subprocess.run(
    ["pyftsubset", sys.argv[1], "--font-number=2", f"--text={''.join(sorted(letters))}",
     f"--output-file={HERE / 'plots.otf'}", "--layout-features=", "--name-IDs=*", "--no-hinting", "--desubroutinize"],
    check=True,
)
