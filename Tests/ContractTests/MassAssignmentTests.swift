import Access
import Foundation
import HTTPTypes
import JSON
import OpenAPI
import Postgres
import TestSupport
import Testing

@testable import Noonish

/// A request cannot write a column by naming it: a body accepts the members of its description only (fault case C35).
@Suite struct MassAssignmentTests {
    @Test func `every column of every table is an unknown field of every body`() async throws {
        try await withWholeProgram { program in
            let world = try await MatrixWorld(program)
            let columns = try await program.database.all(.columnNames)
            let document = KeptContract(Contract.document.json)
            _ = try await world.order()
            let before = try await program.database.all(.outings)
            var faults: [String] = []
            var count = 0
            // Other services sign what they send, and may send more of it.
            let signed = ["POST /v1/inbound/mail", "POST /v1/checkout/events"]
            for row in MatrixRows.all {
                guard let body = row.body, row.form == nil, !signed.contains(row.route),
                    case .object(let object)? = try? JSONValue(parsing: body)
                else { continue }
                let known = document.bodyMembers(of: row.route)
                let extra = columns.filter { !known.contains($0) && object[$0] == nil }
                let members = object.members + extra.map { JSONObject.Member(name: $0, value: "x") }
                // Only a route about oneself reads its body before it looks who may; the host may all the others.
                let things = try await world.objects(of: row, for: .host)
                guard let route = program.routes.first(where: { $0.key == row.route }),
                    let thing = things.first(where: { $0.kind == .own && $0.done == nil && route.lets($0) })
                        ?? things.first,
                    // Where there is nothing, or no JSON, no body is read.
                    ![404, 415].contains(thing.done ?? row.done)
                else { continue }
                let answer = try await world.visitor(.host).send(
                    .init(rawValue: String(row.route.prefix { $0 != " " })) ?? .post, thing.path(of: row),
                    JSONValue.object(JSONObject(members: members)).indentedText, headers: row.headers)
                let refused = Set(
                    answer["errors"].elements.filter { $0["code"].text == "unknown_field" }
                        .compactMap { $0["pointer"].text.map { String($0.dropFirst()) } })
                count += extra.count
                if answer.status.code != 400 || !refused.isSuperset(of: extra) {
                    let missed = Set(extra).subtracting(refused).sorted().prefix(5)
                    faults.append("\(row.route): \(answer.status.code), takes \(missed)")
                }
            }
            let after = try await program.database.all(.outings)

            print("mass assignment: \(count) members of bodies, all refused: \(faults.isEmpty)")
            #expect(count > 2_000)
            #expect(faults == [])
            // Things that the requests are about were made; what was refused has changed none of them.
            #expect(before == after)
        }
    }
}

extension KeptContract {
    /// Names that the body of an operation may have, in any of its forms.
    fileprivate func bodyMembers(of route: String) -> Set<String> {
        let parts = route.split(separator: " ")
        let operation = document["paths"][String(parts[1])][parts[0].lowercased()]
        let check = SchemaCheck(document: document)
        let contents = check.target(of: operation["requestBody"])["content"]
        let schemas = contents.names.flatMap { type -> [JSONValue] in
            let schema = check.target(of: contents[type]["schema"])
            return [schema] + schema["anyOf"].elements
        }
        return Set(schemas.flatMap { check.target(of: $0)["properties"].names })
    }
}

extension Query where Row == String {
    /// Every outing as JSON text.
    fileprivate static var outings: Self {
        Query("test.outings", "SELECT to_jsonb(outing)::text FROM outing ORDER BY id") {
            row throws(PostgresError) in try row.next()
        }
    }

    fileprivate static var columnNames: Self {
        Query(
            "test.column_names",
            """
            SELECT DISTINCT column_name::text
              FROM information_schema.columns
             WHERE table_schema = 'public'
             ORDER BY 1
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Route {
    fileprivate func lets(_ thing: MatrixObject) -> Bool {
        (try? decide(.anonymous, action, 0, as: thing.relation)) != nil
    }
}
