"""Parses calendar documents with two independent libraries, and prints their results.

calendar_judge.py FOLDER: one JSON object with a member for each .ics file of the folder.

Time zones get unknown names, so that only the definitions in the document count.
"""

import datetime
import json
import pathlib
import re
import sys

import icalendar
import vobject

UTC = datetime.timezone.utc


def estranged(text, mark):
    """The document with time zone names that no parser knows."""
    text = text.replace("\r\n ", "")
    return re.sub(r"(TZID[:=])([^:\r\n]+)", lambda found: f"{found[1]}x-{mark}-{found[2]}", text)


def instant(value):
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if value.tzinfo else f"floating {value}"


def errors(component):
    return [f"{component.name}: {error}" for error in component.errors] + [
        error for inner in component.subcomponents for error in errors(inner)]


def by_icalendar(data, mark):
    told = icalendar.Calendar.from_ical(data)
    document = icalendar.Calendar.from_ical(estranged(data.decode(), mark))
    events = []
    for event, plain in zip(document.walk("VEVENT"), told.walk("VEVENT")):
        events.append({
            "uid": str(plain["UID"]), "sequence": int(plain["SEQUENCE"]), "stamp": instant(plain["DTSTAMP"].dt),
            "starts": instant(event["DTSTART"].dt) if "DTSTART" in event else None,
            "ends": instant(event["DTEND"].dt) if "DTEND" in event else None,
            "summary": str(plain["SUMMARY"]), "description": str(plain.get("DESCRIPTION", "")),
            "location": str(plain.get("LOCATION", "")), "status": str(plain.get("STATUS", "")),
            "organizer": [str(plain["ORGANIZER"]), plain["ORGANIZER"].params.get("CN")] if "ORGANIZER" in plain else None,
            "attendee": [str(plain["ATTENDEE"]), plain["ATTENDEE"].params.get("CN"),
                         plain["ATTENDEE"].params.get("PARTSTAT"), plain["ATTENDEE"].params.get("RSVP")]
            if "ATTENDEE" in plain else None})
    return {"errors": errors(told) + errors(document), "method": str(told.get("METHOD", "")),
            "name": icalendar.parser.unescape_char(str(told["NAME"])) if "NAME" in told else "", "zones": [str(zone["TZID"]) for zone in told.walk("VTIMEZONE")],
            "events": events}


def by_vobject(data, mark):
    strange = estranged(data.decode(), mark)
    # vobject takes a zone for UTC if the document defines it as UTC from 2000 to 2020, so the zones are registered.
    for zone in vobject.readOne(strange, transform=False).contents.get("vtimezone", []):
        vobject.icalendar.registerTzid(zone.tzid.value, vobject.icalendar.TimezoneComponent.gettzinfo(zone))
    document = vobject.readOne(strange)
    document.validate(raiseException=True)
    events = []
    for event in document.contents.get("vevent", []):
        def text(name):
            return getattr(event, name).value if hasattr(event, name) else ""
        events.append({
            "uid": event.uid.value, "starts": instant(event.dtstart.value) if hasattr(event, "dtstart") else None,
            "ends": instant(event.dtend.value) if hasattr(event, "dtend") else None,
            "summary": text("summary"), "description": text("description"), "location": text("location"),
            "status": text("status")})
    return {"events": events}


def main():
    verdicts = {}
    for number, path in enumerate(sorted(pathlib.Path(sys.argv[1]).glob("*.ics"))):
        data = path.read_bytes()
        verdict = {"lines": max(len(line) for line in data.split(b"\r\n")), "bare": data.count(b"\n") - data.count(b"\r\n")}
        for name, judge in (("icalendar", by_icalendar), ("vobject", by_vobject)):
            try:
                verdict[name] = judge(data, f"{number}-{name}")
            except Exception as fault:
                verdict[name] = {"fault": f"{type(fault).__name__}: {fault}", "events": []}
        verdicts[path.stem] = verdict
    print(json.dumps(verdicts))


main()
