"""Computes the dates of recurrence rules, and the instants of their local times, with dateutil and zoneinfo.

recurrence_judge.py FILE: a JSON list of rules, each {frequency, interval, weekdays (0 is Monday), week, startsOn, endsOn,
count, zone, clock (minutes after midnight), limit}. Prints a list of lists of [date, seconds since 1970].

dateutil's rrule follows RFC 5545; a Python time with fold 0 is interpreted as in its section 3.3.5: with the offset before a gap,
and as the first of two.
"""

import datetime
import json
import sys
import zoneinfo

from dateutil import rrule


def day(text):
    return datetime.datetime.fromisoformat(text) if text else None


def dates(rule):
    ordinal = rule["week"]
    weekdays = [rrule.weekday(number, ordinal) if ordinal else rrule.weekday(number) for number in rule["weekdays"]]
    found = rrule.rrule(
        rrule.MONTHLY if rule["frequency"] == "monthly" else rrule.WEEKLY, dtstart=day(rule["startsOn"]),
        interval=rule["interval"], wkst=rrule.MO, byweekday=weekdays, until=day(rule["endsOn"]), count=rule["count"])
    return found.xafter(datetime.datetime(1900, 1, 1), count=rule["limit"])


def instant(date, rule):
    clock = datetime.time(rule["clock"] // 60, rule["clock"] % 60, tzinfo=zoneinfo.ZoneInfo(rule["zone"]))
    return int(datetime.datetime.combine(date, clock).timestamp())


with open(sys.argv[1], encoding="utf-8") as file:
    rules = json.load(file)
print(json.dumps([[[date.date().isoformat(), instant(date, rule)] for date in dates(rule)] for rule in rules]))
