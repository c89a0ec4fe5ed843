"""Evaluates opening hours with an independent implementation, for OracleTests.

    opening_hours_oracle.py SAMPLES EVERY MOMENTS   # every n-th distinct text of the world's places in the folder SAMPLES
    opening_hours_oracle.py FILE 1 MOMENTS          # the texts in a file, one per line
    opening_hours_oracle.py sun                     # [[latitude, longitude, zone, day, dawn, sunrise, sunset, dusk], ...]

Writes one JSON array per line: [text, minutes, states, changes]. The minutes are local times of the place, counted
from midnight of 1970-01-01; a state is one of the letters o, c, u for each of them; a change is the next time at which the state
differs, or null if it is more than 1,000 days away, because the library would search 8,000 years for a text that never changes.
Texts that it rejects are written as [text].

The library takes the comma of `Sa, Su 10:00-12:00` for the start of another rule, which the specification allows only after hours, a
comment or a modifier, and so with any comma that has a blank before it. Such a text is passed to it without the blank.
"""

import datetime
import gzip
import json
import os
import random
import re
import sys
import zoneinfo

from opening_hours import OpeningHours

EPOCH = datetime.datetime(1970, 1, 1)
FIRST = 28_401_120  # 2024-01-01
SPAN = 8 * 365 * 1440
DAY = r"(?:mo|tu|we|th|fr|sa|su|ph|sh)"
DATE = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
LIST = re.compile(rf"(?<![a-z])({DAY}(?:\[[^]]*\])?|{DATE}(?: ?\d\d?)?), +(?=(?:{DAY}|{DATE})(?![a-z]))", re.IGNORECASE)


def texts():
    source, every = sys.argv[1], int(sys.argv[2])
    if os.path.isdir(source):
        with gzip.open(f"{source}/osm-diet-places-2022.json.gz") as file:
            places = json.load(file)["features"]
        hours = (place["properties"].get("opening_hours") for place in places)
        found = sorted({text for text in hours if text})
    else:
        with open(source) as file:
            found = [line.rstrip("\n") for line in file]
    return found[::every]


def moments(text, count):
    chance = random.Random(text)
    for index in range(count):
        minute = FIRST + chance.randrange(SPAN)
        # Half of them at a full or half hour, when most hours begin and end.
        yield minute if index % 2 else minute // 30 * 30


def minutes(moment):
    return None if moment is None else int((moment - EPOCH).total_seconds()) // 60


def judge(text, count):
    try:
        schedule = OpeningHours(
            LIST.sub(r"\1,", text.replace(" ,", ",")),
            auto_country=False, auto_timezone=False, max_interval_days=1000,
        )
    except Exception:
        return [text]
    at, states, changes = [], [], []
    for minute in moments(text, count):
        moment = EPOCH + datetime.timedelta(minutes=minute)
        at.append(minute)
        states.append(str(schedule.state(moment)[0])[0])
        changes.append(minutes(schedule.next_change(moment)))
    return [text, at, "".join(states), changes]


def sun():
    places = [
        (60.17, 24.94, "Europe/Helsinki"), (51.5, -0.12, "Europe/London"), (52.52, 13.4, "Europe/Berlin"),
        (40.71, -74.0, "America/New_York"), (-33.87, 151.2, "Australia/Sydney"), (1.35, 103.8, "Asia/Singapore"),
        (35.68, 139.7, "Asia/Tokyo"), (-54.8, -68.3, "America/Argentina/Ushuaia"), (59.91, 10.75, "Europe/Oslo"),
        (-13.83, -171.8, "Pacific/Apia"), (28.61, 77.2, "Asia/Kolkata"), (0.0, 0.0, "UTC"),
    ]
    for latitude, longitude, name in places:
        zone = zoneinfo.ZoneInfo(name)
        for month in range(1, 13):
            noon = datetime.datetime(2027, month, 9, 12, tzinfo=zone)
            day = datetime.datetime(2027, month, 9)
            found = []
            for hours, start in (("dawn-12:00", 0), ("sunrise-12:00", 0), ("12:00-sunset", 1), ("12:00-dusk", 1)):
                schedule = OpeningHours(hours, timezone=zone, coords=(latitude, longitude), auto_country=False)
                moment = noon if start else day.replace(tzinfo=zone)
                change = schedule.next_change(moment).replace(tzinfo=None)
                found.append(int((change - day).total_seconds()) // 60)
            yield [latitude, longitude, name, minutes(day) // 1440, *found]


if sys.argv[1] == "sun":
    print(json.dumps(list(sun())))
else:
    for text in texts():
        print(json.dumps(judge(text, int(sys.argv[3])), ensure_ascii=False))
