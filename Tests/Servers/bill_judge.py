"""Recomputes bills in exact fractions, and compares them byte by byte.

bill_judge.py FILE: FILE has drafts and what the program made of them, as Tests/MoneyTests/RandomBill.swift writes them. Prints the
number of bills, or the first bill that differs and exits with 1. The rules are those of docs/money.md.
"""

import hashlib
import math
import sys
from fractions import Fraction

HALF = Fraction(1, 2)
LARGEST = 10**15


class Fault(Exception):
    pass


def rounded(value):
    """Halves away from zero."""
    whole = math.floor(abs(value) + HALF)
    return -whole if value < 0 else whole


def divided(amount, weights, bill, charge):
    """Shares of `amount` by person: the largest remainders get the units that are left, ties by digest."""
    weights = {person: weight for person, weight in weights.items() if weight > 0}
    whole = sum(weights.values())
    exact = {person: Fraction(abs(amount) * weight, whole) for person, weight in weights.items()}
    shares = {person: math.floor(value) for person, value in exact.items()}
    left = abs(amount) - sum(shares.values())
    if left:
        prefix = bytes.fromhex(bill.replace("-", "")) + charge.to_bytes(4, "big")

        def order(person):
            digest = hashlib.sha256(prefix + bytes.fromhex(person.replace("-", ""))).digest()
            return shares[person] - exact[person], digest

        for person in sorted(shares, key=order)[:left]:
            shares[person] += 1
    return {person: -share if amount < 0 else share for person, share in shares.items()}


class Bill:
    def __init__(self, draft):
        self.id, self.currency, self.receipt = draft["id"], draft["currency"], draft["receipt"]
        self.lines = draft["lines"]
        self.text, self.number, self.total, self.magnitude, self.printed = [], 0, 0, 0, 0
        self.people = set()
        for line in self.lines:
            self.people.update(line["sharers"])
        for charge in draft["charges"]:
            self.people.update(charge["named"])
        for host, _ in draft["treats"]:
            self.people.add(host)
        self.bears = dict.fromkeys(self.people, 0)
        self.ordered = dict.fromkeys(self.people, 0)
        for line in self.lines:
            line["shares"] = self.add("items", "own", line["amount"], line["sharers"], True)
            for person, share in line["shares"].items():
                self.ordered[person] += share
        self.left = dict(self.ordered)
        eaters = set()
        for line in self.lines:
            alone = len(line["shares"]) == 1
            eaters.update((person, line["visitor"] if alone else None) for person in line["shares"])
        self.heads = {}
        for person, _ in eaters:
            self.heads[person] = self.heads.get(person, 0) + 1
        self.tax(draft)
        for charge in draft["charges"]:
            self.charge(charge)
        for host, guest in draft["treats"]:
            amount = self.bears[guest]
            if amount > 0:
                self.add("discount", "named", -amount, {guest: 1}, True)
                self.add("difference", "named", amount, {host: 1}, True)

    def add(self, kind, basis, amount, weights, printed):
        if not self.people:
            raise Fault("noPeople")
        self.magnitude += abs(amount)
        if self.magnitude > LARGEST:
            raise Fault("tooLarge")
        self.number += 1
        self.total += amount
        if printed:
            self.printed += amount
        shares = self.shared(amount, weights, self.number)
        self.text.append(f"charge {self.number} {kind} {basis} {amount}")
        for person in sorted(shares):
            self.text.append(f"share {person} {shares[person]}")
            self.bears[person] += shares[person]
            if kind == "discount":
                self.left[person] += shares[person]
        return shares

    def shared(self, amount, weights, number):
        if not any(weight > 0 for weight in weights.values()):
            weights = self.heads or dict.fromkeys(self.people, 1)
        return divided(amount, weights, self.id, number)

    def at(self, rate, included):
        values = {}
        for line in self.lines:
            if line["rate"] == rate and line["included"] == included:
                for person, share in line["shares"].items():
                    values[person] = values.get(person, 0) + share
        return values

    def rates(self, included):
        return {line["rate"] for line in self.lines if line["rate"] is not None and line["included"] == included}

    def tax(self, draft):
        stated = {charge["taxable"] for charge in draft["charges"] if charge["kind"] == "tax"}
        for rate in sorted(self.rates(False) - stated):
            net = self.at(rate, False)
            self.add("tax", "taxable", rounded(Fraction(sum(net.values()) * rate, 10**6)), net, True)

    def values(self, charge, before):
        if charge["lines"] is not None:
            values = dict.fromkeys(self.people, 0)
            for index in charge["lines"]:
                for person, share in self.lines[index]["shares"].items():
                    values[person] += share
        elif charge["of"] is not None:
            values = {person: self.ordered[person] if person in charge["of"] else 0 for person in self.people}
        else:
            values = self.ordered
        if before:
            return values
        return {person: max(0, min(value, self.left[person])) for person, value in values.items()}

    def charge(self, charge):
        kind, basis = charge["kind"], charge["basis"]
        if basis == "value" and kind == "difference":
            weights = self.bears
        elif basis == "value":
            weights = self.values(charge, charge["before"] and kind != "discount")
        elif basis == "heads":
            weights = self.heads
        elif basis == "taxable":
            weights = self.at(charge["taxable"], False)
        else:
            weights = charge["named"]
        size = charge["size"]
        if size[0] == "a":
            amount = int(size[1:])
        elif size[0] == "p":
            of = self.at(charge["taxable"], False) if basis == "taxable" else self.values(charge, charge["before"])
            amount = rounded(Fraction(sum(of.values()) * int(size[1:]), 10**6))
        elif size[0] == "r":
            amount = self.receipt - self.printed
        else:
            step = int(size[1:])
            amount = rounded(Fraction(self.total, step)) * step - self.total
        if kind == "discount":
            most = sum(weights.values()) if basis == "value" else sum(self.left.values())
            if amount > most:
                raise Fault("discountTooLarge")
            amount = -amount
        self.add(kind, basis, amount, dict(weights), charge["printed"] and kind != "rounding")
        if kind != "rounding" and min(self.bears.values(), default=0) < 0:
            raise Fault("negativeShare")

    def result(self):
        lines = [f"bill {self.id} {self.currency} {self.total}", *self.text]
        digest = hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()
        assert sum(self.bears.values()) == self.total
        lines += [f"checksum {digest}", f"difference {'-' if self.receipt is None else self.receipt - self.printed}"]
        lines += [f"bears {person} {self.bears[person]}" for person in sorted(self.people)]
        for rate in sorted(self.rates(True)):
            gross = self.at(rate, True)
            tax = rounded(Fraction(sum(gross.values()) * rate, 10**6 + rate))
            lines.append(f"included {rate} {tax}")
            lines += [f"share {person} {share}" for person, share in sorted(self.shared(tax, gross, 0).items())]
        return lines


