import Access
import Circles
import HTTPTypes
import JSON
import Journal
import NoonishAPI
import Outings
import People
import Postgres
import Restaurants
import TestSupport

@testable import Visits

/// Runs `test` with the routes of outings, circles, restaurants and their ratings, after a first ``TestWorld/Visit``.
func withVisits(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            let database = world.database
            world.record = OutingRecord(followers: [PickRecorder()], committed: { _ in })
            let index = RestaurantIndex(
                database: database, words: try .shipped(), hours: world.hours, logger: .forTests)
            world.add(index)
            let acquaintance = Acquaintance(
                database: database, sharedOutings: OutingCompanions(database: database))
            return world.outingRoutes()
                + RatingRoutes(database: database).routes
                + CircleHistoryRoutes(database: database, index: index).routes
                + CircleRoutes(database: database, acquaintance: acquaintance).routes
                + RestaurantRoutes(
                    database: database, index: index, outings: OutingSearchContext(database: database),
                    preferences: RestaurantPreferences(database: database)
                ).routes
        },
        { world in
            var world = world
            world.add(try await world.firstVisit())
            try await world.index.refresh()
            try await test(world)
        })
}

extension TestWorld {
    /// Leila's outing with Tom, Mei and a guest at Kettu, which is a little farther north than Kuu; all but Mei came.
    struct Visit: Sendable {
        let kettu: RestaurantID
        let kuu: RestaurantID
        let outing: OutingID
        /// Ada, by her personal link.
        let guest: Visitor
    }

    var index: RestaurantIndex { part() }
    var kettu: RestaurantID { part(Visit.self).kettu }
    var kuu: RestaurantID { part(Visit.self).kuu }
    var lunch: OutingID { part(Visit.self).outing }
    var guest: Visitor { part(Visit.self).guest }

    fileprivate func firstVisit() async throws -> Visit {
        let kuu = try await restaurant("Kuu")
        let kettu = try await restaurant("Kettu")
        let answer = try await leila.post(
            "/v1/outings",
            """
            {"title":"Lunch","restaurantId":"\(kettu)","startsAt":"2027-03-11T12:30",
             "invite":{"people":["\(cast.tom.id)","\(cast.mei.id)"],"emails":["ada@example.org"]}}
            """)
        guard let id = answer["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer) }
        let guest = site.program(token: try await personalToken(of: "ada@example.org"))
        for visitor in [tom, guest] { try await attend(id, visitor) }
        try await run(
            """
            UPDATE outing SET starts_at = now() - interval '3 hours', starts_wall = timezone('UTC', now()) - interval '3 hours'
            """)
        return Visit(kettu: kettu, kuu: kuu, outing: id, guest: guest)
    }

    private func attend(_ outing: OutingID, _ visitor: Visitor) async throws {
        let answer = try await visitor.put("/v1/outings/\(outing)/attendance", #"{"status":"attending"}"#)
        guard answer.status == .ok else { throw Unexpected(answer) }
    }

    /// Adds an outing that began so many days ago, to which `guests` came.
    ///
    /// - Parameters:
    ///   - restaurant: `nil` for Kettu.
    ///   - host: `nil` for Leila.
    @discardableResult
    func visit(
        daysAgo: Int, at restaurant: RestaurantID? = nil, by host: Visitor? = nil, with guests: [Cast.Member],
        title: String = "Earlier"
    ) async throws -> OutingID {
        let ids = guests.map { #""\#($0.id)""# }.joined(separator: ",")
        let answer = try await (host ?? leila).post(
            "/v1/outings",
            """
            {"title":"\(title)","restaurantId":"\(restaurant ?? kettu)","startsAt":"2027-03-11T12:30",
             "timeZone":"Europe/Helsinki","invite":{"people":[\(ids)]}}
            """)
        guard let id = answer["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer) }
        for guest in guests { try await attend(id, visitor(guest)) }
        try await move(id, toDaysAgo: daysAgo)
        return id
    }

    /// Makes an outing begin so many days ago, at half past twelve in Helsinki.
    func move(_ outing: OutingID, toDaysAgo days: Int) async throws {
        try await run(
            """
            UPDATE outing
               SET starts_wall = date_trunc('day', timezone('Europe/Helsinki', now())) - \(days) * interval '1 day'
                                 + interval '12 hours 30 minutes',
                   starts_at = timezone('Europe/Helsinki', date_trunc('day', timezone('Europe/Helsinki', now()))
                                 - \(days) * interval '1 day' + interval '12 hours 30 minutes')
             WHERE id = \(outing)
            """)
    }

    /// Creates a circle of Leila's.
    func circle(_ members: [Cast.Member]) async throws -> String {
        let ids = members.map { #""\#($0.id)""# }.joined(separator: ",")
        let answer = try await leila.post("/v1/circles", #"{"name":"Us","people":[\#(ids)]}"#)
        guard let id = answer["id"].text else { throw Unexpected(answer) }
        return "/v1/circles/\(id)"
    }

    /// Rates a restaurant, Kettu if `nil`, after the first visit.
    func rate(
        _ stars: Int, by visitor: Visitor, at restaurant: RestaurantID? = nil, words: String? = nil
    ) async throws -> TestSupport.Answer {
        let words = words.map { #","words":"\#($0)""# } ?? ""
        return try await visitor.post(
            "/v1/restaurants/\(restaurant ?? kettu)/ratings",
            #"{"outingId":"\#(lunch)","stars":\#(stars)\#(words)}"#)
    }

    /// Writes a rating without the checks of its route.
    func addRating(_ stars: Int, of outing: OutingID, by person: PersonID) async throws {
        try await run(
            """
            INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
            SELECT id, \(person), restaurant_id, \(stars) FROM outing WHERE id = \(outing)
            """)
    }

    /// Returns Kettu as a visitor sees it, a stranger if `nil`.
    func shown(to visitor: Visitor? = nil) async throws -> TestSupport.Answer {
        try await (visitor ?? stranger).get("/v1/restaurants/\(kettu)")
    }

    func isSound() async throws -> Bool {
        try await isSound("ratings", "revisions", "seats", "offers")
    }
}
