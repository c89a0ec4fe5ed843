"""The arrows of docs/architecture.md, as rules with reasons.

That a target declares what it imports, the compiler checks (`--explicit-target-dependency-import-check error`); what it may
declare stands here.
"""

import pytest
from sources import Rule, SourceFile, files_below, folders_in

# The rooms from the lowest to the highest: each may import those before it. See docs/architecture.md.
ROOMS = [
    "Access", "Accounts", "Journal", "Privacy", "People", "Moderation", "Circles", "Restaurants", "Venues", "Menus", "Stock", "Records", "Outings",
    "Messages", "Visits", "Decisions", "Series", "Orders", "Bills", "Checkout", "News", "CalendarFeeds", "Live", "Delivery",
]
# Rooms at the same height, which do not see each other.
SIBLINGS = [["Visits", "Decisions", "Series", "Orders"], ["CalendarFeeds", "Live"], ["Circles", "Restaurants"]]
PRODUCT = [*ROOMS, "NoonishAPI", "Noonish"]
WEB = ["Hummingbird", "HTTPKit", "HTTPTypes"]
IMPURE = ["Postgres", "Logging", "ServiceLifecycle", "Subprocess", "Fetch"]

RULES = [
    Rule("Sources/Platform/", "the platform would make sense in another company: it knows no word of the product", imports=PRODUCT),
    Rule("Sources/Platform/Encoding/", "encodings are pure: same input, same answer", imports=WEB + IMPURE),
    Rule("Sources/Platform/Traces/", "requests, jobs and calls to other services share it, so it knows none of them", imports=WEB + IMPURE),
    Rule("Sources/Platform/Caching/", "a cache knows nothing of what it keeps", imports=WEB + IMPURE),
    Rule("Sources/Platform/Confusables/", "names are compared alike everywhere: same input, same answer", imports=WEB + IMPURE),
    Rule("Sources/Platform/Geo/", "geometry is pure: same input, same answer", imports=WEB + IMPURE),
    Rule("Sources/Platform/GeoSearch/", "the index is pure: its caller loads the places", imports=WEB + IMPURE),
    Rule("Sources/Platform/Timing/", "everything that waits uses it, so it uses nothing", imports=WEB + IMPURE),
    Rule(
        "Sources/Platform/CivilTime/", "dates and clock times are arithmetic; time zones are resolved where they are used",
        imports=WEB + IMPURE + ["Foundation"]),
    Rule("Sources/Platform/OpeningHours/", "hours are pure: the caller says when, and on which clock", imports=WEB + IMPURE),
    Rule("Sources/Platform/JSON/", "text to values and back needs nothing else", imports=WEB + IMPURE),
    Rule("Sources/Platform/Macros/", "macros run in the compiler, before any module of ours exists", imports=WEB + IMPURE + ["Foundation", "JSON"]),
    Rule("Sources/Platform/Initializers/", "it only declares a macro", imports=WEB + IMPURE + ["Foundation"]),
    Rule("Sources/Platform/OpenAPI/", "a document is text: who serves it is elsewhere", imports=WEB + IMPURE),
    Rule("Sources/Platform/Calendars/", "calendars are text: who sends them is elsewhere", imports=WEB + IMPURE + ["Mail"]),
    Rule("Sources/Platform/Money/", "amounts are pure: anyone can recompute a bill", imports=WEB + IMPURE),
    Rule("Sources/Platform/PayCodes/", "payment codes are text: who draws or sends them is elsewhere", imports=WEB + IMPURE + ["QRCodes"]),
    Rule("Sources/Platform/QRCodes/", "drawing a code is pure: bytes to a picture", imports=WEB + IMPURE),
    Rule("Sources/Platform/WebPush/", "sealing and signing are pure: sending is elsewhere", imports=WEB + IMPURE),
    Rule("Sources/Platform/Localization/", "making sentences of messages is pure: the caller reads the files", imports=WEB + IMPURE),
    Rule("Sources/Platform/Postgres/", "the database client does not know who asks", imports=WEB + ["JSON"]),
    Rule("Sources/Platform/Jobs/", "work has no request", imports=WEB),
    Rule(
        "Sources/Platform/Pictures/", "it converts files: who may send them, and where they are stored, is elsewhere",
        imports=["Postgres", "Hummingbird"]),
    Rule("Sources/Platform/HTTPKit/", "siblings of the platform do not see each other", imports=["Postgres", "Jobs", "Fetch", "Mail"]),
    Rule("Sources/Platform/Fetch/", "siblings of the platform do not see each other", imports=WEB + ["Postgres", "Jobs", "Mail"]),
    Rule("Sources/Platform/Mail/", "mail goes out through Fetch and knows no database", imports=WEB + ["Postgres", "Jobs"]),
    Rule("Sources/API/", "the wire types are for programs on other machines too", imports=WEB + IMPURE + ["Access"]),
    Rule(
        "Sources/Client/", "other programs import it: it knows the wire types and nothing of the server",
        imports=["Hummingbird", "HTTPKit"] + IMPURE + [name for name in PRODUCT if name != "NoonishAPI"]),
    Rule("Sources/Client/NoonishClient/", "what carries its requests is a transport's", imports=["AsyncHTTPClient", "NIOPosix"]),
    Rule("Sources/Features/Access/", "who may do what stands below every noun and does no work of its own", imports=["Mail", "Fetch", "Jobs"]),
    Rule("Sources/Features/Outings/", "an outing has a place; the directory finds it", imports=["GeoSearch"]),
    Rule("Sources/", "one module speaks to libpq, so its rules about threads hold", imports=["CLibPQ"], except_=["Sources/Platform/Postgres/"]),
    Rule(
        "Sources/", "one module calls libqrencode, so its memory is freed in one place",
        imports=["CQREncode"], except_=["Sources/Platform/QRCodes/"]),
    Rule(
        "Sources/", "one module depends on a part of Foundation that promises no stable names",
        imports=["_FoundationICU"], except_=["Sources/Platform/Confusables/"]),
    Rule(
        "Sources/", "Fetch is the only way out: limits and address rules live there",
        imports=["CCurl", "FoundationNetworking"], except_=["Sources/Platform/Fetch/", "Sources/Platform/Mail/"]),
    Rule(
        "Sources/", "only the program reads settings; everybody else is given values",
        imports=["Configuration", "ArgumentParser"], except_=["Sources/Noonish/"]),
    Rule("Sources/", "only the program reads the environment", says=["ProcessInfo.processInfo.environment", "getenv("], except_=["Sources/Noonish/"]),
    Rule(
        "Sources/", "only tests may reach a host that is not public by an address that a stranger gave",
        says=["publicOnly(orPort", "Exemption("], except_=["Sources/Platform/Fetch/AddressPolicy.swift"]),
    Rule("Queries.swift", "a query does not know who asks", imports=["Hummingbird", "HTTPTypes"]),
    Rule("Sources/Noonish/", "SQL stands in the feature whose table it is", says=["Query(", "Command(\""]),
]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room):
    above = ROOMS[ROOMS.index(room) + 1:]
    beside = [name for names in SIBLINGS if room in names for name in names if name != room]
    rule = Rule(f"Sources/Features/{room}/", "a room sees only those below it", imports=[*above, *beside, "Noonish"])

    assert rule.breaches(files_below("Sources")) == []


