"""Migrations that are killed on an upgrade, at any time: the next run ends with the schema of a fresh database and all rows.

The database is the fixture of the last release with some rows more, and the upgrade is ours and the kinds of steps that a next
version may have: a table that is written anew, several statements of which the last takes long, and an index that is built
outside of a transaction.
"""

import gzip
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
import uuid

import os

import pytest
from conftest import IS_FULL, PATIENCE
from own_program import PROGRAM, ROOT, needs_program, settings

SERVER = os.environ.get("NOONISH_TEST_DATABASE_URL")
pytestmark = [needs_program, pytest.mark.skipif(SERVER is None, reason="takes NOONISH_TEST_DATABASE_URL")]
KILLS = 40 if IS_FULL else 4
NEXT = {
    "9901_column.sql": "ALTER TABLE restaurant ADD COLUMN weather text NOT NULL DEFAULT md5(random()::text);",
    "9902_several.sql": """
        CREATE TABLE forecast (id uuid PRIMARY KEY);
        INSERT INTO forecast SELECT gen_random_uuid() FROM generate_series(1, 20000);
        ALTER TABLE forecast ADD COLUMN words text NOT NULL DEFAULT 'fair';
        SELECT pg_sleep(0.3);""",
    "9903_index.sql": """-- noonish: no-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS restaurant_weather_idx ON restaurant (weather)""",
    "9904_after.sql": "ALTER TABLE forecast DROP COLUMN words; CREATE INDEX forecast_id_idx ON forecast (id);",
}
SHAPE = """
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid, true), convalidated)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready)
      FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT name || checksum FROM schema_migration
     ORDER BY 1"""
ROWS = "SELECT (SELECT count(*) FROM restaurant), (SELECT string_agg(title, ',') FROM outing), (SELECT count(*) FROM person)"


class Server:
    """The PostgreSQL of the tests, with databases of their own."""

    def __init__(self):
        self.made = []

    def address(self, database):
        return " ".join(part for part in SERVER.split() if not part.startswith("dbname=")) + f" dbname={database}"

    def ask(self, sql, database="postgres"):
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", "--dbname", self.address(database)],
            input=sql, capture_output=True, text=True, timeout=PATIENCE * 5)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    def make(self, template="template1"):
        name = f"killed_{uuid.uuid4().hex[:10]}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        self.made.append(name)
        return name

    def close(self):
        for name in self.made:
            self.ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


class Upgrade:
    """`noonish migrate` with the migrations of the next version."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder

    def begin(self, database):
        return subprocess.Popen(
            [PROGRAM, "migrate"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=settings(NOONISH_DATABASE_URL=self.server.address(database), NOONISH_SQL_FOLDER=str(self.folder)))

    def finish(self, database):
        process = self.begin(database)
        text, _ = process.communicate(timeout=PATIENCE * 5)
        assert process.returncode == 0, text
        return text

    def kill(self, database, after):
        process = self.begin(database)
        time.sleep(after)
        process.kill()
        process.communicate()

    def seen(self, database, what):
        return self.server.ask(
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}' AND query LIKE '%{what}%' AND pid <> pg_backend_pid()"
            " AND state <> 'idle'")

    def waits_for(self, database, what):
        until = time.monotonic() + PATIENCE
        while self.seen(database, what) == "0":
            assert time.monotonic() < until, what


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="module")
def upgrade(server):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-upgrade."))
    shutil.copytree(ROOT / "sql", folder, dirs_exist_ok=True)
    for name, text in NEXT.items():
        (folder / "migrations" / name).write_text(text)
    yield Upgrade(server, folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def released(server):
    """The database of the last release, with enough rows that building an index takes a while."""
    name = server.make()
    server.ask((ROOT / "sql" / "roles.sql").read_text(), name)
    server.ask(gzip.decompress((ROOT / "Tests" / "Fixtures" / "released.sql.gz").read_bytes()).decode(), name)
    server.ask("""
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('many', 'Many', 'ODbL', 'Many', 'https://many.example') ON CONFLICT DO NOTHING;
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone)
        SELECT gen_random_uuid(), 'many', n::text, 'Place ' || n, 'restaurant', 60, 25, 'Europe/Helsinki'
          FROM generate_series(1, 20000) AS n;""", name)
    return name


@pytest.fixture(scope="module")
def fresh(server, upgrade):
    """The shape of a database that had every migration at once."""
    name = server.make()
    upgrade.finish(name)
    return server.ask(SHAPE, name)


def is_whole(server, upgrade, database, fresh, rows):
    upgrade.finish(database)
    shape = server.ask(SHAPE, database)
    assert set(shape.splitlines()) ^ set(fresh.splitlines()) == set()
    assert server.ask(ROWS, database) == rows
    assert "the schema is current" in upgrade.finish(database)


def test_an_upgrade_that_is_killed_at_any_time_is_finished_by_the_next(server, upgrade, released, fresh):
    rows = server.ask(ROWS, released)
    template = server.make(released)
    began = time.monotonic()
    upgrade.finish(template)
    lasts = time.monotonic() - began
    chance = random.Random(19)
    for _ in range(KILLS):
        database = server.make(released)
        for _ in range(chance.randint(1, 3)):
            upgrade.kill(database, chance.uniform(0, lasts))
        is_whole(server, upgrade, database, fresh, rows)


def test_a_first_migration_that_is_killed_at_any_time_is_finished_by_the_next(server, upgrade, fresh):
    database = server.make()
    began = time.monotonic()
    upgrade.finish(database)
    lasts = time.monotonic() - began
    rows = server.ask(ROWS, database)
    chance = random.Random(20)
    for _ in range(KILLS // 2):
        database = server.make()
        upgrade.kill(database, chance.uniform(0, lasts))
        is_whole(server, upgrade, database, fresh, rows)


def test_two_that_begin_at_once_after_a_kill_apply_each_file_once(server, upgrade, released, fresh):
    rows, database = server.ask(ROWS, released), server.make(released)
    upgrade.kill(database, 0.5)

    both = [upgrade.begin(database) for _ in range(3)]
    texts = [process.communicate(timeout=PATIENCE * 5)[0] for process in both]

    assert [process.returncode for process in both] == [0, 0, 0], texts
    assert sum("9904_after.sql" in text for text in texts) == 1, texts
    is_whole(server, upgrade, database, fresh, rows)


@pytest.mark.parametrize("fault", ["the backend ends", "a lock is not given"])
def test_an_index_that_was_half_built_is_built_anew(server, upgrade, released, fresh, fault):
    """PostgreSQL keeps the half of it, which is written with each row and read by no query; `IF NOT EXISTS` takes it for the index."""
    rows, database = server.ask(ROWS, released), server.make(released)
    # It waits for the transactions that are older than itself.
    older = subprocess.Popen(
        ["psql", "--no-psqlrc", "--quiet", "--dbname", server.address(database)], stdin=subprocess.PIPE, text=True)
    older.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM schema_migration;\n")
    older.stdin.flush()
    failing = upgrade.begin(database)
    upgrade.waits_for(database, "CREATE INDEX CONCURRENTLY")
    time.sleep(0.5)
    if fault == "the backend ends":
        server.ask(f"""SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = '{database}' AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND pid <> pg_backend_pid()""")
    text, _ = failing.communicate(timeout=PATIENCE * 5)
    assert failing.returncode != 0, text
    older.stdin.close()
    older.wait()
    half = "SELECT count(*) FROM pg_index WHERE NOT indisvalid"
    assert server.ask(half, database) == "1", "the index was not half built, so this proves nothing"

    is_whole(server, upgrade, database, fresh, rows)
