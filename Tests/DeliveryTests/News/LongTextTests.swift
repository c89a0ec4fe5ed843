import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// Long notes, which are stored once, although an edit is a row of the history and one of every inbox.
@Suite struct LongTextTests {
    private static let notes = ["Soup", "Bread", "Salad"].map { word in
        "\(word) " + String(repeating: "and more ", count: 400) + "after that"
    }

    @Test func `a long note is stored once, and complete in the history and in updates`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            var values = [JSONValue.null]
            _ = try await world.updates(of: world.tom, count: 1)
            for note in Self.notes {
                try #require(try await patch(note, path, world) == .ok)
                values.append(.string(note))
                _ = try await world.updates(of: world.tom, count: values.count)
            }

            let history = try await world.leila.get(path + "/history")["items"].elements
            let updates = try await world.updates(of: world.tom, count: values.count)

            for items in [history.reversed(), updates] {
                let changes = items.flatMap { $0["changes"].elements }.filter {
                    $0["kind"].text == "note_changed"
                }
                #expect(changes.map { $0["previous"] } == Array(values.dropLast()))
                #expect(changes.map { $0["current"] } == Array(values.dropFirst()))
            }
            #expect(updates.last?["text"].text?.hasPrefix("Leila changed the note: “Salad and more") == true)
            for (word, copies) in [("Soup", 1), ("Bread", 1), ("Salad", 0)] {
                #expect(
                    try await world.number(
                        "SELECT count(*) FROM outing_change WHERE patch::text LIKE '%\(word) and%'")
                        == copies)
                #expect(
                    try await world.number(
                        "SELECT count(*) FROM inbox WHERE changes::text LIKE '%\(word) and%'") == 0)
            }
        }
    }

    @Test func `an update whose history was pruned shows no later note`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await world.updates(of: world.tom, count: 1)
            for (index, note) in Self.notes.enumerated() {
                try #require(try await patch(note, path, world) == .ok)
                _ = try await world.updates(of: world.tom, count: index + 2)
            }
            try await world.database.run(
                script: "UPDATE outing_change SET at = now() - interval '401 days' WHERE rev <= 3")
            try await UpdatePruner(database: world.database).remove()

            let updates = try await world.updates(of: world.tom, count: 4)

            let notes = updates.flatMap { $0["changes"].elements }.filter {
                $0["kind"].text == "note_changed"
            }
            #expect(notes.map { $0["current"] } == [.null, .null, .string(Self.notes[2])])
            #expect(notes.map { $0["previous"] } == [.null, .null, .null])
        }
    }

    @Test func `an edit of a long note is undone, and redone`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            for note in Self.notes.prefix(2) { try #require(try await patch(note, path, world) == .ok) }

            let undone = try await world.leila.post(path + "/undo", headers: [.ifMatch: "*"])
            let redone = try await world.leila.post(path + "/undo", headers: [.ifMatch: "*"])
            let older = try await world.leila.post(
                path + "/undo", #"{"revision":2}"#, headers: [.ifMatch: "*"])

            #expect(undone["note"].text?.hasPrefix("Soup") == true)
            #expect(redone["note"].text?.hasPrefix("Bread") == true)
            #expect(older.status == .conflict && older.code == "edited_since")
        }
    }

    private func patch(_ note: String, _ path: String, _ world: TestWorld) async throws -> HTTPResponse.Status
    {
        try await world.leila.patch(
            path, #"{"note":"\#(note)"}"#, headers: [.ifMatch: "*"]
        ).status
    }
}
