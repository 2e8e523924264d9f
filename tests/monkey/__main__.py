"""Lets monkeys loose on the installed program.

    python -m tests.monkey --events 200000 --jobs 2 --state monkey.jsonl
    python -m tests.monkey --seed 17

The first plays in parts, each with a seed of its own, and goes on where it was stopped when it is given the
same file again. The second plays one part once more. A part that fails is shrunk to the shortest script that
still fails, which can be pasted into a test. Ends with status 1 if anything failed.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from tests.monkey.examine import AGAIN, Report, examine
from tests.monkey.run import Tally

PART = 1000
"""Events of a part, unless told otherwise."""


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.monkey",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--events", type=int, default=5000, help="how many things to do to the program (5000)"
    )
    parser.add_argument("--part", type=int, default=PART, help=f"how many of them with one seed ({PART})")
    parser.add_argument("--first-seed", type=int, default=1, help="the seed of the first part (1)")
    parser.add_argument("--seed", type=int, help="play only the part with this seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many parts at once (1)")
    parser.add_argument(
        "--state", type=Path, help="a file with the parts that are done; they are not done again"
    )
    parser.add_argument("--served", action="store_true", help="play as the confined visitor of a server")
    parser.add_argument("--no-shrink", action="store_true", help="leave what fails as long as it is")
    return parser.parse_args()


def _known(path: Path | None) -> dict[int, Report]:
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {row["seed"]: Report(**row | {"tally": Tally(**row["tally"])}) for row in rows}


def _examined(seeds: list[int], options: argparse.Namespace) -> Iterator[Report]:
    with ProcessPoolExecutor(options.jobs) as pool:
        asked = [
            pool.submit(examine, seed, options.part, not options.no_shrink, options.served) for seed in seeds
        ]
        try:
            for done in as_completed(asked):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


HEAD = "  seed  events  looks paints boards starts games   MB slow      s"


def _row(name: str, tally: Tally) -> str:
    return (
        f"{name:>6} {tally.events:>7} {tally.looks:>6} {tally.paints:>6} {tally.boards:>6} {tally.starts:>6} "
        f"{tally.games:>5} {tally.memory:>4.0f} {tally.slowest:>4.1f} {tally.seconds:>6.1f}"
    )


def _tell(report: Report) -> None:
    how = report.kind or ("doubtful" if report.doubtful else "well")
    print(f"{_row(str(report.seed), report.tally)}  {how}", flush=True)
    if report.doubtful:
        print(f"Not seen again, so no failure: {report.doubtful}", flush=True)
    if report.failure:
        print(f"{report.failure}\nSeen again {report.seen_again} times of {AGAIN}.")
        print(f"The shortest that fails:\n{report.minimal}", flush=True)


def _sum(reports: list[Report]) -> Tally:
    total = Tally()
    for report in reports:
        for field, value in asdict(report.tally).items():
            before = getattr(total, field)
            setattr(total, field, max(before, value) if field in ("memory", "slowest") else before + value)
    return total


def main() -> int:
    options = _options()
    count = max(1, -(-options.events // options.part))
    wanted = range(options.first_seed, options.first_seed + count) if options.seed is None else [options.seed]
    reports = {seed: report for seed, report in _known(options.state).items() if seed in wanted}
    print(f"{HEAD}  how it went")
    for report in _examined([seed for seed in wanted if seed not in reports], options):
        reports[report.seed] = report
        if options.state is not None:
            with options.state.open("a") as state:
                state.write(json.dumps(asdict(report)) + "\n")
        _tell(report)
    failed = [report for _, report in sorted(reports.items()) if report.failure]
    doubtful = sum(bool(report.doubtful) for report in reports.values())
    print(f"{_row('all', _sum(list(reports.values())))}  {len(failed)} failed, {doubtful} doubtful")
    for report in failed:
        print(f"{report.seed:>6} {report.kind}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
