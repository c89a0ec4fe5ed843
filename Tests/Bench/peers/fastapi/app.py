"""The peer for the measurement of requests: FastAPI, asyncpg, uvicorn (uvloop, httptools) and orjson, without pydantic on the hot path."""
import os
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, timezone
from hashlib import sha256

import asyncpg
import orjson
from fastapi import FastAPI, Request, Response

import queries

DSN = os.environ["DSN"]
POOL = int(os.environ.get("POOL", "8"))
MODE = os.environ.get("LIST_MODE", "rows")
JSON = "application/json"
pool: asyncpg.Pool


@asynccontextmanager
async def lifespan(_: FastAPI):
    global pool
    # reset is a no-op: no statement here leaves session state behind, and RESET costs a round trip per request
    async def no_reset(_conn): pass
    pool = await asyncpg.create_pool(DSN, min_size=POOL, max_size=POOL, reset=no_reset, max_inactive_connection_lifetime=0)
    yield
    await pool.close()


app = FastAPI(lifespan=lifespan, openapi_url=None)


def problem(status: int, title: str, headers: dict | None = None) -> Response:
    return Response(orjson.dumps({"status": status, "title": title}), status, headers, "application/problem+json")


def token_hash(request: Request) -> bytes | None:
    auth = request.headers.get("authorization")
    if auth and auth[:7] == "Bearer ":
        return sha256(auth[7:].encode()).digest()
    cookie = request.cookies.get("session")
    return sha256(cookie.encode()).digest() if cookie else None


def shape(r) -> dict:
    needs = r["my_status"] == "invited" and r["state"] == "open"
    return {
        "id": r["id"], "title": r["title"], "note": r["note"], "state": r["state"], "seats": r["seats"],
        "starts_at": r["starts_at"], "closes_at": r["closes_at"], "created_at": r["created_at"], "updated_at": r["updated_at"],
        "revision": r["revision"], "needs_answer": needs, "my_status": r["my_status"],
        "counts": {"going": r["going"], "maybe": r["maybe"], "declined": r["declined"], "invited": r["invited"]},
        "restaurant": {"id": r["r_id"], "name": r["r_name"], "address": r["address"], "city": r["city"], "cuisine": r["cuisine"],
                       "lat": r["lat"], "lon": r["lon"], "rating": r["rating"]},
        "host": {"id": r["h_id"], "name": r["h_name"], "avatar": r["avatar"]},
    }


async def list_outings(request: Request) -> Response:
    h = token_hash(request)
    if h is None:
        return problem(401, "Sign in first", {"www-authenticate": "Bearer"})
    since = datetime.now(timezone.utc) - timedelta(hours=6)
    if MODE == "json":
        body = await pool.fetchval(queries.JSON, h, since)
        if body is None:
            return problem(401, "Sign in first", {"www-authenticate": "Bearer"})
        return Response('{"items":' + body + "}", 200, media_type=JSON)
    rows = await pool.fetch(queries.ROWS, h, since)
    if not rows:
        return problem(401, "Sign in first", {"www-authenticate": "Bearer"})
    items = [shape(r) for r in rows] if rows[0]["id"] is not None else []
    return Response(orjson.dumps({"items": items}, option=orjson.OPT_UTC_Z), 200, media_type=JSON)


async def patch_outing(request: Request) -> Response:
    h = token_hash(request)
    if h is None:
        return problem(401, "Sign in first", {"www-authenticate": "Bearer"})
    match = request.headers.get("if-match")
    if match is None:
        return problem(428, "If-Match is required")
    try:
        outing = int(request.path_params["id"])
        revision = int(match.strip('"'))
        body = orjson.loads(await request.body())
        if not isinstance(body, dict) or not body or not body.keys() <= {"title", "note"}:
            raise ValueError
        title, note = body.get("title"), body.get("note")
        if not (title is None or isinstance(title, str) and 0 < len(title) <= 120): raise ValueError
        if not (note is None or isinstance(note, str) and len(note) <= 1000): raise ValueError
    except ValueError:
        return problem(400, "Not understood")
    r = await pool.fetchrow(queries.PATCH, h, outing, revision, title, note)
    if r is None:
        w = await pool.fetchrow(queries.WHY, h, outing)
        if w["person_id"] is None: return problem(401, "Sign in first", {"www-authenticate": "Bearer"})
        if w["id"] is None: return problem(404, "No such outing")
        if w["host_id"] != w["person_id"]: return problem(403, "Only the host may change it")
        return problem(412, "It has changed since", {"etag": f'"{w["revision"]}"'})
    return Response(orjson.dumps(dict(r), option=orjson.OPT_UTC_Z), 200, {"etag": f'"{r["revision"]}"', "x-outing": str(r["id"])}, JSON)


async def hello(request: Request) -> Response:
    return Response("hello", media_type="text/plain")


# plain Starlette routes inside FastAPI: no dependency solving, no pydantic pass on the hot path
app.add_route("/hello", hello, methods=["GET"])
app.add_route("/v1/outings", list_outings, methods=["GET"])
app.add_route("/v1/outings/{id}", patch_outing, methods=["PATCH"])
