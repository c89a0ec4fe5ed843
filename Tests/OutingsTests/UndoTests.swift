import Foundation
import HTTPTypes
import JSON
import Journal
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Outings

@Suite struct UndoTests {
    @Test func `the last edit is undone as a whole by a new revision, and redone`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""note":"Bring cash","capacity":8"#)
            let edited = try await world.leila.patch(
                outing.path, #"{"title":"Brunch","note":null,"startsAt":"2027-03-11T11:00"}"#,
                ifMatch: outing.tag)
            let tag = try #require(edited.headers[.eTag])

            let undone = try await world.leila.post(outing.path + "/undo", headers: [.ifMatch: tag])

            #expect(undone.status == .ok, "\(undone)")
            #expect(undone["title"].text == "Thursday lunch")
            #expect(undone["note"].text == "Bring cash")
            #expect(undone["startsAt"] == .null)
            #expect(undone["capacity"].number == 8)
            #expect(undone["revision"].number == 3)
            let again = try await world.leila.post(
                outing.path + "/undo", headers: [.ifMatch: try #require(undone.headers[.eTag])])
            #expect(again["title"].text == "Brunch")
            #expect(again["note"] == .null)
            #expect(try await world.isSound())
        }
    }

    @Test func `an older edit is undone by its revision, unless one of its fields has changed since`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing()
            let first = try await world.edit(outing, #"{"title":"Brunch","note":"Bring cash"}"#, outing.tag)
            let second = try await world.edit(outing, #"{"capacity":8}"#, first.tag)
            let third = try await world.edit(outing, #"{"note":"Bring nothing"}"#, second.tag)

            let refused = try await world.undo(outing, third.tag, revision: first.rev)
            let capacity = try await world.undo(outing, third.tag, revision: second.rev)

            #expect(refused.status == .conflict && refused.code == "edited_since")
            #expect(capacity.status == .ok)
            #expect(capacity["capacity"] == .null && capacity["note"].text == "Bring nothing")
            let tag = try #require(capacity.headers[.eTag])
            for revision in [1, 99] {
                #expect(try await world.undo(outing, tag, revision: revision).code == "nothing_to_undo")
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `an edit can be undone however much has happened since`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let edit = try await world.edit(outing, #"{"note":"Bring cash"}"#, outing.tag)
            for number in 0..<220 {
                let answer = try await world.tom.put(
                    outing.path + "/attendance", #"{"status":"\#(number % 2 == 0 ? "maybe" : "declined")"}"#)
                try #require(answer.status == .ok, "\(answer)")
            }

            let undone = try await world.undo(outing, edit.tag, revision: edit.rev)

            #expect(undone.status == .ok, "\(undone)")
            #expect(undone["note"] == .null)
            #expect((undone["revision"].number ?? 0) > 220)
        }
    }

    @Test func `undoing a missing edit or one that is too old is refused with the reason`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            #expect(try await world.undo(outing, outing.tag).code == "nothing_to_undo")
            let limited = try await world.edit(outing, #"{"capacity":1}"#, outing.tag)
            let free = try await world.edit(outing, #"{"capacity":null}"#, limited.tag)
            let answer = try await world.leila.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":2}"#)
            try #require(answer.status == .ok)

            #expect(try await world.undo(outing, free.tag).code == "capacity_below_going")
            #expect(try await world.leila.post(outing.path + "/undo").status == .preconditionRequired)
            #expect(try await world.undo(outing, limited.tag).status == .preconditionFailed)
            try await world.end(outing.id)
            #expect(try await world.undo(outing, free.tag).code == "outing_done")
            #expect(try await world.undo(outing, free.tag, revision: 0).status.code == 422)
        }
    }

    @Test func `only hosts can undo`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let edited = try await world.edit(outing, #"{"title":"Brunch"}"#, outing.tag)
            let headers: HTTPFields = [.ifMatch: edited.tag]

            #expect(try await world.tom.post(outing.path + "/undo", headers: headers).status == .forbidden)
            #expect(
                try await world.stranger.post(outing.path + "/undo", headers: headers).status == .notFound)
            #expect(
                try await world.anonymous.post(outing.path + "/undo", headers: headers).status
                    == .unauthorized)
        }
    }

    @Test func `one of two concurrent undos succeeds`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let edited = try await world.edit(outing, #"{"title":"Brunch"}"#, outing.tag)

            let codes = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { try await world.undo(outing, edited.tag).status.code }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }

            #expect(codes.count { $0 == 200 } == 1)
            #expect(codes.count { $0 == 412 } == 7)
            #expect(try await world.leila.get(outing.path)["title"].text == "Thursday lunch")
        }
    }

    @Test func `undoing a difference restores the old state, and only from the new one`() {
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let (a, b, c) = (
                OutingState.random(&chance), OutingState.random(&chance), OutingState.random(&chance)
            )
            let edit = Change.diff(a, b).filter(\.isEdit)
            guard !edit.isEmpty else { continue }
            var before = b
            before = Change.apply(Change.diff(b, a).filter(\.isEdit), to: before)

            #expect(b.undoing(edit) == before)

            let touched = Set(Change.diff(b, c).map(\.subject))
            let isUntouched = edit.allSatisfy { !touched.contains($0.subject) }
            #expect((c.undoing(edit) != nil) == isUntouched)
        }
    }
}

extension TestWorld {
    struct Edited: Sendable {
        let rev: Int
        let tag: String
    }

    /// A host's edit that is expected to hold.
    func edit(_ outing: TestOuting, _ patch: String, _ tag: String) async throws -> Edited {
        let answer = try await leila.patch(outing.path, patch, ifMatch: tag)
        guard let rev = answer["revision"].number, let tag = answer.headers[.eTag] else {
            throw Unexpected(answer)
        }
        return Edited(rev: rev, tag: tag)
    }

    func undo(_ outing: TestOuting, _ tag: String, revision: Int? = nil) async throws -> TestSupport.Answer {
        let body = revision.map { #"{"revision":\#($0)}"# } ?? "{}"
        return try await leila.post(outing.path + "/undo", body, headers: [.ifMatch: tag])
    }
}
