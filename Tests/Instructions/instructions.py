"""Counts instructions of key paths under callgrind, and compares them with the table in counts.json: so many more than there is
dearer code, whatever else the machine does. See script/bench.

`instructions.py FILE` prints a table and writes the rows to FILE. NOONISH_INSTRUCTIONS is the program `instructions`, NOONISH_SWIFT
the compiler's version, NOONISH_RENEW=1 writes counts.json anew.
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
# So many times as many as the table says are dearer. Memory's alignment and caches of the runtime move a count by a few in a hundred.
TOLERANCE = 1.10
# Counts are of one compiler on one kind of processor; by another they mean something else.
HOST = {"swift": os.environ.get("NOONISH_SWIFT", ""), "architecture": platform.machine()}


def counted(path, rounds):
    """Instructions of the whole program."""
    # Hashes that are the same each time, and one arena.
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
    # What preparing takes is in both, and so is the first walk, which fills caches.
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
        print(f"The table is of Swift {table['swift']} on {table['architecture']}, this is {HOST['swift']} on {HOST['architecture']}: "
              "nothing is compared.")
    dearer = [path for path, count in found.items() if comparable and count > TOLERANCE * table["counts"].get(path, 0)]
    cheaper = [path for path, count in found.items() if comparable and count * TOLERANCE < table["counts"].get(path, 0)]
    if dearer:
        print(f"Dearer than the table says: {'; '.join(dearer)}. Look why (valgrind --tool=callgrind, callgrind_annotate); where it is "
              "worth it, NOONISH_RENEW=1 script/bench instructions, and say in the commit what for.")
    if cheaper:
        print(f"Cheaper than the table says: {'; '.join(cheaper)}. NOONISH_RENEW=1 script/bench instructions holds it to that.")
    end(sys.argv[1])


main()
