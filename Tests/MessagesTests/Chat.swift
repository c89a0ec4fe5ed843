import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Journal
import Messages
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport

/// The service with outings and what is said about them, its database and the cast around it.
struct Chat: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }
    var stranger: Visitor { site.program(token: cast.stranger.token) }

    /// A new outing of Leila's with Tom, Mei and a guest on its list.
    ///
    /// - Returns: The path of its messages.
    func lunch() async throws -> Lunch {
        let made = try await leila.post(
            "/v1/outings",
            """
            {"title":"Thursday lunch",
             "invite":{"people":["\(cast.tom.id)","\(cast.mei.id)"],"emails":["ada@example.org"]}}
            """)
        guard let id = made["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer: made) }
        let invitation = try await database.one(
            Query<InvitationID>(
                "test.invitation",
                "SELECT id FROM invitation WHERE outing_id = \(id) AND address = 'ada@example.org'"
            ) { row throws(PostgresError) in try row.next() })
        return Lunch(id: id, guest: site.program(token: SecretKey.forTests.personalToken(of: invitation)))
    }

    struct Lunch: Sendable {
        let id: OutingID
        /// Ada, by her personal link.
        let guest: Visitor
        var path: String { "/v1/outings/\(id)" }
        var messages: String { path + "/messages" }
    }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }

    /// Says something and expects that it is heard.
    ///
    /// - Returns: The path of the message.
    @discardableResult
    func say(
        _ text: String, by visitor: Visitor, at lunch: Lunch, mentioning people: [PersonID] = []
    ) async throws -> String {
        let mentions = people.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = try await visitor.post(
            lunch.messages, #"{"text":"\#(text)","mentions":[\#(mentions)]}"#)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return lunch.messages + "/\(id)"
    }

    /// What a reader sees, the newest first.
    func texts(to visitor: Visitor, at lunch: Lunch) async throws -> [String?] {
        try await visitor.get(lunch.messages)["items"].elements.map { $0["text"].text }
    }

    func run(_ statement: SQL) async throws {
        try await database.execute(Command("test.run", statement))
    }

    func count(_ statement: SQL) async throws -> Int {
        try await database.one(
            Query("test.count", statement) { row throws(PostgresError) in try row.next() })
    }

    func isSound() async throws -> Bool {
        try await brokenChecks(in: database, ["messages", "revisions", "behind", "seats"]).isEmpty
    }
}

/// Opens the chat and runs `test` in it.
func inChat(
    messagesPerMinute: Int = MessageLimits.messagesPerMinute,
    _ test: @escaping @Sendable (Chat) async throws -> Void
) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let record = OutingRecord(committed: { _ in })
        let hours = HoursPatterns()
        let routes =
            OutingRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + AttendanceRoutes(database: database, record: record).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + MessageRoutes(database: database, record: record, messagesPerMinute: messagesPerMinute).routes
        let table = RouteTable(
            routes, site: .forTests,
            resolvers: [
                SessionAuthenticator(database, settings: AccountSettings()),
                InvitationTokenResolver(database: database),
            ])
        try await withSite(table) { site in
            try await test(Chat(database: database, cast: cast, site: site))
        }
    }
}
