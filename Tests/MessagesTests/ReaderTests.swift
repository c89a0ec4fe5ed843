import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Messages

/// Read marks, muting, blocks and reports.
@Suite struct ReaderTests {
    @Test func `messages by others since the last visit or the invitation are unread`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let first = try await world.post("One", by: world.leila, at: lunch)
            let second = try await world.post("Two", by: world.leila, at: lunch)
            try await world.post("Three", by: world.mei, at: lunch)
            func unread(_ visitor: Visitor) async throws -> Int? {
                try await visitor.get(lunch.messages)["unread"].number
            }

            #expect(try await unread(world.tom) == 3)
            #expect(try await unread(world.mei) == 0)
            #expect(try await world.tom.get("/v1/messages/unread")["items"][0]["unread"].number == 3)
            let read = try await world.tom.put(lunch.messages + "/read", Self.upTo(second))
            #expect(read["unread"].number == 1)
            // never back
            _ = try await world.tom.put(lunch.messages + "/read", Self.upTo(first))
            #expect(try await unread(world.tom) == 1)
            // posting a message marks the earlier ones as read
            try await world.post("Four", by: world.tom, at: lunch)
            #expect(try await unread(world.tom) == 0)
            #expect(try await world.tom.get("/v1/messages/unread")["items"].elements.isEmpty)
            #expect(try await unread(world.leila) == 2)
            let unknown = try await world.tom.put(
                lunch.messages + "/read", #"{"upTo":"0198c0de-0000-7000-8000-000000000000"}"#)
            #expect(unknown.status == .notFound)
            #expect(try await world.isSound())
        }
    }

    @Test func `neither deleted messages nor those from before the invitation are unread`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let message = try await world.post("Oops", by: world.leila, at: lunch)
            _ = try await world.leila.delete(message)
            try await world.post("Sushi?", by: world.leila, at: lunch)
            try await world.run(
                """
                UPDATE attendance SET created_at = now() + interval '1 minute'
                 WHERE outing_id = \(lunch.id) AND person_id = \(world.cast.mei.id)
                """)

            #expect(try await world.tom.get(lunch.messages)["unread"].number == 1)
            #expect(try await world.mei.get(lunch.messages)["unread"].number == 0)
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Sushi?", nil])
        }
    }

    @Test func `each person mutes and unmutes the messages for themselves`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()

            let muted = try await world.tom.put(lunch.messages + "/mute", #"{"muted":true}"#)

            #expect(muted["muted"] == .boolean(true))
            #expect(try await world.tom.get(lunch.messages)["muted"] == .boolean(true))
            #expect(try await world.mei.get(lunch.messages)["muted"] == .boolean(false))
            #expect(
                try await world.tom.put(lunch.messages + "/mute", #"{"muted":false}"#)["muted"]
                    == .boolean(false))
            #expect(try await world.tom.put(lunch.messages + "/mute", #"{}"#).status.code == 422)
        }
    }

    @Test func `a block hides the messages of both people from each other only`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let toms = try await world.post("Tom's", by: world.tom, at: lunch)
            try await world.post("Mei's", by: world.mei, at: lunch)
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(world.cast.mei.id), \(world.cast.tom.id))"
            )

            #expect(try await world.texts(to: world.mei, at: lunch) == ["Mei's"])
            #expect(try await world.texts(to: world.tom, at: lunch) == ["Tom's"])
            #expect(try await world.texts(to: world.leila, at: lunch) == ["Mei's", "Tom's"])
            #expect(try await world.mei.get(lunch.messages)["unread"].number == 0)
            #expect(try await world.mei.put(lunch.messages + "/read", Self.upTo(toms)).status == .notFound)
            #expect(
                try await world.mei.post(toms + "/report", #"{"reason":"other"}"#).status == .notFound)
        }
    }

    @Test func `a report reaches the operator once with the text as it was then`()
        async throws
    {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let message = try await world.post("Rude", by: world.mei, at: lunch)
            let body = #"{"reason":"unwanted","words":"Not nice"}"#

            let reported = try await lunch.guest.post(message + "/report", body)
            _ = try await world.mei.delete(message)
            let late = try await world.tom.post(message + "/report", body)

            #expect(reported.status == .accepted)
            #expect(late.code == "message_deleted")
            #expect(
                try await world.one(
                    """
                    SELECT count(*) FROM abuse_report
                     WHERE about_id = \(world.cast.mei.id) AND quote = 'Rude' AND reason = 'unwanted' AND closed_at IS NULL
                    """) == 1)
            let second = try await world.post("Again", by: world.mei, at: lunch)
            #expect(try await lunch.guest.post(second + "/report", body).status == .accepted)
            #expect(try await lunch.guest.post(second + "/report", body).status == .accepted)
            #expect(try await world.one("SELECT count(*) FROM abuse_report") == 2)
            #expect(try await world.mei.post(second + "/report", body).status == .forbidden)
            #expect(try await world.tom.post(second + "/report", #"{"reason":"rain"}"#).status.code == 422)
        }
    }

    @Test
    func `concurrent messages get different revisions, and one of a concurrent edit and deletion wins`()
        async throws
    {
        try await withMessages(perMinute: 100) { world in
            let lunch = try await world.lunch()
            let messages = try await withThrowingTaskGroup { group in
                for number in 0..<24 {
                    let visitor = [world.leila, world.tom, world.mei, lunch.guest][number % 4]
                    group.addTask { try await world.post("\(number)", by: visitor, at: lunch) }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            try await withThrowingTaskGroup { group in
                for message in messages {
                    group.addTask { _ = try await world.leila.delete(message) }
                    group.addTask { _ = try await world.tom.patch(message, #"{"text":"Edited"}"#) }
                }
                try await group.waitForAll()
            }

            let items = try await world.tom.get(lunch.messages + "?limit=100")["items"].elements
            #expect(items.count == 24)
            #expect(items.allSatisfy { $0["text"] == .null })
            #expect(try await world.one("SELECT count(DISTINCT rev) FROM message") == 24)
            #expect(try await world.isSound())
        }
    }

    private static func upTo(_ message: String) -> String {
        #"{"upTo":"\#(message.split(separator: "/").last ?? "")"}"#
    }
}
