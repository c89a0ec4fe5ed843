import Access
import Accounts
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// What a vote says to those who are asked, wherever they hear of it.
@Suite(.timeLimit(.minutes(30))) struct PollNewsTests {
    private static let ada = "ada@example.org"

    @Test func `a vote is told of in the inbox and by mail, when it begins and when it is over`() async throws
    {
        try await inHouse { house in
            let made = try await house.leila.post(
                "/v1/outings",
                #"{"title":"Lunch","invite":{"people":["\#(house.cast.tom.id)"],"emails":["\#(Self.ada)"]}}"#)
            let path = "/v1/outings/\(try #require(made["id"].text))/polls"
            _ = try await mail(house, "is invited") { $0.contains("leila") }
            let end = Date(timeIntervalSinceNow: 3 * 86_400).formatted(.iso8601)

            let opened = try await house.leila.post(
                path, #"{"options":[{"place":"Beach"},{"place":"Pier"}],"closesAt":"\#(end)"}"#)
            let begun = "a vote on 2 possibilities is open until"
            let mailed = try await mail(house, "hears of a vote") { $0.contains(begun) }
            let told = try await house.updates(of: house.tom, count: 2)

            try #require(opened.status == .created, "\(opened)")
            #expect(told.contains { $0["text"].text?.lowercased().contains(begun) == true })
            #expect(mailed.allSatisfy { $0.contains("Lunch") })

            let pier = try #require(
                opened["options"].elements.first { $0["what"]["place"].text == "Pier" }?["id"].text)
            let poll = "\(path)/\(try #require(opened["id"].text))"
            _ = try await house.tom.put(
                poll + "/vote", #"{"votes":[{"option":"\#(pier)","answer":"yes"}]}"#)
            let ended = try await house.leila.post(poll + "/draw")
            // What somebody typed stays in their own row, so news does not repeat it.
            let over = "the vote is over: most want another place"
            _ = try await mail(house, "hears of the end") { $0.contains(over) }
            let last = try await house.updates(of: house.tom, count: 3)

            #expect(ended.status == .ok, "\(ended)")
            #expect(last.contains { $0["text"].text?.lowercased().contains(over) == true })
            try await house.expectSound()
        }
    }

    /// Waits until Ada has a mail with such a text, in lower case.
    private func mail(
        _ house: House, _ what: String, where isRight: @escaping @Sendable (String) -> Bool
    ) async throws -> [String] {
        try await eventually("a mail to whom has no account: she \(what)") {
            let texts = try await house.database.storedMails(to: Self.ada).map { "\($0.subject)\n\($0.text)" }
            let right = texts.filter { isRight($0.lowercased()) }
            return right.isEmpty ? nil : right
        }
    }
}
