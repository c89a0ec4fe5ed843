import Access
import Accounts
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// How a poll is reported to the people who can vote, over each channel.
@Suite(.timeLimit(.minutes(30))) struct PollNewsTests {
    private static let ada = "ada@example.org"

    @Test func `a poll is reported in the inbox and by mail when it opens and when it closes`() async throws {
        try await withDelivery { world in
            let made = try await world.leila.post(
                "/v1/outings",
                #"{"title":"Lunch","invite":{"people":["\#(world.cast.tom.id)"],"emails":["\#(Self.ada)"]}}"#)
            let path = "/v1/outings/\(try #require(made["id"].text))/polls"
            _ = try await mail(world, "is invited") { $0.contains("leila") }
            let end = Date(timeIntervalSinceNow: 3 * 86_400).formatted(.iso8601)

            let opened = try await world.leila.post(
                path, #"{"options":[{"place":"Beach"},{"place":"Pier"}],"closesAt":"\#(end)"}"#)
            let begun = "a vote on 2 possibilities is open until"
            let mailed = try await mail(world, "hears of a vote") { $0.contains(begun) }
            let told = try await world.updates(of: world.tom, count: 2)

            try #require(opened.status == .created, "\(opened)")
            #expect(told.contains { $0["text"].text?.lowercased().contains(begun) == true })
            #expect(mailed.allSatisfy { $0.contains("Lunch") })

            let pier = try #require(
                opened["options"].elements.first { $0["what"]["place"].text == "Pier" }?["id"].text)
            let poll = "\(path)/\(try #require(opened["id"].text))"
            _ = try await world.tom.put(
                poll + "/vote", #"{"votes":[{"option":"\#(pier)","answer":"yes"}]}"#)
            let ended = try await world.leila.post(poll + "/draw")
            // Free text stays in the row of its author, so news does not repeat it.
            let over = "the vote is over: most want another place"
            _ = try await mail(world, "hears of the end") { $0.contains(over) }
            let last = try await world.updates(of: world.tom, count: 3)

            #expect(ended.status == .ok, "\(ended)")
            #expect(last.contains { $0["text"].text?.lowercased().contains(over) == true })
            try await world.expectSound()
        }
    }

    /// Waits until Ada has a mail with such a text, in lower case.
    private func mail(
        _ world: TestWorld, _ what: String, where isRight: @escaping @Sendable (String) -> Bool
    ) async throws -> [String] {
        try await eventually("a mail to whom has no account: she \(what)") {
            let texts = try await world.database.storedMails(to: Self.ada).map { "\($0.subject)\n\($0.text)" }
            let right = texts.filter { isRight($0.lowercased()) }
            return right.isEmpty ? nil : right
        }
    }
}
