"""Says what PyPI's `stripe` thinks: of checkout_fake.py, and of signatures.

With a port, uses the fake on it as a shop does, and prints one object. Without, reads lines of JSON with `header`, `secrets` and `body`, and
prints for each whether the library accepts the signature with one of the secrets.
"""

import json
import os
import sys
import urllib.request

import stripe


def accepts(header, secret, body):
    try:
        return stripe.WebhookSignature.verify_header(body, header, secret, tolerance=300)
    except Exception:  # noqa: BLE001 - the library throws whatever Python does for some headers
        return False


def judge_signatures():
    for line in sys.stdin:
        case = json.loads(line)
        verdict = any(accepts(case["header"], secret, case["body"]) for secret in case["secrets"])
        print(json.dumps({"accepts": verdict}), flush=True)


def judge_fake(port):
    os.environ["NO_PROXY"] = "127.0.0.1"
    client = stripe.StripeClient("sk_test_fake", base_addresses={"api": f"http://127.0.0.1:{port}"}, max_network_retries=0)
    api = getattr(client, "v1", client)

    def create(amount):
        return api.checkout.sessions.create(
            params={"mode": "payment", "client_reference_id": "one", "success_url": "http://localhost/", "customer_creation": "always",
                    "line_items": [{"quantity": 1, "price_data": {
                        "currency": "eur", "unit_amount": amount, "product_data": {"name": "Lunch"}}}]},
            options={"idempotency_key": "key"})

    session = create(1_250)
    facts = {"same": create(1_250).id == session.id, "status": session.status, "total": session.amount_total}
    try:
        create(1_300)
        facts["other"] = "accepted"
    except stripe.IdempotencyError:
        facts["other"] = "refused"
    control(port, "pay", {"session": session.id})
    paid = api.checkout.sessions.retrieve(session.id, params={"expand": ["payment_intent.latest_charge"]})
    facts["paid"] = paid.payment_status
    facts["received"] = paid.payment_intent.amount_received
    refund = api.refunds.create(params={"payment_intent": paid.payment_intent.id, "amount": 250})
    facts["refund"] = refund.status
    again = api.checkout.sessions.retrieve(session.id, params={"expand": ["payment_intent.latest_charge"]})
    facts["refunded"] = again.payment_intent.latest_charge.amount_refunded
    facts["deleted"] = api.customers.delete(paid.customer).deleted
    print(json.dumps(facts), flush=True)


def control(port, path, body):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/control/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=5).read()


if __name__ == "__main__":
    judge_fake(int(sys.argv[1])) if len(sys.argv) > 1 else judge_signatures()
