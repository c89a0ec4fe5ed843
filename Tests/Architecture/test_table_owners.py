"""Each table is written by the room that owns it. Other rooms read it, or call the owner's commands or functions."""

import re

import yaml
from sources import ROOT, files_below

# Modules whose room has another name in sql/owners.yaml.
ROOMS = {"CalendarFeeds": "calendar", "Jobs": "platform"}
# The tables of other rooms that a module writes, and why.
EXCEPTIONS = [
    ("Journal", ["outing", "deferred_notification"], "recording a revision counts it under the outing's lock, and ends a deferral in the same statement"),
    ("Outings", ["outbox", "outing_watch"], "attendance begins and ends watches, and a deferred notification returns to the outbox"),
    ("Delivery", ["outbox", "outing_watch"], "fan-out takes rows from the outbox, and acknowledging a delivery moves the watch, in one statement each"),
    ("Outings", ["delivery"], "merging a guest fences the guest's pending deliveries in the same transaction"),
    ("Delivery", ["calendar_reply"], "merging a guest moves all that deliveries hold of them, in one list of references"),
    ("Delivery", ["person"], "inbox_seq numbers the inbox under the person's lock"),
    ("News", ["person"], "inbox_read_seq is the person's position in the inbox"),
    ("News", ["inbox"], "reading an outing marks its updates as read"),
    ("Outings", ["person"], "guests are created, renamed and removed with their invitation, in one transaction"),
    ("People", ["person"], "the profile is the person's row, which Accounts creates with the first address"),
    ("People", ["sign_in", "mail_outbox"], "erasing and blocking a person remove mail to their addresses"),
    ("People", ["circle_member"], "who stops being a friend leaves the circles, in the statement that ends the friendship"),
    ("People", ["abuse_report"], "a guest's reports move to the member they are merged into"),
    ("Visits", ["restaurant"], "triggers keep the mean and the number of ratings in the restaurant's row"),
    ("Delivery", ["outing_change"], "transfer_history passes a merged guest's part in the history to the member"),
    ("Series", ["series_order_person"], "leaving a series ends the person's standing order, in one statement"),
    ("Accounts", ["erasure_request"], "deleting the last identity at a provider requests the erasure in the same statement"),
]


def read_owners() -> dict[str, list[str]]:
    return yaml.safe_load((ROOT / "sql" / "owners.yaml").read_text())


def find_written_tables(text: str, comment: str) -> list[str]:
    code = "\n".join(line.split(comment, 1)[0] for line in text.split("\n"))
    return re.findall(r"\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+(?:ONLY\s+)?([a-z_]+)", code)


def find_foreign_writes() -> dict[tuple[str, str], list[str]]:
    """Returns the modules that write to tables of other rooms, in the program or in a function of the schema, with the files."""
    rooms = read_owners()
    owners = {name: room for room, names in rooms.items() for name in names}
    found = {}

    def add(module, room, file, comment):
        for table in find_written_tables(file.text, comment):
            if table in owners and owners[table] != room:
                found.setdefault((module, table), []).append(file.path)

    for file in files_below("Sources/Features") + files_below("Sources/Platform"):
        module = file.path.split("/")[2]
        add(module, ROOMS.get(module, module.lower()), file, "//")
    for file in files_below("sql/migrations", ".sql"):
        name = re.search(r"\d+_(\w+)\.sql$", file.path)[1]
        # Later files are named after their room, such as stock_notes.
        room = next((room for room in rooms if name == room or name.startswith(f"{room}_")), name)
        add(name.title(), room, file, "--")
    return found


def expected() -> set[tuple[str, str]]:
    return {(module, table) for module, tables, _ in EXCEPTIONS for table in tables}


def test_a_table_is_written_by_its_owner():
    assert {pair: files for pair, files in find_foreign_writes().items() if pair not in expected()} == {}


def test_an_exception_is_still_needed():
    assert expected() - find_foreign_writes().keys() == set()


def test_a_statement_may_continue_on_the_next_line():
    text = """WITH old AS (
     DELETE
       FROM a
  RETURNING id)
INSERT INTO b SELECT id FROM old
    ON CONFLICT (id) DO UPDATE SET n = 1;
SELECT 1 FROM c FOR UPDATE; -- UPDATE d
UPDATE
 ONLY e"""

    assert [table for table in find_written_tables(text, "--") if len(table) == 1] == ["a", "b", "e"]
