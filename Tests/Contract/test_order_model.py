"""A host, a friend, a guest, one who only looks on, and the clock order and pay together in random order.

After each step the service has to say what the model says. The model knows which requests succeed, and with which code the others are
refused; it does not know how the service does it.
"""

import datetime
import json
import os
import re
import subprocess
import time
import urllib.error
import uuid

import pytest
from hypothesis import HealthCheck, Phase, settings, strategies
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule, run_state_machine_as_test

DATA = os.environ.get("NOONISH_TEST_DATA")
SOCKET = f"{DATA}/postgres/run"

EATERS = strategies.sampled_from(["host", "friend", "guest"])
PEOPLE = strategies.sampled_from(["host", "friend", "guest", "onlooker"])
DISHES = strategies.sampled_from(["Soup", "Rice", "مشاوي", "蕎麦"])
PRICES = strategies.sampled_from([None, 0, 1, 333, 950, 12_345])
MOVES = {  # what a coordinator can do in each state; cancelling would end the run
    "open": ["locked"], "locked": ["open", "placed", "accepted"], "placed": ["locked", "accepted", "preparing", "ready", "handed_over"],
    "accepted": ["locked", "preparing", "ready", "handed_over"], "preparing": ["ready", "handed_over"], "ready": ["handed_over"],
    "handed_over": [],
}
AMENDABLE = ["locked", "placed", "accepted"]


def text(minor):
    return f"{minor // 100}.{minor % 100:02d}"


def query(statement):
    """Runs a statement on the database of the running program."""
    return subprocess.run(
        ["psql", f"host={SOCKET} user=noonish_superuser dbname=noonish", "-qAtc", statement], check=True, capture_output=True, text=True).stdout.split()


