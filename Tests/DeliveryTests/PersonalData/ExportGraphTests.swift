import Access
import Decisions
import Foundation
import Journal
import Messages
import NoonishAPI
import Outings
import Postgres
import Series
import TestSupport
import Testing
import Visits

@testable import Accounts
@testable import Delivery
@testable import Privacy

/// An export contains about others what docs/people.md lists and nothing else, whatever the relations (fault case C38).
@Suite struct ExportGraphTests {
    @Test func `in a hundred random groups no export contains the data of others`() async throws {
        try await withDatabase { database in
            let graphs = (0..<100).map(AcquaintanceGraph.init)
            let everybody = Set(graphs.flatMap(\.people).map(\.description))
            let exports = Exports(
                database, site: .forTests, outbox: MailOutbox(.none, domain: "noonish.test", key: .forTests),
                others: .all(OutingRecord { _ in }))
            for graph in graphs { try await database.run(script: graph.script) }

            var held = 0
            for graph in graphs {
                for (person, id) in graph.people.enumerated() {
                    let text = try await database.transaction(isolation: .repeatableRead) { transaction in
                        try await exports.files(of: id, in: transaction)
                            .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
                    }
                    let marks = Set(text.matches(of: AcquaintanceGraph.marks).map { String($0.output) })
                    let ids = Set(
                        text.matches(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#).map {
                            String($0.output.0)
                        })
                    let others = marks.subtracting(graph.own[person])
                    let mayKnow = Set((graph.known[person] + [id]).map(\.description))
                    held += others.count

                    #expect(
                        graph.own[person].subtracting(marks) == [], "group \(graph.number), \(person) lacks")
                    #expect(
                        others.subtracting(graph.allowed[person]) == [],
                        "group \(graph.number), \(person) has of others")
                    #expect(
                        ids.intersection(everybody).subtracting(mayKnow) == [],
                        "group \(graph.number), \(person) knows")
                }
            }
            #expect(held > 500, "the groups had too little to do with each other")
        }
    }
}
