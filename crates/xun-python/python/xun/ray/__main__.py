"""``python -m xun.ray``: the commands of :mod:`xun.ray`, with the options of their twins."""

from __future__ import annotations

import argparse
import json
import locale
import os
import sys
from collections.abc import Sequence
from typing import Any

from xun._errors import XunError


def _chinese(arguments: Sequence[str]) -> bool:
    """Whether ``--lang zh`` was given, or else the environment's language is Chinese."""
    for word, following in zip(arguments, [*arguments[1:], ""]):
        if word.startswith("--lang"):
            return (word.partition("=")[2] or following) == "zh"
    named = os.environ.get("XUN_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG")
    return (named or locale.getlocale()[0] or "").lower().startswith(("zh", "chinese"))


def parser(chinese: bool = False) -> argparse.ArgumentParser:
    """The command line."""

    def text(english: str, translation: str) -> str:
        return translation if chinese else english

    root = argparse.ArgumentParser(
        prog="python -m xun.ray",
        description=text(
            "Matches, self-play, paths, grading and experiments on a Ray cluster",
            "在 Ray 集群上进行比赛、自对弈、寻路、评分与实验",
        ),
    )
    root.add_argument("--lang", choices=("en", "zh"), help=text("language", "语言"))
    root.add_argument(
        "--address",
        help=text(
            "address of the cluster (auto on one of its machines, HOST:6379); otherwise "
            "RAY_ADDRESS, or this machine alone",
            "集群地址（在集群的机器上用 auto，或 HOST:6379）；缺省为 RAY_ADDRESS，否则仅用本机",
        ),
    )
    root.add_argument("--quiet", action="store_true", help=text("no progress bar", "不显示进度条"))
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")

    match = commands.add_parser("match", help=text("a match", "比赛"))
    match.add_argument(
        "-p", "--player", action="append", required=True, dest="players", metavar="PLAYER",
        help=text("a player, as for `xun match`", "棋手，写法同 `xun match`"),
    )  # fmt: skip
    match.add_argument("--game", default="xiangqi", help=text("game", "棋种"))
    match.add_argument("--rules", help=text("rules", "规则"))
    match.add_argument("--size", default="15", help=text("board of Gomoku", "五子棋棋盘"))
    match.add_argument("-n", "--games", type=int, default=100, help=text("games", "局数"))
    match.add_argument(
        "-t", "--time", default="100ms",
        help=text(
            "limit: 100ms, 60s+0.5s, depth=6, nodes=5000",
            "限制：100ms、60s+0.5s、depth=6、nodes=5000",
        ),
    )  # fmt: skip
    match.add_argument("--openings", help=text("file of openings", "开局文件"))
    match.add_argument("--random-plies", type=int, default=4, help=text("random plies", "随机步数"))
    match.add_argument(
        "--balance", type=int, default=150,
        help=text("largest score of a random opening", "随机开局的最大评分"),
    )  # fmt: skip
    match.add_argument("--seed", type=int, default=1, help=text("seed", "种子"))
    match.add_argument(
        "--format", choices=("round-robin", "gauntlet"), default="round-robin",
        help=text("pairing system", "赛制"),
    )  # fmt: skip
    match.add_argument(
        "--sprt", metavar="ELO0,ELO1", help=text("sequential test", "序贯检验")
    )
    match.add_argument("--risk", type=float, default=0.05, help=text("its risk", "检验风险"))
    match.add_argument(
        "--grace", type=float, default=100, metavar="MS",
        help=text("tolerance for late answers", "超时宽限"),
    )  # fmt: skip
    match.add_argument("--win-score", type=int, help=text("adjudicate wins", "判胜评分"))
    match.add_argument("--draw-score", type=int, help=text("adjudicate draws", "判和评分"))
    match.add_argument("--longest", type=int, default=600, help=text("most plies", "最多步数"))
    match.add_argument("--journal", help=text("journal, which is continued", "日志文件，可续"))
    match.add_argument("--save", help=text("write the games (PGN, SGF)", "写出棋谱（PGN、SGF）"))

    datagen = commands.add_parser("datagen", help=text("self-play games", "自对弈棋局"))
    datagen.add_argument("file", help=text("file of games, which is continued", "棋局文件，可续"))
    datagen.add_argument("--game", default="xiangqi", help=text("game", "棋种"))
    datagen.add_argument("--games", type=int, default=1000, help=text("games", "局数"))
    datagen.add_argument("--nodes", type=int, help=text("nodes a move", "每步节点数"))
    datagen.add_argument("--seed", type=int, default=1, help=text("seed", "种子"))
    datagen.add_argument("--rule", default="freestyle", help=text("rule of Gomoku", "五子棋规则"))
    datagen.add_argument("--size", type=int, default=15, help=text("board of Gomoku", "五子棋棋盘"))
    datagen.add_argument(
        "--even", type=int, default=220,
        help=text("largest score of a Gomoku opening", "五子棋开局的最大评分"),
    )  # fmt: skip
    datagen.add_argument("--eval-file", default="", help=text("network", "网络文件"))
    datagen.add_argument("--block", type=int, default=8, help=text("games a unit", "每单元局数"))

    solve = commands.add_parser("solve", help=text("path queries", "寻路查询"))
    solve.add_argument("map", help=text("map file", "地图文件"))
    solve.add_argument(
        "queries",
        help=text(
            "Moving AI .scen, or Parquet with start_row, start_column, goal_row, goal_column",
            "Moving AI 的 .scen，或含 start_row、start_column、goal_row、goal_column 的 Parquet",
        ),
    )
    solve.add_argument("-o", "--out", required=True, help=text("folder of answers", "答案文件夹"))
    solve.add_argument("--algorithm", default="auto", help=text("algorithm", "算法"))
    solve.add_argument("--moves", choices=("4", "8", "8-cutting"), help=text("moves", "走法"))
    solve.add_argument("--heuristic", help=text("heuristic", "启发函数"))
    solve.add_argument("--batch", type=int, default=10_000, help=text("queries a unit", "每单元查询数"))

    grade = commands.add_parser("grade", help=text("a class", "全班评分"))
    grade.add_argument("assignment", help=text("folder of the assignment", "作业文件夹"))
    grade.add_argument("submissions", help=text("folder or CSV of submissions", "提交文件夹或 CSV"))
    grade.add_argument("-o", "--out", required=True, help=text("folder of results", "结果文件夹"))
    grade.add_argument("--isolation", default="auto", help=text("isolation", "隔离"))

    lab = commands.add_parser("lab", help=text("experiments", "实验"))
    lab.add_argument("experiments", nargs="+", help=text("experiments", "实验名"))
    lab.add_argument("--seed", type=int, default=1, help=text("seed", "种子"))
    lab.add_argument("--quick", action="store_true", help=text("small size", "小规模"))
    lab.add_argument("--course", help=text("folder of a course", "课程文件夹"))
    lab.add_argument("-o", "--out", default="lab-results", help=text("folder", "结果文件夹"))
    return root


