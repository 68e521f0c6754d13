"""Packs a folder into a .tar.gz or .zip that depends on its contents alone.

    python3 packaging/archive.py FOLDER ARCHIVE

Names are sorted, owners are root, modes are 755 or 644, and every date is SOURCE_DATE_EPOCH.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])


def files(folder: Path) -> list[Path]:
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def mode(path: Path) -> int:
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


def tar(folder: Path, archive: Path) -> None:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, EPOCH) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as out:
            for path in files(folder):
                entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
                entry.size, entry.mode, entry.mtime = path.stat().st_size, mode(path), EPOCH
                entry.uname = entry.gname = "root"
                with open(path, "rb") as content:
                    out.addfile(entry, content)


def zipped(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in files(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), time.gmtime(EPOCH)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, (0o100000 | mode(path)) << 16
            out.writestr(entry, path.read_bytes())


def main() -> None:
    folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
    (zipped if archive.suffix == ".zip" else tar)(folder, archive)


if __name__ == "__main__":
    main()
