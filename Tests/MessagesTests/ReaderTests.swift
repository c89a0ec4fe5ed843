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

/// Who has read what, and who wants to hear nothing of whom.
@Suite struct ReaderTests {
    @Test func `unread is what others said since one read last, or was asked along`() async throws {
        try await inChat { chat in
            let lunch = try await chat.lunch()
            let first = try await chat.say("One", by: chat.leila, at: lunch)
            let second = try await chat.say("Two", by: chat.leila, at: lunch)
            try await chat.say("Three", by: chat.mei, at: lunch)
            func unread(_ visitor: Visitor) async throws -> Int? {
                try await visitor.get(lunch.messages)["unread"].number
            }

            #expect(try await unread(chat.tom) == 3)
            #expect(try await unread(chat.mei) == 0)
            #expect(try await chat.tom.get("/v1/messages/unread")["items"][0]["unread"].number == 3)
            let read = try await chat.tom.put(lunch.messages + "/read", Self.upTo(second))
            #expect(read["unread"].number == 1)
            // never back
            _ = try await chat.tom.put(lunch.messages + "/read", Self.upTo(first))
            #expect(try await unread(chat.tom) == 1)
            // who answers has read
            try await chat.say("Four", by: chat.tom, at: lunch)
            #expect(try await unread(chat.tom) == 0)
            #expect(try await chat.tom.get("/v1/messages/unread")["items"].elements.isEmpty)
            #expect(try await unread(chat.leila) == 2)
            let unknown = try await chat.tom.put(
                lunch.messages + "/read", #"{"upTo":"0198c0de-0000-7000-8000-000000000000"}"#)
            #expect(unknown.status == .notFound)
            #expect(try await chat.isSound())
        }
    }

    @Test func `a deleted message is not unread, and what was said before one came neither`() async throws {
        try await inChat { chat in
            let lunch = try await chat.lunch()
            let message = try await chat.say("Oops", by: chat.leila, at: lunch)
            _ = try await chat.leila.delete(message)
            try await chat.say("Sushi?", by: chat.leila, at: lunch)
            try await chat.run(
                """
                UPDATE attendance SET created_at = now() + interval '1 minute'
                 WHERE outing_id = \(lunch.id) AND person_id = \(chat.cast.mei.id)
                """)

            #expect(try await chat.tom.get(lunch.messages)["unread"].number == 1)
            #expect(try await chat.mei.get(lunch.messages)["unread"].number == 0)
            #expect(try await chat.texts(to: chat.mei, at: lunch) == ["Sushi?", nil])
        }
    }

    @Test func `a chat is muted and heard again, each for themselves`() async throws {
        try await inChat { chat in
            let lunch = try await chat.lunch()

            let muted = try await chat.tom.put(lunch.messages + "/mute", #"{"muted":true}"#)

            #expect(muted["muted"] == .boolean(true))
            #expect(try await chat.tom.get(lunch.messages)["muted"] == .boolean(true))
            #expect(try await chat.mei.get(lunch.messages)["muted"] == .boolean(false))
            #expect(
                try await chat.tom.put(lunch.messages + "/mute", #"{"muted":false}"#)["muted"]
                    == .boolean(false))
            #expect(try await chat.tom.put(lunch.messages + "/mute", #"{}"#).status.code == 422)
        }
    }

    @Test func `a block hides what either says from the other, and from nobody else`() async throws {
        try await inChat { chat in
            let lunch = try await chat.lunch()
            let toms = try await chat.say("Tom's", by: chat.tom, at: lunch)
            try await chat.say("Mei's", by: chat.mei, at: lunch)
            try await chat.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(chat.cast.mei.id), \(chat.cast.tom.id))"
            )

            #expect(try await chat.texts(to: chat.mei, at: lunch) == ["Mei's"])
            #expect(try await chat.texts(to: chat.tom, at: lunch) == ["Tom's"])
            #expect(try await chat.texts(to: chat.leila, at: lunch) == ["Mei's", "Tom's"])
            #expect(try await chat.mei.get(lunch.messages)["unread"].number == 0)
            #expect(try await chat.mei.put(lunch.messages + "/read", Self.upTo(toms)).status == .notFound)
            #expect(
                try await chat.mei.post(toms + "/report", #"{"reason":"other"}"#).status == .notFound)
        }
    }

    @Test func `a report goes to the operator with the words as they stood, once while it is open`()
        async throws
    {
        try await inChat { chat in
            let lunch = try await chat.lunch()
            let message = try await chat.say("Rude", by: chat.mei, at: lunch)
            let body = #"{"reason":"unwanted","words":"Not nice"}"#

            let reported = try await lunch.guest.post(message + "/report", body)
            _ = try await chat.mei.delete(message)
            let late = try await chat.tom.post(message + "/report", body)

            #expect(reported.status == .accepted)
            #expect(late.code == "message_deleted")
            #expect(
                try await chat.count(
                    """
                    SELECT count(*) FROM abuse_report
                     WHERE about_id = \(chat.cast.mei.id) AND quote = 'Rude' AND reason = 'unwanted' AND closed_at IS NULL
                    """) == 1)
            let second = try await chat.say("Again", by: chat.mei, at: lunch)
            #expect(try await lunch.guest.post(second + "/report", body).status == .accepted)
            #expect(try await lunch.guest.post(second + "/report", body).status == .accepted)
            #expect(try await chat.count("SELECT count(*) FROM abuse_report") == 2)
            #expect(try await chat.mei.post(second + "/report", body).status == .forbidden)
            #expect(try await chat.tom.post(second + "/report", #"{"reason":"rain"}"#).status.code == 422)
        }
    }

    @Test
    func `of many at once each stands at a revision of its own, and of an edit and a deletion one holds`()
        async throws
    {
        try await inChat(messagesPerMinute: 100) { chat in
            let lunch = try await chat.lunch()
            let messages = try await withThrowingTaskGroup { group in
                for number in 0..<24 {
                    let visitor = [chat.leila, chat.tom, chat.mei, lunch.guest][number % 4]
                    group.addTask { try await chat.say("\(number)", by: visitor, at: lunch) }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            try await withThrowingTaskGroup { group in
                for message in messages {
                    group.addTask { _ = try await chat.leila.delete(message) }
                    group.addTask { _ = try await chat.tom.patch(message, #"{"text":"Edited"}"#) }
                }
                try await group.waitForAll()
            }

            let items = try await chat.tom.get(lunch.messages + "?limit=100")["items"].elements
            #expect(items.count == 24)
            #expect(items.allSatisfy { $0["text"] == .null })
            #expect(try await chat.count("SELECT count(DISTINCT rev) FROM message") == 24)
            #expect(try await chat.isSound())
        }
    }

    private static func upTo(_ message: String) -> String {
        #"{"upTo":"\#(message.split(separator: "/").last ?? "")"}"#
    }
}
