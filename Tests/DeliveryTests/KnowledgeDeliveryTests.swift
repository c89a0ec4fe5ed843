import Foundation
import JSON
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import News

/// The same property as of the pure algebra, through fan-out, queue and inbox of a real database: what lies in an inbox
/// adds up to what is true, and no one misses what the fan-out leaves out.
struct KnowledgeDeliveryTests {
    private struct Played {
        var state: OutingState
        var known: [PersonID: OutingState] = [:]
    }

    @Test(arguments: [1, 2, 3])
    func `inboxes add up to the current state, whatever the edits and deliveries`(seed: Int)
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.deliverAll()
            let people = [lunch.leila, lunch.tom, lunch.mei]
            var played = Played(state: OutingState(title: "Lunch", zone: "Europe/Helsinki"))
            played.state.attendees = [
                lunch.leila: Answer(role: .host, status: .attending), lunch.tom: Answer(),
                lunch.mei: Answer(),
            ]
            for person in people { played.known[person] = played.state }
            let begun = try await inboxEnds(lunch, people)
            var number = seed &* 7_919

            for step in 0..<60 {
                number = (number &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
                let actor = number % 5 == 0 ? lunch.tom : lunch.leila
                var next = played.state
                switch number / 7 % 6 {
                case 0: next.title = step % 4 < 2 ? "Lunch" : "Brunch"
                case 1: next.note = step % 2 == 0 ? nil : "Bring cash"
                case 2: next.place = step % 3 == 0 ? nil : OutingPlace(name: "Burger Shack")
                case 3: next.capacity = step % 2 == 0 ? nil : 8
                case 4: next.cancellation = step % 2 == 0 ? nil : Cancellation(reason: "Rain")
                default: next.attendees[lunch.tom]?.status = step % 2 == 0 ? .attending : .maybe
                }
                let changes = Change.diff(played.state, next)
                guard !changes.isEmpty else { continue }
                if let status = next.attendees[lunch.tom]?.status, next.attendees != played.state.attendees {
                    try await lunch.answer(lunch.tom, status)
                }
                try await lunch.edit(changes, by: actor)
                played.state = next
                played.known[actor] = played.known[actor].map { Change.apply(changes, to: $0) }
                if number % 3 == 0 {
                    try await lunch.deliverAll()
                    try await learn(&played, lunch, people, after: begun)
                }
            }
            try await lunch.deliverAll()
            try await learn(&played, lunch, people, after: begun)

            for person in people {
                var known = try #require(played.known[person])
                var truth = played.state
                if person != lunch.leila {
                    // An invitee is notified neither of seats nor of others' answers.
                    (known.capacity, truth.capacity) = (nil, nil)
                    known.attendees = known.attendees.filter { $0.key == person }
                    truth.attendees = truth.attendees.filter { $0.key == person }
                }
                #expect(known == truth, "seed \(seed)")
            }
            try await lunch.expectSound()
        }
    }

    private func inboxEnds(_ lunch: StoredLunch, _ people: [PersonID]) async throws -> [PersonID: Int] {
        var ends: [PersonID: Int] = [:]
        for person in people {
            ends[person] = try await lunch.number("SELECT inbox_seq FROM person WHERE id = '\(person)'")
        }
        return ends
    }

    /// Applies what came into the inboxes since the last look.
    private func learn(
        _ played: inout Played, _ lunch: StoredLunch, _ people: [PersonID], after begun: [PersonID: Int]
    ) async throws {
        for person in people {
            let rows = try await lunch.database.run(
                script: """
                    SELECT changes::text FROM inbox WHERE person_id = '\(person)' AND seq > \(begun[person] ?? 0)
                       AND seq > coalesce((SELECT inbox_read_seq FROM person WHERE id = '\(person)'), 0) ORDER BY seq
                    """)
            for row in rows {
                let changes = StoredChanges(row[0] ?? "[]", kinds: .all).changes
                played.known[person] = played.known[person].map { Change.apply(changes, to: $0) }
            }
            try await lunch.database.run(
                script: "UPDATE person SET inbox_read_seq = inbox_seq WHERE id = '\(person)'")
        }
    }
}