def weights(text):
    return {person: int(weight) for person, weight in (item.split(":") for item in text.split(",") if item)}


def read(lines):
    """One draft, and what the program made of it."""
    _, bill, currency, receipt = next(lines).split()
    draft = {"id": bill, "currency": currency, "receipt": None if receipt == "-" else int(receipt),
             "lines": [], "charges": [], "treats": []}
    for line in lines:
        word, *rest = line.split(" ")
        if word == "line":
            amount, visitor, rate, included, sharers = rest
            draft["lines"].append({"amount": int(amount), "visitor": None if visitor == "-" else visitor,
                                   "rate": None if rate == "-" else int(rate), "included": included == "included",
                                   "sharers": weights(sharers)})
        elif word == "charge":
            kind, size, basis, detail, before, printed = rest
            draft["charges"].append({
                "kind": kind, "size": size, "basis": "value" if basis in ("lines", "of") else basis,
                "before": before == "before", "printed": printed == "printed",
                "lines": [int(item) for item in detail.split(",") if item] if basis == "lines" else None,
                "of": set(detail.split(",")) if basis == "of" else None,
                "taxable": int(detail) if basis == "taxable" else None,
                "named": weights(detail) if basis == "named" else {}})
        elif word == "treat":
            draft["treats"].append(tuple(rest))
        else:
            break
    made = []
    for line in lines:
        if line == "end":
            break
        made.append(line)
    return draft, made


def main():
    count = 0
    with open(sys.argv[1]) as file:
        lines = (line.rstrip("\n") for line in file)
        while True:
            try:
                draft, made = read(lines)
            except StopIteration:
                break
            try:
                expected = Bill(draft).result()
            except Fault as fault:
                expected = [f"fault {fault}"]
            if made != expected:
                print("differs:", draft, "", "expected:", *expected, "", "made:", *made, sep="\n")
                sys.exit(1)
            count += 1
    print(count)


main()