class Lunch(RuleBasedStateMachine):
    service = None  # set by the test
    tokens = ids = None  # of the people, who are the same in all runs
    lines = Bundle("lines")

    def ask(self, method, path, who, body=None, **headers):
        """Sends a request and returns its status and its body."""
        try:
            return 200, self.service.ask(
                method, self.path + path, body, self.tokens[who], {name.replace("_", "-"): value for name, value in headers.items()})
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def done(self, *request, **headers):
        status, body = self.ask(*request, **headers)
        assert status == 200, body
        return body

    def refused(self, code, *request, **headers):
        status, body = self.ask(*request, **headers)
        assert status >= 400 and body["code"] == code, (code, status, body)

    @initialize()
    def open_an_order(self):
        service, machine = self.service, type(self)
        if machine.tokens is None:
            machine.tokens = {name: service.sign_in(name) for name in ("host", "friend", "onlooker")}
            machine.ids = {name: service.ask("GET", "/v1/me", token=token)["id"] for name, token in self.tokens.items()}
        self.addresses = {name: f"{name}-{uuid.uuid4().hex[:8]}@example.org" for name in ("friend", "guest", "onlooker")}
        day = datetime.date.today() + datetime.timedelta(days=20)
        outing = service.ask("POST", "/v1/outings", {
            "title": "Lunch", "startsAt": f"{day}T12:30", "timeZone": "Europe/Helsinki", "place": "Thai Garden",
            "invite": {"emails": list(self.addresses.values())}}, self.tokens["host"])
        self.path = f"/v1/outings/{outing['id']}"
        for name in ("friend", "onlooker"):
            service.ask("POST", f"/v1/invitations/{self.link(name)}/claim", {}, self.tokens[name])
        self.tokens["guest"] = self.link("guest")
        for name in ("friend", "guest"):
            self.ids[name] = self.done("PUT", "/attendance", name, {"status": "attending"})["person"]["id"]
        self.order = self.done("POST", "/order", "host", {"currency": "EUR"})["id"]
        self.state, self.closed, self.bill = "open", False, None
        self.comes = {"host": True, "friend": True, "guest": True, "onlooker": False}
        self.dishes, self.struck, self.passes = {}, {}, set()

    def link(self, name):
        """Waits for the mail with the personal link, and returns its token."""
        for _ in range(300):
            for mail in self.service.mails(self.addresses[name]):
                found = re.search(r"/i/([\w-]{43})", mail["text"])
                if found:
                    return found[1]
            time.sleep(0.1)
        raise AssertionError(f"no mail to {name}")

    # What the model knows.

    def takes_picks(self):
        return self.state == "open" and not self.closed

    def may_change(self, who):
        return self.takes_picks() or who == "host" and self.state in AMENDABLE

    def equal(self, who, name, price):
        """The person's live line of the same dish at the same price."""
        return next((id for id, line in self.dishes.items() if line[:3] == [who, name, price]), None)

    # The steps.

    @rule(target=lines, who=PEOPLE, name=DISHES, price=PRICES, quantity=strategies.integers(1, 60))
    def pick(self, who, name, price, quantity):
        body = {"name": name, "quantity": quantity} | ({} if price is None else {"price": text(price)})
        request = ("POST", "/order/lines", who, body)
        if not self.may_change(who):
            self.refused("order_locked", *request)
            return multiple()
        if not self.comes[who]:
            self.refused("answer_first", *request)
            return multiple()
        equal = self.equal(who, name, price)
        if equal and self.dishes[equal][3] + quantity > 99:
            self.refused("quantity_over_cap", *request)
            return multiple()
        key = uuid.uuid4().hex
        line = self.done(*request, Idempotency_Key=key)
        again = self.done(*request, Idempotency_Key=key)
        assert again["id"] == line["id"] and again["quantity"] == line["quantity"], "one key, one pick"
        assert (line["id"] == equal) == (equal is not None)
        self.dishes[line["id"]] = [who, name, price, quantity + (self.dishes[equal][3] if equal else 0)]
        self.passes.discard(who)
        return line["id"]

    @rule(line=lines, who=PEOPLE, quantity=strategies.integers(0, 100), stale=strategies.booleans())
    def change_the_quantity(self, line, who, quantity, stale):
        if line not in self.dishes:
            return
        request = ("PATCH", f"/order/lines/{line}", who, {"quantity": quantity})
        if not 1 <= quantity <= 99:
            status, body = self.ask(*request, If_Match="*")
            assert status == 422, body
        elif who not in ("host", self.dishes[line][0]):
            assert self.ask(*request, If_Match="*")[0] == 403
        elif not self.may_change(who):
            self.refused("order_locked", *request, If_Match="*")
        elif stale:
            assert self.ask(*request, If_Match='"9999"')[0] == 412
        else:
            self.done(*request, If_Match="*")
            self.dishes[line][3] = quantity

    @rule(line=lines, who=PEOPLE)
    def strike(self, line, who):
        if line not in self.dishes:
            return
        request = ("DELETE", f"/order/lines/{line}", who)
        if who not in ("host", self.dishes[line][0]):
            assert self.ask(*request, If_Match="*")[0] == 403
        elif not self.may_change(who):
            self.refused("order_locked", *request, If_Match="*")
        else:
            self.done(*request, If_Match="*")
            self.struck[line] = self.dishes.pop(line)

    @rule(line=lines)
    def restore(self, line):
        if line not in self.struck:
            return
        request = ("POST", f"/order/lines/{line}/restore", "host")
        if not self.may_change("host"):
            return self.refused("order_locked", *request)
        self.done(*request)
        self.dishes[line] = self.struck.pop(line)

    @rule(who=EATERS)
    def want_nothing(self, who):
        request = ("PUT", "/order/pass", who)
        if not self.takes_picks():
            return self.refused("order_locked", *request)
        self.done(*request)
        self.passes.add(who)

    @rule(to=strategies.sampled_from(list(MOVES)), who=PEOPLE, despite=strategies.booleans())
    def move(self, to, who, despite):
        body = {"from": self.state, "to": to} | ({"despite": ["price_unknown"]} if despite else {})
        request = ("POST", "/order/transitions", who, body)
        if who != "host":
            assert self.ask(*request)[0] == 403
        elif to == self.state:
            self.done(*request)
        elif to not in MOVES[self.state]:
            self.refused("order_state", *request)
        elif to != "open" and self.state in ("open", "locked") and not self.dishes:
            self.refused("empty_order", *request)
        elif to in ("placed", "accepted") and self.state == "locked" and not despite and any(line[2] is None for line in self.dishes.values()):
            self.refused("blocked", *request)
        else:
            self.done(*request)
            self.state, self.closed = to, False

    @precondition(lambda self: self.takes_picks() and self.dishes)
    @rule()
    def pass_the_deadline(self):
        """Moves the deadline to now, by the database's clock: no pick counts from then on, long before the worker comes."""
        query(f"UPDATE group_order SET closes_at = now(), closes_wall = now() AT TIME ZONE time_zone WHERE id = '{self.order}'")
        self.closed = True
        for who in ("friend", "guest"):
            if self.comes[who]:
                self.refused("order_locked", "POST", "/order/lines", who, {"name": "Late"})

    @precondition(lambda self: self.closed)
    @rule()
    def wait_for_the_lock(self):
        for _ in range(300):
            if self.done("GET", "/order", "host")["state"] == "locked":
                self.state, self.closed = "locked", False
                return
            time.sleep(0.1)
        raise AssertionError("the worker does not lock the order")

    @precondition(lambda self: self.takes_picks())
    @rule(who=strategies.sampled_from(["friend", "guest"]))
    def decline_and_come_back(self, who):
        """Takes the person's dishes off, and puts them back with their answer."""
        own = {id for id, line in self.dishes.items() if line[0] == who}
        self.done("PUT", "/attendance", who, {"status": "declined"})
        assert not own & {line["id"] for line in self.done("GET", "/order", "host")["lines"]}
        self.refused("answer_first", "POST", "/order/lines", who, {"name": "Soup"})
        self.done("PUT", "/attendance", who, {"status": "maybe"})

    @precondition(lambda self: self.state not in ("open", "locked") and self.bill is None and self.dishes)
    @rule(tip=strategies.sampled_from(["0", "7.5", "10"]), payer=EATERS, discount=strategies.integers(0, 300))
    def pay(self, tip, payer, discount):
        total = sum(line[3] * (line[2] or 100) for line in self.dishes.values())
        charges = [{"kind": "tip", "percent": tip}]
        if 0 < discount <= total:
            charges.insert(0, {"kind": "discount", "amount": text(discount)})
        bill = self.done("POST", "/bills", "host", {
            "currency": "EUR", "orderId": self.order, "charges": charges,
            "prices": [{"lineId": id, "price": "1.00"} for id, line in self.dishes.items() if line[2] is None]})
        items = sum(charge["amountMinor"] for charge in bill["charges"] if charge["kind"] == "items")
        assert items == total
        assert sum(share["amountMinor"] for share in bill["shares"]) == bill["totalMinor"]
        for charge in bill["charges"]:
            assert sum(share["amountMinor"] for share in charge["shares"]) == charge["amountMinor"]
        self.bill = f"/bills/{bill['id']}"
        if bill["totalMinor"]:
            self.done("POST", self.bill + "/payments", "host", {
                "personId": self.ids[payer], "amount": text(bill["totalMinor"]), "method": "card"})

    @precondition(lambda self: self.bill is not None)
    @rule(who=EATERS, step=strategies.sampled_from(["sent", "received", "forgiven"]))
    def settle(self, who, step):
        """Takes a step of each open transfer, which its debtor or its creditor alone may take."""
        for transfer in self.done("GET", self.bill, "host")["transfers"]:
            if transfer["state"] not in ("asked", "sent"):
                continue
            path = f"{self.bill}/transfers/{transfer['id']}/" + ("sent" if step == "sent" else "state")
            body = {} if step == "sent" else {"state": step}
            one = transfer["debtor" if step == "sent" else "creditor"]["id"]
            status, answer = self.ask("PUT", path, who, body)
            assert (status == 200) == (self.ids[who] == one), answer

    @invariant()
    def the_service_agrees(self):
        if not hasattr(self, "order"):
            return
        order = self.done("GET", "/order", "host")
        if self.closed and order["state"] == "locked":  # the worker came
            self.state, self.closed = "locked", False
        assert order["state"] == self.state and order["takesPicks"] == self.takes_picks()
        names = {id: name for name, id in self.ids.items()}
        found = {
            line["id"]: [names[line["person"]["id"]], line["name"], line["unitMinor"], line["quantity"]] for line in order["lines"]}
        assert found == self.dishes
        assert order["totalMinor"] == sum(line[3] * (line[2] or 0) for line in self.dishes.values())
        assert order["portions"] == sum(line[3] for line in self.dishes.values())
        missing = {names[person["id"]] for person in order["missing"]}
        assert missing <= set(self.comes) - {line[0] for line in self.dishes.values()} - self.passes

    @invariant()
    def balances_sum_to_zero(self):
        if getattr(self, "bill", None) is None:
            return
        bill = self.done("GET", self.bill, "host")
        assert sum(balance["owesMinor"] for balance in bill["balances"]) == bill["unpaidMinor"]
        if bill["settledAt"] is not None:
            assert all(balance["owesMinor"] == 0 for balance in bill["balances"])

    def teardown(self):
        if not hasattr(self, "order"):
            return
        numbers = query(f"SELECT rev FROM order_event WHERE order_id = '{self.order}' ORDER BY rev")
        assert numbers == [str(number) for number in range(1, len(numbers) + 1)], "no event is missing"
        for check in ("orders", "bills", "ledger"):
            assert query(open(f"sql/checks/{check}.sql").read()) == [], check


@pytest.mark.skipif(DATA is None, reason="needs NOONISH_TEST_DATA")
def test_orders_and_bills_agree_with_a_model(service):
    Lunch.service = service
    full = int(os.environ.get("NOONISH_CLIENT_EXAMPLES", "0")) >= 60
    run_state_machine_as_test(Lunch, settings=settings(
        max_examples=100 if full else 10, stateful_step_count=40 if full else 25, deadline=None,
        # A shorter example would take minutes to find, as each step is a request or more.
        phases=[Phase.reuse, Phase.generate], suppress_health_check=list(HealthCheck), print_blob=True))
