"""Files that go with the units: they are sent to each node once and written there once."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from xun._errors import InputError

__all__ = ["place", "read_file", "read_folder", "unpack_folder"]

# Bytes of a file or folder that is sent along, at most.
MOST_BYTES = 256 << 20

Contents = dict[str, tuple[int, bytes]]


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The content of a file that is sent along."""
    name = Path(path)
    if not name.is_file():
        raise InputError(f"{name}: there is no such file")
    if name.stat().st_size > MOST_BYTES:
        raise InputError(f"{name}: more than {MOST_BYTES >> 20} MiB")
    return name.read_bytes()


def place(content: bytes) -> str:
    """The path of a file with this content on this node; written if it is not there."""
    folder = Path(tempfile.gettempdir()) / f"xun-ray-{os.getuid() if hasattr(os, 'getuid') else 0}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / hashlib.sha256(content).hexdigest()
    if not path.exists() or path.stat().st_size != len(content):
        beside = folder / f".{path.name}.{os.getpid()}"
        beside.write_bytes(content)
        os.replace(beside, path)
    return str(path)


def read_folder(path: str | os.PathLike[str]) -> Contents:
    """A file or all files of a folder: relative name to mode and content. Links are left out."""
    root = Path(path)
    contents: Contents = {}
    left = MOST_BYTES
    files = [root] if root.is_file() else sorted(root.rglob("*"))
    if not files and not root.is_dir():
        raise InputError(f"{root}: there is no such file or folder")
    for file in files:
        if file.is_symlink() and file != root or not file.is_file():
            continue
        left -= file.stat().st_size
        if left < 0:
            raise InputError(f"{root}: more than {MOST_BYTES >> 20} MiB")
        name = "" if file == root else file.relative_to(root).as_posix()
        contents[name] = (file.stat().st_mode & 0o777, file.read_bytes())
    return contents


def unpack_folder(contents: Contents, target: Path) -> Path:
    """Writes what :func:`read_folder` has read; ``target`` is the file or the folder."""
    if set(contents) != {""}:
        target.mkdir(parents=True, exist_ok=True)
    for name, (mode, content) in contents.items():
        file = target / name if name else target
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(mode)
    return target