def _match(arguments: argparse.Namespace, **common: Any) -> None:
    from xun.ray import match

    sprt = None
    if arguments.sprt is not None:
        try:
            low, high = (float(word) for word in arguments.sprt.split(","))
        except ValueError:
            raise SystemExit(f"--sprt {arguments.sprt}: expected ELO0,ELO1") from None
        sprt = (low, high)
    names = (
        "game rules size games time openings random_plies balance seed format risk win_score "
        "draw_score longest journal"
    )
    terms = {name: getattr(arguments, name) for name in names.split()}
    terms["grace"] = arguments.grace / 1000
    result = match(*arguments.players, sprt=sprt, **terms, **common)
    if arguments.save:
        result.write(arguments.save)
    print(result)
    if result.sprt is not None:
        print(result.sprt)


def _datagen(arguments: argparse.Namespace, **common: Any) -> None:
    from xun.ray import datagen

    names = "file game games nodes seed rule size even eval_file block".split()
    games = datagen(**{name: getattr(arguments, name) for name in names}, **common)
    print(json.dumps({"games": games}))


def _solve(arguments: argparse.Namespace, **common: Any) -> None:
    import numpy as np

    from xun.grid import Map
    from xun.ray import solve

    if arguments.queries.endswith(".scen"):
        ends = _scenario(arguments.queries)
    else:
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(arguments.queries)
        columns = ("start_row", "start_column", "goal_row", "goal_column")
        ends = np.stack([table[name].to_numpy() for name in columns], axis=1)
    names = ("algorithm", "moves", "heuristic", "out", "batch")
    terms = {name: getattr(arguments, name) for name in names}
    answers = solve(Map.read(arguments.map), ends[:, :2], ends[:, 2:], **terms, **common)
    found = int(np.isfinite(answers.costs).sum())
    print(json.dumps({"queries": len(answers), "with_path": found, "out": arguments.out}))


def _scenario(path: str) -> Any:
    """The queries of a Moving AI scenario: bucket, map, width, height, columns and rows, length."""
    import numpy as np

    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split()
            if not words or words[0] == "version":
                continue
            try:
                start_column, start_row, goal_column, goal_row = map(int, words[4:8])
            except ValueError:
                raise SystemExit(f"{path}: line {number} is no query of a scenario") from None
            rows.append((start_row, start_column, goal_row, goal_column))
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def _grade(arguments: argparse.Namespace, **common: Any) -> None:
    from xun.ray import grade_class

    language: Any = arguments.language
    result = grade_class(
        arguments.assignment,
        arguments.submissions,
        arguments.out,
        isolation=arguments.isolation,
        language=language,
        **common,
    )
    with open(os.path.join(arguments.out, "class.md"), encoding="utf-8") as table:
        print(table.read(), end="")
    if result.again:
        raise SystemExit(1)


def _lab(arguments: argparse.Namespace, **common: Any) -> None:
    from xun.ray import lab

    os.makedirs(arguments.out, exist_ok=True)
    for experiment in arguments.experiments:
        journal = os.path.join(arguments.out, f"{experiment}.units.jsonl")
        results = lab(
            experiment,
            seed=arguments.seed,
            quick=arguments.quick,
            course=arguments.course,
            journal=journal,
            **common,
        )
        results.save(arguments.out)
        os.remove(journal)
        print(results)


# The argument of each command that names its file or folder, from which the same command goes on.
_KEPT = {"match": "journal", "datagen": "file", "solve": "out", "grade": "out", "lab": "out"}


def _interrupted(kept: str | None, chinese: bool) -> str:
    if kept is None:
        return "已中断" if chinese else "interrupted"
    if chinese:
        return f"已中断；已完成的部分在 {kept} 中，重新运行同一命令即可继续"
    return f"interrupted; what is done is in {kept}, and the same command goes on from there"


_COMMANDS = {"match": _match, "datagen": _datagen, "solve": _solve, "grade": _grade, "lab": _lab}


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command; the exit code."""
    words = sys.argv[1:] if words is None else words
    chinese = _chinese(words)
    arguments = parser(chinese).parse_args(words)
    arguments.language = "zh" if chinese else "en"
    try:
        progress = not arguments.quiet and sys.stderr.isatty()
        _COMMANDS[arguments.command](arguments, progress=progress, address=arguments.address)
    except (XunError, OSError) as error:
        print(f"{'错误：' if chinese else 'error: '}{error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        kept = getattr(arguments, _KEPT[arguments.command])
        print(_interrupted(kept, chinese), file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
