"""Runs cases and reports their results; see script/chaos."""

import argparse
import json
import os
import subprocess
import sys
import time
import traceback

import cases
import fairness
import faults
import leaders
import operations
import orders
import payments
import races
from world import ROOT, Failure

CASES = {
    "C1": faults.c1, "C2": faults.c2, "C3": faults.c3, "C4": faults.c4, "C5": faults.c5, "C6": faults.c6, "C7": faults.c7,
    "C8": cases.c8, "C9": faults.c9, "C10": faults.c10, "C11": faults.c11, "C12": cases.c12, "C13": cases.c13,
    "C14": cases.c14, "C15": faults.c15, "C16": faults.c16, "C17": cases.c17, "C18": cases.c18, "C19": cases.c19,
    "C20": cases.c20, "C21": cases.c21, "C22": cases.c22, "C24": cases.c24, "C25": cases.c25,
    "C26": fairness.c26, "C27": fairness.c27, "C28": fairness.c28, "C29": fairness.c29, "C30": races.c30,
    "C31": orders.c31, "C32": orders.c32, "C33": orders.c33, "C34": orders.c34, "C35": orders.c35,
    "C36": orders.c36, "C37": leaders.c37, "C38": operations.c38, "C39": operations.c39,
    "C40": payments.c40,
    "mix": faults.mix,
}
KEPT = ("faults", "acknowledged", "sent", "lost", "gaps", "behind", "doubles", "backwards")


def judge(report):
    """Checks the figures that every case must report."""
    if report["lost"] or report["gaps"] or report["behind"] or report["broken"]:
        raise Failure(f"lost {report['lost']}, gaps {report['gaps']}, behind {report['behind']}, {report['broken']}")


def main():
    arguments = argparse.ArgumentParser(prog="script/chaos")
    arguments.add_argument("names", nargs="*", help="C1 … C40, mix; none: all")
    arguments.add_argument("--full", action="store_true", help="as often and as long as docs/updates.md says")
    arguments.add_argument("--gate", action="store_true", help="the mix and C35 alone, in under two minutes")
    arguments.add_argument("--json", metavar="FILE")
    wanted = arguments.parse_args()
    names = ["mix", "C35"] if wanted.gate else wanted.names or list(CASES)
    for name in names:
        if name not in CASES:
            arguments.error(f"there is no case {name}; there are: {' '.join(CASES)}")
    rows, failed = [], []
    print("| case | what | " + " | ".join(KEPT) + " | seconds | holds |")
    print("|---" * (len(KEPT) + 4) + "|")
    for name in names:
        begun = time.monotonic()
        what = CASES[name].__doc__.split(":")[0].strip().rstrip(".")
        try:
            report = CASES[name](wanted.full)
            if report is None:
                print(f"| {name} | {what} |" + " |" * (len(KEPT) + 1) + " left out here |", flush=True)
                rows.append({"name": name, "what": what, "holds": None})
                continue
            judge(report)
            holds, why = True, "yes"
        except Exception as error:
            report, holds, why = {}, False, f"NO: {error}"
            if not isinstance(error, Failure):
                traceback.print_exc()
            failed.append(name)
        seconds = round(time.monotonic() - begun)
        extra = "; ".join(f"{key} {value}" for key, value in report.items() if key not in (*KEPT, "broken"))
        print(f"| {name} | {what}{': ' + extra if extra else ''} | "
              + " | ".join(str(report.get(key, "")) for key in KEPT) + f" | {seconds} | {why} |", flush=True)
        rows.append({"name": name, "what": what, "holds": holds, "why": why, "seconds": seconds, **report})
    total = {key: sum(row.get(key, 0) for row in rows) for key in KEPT}
    print("| all | | " + " | ".join(str(total[key]) for key in KEPT) + f" | | {'NO' if failed else 'yes'} |")
    if wanted.json:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        with open(wanted.json, "w") as file:
            json.dump({"machine": f"{os.cpu_count()} cores", "commit": commit.stdout.strip() or "unknown", "rows": rows,
                       "all": total}, file, indent=2)
    sys.exit(1 if failed else 0)


main()
