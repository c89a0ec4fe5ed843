"""What operators do: going back to a moment (C38), and replacing every process by one of another version (C39)."""

import os
import shutil
import subprocess
import threading
import time

from faults import finish, people_and_outings
from load import Load
from world import ROOT, Failure, World, as_postgres, eventually

ARCHIVE = ROOT + "/config/pgbackrest/pgbackrest.conf"


def c38(full):
    """All outings are deleted by mistake: pgBackRest restores the moment before, with all that was acknowledged until then."""
    if not shutil.which("pgbackrest"):
        return None
    world = World(http=1, workers=1)
    try:
        places = {name: f"{world.folder}/archive/{name}" for name in ("repo", "log", "lock", "spool")}
        for place in [world.folder + "/archive", *places.values()]:
            os.mkdir(place, 0o750)
            if os.getuid() == 0:
                shutil.chown(place, "postgres", "postgres")
        # What differs from the example's machine.
        here = {"PGBACKREST_CONFIG": ARCHIVE, "PGBACKREST_STANZA": "noonish", "PGBACKREST_REPO1_PATH": places["repo"],
                "PGBACKREST_LOG_PATH": places["log"], "PGBACKREST_LOCK_PATH": places["lock"],
                "PGBACKREST_SPOOL_PATH": places["spool"], "PGBACKREST_PG1_PATH": world.postgres.data,
                "PGBACKREST_PG1_PORT": str(world.postgres.port), "PGBACKREST_PG1_SOCKET_PATH": world.postgres.socket}
        world.sql("ALTER SYSTEM SET archive_mode = on; ALTER SYSTEM SET archive_command = 'pgbackrest archive-push %p'; "
                  "ALTER SYSTEM SET archive_timeout = '5s'")
        restart(world, here)
        backrest(here, "stanza-create")
        outings = people_and_outings(world, 6)
        backrest(here, "--type=full", "backup")
        with Load(world, outings, rate=10) as load:
            time.sleep(60 if full else 6)
        world.settle()
        moment = world.sql("SELECT clock_timestamp()")[0][0]
        time.sleep(1)
        world.sql("DELETE FROM outing")
        world.faults += 1
        gone = world.postgres.number("SELECT count(*) FROM outing")
        # The archive gets what was written after the moment, too.
        world.sql("SELECT pg_switch_wal()")
        time.sleep(3)
        for server in world.servers:
            server.stop()
        world.postgres.stop()
        begun = time.monotonic()
        backrest(here, "--delta", "--type=time", f"--target={moment}", "--target-action=promote", "restore")
        world.postgres.start(here)
        eventually("the database is promoted", lambda: world.sql("SELECT pg_is_in_recovery()") == [["f"]], 120)
        took = time.monotonic() - begun
        for server in world.servers:
            server.start().ready()
        for outing in outings:
            status, headers, body = world.https[0].get(outing.path, outing.host.headers)
            if gone or status != 200:
                raise Failure(f"{gone} outings were left, then {status}: {body[:200]}")
            outing.tag = headers["etag"]
        return {**finish(world, load), "restored": f"in {took:.1f} s"}
    finally:
        world.close()


def restart(world, environment):
    world.postgres.stop()
    world.postgres.start(environment)
    for server in world.https:
        server.ready()


def backrest(environment, *words):
    given = [f"{name}={value}" for name, value in environment.items()]
    done = subprocess.run(as_postgres(["env", *given, "pgbackrest", "--log-level-console=warn", *words]),
                          capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise Failure(f"pgbackrest {words[-1]}: {done.stdout[-500:]}{done.stderr[-500:]}")


class BalancedLoad(Load):
    """Sends requests only to processes that were ready within the last half second, as a balancer does."""

    def __enter__(self):
        self.ready = list(self.world.https)
        threading.Thread(target=self.watch, daemon=True).start()
        super().__enter__()
        return self

    def watch(self):
        self.watching = True
        while self.watching:
            self.ready = [server for server in self.world.https if server.get("/readyz", timeout=1)[0] == 200]
            time.sleep(0.2)

    def __exit__(self, *_):
        super().__exit__()
        self.watching = False

    def servers(self):
        return self.ready or self.world.https


def c39(full):
    """Each process is replaced by another version and back while people edit: no request fails, and everyone is notified."""
    former = os.environ.get("NOONISH_FORMER") or os.environ["NOONISH_BINARY"]
    world = World(http=2, workers=2, settings={"NOONISH_HTTP_LEAVE": "2s"})
    try:
        outings = people_and_outings(world, 6)
        # Migrations only add, so the former version runs on the schema of this one.
        for server in world.servers:
            replace(server, former)
        with BalancedLoad(world, outings, rate=5) as load:
            for _ in range(5 if full else 1):
                # New requests with old workers, then old requests with new workers.
                for program in (world.binary, former):
                    for server in world.https + world.workers:
                        replace(server, program)
                        world.faults += 1
                        time.sleep(1)
        if load.answers.get(0) or load.answers.get(503):
            raise Failure(f"requests failed: {load.answers}")
        report = finish(world, load)
        report["versions"] = "this one only" if former == world.binary else f"{version_of(former)} and {version_of(world.binary)}"
        return report
    finally:
        world.close()


def replace(server, program):
    server.stop(60)
    server.binary = program
    server.start().ready()


def version_of(program):
    return subprocess.run([program, "version"], capture_output=True, text=True).stdout.strip()
