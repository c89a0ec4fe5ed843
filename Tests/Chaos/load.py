"""People who edit throughout all faults and record what the service acknowledged."""

import json
import multiprocessing
import threading
import time

from world import Failure, eventually


class Load:
    """Threads that edit outings through any of the HTTP processes; each edit has its own note."""

    def __init__(self, world, outings, rate=None):
        self.world, self.outings, self.rate = world, outings, rate
        self.acknowledged = []
        self.answers = {}
        self.times = []
        self.wrong = []
        self.running = False
        self.threads = []

    def __enter__(self):
        self.running = True
        self.threads = [threading.Thread(target=self.edit, args=(index, outing), daemon=True)
                        for index, outing in enumerate(self.outings)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.running = False
        for thread in self.threads:
            thread.join(60)

    def edit(self, index, outing):
        number = 0
        while self.running:
            number += 1
            begun = time.monotonic()
            self.once(outing, f"note {index}.{number}.", index + number)
            if self.rate:
                time.sleep(max(0, 1 / self.rate - (time.monotonic() - begun)))

    def servers(self):
        return self.world.https

    def once(self, outing, note, turn, timeout=15):
        """Makes one edit. 412 means that an earlier edit, whose response was lost, took effect: reads again and continues."""
        https = self.servers()
        server = https[turn % len(https)]
        begun = time.monotonic()
        status, headers, body = server.request(
            "PATCH", outing.path, json.dumps({"note": note}),
            {**outing.host.headers, "Content-Type": "application/merge-patch+json", "If-Match": outing.tag}, timeout)
        took = time.monotonic() - begun
        self.answers[status] = self.answers.get(status, 0) + 1
        self.times.append((begun, took, status))
        if status == 200:
            self.acknowledged.append(note)
            outing.tag = headers["etag"]
        elif status == 412:
            status, headers, _ = server.get(outing.path, outing.host.headers)
            if status == 200:
                outing.tag = headers["etag"]
        elif status == 503:
            if "retry-after" not in headers:
                self.wrong.append("503 without Retry-After")
            time.sleep(0.05)
        elif status == 0:
            time.sleep(0.05)
        else:
            self.wrong.append(f"{status} {body[:200]}")
        return status

    def last(self):
        """Makes a last edit of each outing, of which every guest must be notified."""
        for index, outing in enumerate(self.outings):
            note = f"the last of {index}."
            eventually(f"the last edit of {outing.id}",
                       lambda: self.once(outing, note, index) == 200, 60)

    def expect_told(self):
        """Checks that every invited address got the last note, whatever happened before."""
        for index, outing in enumerate(self.outings):
            for guest in outing.guests:
                texts = [mail.text for mail in self.world.sink.mails if mail.recipient == guest]
                if not any(f"the last of {index}." in text for text in texts):
                    known = self.world.sql(f"""
                        SELECT o.rev, w.sent_rev, w.live, dead.reason
                          FROM invitation AS i
                          JOIN outing AS o ON o.id = i.outing_id
                          LEFT JOIN outing_watch AS w ON w.outing_id = o.id AND w.person_id = i.person_id AND w.channel = 'mail'
                          LEFT JOIN dead_letter AS dead ON dead.watch_id = w.id
                         WHERE o.id = '{outing.id}' AND i.address = '{guest}'""")
                    raise Failure(f"{guest} was never told the last of {index}; got {len(texts)} mails, the newest {texts[-1:]}; "
                                  f"revision, told, live, set aside because: {known}")

    def percentile(self, share, since=0.0, until=float("inf")):
        times = sorted(took for begun, took, status in self.times if since <= begun < until and status == 200)
        return times[min(len(times) - 1, int(len(times) * share))] if times else float("inf")


class SeparateLoad(Load):
    """The same in a process of its own, so that times do not include what else this process does. Its results are known at its end."""

    def __enter__(self):
        fork = multiprocessing.get_context("fork")
        self.end, theirs = fork.Pipe()
        self.process = fork.Process(target=self.work, args=(theirs,), daemon=True)
        self.process.start()
        return self

    def work(self, end):
        super().__enter__()
        end.recv()
        super().__exit__()
        end.send((self.acknowledged, self.answers, self.times, self.wrong, [outing.tag for outing in self.outings]))

    def __exit__(self, *_):
        self.end.send(None)
        self.acknowledged, self.answers, self.times, self.wrong, tags = self.end.recv()
        for outing, tag in zip(self.outings, tags):
            outing.tag = tag
        self.process.join(60)
