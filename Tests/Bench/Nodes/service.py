"""A service whose statements and processor time are counted; used by script/load and `script/bench nodes`."""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "../../Chaos")]

from figures import computed, processor  # noqa: E402
from mix import seed  # noqa: E402
from world import World  # noqa: E402

SETTLING = 25  # seconds in which processes have learned of each other


class Service(World):
    """A service whose statements are counted, with outings and places, and without a proxy before the database."""

    def __init__(self, outings, places):
        super().__init__(http=1, workers=0, settings={
            "NOONISH_LOG_LEVEL": "warning", "NOONISH_LIMITS_SEARCH_BURST": "100000", "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000",
            "NOONISH_LIMITS_MESSAGES_PER_PERSON_A_MINUTE": "1000"})
        try:
            self.closed.set()  # only this script starts processes
            self.sql("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'; ALTER SYSTEM SET max_connections = 400; "
                     "ALTER SYSTEM SET shared_buffers = '256MB'; ALTER SYSTEM SET max_wal_size = '4GB'")
            self.https[0].stop()
            self.postgres.stop()
            self.postgres.start()
            self.sql("CREATE EXTENSION pg_stat_statements")
            self.sql(seed(outings, places))
            self.environment["NOONISH_DATABASE_URL"] = self.address(self.postgres.port)
            self.https[0].environment = self.environment
            self.https[0].start().ready()
        except Exception:
            self.close()
            raise

    def grow(self, http, workers):
        """Starts processes until there are so many."""
        for role, wanted in (("http", http), ("worker", workers)):
            for _ in range(wanted - sum(server.role == role for server in self.servers)):
                self.add(role).start()
        for server in self.https:
            server.ready()
        time.sleep(SETTLING)

    def addresses(self):
        return [("127.0.0.1", server.port, "localhost") for server in self.https]

    def spent(self):
        """Processor time of the HTTP processes, the workers, and the database."""
        return [sum(processor(server.process.pid) for server in self.https),
                sum(processor(server.process.pid) for server in self.workers), computed(self.postgres.process.pid)]

    def measure(self, work):
        """What `work` returns, statements, and processor time of each part in seconds."""
        self.sql("SELECT pg_stat_statements_reset()")
        before = self.spent()
        result = work()
        after = self.spent()
        statements = self.postgres.number(
            "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = 'noonish') "
            "AND query !~ 'pg_stat_statements'")
        return result, statements, [now - then for now, then in zip(after, before)]
