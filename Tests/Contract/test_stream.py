"""Checks the events of the live stream against the document: the fields of each event, and the JSON in its data."""

import json
import urllib.request

import jsonschema


def events(stream):
    """Yields the events of a stream as objects of their fields, as the OpenAPI Media Type Registry models them."""
    fields = {}
    for line in stream:
        line = line.decode().rstrip("\n")
        if not line:
            if "data" in fields:
                yield {"event": "message", **fields}
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data" and "data" in fields:
                value = fields["data"] + "\n" + value
            fields[name] = int(value) if name == "retry" else value


def test_the_events_of_the_stream_fit_the_document(service, contract):
    response = contract["paths"]["/v1/updates/stream"]["get"]["responses"]["200"]
    schema = response["content"]["text/event-stream"]["schema"]
    contents = {kind["properties"]["event"]["const"]: kind["properties"]["data"]["contentSchema"] for kind in schema["anyOf"]}
    token = service.sign_in("follower")
    outing = service.ask("POST", "/v1/outings", {"title": "Lunch"}, token=token)["id"]
    request = urllib.request.Request(
        f"{service.url}/v1/updates/stream?outings={outing}", headers={"Authorization": f"Bearer {token}"})

    seen = []
    with urllib.request.urlopen(request, timeout=30) as stream:
        for event in events(stream):
            seen.append(event)
            if event["event"] == "hello":
                service.ask("PATCH", f"/v1/outings/{outing}", {"title": "Soup"}, token=token, headers={"If-Match": "*"})
            if event["event"] == "revision":
                break

    assert seen[0]["event"] == "hello"
    for event in seen:
        validate(event, schema, contract)
        validate(json.loads(event["data"]), contents[event["event"]], contract)


def validate(value, schema, contract):
    jsonschema.Draft202012Validator({"components": contract["components"], **schema}).validate(value)
