"""A fake of Yelp's Places API (v3): it follows the documented contract of business search and details, with fictional places.

The key selects the response: `good` results, `refused` 401, `tired` 429 for the day, `hasty` 429 for
the second, `broken` 500, `odd` invalid JSON, `last` results and the last request of the day, `silent` no response.
"""

import asyncio
import json
import math
from urllib.parse import parse_qsl, unquote, urlsplit

from serving import end_with_parent, say

KNOWN = {"latitude", "longitude", "term", "radius", "categories", "locale", "limit", "offset", "sort_by", "price",
         "open_now", "open_at", "attributes"}
ATTRIBUTES = {"hot_and_new", "request_a_quote", "reservation", "waitlist_reservation", "deals", "gender_neutral_restrooms",
              "open_to_all", "wheelchair_accessible"}
SORTS = {"best_match", "rating", "review_count", "distance"}


def business(number, name, latitude, longitude, **more):
    return {
        "id": f"fake-{number}", "alias": f"fake-{number}", "name": name, "is_closed": False,
        "url": f"https://www.yelp.example/biz/fake-{number}", "image_url": f"https://img.yelp.example/{number}.jpg",
        "review_count": 10 * number, "rating": 4.5, "price": "$$", "phone": "+35891234567",
        "categories": [{"alias": "ramen", "title": "Ramen"}],
        "coordinates": {"latitude": latitude, "longitude": longitude},
        "location": {"address1": f"Katu {number}", "city": "Helsinki", "zip_code": "00100", "country": "FI",
                     "display_address": [f"Katu {number}", "00100 Helsinki"]},
        "transactions": [], "distance": 1.0, **more}


# The attributes of each place, which a search can filter by and no response contains.
KNOWN_FOR = {"fake-1": {"reservation", "wheelchair_accessible"}, "fake-2": {"reservation"}, "fake-3": set()}

BUSINESSES = [
    business(1, "Ramen Kettu", 60.1701, 24.9385),
    business(2, "Somewhere Else", 60.1720, 24.9400, rating=3.0, price="", phone="", image_url=""),
    business(3, "Gone For Good", 60.1700, 24.9390, is_closed=True),
]


def distance(place, latitude, longitude):
    north = (place["coordinates"]["latitude"] - latitude) * 111_195
    east = (place["coordinates"]["longitude"] - longitude) * 111_195 * math.cos(math.radians(latitude))
    return math.hypot(north, east)


def invalid(words):
    return 400, {"error": {"code": "VALIDATION_ERROR", "description": words}}, []


def search(query):
    given = parse_qsl(query, keep_blank_values=True, strict_parsing=True)
    fields = dict(given)
    if len(fields) != len(given) or not set(fields) <= KNOWN:
        return invalid(f"not in the contract: {query}")
    try:
        latitude, longitude = float(fields["latitude"]), float(fields["longitude"])
        radius, limit, offset = int(fields.get("radius", 40_000)), int(fields.get("limit", 20)), int(fields.get("offset", 0))
        prices = [int(price) for price in fields.get("price", "1").split(",")]
        int(fields.get("open_at", 0))
        attributes = set(fields["attributes"].split(",")) if "attributes" in fields else set()
    except (KeyError, ValueError) as fault:
        return invalid(str(fault))
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180 and 0 <= radius <= 40_000 and 0 <= limit <= 50
            and 0 <= offset <= 1000 and limit + offset <= 240 and all(1 <= price <= 4 for price in prices)
            and attributes <= ATTRIBUTES and fields.get("sort_by", "best_match") in SORTS):
        return invalid("out of range")
    near = [place for place in BUSINESSES if distance(place, latitude, longitude) <= radius
            and attributes <= KNOWN_FOR[place["id"]]]
    near.sort(key=lambda place: distance(place, latitude, longitude))
    found = near[offset:offset + limit]
    return 200, {"total": len(near), "businesses": found,
                 "region": {"center": {"latitude": latitude, "longitude": longitude}}}, []


def details(identifier):
    for place in BUSINESSES:
        if place["id"] == identifier:
            hours = [{"hours_type": "REGULAR", "is_open_now": True, "open": [
                {"day": 0, "start": "1100", "end": "1500", "is_overnight": False},
                {"day": 4, "start": "1700", "end": "0200", "is_overnight": True}]}]
            return 200, {**place, "hours": hours, "is_claimed": True, "photos": []}, []
    return 404, {"error": {"code": "BUSINESS_NOT_FOUND", "description": "The requested business could not be found."}}, []


def answer(method, target, key):
    limits = ["RateLimit-DailyLimit: 300", f"RateLimit-Remaining: {0 if key in ('last', 'tired') else 299}",
              "RateLimit-ResetTime: 2030-01-02T00:00:00+00:00"]
    if key == "tired":
        return 429, {"error": {"code": "ACCESS_LIMIT_REACHED", "description": "You've reached the access limit."}}, limits
    if key == "hasty":
        error = {"error": {"code": "TOO_MANY_REQUESTS_PER_SECOND", "description": "Slow down."}}
        return 429, error, ["Retry-After: 5"]
    if key == "broken":
        return 500, {"error": {"code": "INTERNAL_SERVER_ERROR", "description": "Something went wrong."}}, []
    if key == "odd":
        return 200, None, limits
    if key not in ("good", "last"):
        return 401, {"error": {"code": "TOKEN_INVALID", "description": "Invalid API key or authorization header."}}, []
    url = urlsplit(target)
    if method != "GET":
        return 405, {}, []
    if url.path == "/v3/businesses/search":
        status, body, fields = search(url.query)
    elif url.path.startswith("/v3/businesses/"):
        status, body, fields = details(unquote(url.path.removeprefix("/v3/businesses/")))
    else:
        status, body, fields = 404, {"error": {"code": "NOT_FOUND"}}, []
    return status, body, fields + limits


async def serve(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, target, _ = head[0].split(" ", 2)
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
            say(event="request", target=target, key=headers.get("authorization", ""))
            key = headers.get("authorization", "").removeprefix("Bearer ")
            if key == "silent":
                await reader.read(1)
                return
            status, body, fields = answer(method, target, key)
            content = b"<html>" if body is None else json.dumps(body).encode()
            lines = [f"HTTP/1.1 {status} Whatever", "Content-Type: application/json", *fields,
                     f"Content-Length: {len(content)}", "", ""]
            writer.write("\r\n".join(lines).encode() + content)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


end_with_parent()
asyncio.run(main())
