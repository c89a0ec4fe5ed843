"""A fake of the part of Stripe's API that checkouts use: Checkout Sessions with a hosted page, payment intents, refunds, customers,
idempotency keys and signed events. PyPI's `stripe` accepts it (checkout_judge.py).

Paths below /control steer it, with JSON: `events` says where events go and how they suffer on the way, `fault` how requests do,
`pay` completes a session as a person does on the page, `refund` pays back as the operator does at the provider's dashboard, `fail` has the
last refund fail after all, `forget` deletes the idempotency keys, as time does, and, if asked to, customers and sessions. GET /control/state
lists what there is.

Events: `double` sends each twice, `reorder` holds each back until the next, `delay` waits so many seconds, `drop` sends none, `forge` sends
each with a wrong signature before. Faults: `down` answers 500, and again to each repetition of the key, `lose` does what is asked and closes the
connection within the answer so many times, `slow` answers so many seconds later, `skew` adds to the amount that is charged.
"""

import hashlib
import hmac
import html
import itertools
import json
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlsplit

from serving import end_with_parent, say

KEY = "sk_test_fake"
lock = threading.RLock()
numbers = itertools.count(1)
sessions, intents, refunds, customers, keys = {}, {}, {}, {}, {}
events = {"url": None, "host": None, "secret": "whsec_test", "double": False, "reorder": False, "delay": 0, "drop": False, "forge": False}
faults = {"down": False, "lose": 0, "slow": 0, "skew": 0}
counts = {"reads": 0}
# The provider's test cards, and what its page says.
CARDS = {"4242424242424242": None, "4000000000000002": "Your card was declined."}
MINIMUM = {"huf": 17_500}
held = []
delivered = []


class Refusal(Exception):
    def __init__(self, status, kind, code=None, message="refused"):
        super().__init__(message)
        self.status = status
        self.body = {"error": {"type": kind, "code": code, "message": message}}


def make(prefix):
    return f"{prefix}_test_{next(numbers):08d}"


def missing(what):
    return Refusal(404, "invalid_request_error", "resource_missing", f"No such {what}")


def invalid(message):
    return Refusal(400, "invalid_request_error", "parameter_invalid", message)


def create_session(fields, base):
    known = {
        "mode", "client_reference_id", "payment_method_types[0]", "line_items[0][quantity]", "line_items[0][price_data][currency]",
        "line_items[0][price_data][unit_amount]", "line_items[0][price_data][product_data][name]", "metadata[checkout]",
        "payment_intent_data[metadata][checkout]", "success_url", "cancel_url", "expires_at", "customer", "customer_creation",
        "payment_intent_data[setup_future_usage]", "payment_method_data[allow_redisplay]"}
    if set(fields) - known:
        raise invalid(f"Received unknown parameter: {sorted(set(fields) - known)[0]}")
    try:
        amount = int(fields["line_items[0][price_data][unit_amount]"]) * int(fields["line_items[0][quantity]"])
        currency = fields["line_items[0][price_data][currency]"]
        name, success, expires = (fields["line_items[0][price_data][product_data][name]"], fields["success_url"],
                                  int(fields.get("expires_at", time.time() + 86_400)))
    except (KeyError, ValueError) as fault:
        raise invalid(str(fault))
    if fields["mode"] != "payment" or not currency.islower() or not name or not success.startswith("http"):
        raise invalid("mode, currency, name or success_url")
    if amount < MINIMUM.get(currency, 50):
        raise Refusal(400, "invalid_request_error", "amount_too_small", "The amount is too small")
    if not 1_800 - 5 <= expires - time.time() <= 86_400 + 5:
        raise invalid("expires_at must be between 30 minutes and 24 hours from now")
    customer = fields.get("customer")
    if customer and customer not in customers:
        raise missing("customer")
    if customer and "customer_creation" in fields:
        raise invalid("customer and customer_creation")
    session = {
        "id": make("cs"), "object": "checkout.session", "mode": "payment", "status": "open", "payment_status": "unpaid",
        "amount_total": amount, "currency": currency, "client_reference_id": fields.get("client_reference_id"),
        "customer": customer, "payment_intent": None, "success_url": success, "cancel_url": fields.get("cancel_url"),
        "expires_at": expires, "livemode": False, "metadata": {"checkout": fields.get("metadata[checkout]", "")}}
    session["url"] = f"{base}/pay/{session['id']}"
    session["offers_card"] = customers.get(customer, {}).get("allow_redisplay") == "always"
    sessions[session["id"]] = session | {
        "name": name, "remembers": fields.get("customer_creation") == "always" or bool(customer),
        # By default a card is kept, but not offered again.
        "allow_redisplay": fields.get("payment_method_data[allow_redisplay]", "limited")}
    return shown(sessions[session["id"]])


