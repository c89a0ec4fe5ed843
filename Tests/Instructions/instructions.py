"""Counts instructions of key paths with callgrind, and compares them with the table in counts.json: an increase means slower
code, whatever else the machine does. See script/bench.

`instructions.py FILE` prints a table and writes the rows to FILE. NOONISH_INSTRUCTIONS is the program `instructions`, NOONISH_SWIFT
the compiler's version, NOONISH_RENEW=1 renews counts.json.
"""

import json
import os
import platform
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Bench"))

from figures import begin, end, row  # noqa: E402

PROGRAM = os.environ["NOONISH_INSTRUCTIONS"]
TABLE = os.path.join(HERE, "counts.json")
ROUNDS = 32
# The tolerated factor. Memory alignment and caches of the runtime change a count by a few percent.
TOLERANCE = 1.10
# Counts are comparable only for the same compiler and processor architecture.
HOST = {"swift": os.environ.get("NOONISH_SWIFT", ""), "architecture": platform.machine()}


def counted(path, rounds):
    """Instruction count of the whole program."""
    # Deterministic hashes, and a single arena.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "MALLOC_ARENA_MAX": "1"}
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM, path, str(rounds)],
                            env=environment, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode or not found:
        sys.exit(f"{path}: {result.stderr[-2000:]}")
    return int(found[1])


def main():
    begin()
    paths = subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout.splitlines()
    # Both counts include the preparation and the first run, which fills caches.
    found = {path: round((counted(path, 3 * ROUNDS) - counted(path, ROUNDS)) / (2 * ROUNDS)) for path in paths}
    if os.environ.get("NOONISH_RENEW"):
        with open(TABLE, "w") as file:
            json.dump({**HOST, "counts": found}, file, indent=4, ensure_ascii=False)
            file.write("\n")
    table = json.load(open(TABLE))
    comparable = {name: table[name] for name in HOST} == HOST
    goal = f"at most {TOLERANCE:.2f} x"
    for path, count in found.items():
        known = table["counts"].get(path)
        if not comparable:
            row(path, count, "instructions")
        elif known is None:
            row(path, count, "instructions", "in the table", False)
        else:
            row(path, count, "instructions", goal, count <= TOLERANCE * known, "the table", known)
    if not comparable:
        print(f"The table is for Swift {table['swift']} on {table['architecture']}, this is {HOST['swift']} on {HOST['architecture']}: "
              "not compared.")
    dearer = [path for path, count in found.items() if comparable and count > TOLERANCE * table["counts"].get(path, 0)]
    cheaper = [path for path, count in found.items() if comparable and count * TOLERANCE < table["counts"].get(path, 0)]
    if dearer:
        print(f"More instructions than in the table: {'; '.join(dearer)}. Find the reason (valgrind --tool=callgrind, callgrind_annotate). If the "
              "cost is justified, run NOONISH_RENEW=1 script/bench instructions, and give the reason in the commit.")
    if cheaper:
        print(f"Fewer instructions than in the table: {'; '.join(cheaper)}. Run NOONISH_RENEW=1 script/bench instructions to lower the limits.")
    end(sys.argv[1])


main()
