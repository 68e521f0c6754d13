"""Grading: a unit is one program, or one submission of a class."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal, overload

from xun import _xun
from xun.lab import (
    ClassResult,
    Grade,
    Grading,
    Language,
    _grade,
    class_of,
    class_result,
    grading,
)
from xun.ray._files import Contents, read_folder, unpack_folder
from xun.ray._journal import UnitJournal
from xun.ray._schedule import Progress, connect, run_units, shown

__all__ = ["grade", "grade_class"]

Task = Literal["path", "xiangqi", "gomoku"]


def _same(shared: Any) -> Any:
    return shared


def _grade_program(_: None, unit: tuple[int, Grading]) -> tuple[list[Any], list[bool]]:
    graded = _grade(unit[1])
    return graded.entries, graded.passes


@overload
def grade(command: str | Sequence[str], task: Task = "path", **terms: Any) -> Grade: ...
@overload
def grade(
    command: Sequence[Sequence[str]], task: Task = "path", **terms: Any
) -> list[Grade]: ...
def grade(
    command: str | Sequence[str] | Sequence[Sequence[str]],
    task: Task = "path",
    *,
    journal: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    address: str | None = None,
    **terms: Any,
) -> Grade | list[Grade]:
    """Grades a program, or each of a list of programs, on a Ray cluster; terms as
    :func:`xun.lab.grade`.

    A command is a text or a list of words; a list of such lists has a list of grades. The programs
    must be on every node (for a class of submissions use :func:`grade_class`, which sends them
    along). With a ``journal`` an interrupted call goes on where it was.
    """
    single = isinstance(command, str) or all(isinstance(word, str) for word in command)
    commands: Sequence[Any] = [command] if single else command
    gradings = [grading(one, task, **terms) for one in commands]
    connect(address)
    described = {"task": task, "gradings": [asdict(one) for one in gradings]}
    with UnitJournal(journal, described) as units:
        missing = [(n, one) for n, one in enumerate(gradings) if n not in units.results]
        with shown(progress, len(gradings), len(units.results), "programs") as report:

            def take(unit: tuple[int, Grading], result: Any) -> None:
                units.add(unit[0], result)
                report(len(units.results))

            run_units(missing, None, _same, _grade_program, take)
        results = units.results
    grades = [Grade(one.command, *results[number]) for number, one in enumerate(gradings)]
    return grades[0] if single else grades


def _grade_submission(
    shared: tuple[Contents, str], unit: tuple[str, str, Contents]
) -> tuple[list[str], str]:
    assignment, isolation = shared
    student, name, contents = unit
    with tempfile.TemporaryDirectory(prefix="xun-grade-") as folder:
        target = "assignment.json" if set(assignment) == {""} else "assignment"
        native = class_of(unpack_folder(assignment, Path(folder) / target), isolation)
        submission = unpack_folder(contents, Path(folder) / "submission" / name)
        return native.grade(student, str(submission)), native.isolation


def grade_class(
    assignment: str | os.PathLike[str],
    submissions: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    isolation: str = "auto",
    language: Language = "en",
    progress: Progress = None,
    address: str | None = None,
) -> ClassResult:
    """Grades a class on a Ray cluster; arguments and files as :func:`xun.lab.grade_class`.

    Assignment and submissions are sent to the nodes. Compilers, and the program ``xun`` that
    isolates, must be on every node. ``progress`` (of students) and ``address`` as in :func:`match`.
    """
    native = class_of(assignment, "none")
    folder = os.fspath(out)
    entries = _xun.class_submissions(os.fspath(submissions))
    journal = _xun.NativeClassJournal(folder)
    missing = [one for one in entries if not native.is_graded(journal, *one)]
    shared = (read_folder(assignment), isolation)
    connect(address)
    levels = set()
    done = len(entries) - len(missing)
    with shown(progress, len(entries), done, "students") as report:

        def units() -> Iterator[tuple[str, str, Contents]]:
            for student, place in missing:
                yield student, Path(place).name, read_folder(place)

        def take(_: Any, result: tuple[list[str], str]) -> None:
            nonlocal done
            for text in result[0]:
                journal.add(text)
            levels.add(result[1])
            done += 1
            report(done)

        run_units(units(), shared, _same, _grade_submission, take)
    rows = native.write(journal, entries, folder, language == "zh")
    result = class_result(native, rows, folder)
    weakest = min(levels, key=_LEVELS.index, default="none")
    return ClassResult(result.points, result.again, weakest, folder)


_LEVELS = ("none", "limits", "landlock", "namespaces")
