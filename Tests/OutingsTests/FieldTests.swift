import Foundation
import HTTPTypes
import JSON
import Journal
import NIOCore
import NoonishAPI
import OpenAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Outings

/// What holds for every plain field of an outing, so that a new one is tested as soon as it is declared.
@Suite struct FieldTests {
    static let names = OutingState.plainFields.map { $0.name.description }

    /// A plain field with two values that the API accepts.
    struct Sample {
        let field: any PlainFieldChange.Type
        let first: JSONValue
        let second: JSONValue

        init(_ name: String) throws {
            let found = OutingState.plainFields.first { $0.name.description == name }
            field = try #require(found)
            first = field.inputSchema.example
            switch first {
            case .string(let text): second = .string(text + " 2")
            case .integer(let number): second = .integer(number + 1)
            default: throw UnknownType()
            }
        }

        var isRequired: Bool {
            func isRequired<Field: PlainFieldChange>(_: Field.Type) -> Bool { Field.Value.isRequired }
            return isRequired(field)
        }

        struct UnknownType: Error {}
    }

    /// A JSON object as text.
    private func body(_ members: [String: JSONValue]) -> String {
        var writer = JSONWriter()
        writer.object { object in
            for (name, value) in members { object.field(named: name, value) }
        }
        return String(buffer: writer.finish())
    }

    @Test(arguments: names)
    func `is set with the outing, edited, reported and undone`(name: String) async throws {
        try await withOutings { world in
            let sample = try Sample(name)
            let title = JSONValue.string("Thursday lunch")

            let started = try await world.leila.post(
                "/v1/outings", body(["title": title].merging([name: sample.first]) { $1 }))
            let path = "/v1/outings/\(try #require(started["id"].text))"
            let edited = try await world.leila.patch(
                path, body([name: sample.second]), ifMatch: try #require(started.headers[.eTag]))
            let read = try await world.leila.get(path)
            let undone = try await world.leila.post(
                path + "/undo", headers: [.ifMatch: try #require(edited.headers[.eTag])])
            let changes = try await world.database.all(
                Query<String>(
                    "test.field_changes",
                    """
                    SELECT e ->> 'kind' FROM outing_change AS c, jsonb_array_elements(c.patch) AS e
                     WHERE c.outing_id = \(OutingID(try #require(started["id"].text))) AND c.rev > 1
                     ORDER BY c.rev
                    """))

            #expect(started.status == .created, "\(started)")
            #expect(started[name] == sample.first)
            #expect(edited.status == .ok, "\(edited)")
            #expect(edited[name] == sample.second && read[name] == sample.second)
            #expect(undone[name] == sample.first)
            #expect(changes == Array(repeating: "\(sample.field.column)_changed", count: 2))
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: names)
    func `is removed by null unless it is required, and refuses values of other types`(name: String)
        async throws
    {
        try await withOutings { world in
            let sample = try Sample(name)
            let outing = try await world.outing()

            let wrong = try await world.leila.patch(
                outing.path, body([name: .boolean(true)]), ifMatch: outing.tag)
            let edited = try await world.leila.patch(
                outing.path, body([name: sample.second]), ifMatch: outing.tag)
            let removed = try await world.leila.patch(
                outing.path, body([name: .null]), ifMatch: try #require(edited.headers[.eTag]))

            #expect(wrong.status == .badRequest)
            #expect(wrong["errors"].elements.map { $0["pointer"].text } == ["/\(name)"])
            if sample.isRequired {
                #expect(removed.status == .unprocessableContent && removed.code == "missing", "\(removed)")
            } else {
                #expect(removed.status == .ok && removed[name] == .null, "\(removed)")
            }
        }
    }

    @Test(arguments: names) func `is in the export of its host`(name: String) async throws {
        try await withOutings { world in
            let sample = try Sample(name)
            let outing = try await world.outing()
            let edited = try await world.leila.patch(
                outing.path, body([name: sample.second]), ifMatch: outing.tag)

            let files = try await world.database.transaction { transaction in
                try await OutingPersonalData(record: OutingRecord(committed: { _ in }))
                    .export(of: world.cast.leila.id, in: transaction)
            }

            #expect(edited.status == .ok, "\(edited)")
            let file = try #require(files.first { $0.name == "outings.json" })
            let exported = try JSONValue(parsing: String(decoding: file.bytes, as: UTF8.self))
            #expect(exported.elements.first?[name] == sample.second)
        }
    }

    @Test(arguments: names) func `is read back from its stored change, and undone by it`(name: String) throws
    {
        let sample = try Sample(name)
        let stored: JSONValue = [
            "kind": .string("\(sample.field.column)_changed"), "previous": sample.first,
            "current": sample.second,
        ]

        let change = try #require(Change(stored))
        let after = OutingState.empty.applying([change])
        let before = try #require(after.undoing([change]))
        let reverse = try #require(after.changes(to: before).first)

        #expect(before.changes(to: after) == [change])
        #expect(change.isEdit && change.folded(with: reverse) == nil)
    }

    @Test func `columns of a statement stand in one order, with as many values as names`() {
        let fields = OutingState.editableFields
        var state = OutingState(title: "Lunch", zone: "UTC")
        state.capacity = 8

        let insert: SQL = "(\(names: fields, of: state)) VALUES (\(values: fields, of: state))"
        let update: SQL = "\(assignments: fields, of: .empty)"

        let names = insert.text.split(separator: ")")[0].split(separator: ",").count
        #expect(names == insert.parameters.count && names == update.parameters.count)
        #expect(insert.text.hasPrefix("(time_zone, starts_wall, starts_at"))
        #expect(update.text.hasPrefix("time_zone = $1, starts_wall = $2::text::timestamp, starts_at = $3"))
    }
}
