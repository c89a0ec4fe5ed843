import Access
import Accounts
import Circles
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Journal
import Logging
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport

@testable import Visits

/// The service with outings, restaurants, their index and what people think of them.
struct Kitchen: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let index: RestaurantIndex
    /// Leila's, with Tom, Mei and a guest; at Kettu, over since an hour. All but Mei came.
    let lunch: OutingID
    /// Ada, by her personal link.
    let guest: Visitor

    static let kettu = RestaurantID.make()
    static let kuu = RestaurantID.make()

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }
    var stranger: Visitor { site.program(token: cast.stranger.token) }

    func rate(
        _ stars: Int, by visitor: Visitor, at restaurant: RestaurantID = kettu, words: String? = nil
    ) async throws -> TestSupport.Answer {
        let words = words.map { #","words":"\#($0)""# } ?? ""
        return try await visitor.post(
            "/v1/restaurants/\(restaurant)/ratings", #"{"outingId":"\#(lunch)","stars":\#(stars)\#(words)}"#)
    }

    /// What everybody sees of Kettu.
    func shown(to visitor: Visitor? = nil) async throws -> TestSupport.Answer {
        try await (visitor ?? stranger).get("/v1/restaurants/\(Self.kettu)")
    }

    func run(_ script: String) async throws { try await database.run(script: script, named: "test") }

    func isSound() async throws -> Bool {
        try await brokenChecks(in: database, ["ratings", "revisions", "seats", "offers"]).isEmpty
    }
}

/// Opens the kitchen and runs `test` in it.
func inKitchen(_ test: @escaping @Sendable (Kitchen) async throws -> Void) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        try await database.run(
            script: """
                INSERT INTO restaurant_source (id, name, licence, attribution, url)
                VALUES ('town', 'The town', 'CC0', '© The town', 'https://town.example');
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                VALUES ('\(Kitchen.kettu)', 'town', '1', 'Kettu', 'restaurant', 60.1710, 24.94),
                       ('\(Kitchen.kuu)', 'town', '2', 'Kuu', 'cafe', 60.1700, 24.94);
                """, named: "test.directory")
        let record = OutingRecord(followers: [PickRecorder()], committed: { _ in })
        let hours = HoursPatterns()
        let index = RestaurantIndex(
            database: database, words: try CuisineVocabulary(file: repository + "config/cuisines.yaml"),
            hours: hours, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let routes =
            OutingRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + AttendanceRoutes(database: database, record: record).routes
            + RatingRoutes(database: database).routes
            + CircleHistoryRoutes(database: database, index: index).routes
            + CircleRoutes(database, sharedOutings: OutingCompanions(database: database)).routes
            + RestaurantRoutes(
                database: database, index: index, outings: OutingSearchContext(database: database),
                preferences: RestaurantPreferences(database: database)
            ).routes
        let table = RouteTable(
            routes, site: .forTests,
            resolvers: [
                SessionAuthenticator(database, settings: AccountSettings()),
                InvitationTokenResolver(database: database),
            ])
        try await withSite(table) { site in
            let (lunch, guest) = try await eaten(site, cast, database)
            try await index.refresh()
            try await test(
                Kitchen(
                    database: database, cast: cast, site: site, index: index, lunch: lunch, guest: guest))
        }
    }
}

private func eaten(
    _ site: TestSite, _ cast: Cast, _ database: PostgresClient
) async throws -> (OutingID, Visitor) {
    let leila = site.program(token: cast.leila.token)
    let made = try await leila.post(
        "/v1/outings",
        """
        {"title":"Lunch","restaurantId":"\(Kitchen.kettu)","startsAt":"2027-03-11T12:30",
         "invite":{"people":["\(cast.tom.id)","\(cast.mei.id)"],"emails":["ada@example.org"]}}
        """)
    guard let id = made["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer: made) }
    let invitation = try await database.one(
        Query<InvitationID>(
            "test.invitation",
            "SELECT id FROM invitation WHERE outing_id = \(id) AND address = 'ada@example.org'"
        ) { row throws(PostgresError) in try row.next() })
    let guest = site.program(token: SecretKey.forTests.personalToken(of: invitation))
    for visitor in [site.program(token: cast.tom.token), guest] {
        let answer = try await visitor.put("/v1/outings/\(id)/attendance", #"{"status":"attending"}"#)
        guard answer.status == .ok else { throw Unexpected(answer: answer) }
    }
    try await database.run(
        script: """
            UPDATE outing SET starts_at = now() - interval '3 hours', starts_wall = timezone('UTC', now()) - interval '3 hours'
            """, named: "test.over")
    return (id, guest)
}

private struct Unexpected: Error, CustomStringConvertible {
    let answer: TestSupport.Answer
    var description: String { "unexpected: \(answer)" }
}

/// Where the repository is.
private let repository =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false) + "/"