def shown(session, expand=()):
    if session["status"] == "open" and session["expires_at"] <= time.time():
        session["status"], session["url"] = "expired", None
    body = {name: value for name, value in session.items() if name not in ("name", "remembers", "allow_redisplay")}
    if body["payment_intent"] and any(name.startswith("payment_intent") for name in expand):
        intent = intents[body["payment_intent"]]
        body["payment_intent"] = intent if "payment_intent.latest_charge" in expand else intent | {
            "latest_charge": intent["latest_charge"]["id"]}
    return body


def pay(identifier):
    session = sessions.get(identifier)
    if session is None:
        raise missing("session")
    if shown(session)["status"] != "open":
        raise invalid("the session is not open")
    amount = session["amount_total"] + faults["skew"]
    intent = {
        "id": make("pi"), "object": "payment_intent", "status": "succeeded", "amount": amount, "amount_received": amount,
        "currency": session["currency"], "metadata": dict(session["metadata"])}
    intent["latest_charge"] = {
        "id": make("ch"), "object": "charge", "amount": amount, "amount_refunded": 0, "refunded": False,
        "payment_intent": intent["id"], "currency": session["currency"]}
    intents[intent["id"]] = intent
    if session["remembers"]:
        session["customer"] = session["customer"] or make("cus")
        customers[session["customer"]] = {
            "id": session["customer"], "object": "customer", "allow_redisplay": session["allow_redisplay"]}
    session.update(status="complete", payment_status="paid", payment_intent=intent["id"], url=None)
    announce("payment_intent.succeeded", intent | {"latest_charge": intent["latest_charge"]["id"]})
    announce("checkout.session.completed", shown(session))


def refund(intent, amount, metadata=None):
    charge = intents.get(intent, {}).get("latest_charge")
    if charge is None:
        raise missing("payment_intent")
    amount = charge["amount"] - charge["amount_refunded"] if amount is None else amount
    if amount <= 0 or charge["amount_refunded"] + amount > charge["amount"]:
        raise Refusal(400, "invalid_request_error", "charge_already_refunded", "greater than the unrefunded amount")
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    body = {"id": make("re"), "object": "refund", "amount": amount, "currency": charge["currency"], "payment_intent": intent,
            "charge": charge["id"], "status": "succeeded", "metadata": metadata or {}}
    refunds[body["id"]] = body
    announce("charge.refunded", dict(charge))
    return body


def fail_refund():
    body = list(refunds.values())[-1]
    charge = intents[body["payment_intent"]]["latest_charge"]
    charge["amount_refunded"] -= body["amount"]
    charge["refunded"] = False
    body["status"] = "failed"
    announce("refund.failed", dict(body))


def signature(body, secret, moment):
    return hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()


def announce(kind, thing):
    event = {"id": make("evt"), "object": "event", "type": kind, "created": int(time.time()), "livemode": False,
             "data": {"object": thing}}
    if events["drop"] or not events["url"]:
        return
    batch = [event] * (2 if events["double"] else 1)
    if events["reorder"]:
        held.append(batch)
        if len(held) < 2:
            return
        batch = [one for part in reversed(held) for one in part]
        held.clear()
    threading.Thread(target=deliver, args=(batch, dict(events)), daemon=True).start()


def deliver(batch, how):
    time.sleep(how["delay"])
    for event in batch:
        body = json.dumps(event).encode()
        moment = int(time.time())
        secrets = (["whsec_of_someone_else"] if how["forge"] else []) + [how["secret"]]
        for secret in secrets:
            request = urllib.request.Request(how["url"], body, {
                "Content-Type": "application/json; charset=utf-8",
                "Stripe-Signature": f"t={moment},v1={signature(body, secret, moment)},v0=00"})
            if how["host"]:
                request.add_header("Host", how["host"])
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    status = answer.status
            except urllib.error.HTTPError as fault:
                status = fault.code
            except OSError:
                status = 0
            with lock:
                delivered.append({"type": event["type"], "status": status, "forged": secret != how["secret"]})