def test_every_room_and_every_platform_module_has_a_rule():
    assert folders_in("Sources/Features") == set(ROOMS)
    assert {f"Sources/Platform/{name}/" for name in folders_in("Sources/Platform")} - {rule.files for rule in RULES} == set()


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_an_arrow_points_downwards(rule):
    assert any(rule.concerns(file) for file in files_below("Sources")), "renamed? a rule about nothing protects nothing"
    assert rule.breaches(files_below("Sources")) == []


@pytest.mark.parametrize("line", ["package import Postgres // why", "@testable import Postgres", "import struct Postgres"])
def test_a_breach_is_found_with_its_place(line):
    file = SourceFile("Sources/Platform/Geo/Circle.swift", f"import Foundation\n{line}")
    rule = Rule("Platform/Geo/", "geometry is pure", imports=["Postgres"])

    assert rule.breaches([file]) == ["Sources/Platform/Geo/Circle.swift:2: import Postgres"]


def test_a_word_is_found_in_code_alone():
    file = SourceFile("Sources/Platform/Geo/Circle.swift", 'isDate()\n// Date()\n"Date()"\nlet now = Date()')
    rule = Rule("Platform/Geo/", "geometry is pure", says=["Date()"])

    assert rule.breaches([file]) == ["Sources/Platform/Geo/Circle.swift:4: Date()"]
