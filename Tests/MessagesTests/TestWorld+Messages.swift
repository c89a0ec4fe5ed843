import Access
import HTTPTypes
import JSON
import NoonishAPI
import TestSupport

@testable import Messages

/// Runs `test` with the routes of outings and their messages.
func withMessages(
    perMinute limit: Int = MessageLimits.messagesPerMinute,
    _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in world.outingRoutes() + world.messageRoutes(perMinute: limit) }, test)
}

extension TestWorld {
    /// A new outing of Leila's with Tom, Mei and a guest on its list.
    func lunch() async throws -> Lunch {
        let answer = try await leila.post(
            "/v1/outings",
            """
            {"title":"Thursday lunch",
             "invite":{"people":["\(cast.tom.id)","\(cast.mei.id)"],"emails":["ada@example.org"]}}
            """)
        guard let id = answer["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer) }
        let token = try await personalToken(of: "ada@example.org", on: id)
        return Lunch(id: id, guest: site.program(token: token))
    }

    struct Lunch: Sendable {
        let id: OutingID
        /// Ada, by her personal link.
        let guest: Visitor
        var path: String { "/v1/outings/\(id)" }
        var messages: String { path + "/messages" }
    }

    /// Posts a message and returns its path.
    @discardableResult
    func post(
        _ text: String, by visitor: Visitor, at lunch: Lunch, mentioning people: [PersonID] = []
    ) async throws -> String {
        let mentions = people.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = try await visitor.post(
            lunch.messages, #"{"text":"\#(text)","mentions":[\#(mentions)]}"#)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return lunch.messages + "/\(id)"
    }

    /// Returns the messages that a visitor can read, the newest first.
    func texts(to visitor: Visitor, at lunch: Lunch) async throws -> [String?] {
        try await visitor.get(lunch.messages)["items"].elements.map { $0["text"].text }
    }

    func isSound() async throws -> Bool { try await isSound("messages", "revisions", "behind", "seats") }
}
