import Foundation
import TestSupport
import Testing

/// Each table is written by the room that owns it. Other rooms read it, or call the owner's commands or functions.
@Suite struct TableOwnerTests {
    /// Modules whose room has another name in `sql/owners.yaml`.
    private static let rooms = ["CalendarFeeds": "calendar", "Jobs": "platform"]

    static let exceptions = [
        Exception(
            "Journal", writes: ["outing", "deferred_notification"],
            because:
                "recording a revision counts it under the outing's lock, and ends a deferral in the same statement"
        ),
        Exception(
            "Outings", writes: ["outbox", "outing_watch"],
            because: "attendance begins and ends watches, and a deferred notification returns to the outbox"),
        Exception(
            "Delivery", writes: ["outbox", "outing_watch"],
            because:
                "fan-out takes rows from the outbox, and acknowledging a delivery moves the watch, in one statement each"
        ),
        Exception(
            "Outings", writes: ["delivery"],
            because: "merging a guest fences the guest's pending deliveries in the same transaction"),
        Exception(
            "Delivery", writes: ["calendar_reply"],
            because: "merging a guest moves all that deliveries hold of them, in one list of references"),
        Exception(
            "Delivery", writes: ["person"],
            because: "inbox_seq numbers the inbox under the person's lock"),
        Exception(
            "News", writes: ["person"], because: "inbox_read_seq is the person's position in the inbox"),
        Exception("News", writes: ["inbox"], because: "reading an outing marks its updates as read"),
        Exception(
            "Outings", writes: ["person"],
            because: "guests are created, renamed and removed with their invitation, in one transaction"),
        Exception(
            "People", writes: ["person"],
            because: "the profile is the person's row, which Accounts creates with the first address"),
        Exception(
            "People", writes: ["sign_in", "mail_outbox"],
            because: "erasing and blocking a person remove mail to their addresses"),
        Exception(
            "People", writes: ["circle_member"],
            because: "who stops being a friend leaves the circles, in the statement that ends the friendship"),
        Exception(
            "People", writes: ["abuse_report"],
            because: "a guest's reports move to the member they are merged into"),
        Exception(
            "Visits", writes: ["restaurant"],
            because: "triggers keep the mean and the number of ratings in the restaurant's row"),
        Exception(
            "Delivery", writes: ["outing_change"],
            because: "transfer_history passes a merged guest's part in the history to the member"),
        Exception(
            "Series", writes: ["series_order_person"],
            because: "leaving a series ends the person's standing order, in one statement"),
        Exception(
            "Accounts", writes: ["erasure_request"],
            because: "deleting the last identity at a provider requests the erasure in the same statement"),
    ]

    @Test func `a table is written by its owner`() throws {
        let expected = Self.exceptions.flatMap { exception in
            exception.tables.map { "\(exception.module) writes \($0)" }
        }

        #expect(Set(try writes().keys).subtracting(expected).sorted() == [])
    }

    @Test func `an exception is still needed`() throws {
        let writes = try writes()
        let unneeded = Self.exceptions.flatMap { exception in
            exception.tables.map { "\(exception.module) writes \($0)" }
        }.filter { writes[$0] == nil }

        #expect(unneeded == [])
    }

    @Test func `a statement may continue on the next line`() {
        let lines: [Substring] = [
            "WITH old AS (", "     DELETE", "       FROM a", "  RETURNING id)",
            "INSERT INTO b SELECT id FROM old",
            "    ON CONFLICT (id) DO UPDATE SET n = 1;", "SELECT 1 FROM c FOR UPDATE; -- UPDATE d", "UPDATE",
            " ONLY e",
        ]

        #expect(Self.tablesWritten(in: lines, comment: "--") == ["a", "b", "e"])
    }

    /// Modules that write to tables of other rooms, in the program or in a function of the schema, with the files.
    private func writes() throws -> [String: [String]] {
        let owners = try SchemaOwners()
        var writes: [String: [String]] = [:]
        func add(_ module: String, _ room: String, _ file: SourceFile, comment: String) {
            for table in Self.tablesWritten(in: file.lines, comment: comment) {
                guard let owner = owners.room(owning: table), owner != room else { continue }
                writes["\(module) writes \(table)", default: []].append(file.path)
            }
        }
        for file in try SourceFile.all(below: "Sources") {
            let path = file.path.split(separator: "/")
            guard path.count > 3, path[1] == "Features" || path[1] == "Platform" else { continue }
            let module = String(path[2])
            add(module, Self.rooms[module] ?? module.lowercased(), file, comment: "//")
        }
        for file in try SourceFile.all(below: "sql/migrations", endingIn: ".sql") {
            let name = try #require(file.path.firstMatch(of: /\d+_(\w+)\.sql/)?.1)
            // Later files are named after their room, such as stock_notes.
            let room =
                owners.rooms.map(\.name).first { name == $0 || name.hasPrefix("\($0)_") } ?? String(name)
            add(name.capitalized, room, file, comment: "--")
        }
        return writes
    }

    private static func tablesWritten(in lines: [Substring], comment: String) -> [String] {
        let code = lines.map { line in line.firstRange(of: comment).map { line[..<$0.lowerBound] } ?? line }
        return code.joined(separator: "\n").matches(
            of: /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+(?:ONLY\s+)?([a-z_]+)/
        ).map { String($0.1) }
    }

    /// A module that writes to other rooms' tables, and why.
    struct Exception: Sendable {
        let module: String
        let tables: [String]

        init(_ module: String, writes tables: [String], because _: String) {
            self.module = module
            self.tables = tables
        }
    }
}
