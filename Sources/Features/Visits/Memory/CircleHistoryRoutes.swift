package import Access
import Accounts
package import Foundation
import Geo
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
import Outings
package import Postgres
package import Restaurants

/// A circle's past visits and proposals for its next outing, for the circle's owner, from outings that the owner
/// attended.
@MemberwiseInit
package struct CircleHistoryRoutes: RouteGroup {
    let database: any Database
    let index: RestaurantIndex
    var now: @Sendable () -> Date = { Date() }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readCircleMemory, .readCircles, scope: .member, "List visits of a circle",
            "Past outings at a restaurant that the caller and at least half of the circle attended, newest first.",
            parameters: [.limit(PageLimits.standard, most: PageLimits.maximum), .cursor],
            answers: [
                .ok(.page(of: .circleVisit), "A page of visits", isTagged: true, isPaged: true)
            ], problems: [.faults("malformed_cursor")], handler: memory),
        RouteDefinition(
            .proposeNext, .readCircles, scope: .member, "Propose a next outing of a circle",
            "The circle's next free usual time, and up to three restaurants that it has not visited within four weeks, each with reasons.",
            parameters: [
                .query(
                    "near", .string("60.1699,24.9384"),
                    "Latitude and longitude, in degrees; by default where the circle usually eats."),
                .query("at", .instant, "Proposes restaurants for this time only."),
            ], answers: [.ok(.circleProposal, "A time and restaurants, with reasons")],
            problems: [.of(VisitProblems.missingLocation), .of(VisitProblems.stillLoading)], handler: proposal
        ),
    ]

    func memory(_ call: Call) async throws -> Response {
        let (circle, owner) = try await ownedCircle(call)
        let request = try CircleHistoryPage(call.query)
        let visits = try await database.all(
            .memory(of: circle, ownedBy: owner, before: request.cursor, limit: request.limit + 1))
        let page = request.page(visits)
        return .json(.ok, page, etag: .content, headers: call.link(toNext: page.next))
    }

    func proposal(_ call: Call) async throws -> Response {
        let (circle, owner) = try await ownedCircle(call)
        let request = try ProposalRequest(call.query)
        guard index.isReady else { throw VisitProblems.stillLoading }
        let now = now()
        let visits = try await database.all(.visits(of: circle, ownedBy: owner))
        let zone = try await database.first(.zone(of: owner)) ?? nil
        let next = NextProposal(
            visits, at: request.at, zone: zone, now: now, busy: try await database.all(.busy(owner)))
        guard let center = request.near ?? next.usualPlace else { throw VisitProblems.missingLocation }
        let found = index.best(
            latitude: center.latitude, longitude: center.longitude, radius: VisitLimits.radius,
            openAt: request.at ?? next.time?.instant, excluded: next.recentlyVisited(at: now),
            limit: VisitLimits.candidates)
        let fits = try await fits(of: visits, at: found.map(\.summary.id))
        return .json(
            .ok,
            CircleProposal(
                startsAt: next.time?.text, timeZone: next.time?.zone,
                reasons: next.meetingHabit.map { [.usualTime(count: $0.count, of: $0.all)] } ?? [],
                places: next.places(found, fits: fits, now: now)))
    }

    private func ownedCircle(_ call: Call) async throws -> (CircleID, PersonID) {
        let owner = try decide(call.actor, .readCircles, try call.person, as: .oneself).object
        let circle: CircleID = try call.id("id")
        guard try await database.one(.keeps(circle, owner)) else { throw Denial.notFound }
        return (circle, owner)
    }

    /// Returns how many people each place suits, counted over the attendees of a recent outing of which
    /// enough have stated their needs. Every attendee can see that count. A count over the circle would
    /// reveal what each member eats, because the owner can change the circle at will.
    private func fits(
        of visits: [PastVisit], at restaurants: [RestaurantID]
    ) async throws -> [RestaurantID: DietFit] {
        guard !restaurants.isEmpty else { return [:] }
        for visit in visits.prefix(VisitLimits.outingsCheckedForFit) {
            let rows = try await database.all(.dietFits(restaurants.map { (visit.outing, $0) }))
            if !rows.isEmpty { return Dictionary(rows.map { ($0.restaurant, $0.fit) }) { $1 } }
        }
        return [:]
    }
}

extension Query where Row == String? {
    fileprivate static func zone(of person: PersonID) -> Self {
        Query("visits.read_circle_time_zone", "SELECT time_zone FROM person WHERE id = \(person)")
    }
}
