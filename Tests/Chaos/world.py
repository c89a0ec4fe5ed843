"""A service of real processes on its own PostgreSQL, into which the cases inject faults."""

import glob
import hashlib
import http.client
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from network import MailSink, Proxy

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]


class Failure(Exception):
    """A guarantee was violated."""


def eventually(what, ask, seconds=60, pause=0.1):
    """Returns the first true result of `ask`."""
    deadline = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"not within {seconds} s: {what}")
        time.sleep(pause)


def as_postgres(command):
    if os.getuid() == 0:
        return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", *command]
    return command


class Cluster:
    """A PostgreSQL that flushes every write to disk, since that is what is tested."""

    def __init__(self, folder, data=None):
        self.data = data or folder + "/data"
        self.log = folder + "/postgres.log"
        self.socket = folder + "/socket"
        for place in (self.data, self.socket):
            os.makedirs(place, 0o700, exist_ok=True)
            if os.getuid() == 0:
                shutil.chown(place, "postgres", "postgres")
        open(self.log, "w").close()
        os.chmod(self.log, 0o666)
        self.port = free_port()
        run(as_postgres([BINARIES + "/initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                         "--locale", "C.UTF-8", "--no-instructions"]))
        with open(self.data + "/postgresql.conf", "a") as file:
            file.write(f"""
listen_addresses = '127.0.0.1'
port = {self.port}
unix_socket_directories = '{self.socket}'
max_connections = 200
max_wal_size = 64MB
log_lock_waits = on
track_activity_query_size = 8192
log_line_prefix = '%m [%p] '
""")
        self.process = None

    def start(self, environment=None):
        log = open(self.log, "a")
        # Set after the change of user; otherwise the shared memory of libfaketime belongs to root.
        given = [f"{name}={value}" for name, value in {"HOME": "/", **(environment or {})}.items()]
        self.process = subprocess.Popen(
            as_postgres(["env", *given, BINARIES + "/postgres", "-D", self.data]), stdout=log, stderr=log)
        self.wait()

    def wait(self, seconds=60):
        eventually("PostgreSQL accepts", lambda: subprocess.run(
            [BINARIES + "/pg_isready", "-q", "-U", "postgres", "-h", self.socket, "-p", str(self.port)]).returncode == 0, seconds, 0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT is a fast stop, SIGQUIT an immediate one, SIGKILL as by the kernel."""
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait()
        self.process = None
        if how == signal.SIGKILL:
            # Its children notice by themselves, and the next start waits until the last one has ended.
            eventually("the last backend is gone", lambda: not self.backends(), 30)

    def backends(self):
        """Returns the processes that work in its folder."""
        found = []
        for place in glob.glob("/proc/[0-9]*/cwd"):
            try:
                if os.readlink(place) == self.data:
                    found.append(place)
            except OSError:
                pass
        return found

    def ask(self, sql, database="noonish"):
        """Returns rows as lists of texts."""
        result = subprocess.run(
            [BINARIES + "/psql", "-h", self.socket, "-p", str(self.port), "-U", "postgres", "-d", database, "-XqAt",
             "-F", "\x1f", "-v", "ON_ERROR_STOP=1"], input=sql, capture_output=True, text=True)
        if result.returncode:
            raise Failure(result.stderr.strip())
        return [line.split("\x1f") for line in result.stdout.splitlines()]

    def number(self, sql):
        return int(self.ask(sql)[0][0])


class Server:
    """One process of the program."""

    def __init__(self, world, role, name, environment):
        self.world, self.role, self.name = world, role, name
        self.environment = environment
        self.binary = world.binary
        self.port = free_port()
        self.process = None
        self.log = f"{world.folder}/{name}.log"
        self.stderr = None
        self.files = None  # its limit on open files

    def start(self, environment=None):
        extra = {"NOONISH_HTTP_PORT": str(self.port), "NOONISH_DATA_FOLDER": f"{self.world.folder}/{self.name}"}
        output = open(self.log, "a")
        limit = ["prlimit", f"--nofile={self.files}:{self.files}"] if self.files else []
        self.process = subprocess.Popen(
            [*limit, self.binary, "serve", "--role", self.role], cwd=ROOT, stdout=output,
            stderr=open(self.stderr, "w") if self.stderr else output,
            env={**self.environment, **extra, **(environment or {})})
        return self

    def ready(self, seconds=60):
        if self.role == "worker":
            return self
        eventually(f"{self.name} is ready", self.answers_ready, seconds)
        return self

    def answers_ready(self):
        if self.process and self.process.poll() is not None:
            with open(self.log) as log:
                raise Failure(f"{self.name} ended with {self.process.returncode}: {log.read()[-2_000:]}")
        return self.get("/readyz")[0] == 200

    def get(self, path, headers=None, timeout=15):
        return self.request("GET", path, None, headers, timeout)

    def request(self, method, path, body=None, headers=None, timeout=15):
        """Returns the status (0: no response), the headers and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, {"Host": "localhost", **(headers or {})})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, dict((k.lower(), v) for k, v in answer.getheaders()), text
        except (OSError, http.client.HTTPException) as error:
            return 0, {}, str(error).encode()
        finally:
            connection.close()

    def signal(self, number):
        if self.process:
            self.process.send_signal(number)

    def kill(self):
        """`kill -9`."""
        process, self.process = self.process, None  # first, so that it is not started again
        if process:
            process.kill()
            process.wait()

    def stop(self, seconds=30):
        process, self.process = self.process, None
        if process:
            process.terminate()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failure(f"{self.name} did not stop within {seconds} s")


class Person:
    def __init__(self, world, name):
        self.id, self.name, self.token = uuid7(), name, secrets.token_urlsafe(32)
        hashed = hashlib.sha256(self.token.encode()).hexdigest()
        world.sql(f"""
            INSERT INTO person (id, kind, name, time_zone) VALUES ('{self.id}', 'member', '{name}', 'Europe/Helsinki');
            INSERT INTO person_email (address, person_id) VALUES ('{name}@example.org', '{self.id}');
            INSERT INTO session (id, person_id, token_hash, ends_at)
            VALUES ('{uuid7()}', '{self.id}', '\\x{hashed}', now() + interval '30 days')""")
        self.headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}


class World:
    """The database, a proxy in front of it, a mail server, and processes of the program. `postgres` takes the place of a Cluster."""

    def __init__(self, http=1, workers=1, data=None, settings=None, postgres=None):
        self.folder = tempfile.mkdtemp(prefix="noonish-chaos.", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.binary = os.environ["NOONISH_BINARY"]
        self.faults = 0
        self.servers = []
        self.sink = MailSink(self.folder)
        self.postgres = postgres or Cluster(self.folder, data)
        self.postgres.start()
        if not postgres:
            self.postgres.ask("CREATE DATABASE noonish", "postgres")
        self.proxy = Proxy(("127.0.0.1", self.postgres.port))
        kept = {key: value for key, value in os.environ.items()
                if not key.startswith("NOONISH_") and key != "DATABASE_URL"}
        key = secrets.token_urlsafe(33) + "="
        self.closed = threading.Event()
        self.environment = {
            **kept, "NOONISH_SAMPLE_LOAD": "false", "NOONISH_SECRET_KEY": key.replace("-", "A").replace("_", "B"),
            "NOONISH_WEB_PUSH_KEY": secrets.token_urlsafe(32), "NOONISH_UPDATES_QUIET_WINDOW": "0s", "NOONISH_UPDATES_MAX_WAIT": "0s",
            "NOONISH_MAIL_URL": f"smtps://localhost:{self.sink.port}",
            "NOONISH_MAIL_CA_FILE": self.sink.certificate, "NOONISH_LIMITS_REQUEST_BURST": "100000",
            "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000", "NOONISH_LIMITS_MAILS_PER_HOST_A_DAY": "10000",
            "NOONISH_LIMITS_CREATED_PER_PERSON_A_DAY": "100000",
            "NOONISH_DATABASE_URL": self.address(self.proxy.port), **(settings or {})}
        try:
            self.begin(http, workers)
        except Exception:
            self.close()
            raise

    def begin(self, http, workers):
        self.add("http").start().ready(120)  # migrates before anybody else starts
        for _ in range(http - 1):
            self.add("http").start()
        for _ in range(workers):
            self.add("worker").start()
        for server in self.https:
            server.ready()
        threading.Thread(target=self.supervise, daemon=True).start()

    def supervise(self):
        """Restarts processes that ended by themselves, as a service manager does: a process that cannot start exits."""
        while not self.closed.wait(0.5):
            for server in list(self.servers):
                process = server.process
                if process and process.poll() is not None and server.process is process:
                    server.start()

    def address(self, port):
        return f"host=127.0.0.1 port={port} user=postgres dbname=noonish"

    def add(self, role, environment=None):
        server = Server(self, role, f"{role}-{len(self.servers)}", {**self.environment, **(environment or {})})
        self.servers.append(server)
        return server

    @property
    def https(self):
        return [server for server in self.servers if server.role == "http"]

    @property
    def workers(self):
        return [server for server in self.servers if server.role == "worker"]

    def number_of_tables(self, name):
        return self.postgres.number(f"SELECT count(*) FROM pg_class WHERE relname = '{name}' AND relkind = 'r'")

    def sql(self, text):
        return self.postgres.ask(text)

    def outing(self, host, guests=2, title="Lunch"):
        """Creates an outing with invited addresses, and has everyone get mail about everything at once. Returns its id and its version's tag."""
        addresses = [f"guest-{secrets.token_hex(6)}@example.org" for _ in range(guests)]
        status, headers, body = self.https[0].request(
            "POST", "/v1/outings", json.dumps({"title": title, "invite": {"emails": addresses}}), host.headers)
        if status != 201:
            raise Failure(f"no outing: {status} {body}")
        outing = json.loads(body)["id"]
        self.sql(f"""
            INSERT INTO notification_preference (person_id, channel, everything)
            SELECT person_id, 'mail', true FROM attendance WHERE outing_id = '{outing}'
                ON CONFLICT DO NOTHING""")
        return Outing(outing, headers["etag"], host, addresses)

    def said(self, part):
        """Returns the lines of the processes' logs."""
        return [line.strip() for server in self.servers for line in open(server.log) if part in line]

    # Guarantees after every case

    def settle(self, seconds=90):
        """Waits until nothing is left to deliver."""
        left = "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM delivery)"
        eventually("everything is delivered", lambda: self.postgres.number(left) == 0, seconds, 0.25)

    def report(self, load=None):
        """Runs the invariant queries, and compares what was acknowledged with what is stored."""
        broken = []
        for path in sorted(glob.glob(ROOT + "/sql/checks/*.sql")):
            rows = self.sql(open(path).read())
            if rows:
                broken.append(f"{os.path.basename(path)}: {len(rows)} rows, such as {rows[0]}")
        behind = self.postgres.number(
            "SELECT count(*) FROM outing_watch w JOIN outing o ON o.id = w.outing_id WHERE w.live AND w.sent_rev < o.rev")
        gaps = sum(1 for line in broken if line.startswith(("revisions", "inbox")))
        written = {row[0] for row in self.sql(
            "SELECT e ->> 'current' FROM outing_change, jsonb_array_elements(patch) e WHERE e ->> 'kind' = 'note_changed'")}
        lost = [note for note in (load.acknowledged if load else []) if note not in written]
        return {"faults": self.faults, "acknowledged": len(load.acknowledged) if load else 0, "lost": len(lost),
                "gaps": gaps, "behind": behind, "doubles": self.sink.doubles(), "sent": len(self.sink.mails),
                "backwards": self.sink.backwards(), "broken": broken}

    def close(self):
        self.closed.set()
        for server in self.servers:
            server.kill()
        self.proxy.close()
        self.postgres.stop(signal.SIGQUIT)
        self.sink.server.shutdown()
        shutil.rmtree(self.folder, ignore_errors=True)


class Outing:
    def __init__(self, id, tag, host, guests):
        self.id, self.tag, self.host, self.guests = id, tag, host, guests
        self.path = f"/v1/outings/{id}"


def crowd(world, outings, count):
    """Returns the tokens of `count` people, each on the list of one of the outings, as if invited."""
    people = [(uuid7(), os.urandom(16).hex()) for _ in range(count)]
    values = ",".join(f"('{person}'::uuid, '{token}', '{outings[index % len(outings)].id}'::uuid)"
                      for index, (person, token) in enumerate(people))
    world.sql(f"""
        CREATE TEMP TABLE made (person, token, outing) AS SELECT * FROM (VALUES {values}) v;
        INSERT INTO person (id, kind, name) SELECT person, 'member', 'One of many' FROM made;
        INSERT INTO session (id, person_id, token_hash, ends_at)
        SELECT gen_random_uuid(), person, sha256(token::bytea), now() + interval '1 day' FROM made;
        INSERT INTO attendance (outing_id, person_id, id, role, status)
        SELECT outing, person, gen_random_uuid(), 'invitee', 'invited' FROM made;
        INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
        SELECT made.outing, gen_random_uuid(), person, 'inbox', o.rev FROM made JOIN outing o ON o.id = made.outing""")
    return [token for _, token in people]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, cwd="/")
    if result.returncode:
        raise Failure(f"{command[0]}: {result.stderr}")


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def uuid7():
    milliseconds = int(time.time() * 1000)
    random = secrets.token_bytes(10)
    raw = milliseconds.to_bytes(6, "big") + bytes([0x70 | random[0] & 15, random[1], 0x80 | random[2] & 63]) + random[3:]
    text = raw.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
