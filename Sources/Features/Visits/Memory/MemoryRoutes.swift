package import Access
package import Foundation
internal import Geo
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import Outings
package import Postgres
package import Restaurants

/// What a circle remembers, and what it could do next; for whoever keeps it, of what they were at themselves.
package struct MemoryRoutes: Sendable {
    let database: any Database
    let index: RestaurantIndex
    let now: @Sendable () -> Date

    package init(
        database: any Database, index: RestaurantIndex, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.index = index
        self.now = now
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/circles/{id}/memory", .readCircles, scope: .member, memory),
            Route(.get, "/v1/circles/{id}/proposal", .readCircles, scope: .member, proposal),
        ]
    }

    /// `GET /v1/circles/{id}/memory`: where it has eaten, the newest first.
    @Sendable func memory(_ call: Call) async throws -> Response {
        let (circle, keeper) = try await kept(call)
        let request = try MemoryPage(call.query)
        let visits = try await database.all(
            .memory(of: circle, keptBy: keeper, before: request.cursor, limit: request.limit + 1))
        let page = request.page(visits)
        return .json(.ok, page, etag: .content, headers: call.link(toNext: page.next))
    }

    /// `GET /v1/circles/{id}/proposal?near=60.1699,24.9384`: a time and up to three places, with why.
    @Sendable func proposal(_ call: Call) async throws -> Response {
        let (circle, keeper) = try await kept(call)
        let request = try ProposalRequest(call.query)
        guard index.isReady else { throw VisitProblems.stillLoading }
        let now = now()
        let visits = try await database.all(.visits(of: circle, keptBy: keeper))
        let zone = try await database.first(.zone(of: keeper)) ?? nil
        let next = NextProposal(
            visits, at: request.at, zone: zone, now: now, busy: try await database.all(.busy(keeper)))
        guard let center = request.near ?? next.usualPlace else { throw VisitProblems.whereToLook }
        let found = index.best(
            latitude: center.latitude, longitude: center.longitude, radius: VisitLimits.radius,
            openAt: request.at ?? next.time?.instant, excluded: next.resting(at: now),
            limit: VisitLimits.candidates)
        let fits = try await fits(of: visits, at: found.map(\.summary.id))
        return .json(
            .ok,
            CircleProposal(
                startsAt: next.time?.text, timeZone: next.time?.zone,
                reasons: next.rhythm.map { [.usualTime(count: $0.count, of: $0.all)] } ?? [],
                places: next.places(found, fits: fits, now: now)))
    }

    private func kept(_ call: Call) async throws -> (CircleID, PersonID) {
        let keeper = try decide(call.actor, .readCircles, try call.person, as: .oneself).object
        let circle: CircleID = try call.id("id")
        guard try await database.one(.keeps(circle, keeper)) else { throw Denial.notFound }
        return (circle, keeper)
    }

    /// For how many of those places work who came the last time that enough of them had said what they need. It is that
    /// outing's own number, which its people see as it is: a circle is a list that its keeper changes at will, and counting
    /// one would say of everybody in it what they eat.
    private func fits(
        of visits: [PastVisit], at restaurants: [RestaurantID]
    ) async throws -> [RestaurantID: DietFit] {
        guard !restaurants.isEmpty else { return [:] }
        for visit in visits.prefix(VisitLimits.fitsRead) {
            let rows = try await database.all(.dietFits(restaurants.map { (visit.outing, $0) }))
            if !rows.isEmpty { return Dictionary(rows.map { ($0.restaurant, $0.fit) }) { $1 } }
        }
        return [:]
    }
}

extension Query where Row == String? {
    fileprivate static func zone(of person: PersonID) -> Self {
        Query("visits.read_circle_time_zone", "SELECT time_zone FROM person WHERE id = \(person)") {
            row throws(PostgresError) in try row.next()
        }
    }
}
