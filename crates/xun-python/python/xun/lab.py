"""Experiments on search, replication of reported figures, and grading.

>>> import xun
>>> "alphabeta" in xun.lab.experiments()
True
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from xun import _xun
from xun._errors import InputError
from xun._extras import extra
from xun._numbers import real, whole

if TYPE_CHECKING:
    import pandas

__all__ = [
    "ClassResult",
    "Grade",
    "Results",
    "experiments",
    "grade",
    "grade_class",
    "replicate",
    "run",
]

Language = Literal["en", "zh"]


def experiments(language: Language = "en") -> dict[str, str]:
    """Name and title of every experiment.

    >>> import xun
    >>> xun.lab.experiments()["memory"]
    'A* against IDA* and fringe search'
    """
    return {
        name: chinese if language == "zh" else english
        for name, english, chinese in _xun.lab_experiments()
    }


class Results:
    """What an experiment measured. ``data`` is the same as in the program's files."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)

    @property
    def experiment(self) -> str:
        """The name of the experiment."""
        return str(self.data["experiment"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each variant on each problem."""
        rows: list[dict[str, Any]] = self.data["rows"]
        return rows

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a data frame, one column a measure."""
        pandas = extra("pandas", "notebook")
        flat = [
            {"group": row["group"], "problem": row["problem"], "variant": row["variant"],
             "x": row.get("x"), **row["values"]}
            for row in self.rows
        ]  # fmt: skip
        return pandas.DataFrame(flat)

    def plots(self, language: Language = "en") -> list[str]:
        """The figures as SVG."""
        return _xun.lab_draw(self._text, language == "zh")[0]

    def html(self, language: Language = "en") -> str:
        """The report as one HTML page."""
        return _xun.lab_draw(self._text, language == "zh")[1]

    def csv(self) -> str:
        """The rows as CSV."""
        return _xun.lab_draw(self._text, False)[2]

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes ``EXPERIMENT.json`` and ``EXPERIMENT.csv`` into a folder."""
        _xun.lab_save(self._text, os.fspath(folder))

    def __repr__(self) -> str:
        return f"Results({self.experiment!r}, {len(self.rows)} rows)"

    def _repr_html_(self) -> str:
        return "".join(self.plots())


def run(
    experiment: str,
    *,
    seed: int = 1,
    quick: bool = False,
    threads: int = 0,
    course: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Results:
    """Runs an experiment; ``quick`` takes seconds, the full size some minutes.

    ``progress`` is called with the number of measurements made.
    """
    folder = None if course is None else os.fspath(course)
    seed, threads = whole(seed, "seed", 2**64 - 1), whole(threads, "threads", 1024)
    return Results(_xun.lab_run(experiment, seed, quick, threads, folder, progress))


def replicate(folder: str | os.PathLike[str]) -> pandas.DataFrame:
    """Does the figures of a course's reports again, and compares."""
    pandas = extra("pandas", "notebook")
    sections = json.loads(_xun.lab_replicate(os.fspath(folder)))
    rows = [
        {
            "section": _english(section["title"]),
            "case": line["case"],
            "quantity": _english(line["quantity"]),
            "reported": line["reported"],
            "ours": line["ours"],
            "verdict": line["verdict"],
            "deterministic": line["deterministic"],
            "note": _english(line["note"]),
        }
        for section in sections
        for line in section["lines"]
    ]
    return pandas.DataFrame(rows)


def _english(text: Any) -> str:
    if isinstance(text, dict):
        return str(text.get("en", ""))
    return "" if text is None else str(text)


@dataclass(frozen=True)
class Grade:
    """The grades of one program: one entry an instance, each with verdict and reason."""

    command: list[str]
    entries: list[dict[str, Any]]
    passes: list[bool]

    @property
    def passed(self) -> int:
        """The number of instances that were answered well."""
        return sum(self.passes)

    @property
    def share(self) -> float:
        """The share of instances that were answered well."""
        return self.passed / len(self.passes) if self.passes else 0.0

    def to_frame(self) -> pandas.DataFrame:
        """The entries as a data frame."""
        pandas = extra("pandas", "notebook")
        rows = [
            {**entry, "note": _english(entry["note"]), "passes": passes}
            for entry, passes in zip(self.entries, self.passes)
        ]
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        return f"Grade({self.passed} of {len(self.passes)})"


@dataclass(frozen=True)
class Grading:
    """The arguments of a grading, as the native module reads them."""

    command: list[str]
    task: str
    instances: list[str] = field(default_factory=list)
    count: int = 18
    side: int = 40
    seed: int = 1
    time: float = 10.0
    memory: int = 512 << 20
    depth: int = 8
    allowed_loss: int = 150
    column_first: bool = False


def grading(
    command: str | Sequence[str], task: Literal["path", "xiangqi", "gomoku"] = "path", **terms: Any
) -> Grading:
    """The description of a grading; arguments as :func:`grade`."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if "instances" in terms:
        terms["instances"] = [os.fspath(path) for path in terms["instances"]]
    try:
        described = Grading(words, task, **terms)
    except TypeError as error:
        raise InputError(str(error)) from None
    for name, most in (("count", 10_000), ("side", 10_000), ("seed", 2**64 - 1), ("memory", 2**63),
                       ("depth", 64), ("allowed_loss", 2**31 - 1)):  # fmt: skip
        whole(getattr(described, name), name, most)
    real(described.time, "time", 0.001, 86_400.0)
    return described


def grade(
    command: str | Sequence[str], task: Literal["path", "xiangqi", "gomoku"] = "path", **terms: Any
) -> Grade:
    """Runs a program on instances and judges its answers.

    Terms: ``instances`` (files) or ``count`` and ``seed`` of generated ones, ``side`` of the largest
    map, ``time`` (seconds) and ``memory`` (bytes) of each run; for games ``depth`` of our engine,
    ``allowed_loss`` and ``column_first``.
    """
    return _grade(grading(command, task, **terms))


def _grade(description: Grading) -> Grade:
    graded = _xun.lab_grade(description)
    entries = [json.loads(text) for text, _ in graded]
    return Grade(description.command, entries, [passes for _, passes in graded])


@dataclass(frozen=True)
class ClassResult:
    """The points of a class; ``again`` names students left ungraded by a fault of the grader.

    ``isolation`` is the level at which programs ran.
    """

    points: dict[str, float]
    again: list[str]
    isolation: str
    folder: str

    def to_frame(self) -> pandas.DataFrame:
        """The points of each test, as ``results.csv`` has them."""
        pandas = extra("pandas", "notebook")
        return pandas.read_csv(os.path.join(self.folder, "results.csv"))

    def __repr__(self) -> str:
        return f"ClassResult({len(self.points)} students, {self.folder!r})"


def class_of(assignment: str | os.PathLike[str], isolation: str) -> _xun.NativeClass:
    """The grader of an assignment; the program ``xun``, if installed, isolates what it runs."""
    return _xun.NativeClass(os.fspath(assignment), isolation, shutil.which("xun"))


def class_result(
    native: _xun.NativeClass, rows: Sequence[tuple[str, float, bool]], folder: str
) -> ClassResult:
    """The result of the rows that the native module answers."""
    points = {student: points for student, points, _ in rows}
    again = [student for student, _, again in rows if again]
    return ClassResult(points, again, native.isolation, folder)


def grade_class(
    assignment: str | os.PathLike[str],
    submissions: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    concurrency: int = 1,
    isolation: str = "auto",
    language: Language = "en",
    progress: Callable[[int], object] | None = None,
) -> ClassResult:
    """Grades all submissions to an assignment, as ``xun lab grade class`` does.

    Submissions are a folder with one folder or file a student, or a CSV file ``student,folder``.
    Tables, reports and the journal are written into ``out``; the same call goes on where it was
    interrupted. Programs are isolated by the program ``xun`` if that is on the PATH (``isolation``:
    ``auto``, ``namespaces``, ``landlock``, ``limits`` or ``none``); without it they are limited in
    time, memory and output only.
    """
    native = class_of(assignment, isolation)
    folder = os.fspath(out)
    entries = _xun.class_submissions(os.fspath(submissions))
    students = whole(concurrency, "concurrency", 256, 1)
    rows = native.run(entries, folder, students, language == "zh", progress)
    return class_result(native, rows, folder)
