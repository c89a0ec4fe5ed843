import Access
import Foundation
import HTTPKit
import NoonishAPI
import Outings
import People
import Postgres
import Restaurants

/// A time or place as a client sent it. Converting it to a proposal requires the outing, for its time zone,
/// and the restaurant directory.
struct ProposalInput: Sendable {
    let startsAt: TimeInput?
    let endsAt: TimeInput?
    let timeZone: String?
    let restaurant: RestaurantID?
    let place: String?
    /// The JSON Pointer of this object in the request body.
    let pointer: String

    /// Reads `{time?: {startsAt, endsAt?, timeZone?}, restaurantId? | place?}`.
    init(_ body: inout ObjectReader, at pointer: String = "") {
        self.pointer = pointer
        let inner = String((pointer + "/time/").dropFirst())
        let time = body.object("time") { time in
            (
                startsAt: time.required("startsAt", .time(inner + "startsAt")),
                endsAt: time.optional("endsAt", .time(inner + "endsAt")),
                zone: time.optional("timeZone", .timeZoneName)
            )
        }
        startsAt = time?.startsAt
        endsAt = time?.endsAt
        timeZone = time?.zone
        (restaurant, place) = body.place()
    }

    /// Creates the input from a time that a calendar client sent.
    init(starts: ZonedTime, ends: ZonedTime?) {
        startsAt = TimeInput(starts)
        endsAt = ends.map { TimeInput($0) }
        timeZone = starts.zone
        restaurant = nil
        place = nil
        pointer = ""
    }

    var isEmpty: Bool { startsAt == nil && restaurant == nil && place == nil }

    /// Validates the time and place and returns them as a proposal for `outing`.
    ///
    /// - Throws: 422 if the time does not exist or has passed, if it ends before it starts, or if the
    ///   restaurant is unknown.
    func proposal(for outing: OutingRow, in transaction: Transaction) async throws -> Proposal {
        var proposal = Proposal()
        let zone = timeZone ?? outing.state.zone
        if let startsAt {
            let time = OutingTime(
                startsAt: try startsAt.read(in: zone), endsAt: try endsAt?.read(in: zone))
            var state = outing.state
            state.time = time
            try OutingEdits.check(state)
            guard time.startsAt.instant > outing.now else {
                throw DecisionProblems.timeHasPassed(pointer + "/time/startsAt")
            }
            proposal.time = time
        }
        if let restaurant {
            guard let snapshot = try await transaction.first(.snapshot(of: restaurant)) else {
                throw OutingProblems.unknownRestaurant
            }
            proposal.place = .restaurant(restaurant, name: snapshot.name)
        } else if let place {
            proposal.place = .unlisted(place)
        }
        return proposal
    }
}