def control(path, body):
    if path == "/control/events":
        events.update(body)
    elif path == "/control/fault":
        faults.update(body)
    elif path == "/control/pay":
        pay(body["session"])
    elif path == "/control/refund":
        refund(sessions[body["session"]]["payment_intent"], body.get("amount"))
    elif path == "/control/expire":
        sessions[body["session"]]["expires_at"] = 0
    elif path == "/control/forget":
        keys.clear()
        for what, known in (("customers", customers), ("sessions", sessions)):
            if body.get(what):
                known.clear()
    elif path == "/control/fail":
        fail_refund()
    elif path != "/control/state":
        raise missing("control")
    return {"sessions": [shown(one) for one in sessions.values()], "refunds": list(refunds.values()),
            "customers": list(customers), "delivered": list(delivered), "reads": counts["reads"]}


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay {name}</title>
<h1>{name}</h1><p id="amount">{amount} {currency}</p>
{fault}<form method="post"><label>Card number <input name="number" autocomplete="cc-number"></label>
<button>Pay</button></form><p><a href="{back}">Back</a></p></html>"""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.take()

    def do_POST(self):
        self.take()

    def do_DELETE(self):
        self.take()

    def take(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urlsplit(self.path)
        try:
            with lock:
                if url.path.startswith("/control/"):
                    return self.send(200, control(url.path, json.loads(body or b"{}")))
                if url.path.startswith("/pay/"):
                    return self.page(url.path.removeprefix("/pay/"), body)
                if faults["down"]:
                    self.keep(url, body, (500, {"error": {"type": "api_error", "message": "down"}}))
                    return self.send(500, {"error": {"type": "api_error", "message": "down"}})
                if self.headers.get("Authorization") not in (f"Bearer {KEY}",):
                    raise Refusal(401, "invalid_request_error", None, "Invalid API Key")
                status, answer = self.once(url, body)
                if faults["lose"] > 0 and self.command == "POST":
                    faults["lose"] -= 1
                    self.close_connection = True
                    # The client does not repeat by itself what has begun to come back.
                    return self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
                counts["reads"] += self.command == "GET" and url.path.startswith("/v1/checkout/sessions/")
                # What is known now is said later.
                content, wait = json.dumps(answer).encode(), faults["slow"]
            time.sleep(wait)
            return self.send(status, content)
        except Refusal as refusal:
            return self.send(refusal.status, refusal.body)

    def keep(self, url, body, answer):
        if self.command == "POST" and (key := self.headers.get("Idempotency-Key")):
            keys.setdefault(key, ((url.path, body), answer))

    def once(self, url, body):
        key = self.headers.get("Idempotency-Key")
        if self.command != "POST" or not key:
            return 200, self.api(url, body)
        known = keys.get(key)
        if known:
            if known[0] != (url.path, body):
                raise Refusal(400, "idempotency_error", None, "Keys can only be used with the same parameters")
            return known[1]
        answer = 200, self.api(url, body)
        self.keep(url, body, answer)
        return answer

    def api(self, url, body):
        pairs = parse_qsl(body.decode(), keep_blank_values=True)
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise invalid("a parameter is repeated")
        query = parse_qs(url.query)
        expand = [one for name, values in query.items() if name.startswith("expand") for one in values]
        parts = url.path.removeprefix("/v1/").split("/")
        match self.command, parts:
            case "POST", ["checkout", "sessions"]:
                return create_session(fields, f"http://{self.headers['Host']}")
            case "GET", ["checkout", "sessions", identifier] if identifier in sessions:
                return shown(sessions[identifier], expand)
            case "POST", ["checkout", "sessions", identifier, "expire"] if identifier in sessions:
                session = sessions[identifier]
                if shown(session)["status"] != "open":
                    raise invalid("Only open sessions can be expired")
                session["expires_at"] = 0
                return shown(session)
            case "GET", ["payment_intents", identifier] if identifier in intents:
                return intents[identifier] | {"latest_charge": intents[identifier]["latest_charge"]["id"]}
            case "POST", ["refunds"]:
                return refund(fields.get("payment_intent"), int(fields["amount"]) if "amount" in fields else None,
                              {"refund": fields["metadata[refund]"]} if "metadata[refund]" in fields else {})
            case "GET", ["refunds"]:
                known = [one for one in refunds.values() if one["payment_intent"] == query["payment_intent"][0]]
                return {"object": "list", "data": known[::-1], "has_more": False, "url": "/v1/refunds"}
            case "GET", ["customers", identifier] if identifier in customers:
                return customers[identifier]
            case "DELETE", ["customers", identifier] if identifier in customers:
                del customers[identifier]
                return {"id": identifier, "object": "customer", "deleted": True}
        raise missing(url.path)

    def page(self, identifier, body):
        session = sessions.get(identifier)
        if session is None:
            return self.send(404, {})
        fault = ""
        if self.command == "POST":
            number = dict(parse_qsl(body.decode())).get("number", "").replace(" ", "")
            fault = CARDS.get(number, "Your card number is invalid.")
            if not fault:
                if shown(session)["status"] == "open":
                    pay(identifier)
                self.send_response(303)
                self.send_header("Location", session["success_url"])
                self.send_header("Content-Length", "0")
                return self.end_headers()
        text = PAGE.format(
            fault=f'<p role="alert">{fault}</p>' if fault else "", name=html.escape(session["name"]), amount=session["amount_total"], currency=session["currency"],
            back=html.escape(session["cancel_url"] or "/", quote=True)).encode()
        return self.send(200, text, "text/html; charset=utf-8")

    def send(self, status, body, kind="application/json"):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Request-Id", make("req"))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if sys.argv[1:2] == ["--port"] else 0), Handler)
    server.daemon_threads = True
    end_with_parent()
    say(port=server.server_address[1])
    server.serve_forever()
