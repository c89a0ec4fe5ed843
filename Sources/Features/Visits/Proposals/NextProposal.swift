import Foundation
import Geo
import NoonishAPI
import Outings
import Restaurants

/// A proposal for a circle's next outing, computed from its past visits and the restaurants nearby. Performs
/// no I/O.
struct NextProposal: Sendable {
    /// The circle's past visits, newest first.
    let visits: [PastVisit]
    let time: ZonedTime?
    /// The habit that ``time`` follows; `nil` if the request named a time or no habit gave one.
    let meetingHabit: MeetingHabit?

    init(_ visits: [PastVisit], at requestedTime: Date?, zone: String?, now: Date, busy: [DateInterval]) {
        self.visits = visits
        let habit = MeetingHabit(visits.compactMap(\.time))
        if let requestedTime {
            meetingHabit = nil
            time = (habit?.zone ?? zone).flatMap { TimeZone(identifier: $0) }.map {
                ZonedTime(requestedTime, in: $0)
            }
        } else {
            time = habit?.next(after: now, busy: busy)
            meetingHabit = time == nil ? nil : habit
        }
    }

    /// The median latitude and median longitude of past visits. A median, so that one trip elsewhere does not
    /// move it.
    var usualPlace: Coordinate? {
        let places = visits.compactMap(\.location)
        guard !places.isEmpty else { return nil }
        let middle = (places.count - 1) / 2
        return try? Coordinate(
            latitude: places.map(\.latitude).sorted()[middle],
            longitude: places.map(\.longitude).sorted()[middle])
    }

    /// Returns the restaurants that the circle visited too recently to propose again.
    func recentlyVisited(at now: Date) -> Set<UUID> {
        let since = now - Double(VisitLimits.weeksBeforeRepeat) * 7 * 86_400
        return Set(visits.lazy.filter { $0.startsAt > since }.map(\.restaurant.uuid))
    }

    /// Returns how the group rates a place, as far as that may be disclosed, from the latest visit with
    /// enough ratings.
    func boost(of restaurant: RestaurantID, fit: DietFit?) -> PlaceBoost {
        let there = visits.filter { $0.restaurant == restaurant }
        return PlaceBoost(
            fit: fit, liked: there.lazy.compactMap(\.liked).first,
            isLikedByReader: there.contains(where: \.isLikedByReader))
    }

    /// Returns the best of `found`, each with the reasons for proposing it.
    func places(
        _ found: [RankedRestaurant], fits: [RestaurantID: DietFit], now: Date
    ) -> [CircleProposal.Place] {
        let boosted = found.map { ($0, boost(of: $0.summary.id, fit: fits[$0.summary.id])) }
        return
            boosted
            .map { (rankingDistance: $0.perceived * $1.factor, ranked: $0, boost: $1) }
            .sorted {
                ($0.rankingDistance, $0.ranked.summary.id.description) < (
                    $1.rankingDistance, $1.ranked.summary.id.description
                )
            }
            .prefix(VisitLimits.places)
            .map { place in
                CircleProposal.Place(
                    restaurant: place.ranked.summary,
                    reasons: reasons(for: place.ranked.summary, place.boost, now: now))
            }
    }

    private func reasons(
        for place: RestaurantSummary, _ boost: PlaceBoost, now: Date
    ) -> [ProposalReason] {
        var reasons: [ProposalReason] = []
        switch place.openAt?.state {
        case .open: reasons.append(.openThen)
        case .unknown: reasons.append(.hoursUnknown)
        case .closed, nil: break
        }
        if let fit = boost.fit { reasons.append(.fits(fit)) }
        if let liked = boost.liked, liked > 0 { reasons.append(.liked(count: liked)) }
        if boost.isLikedByReader { reasons.append(.likedByYou) }
        if let last = visits.first(where: { $0.restaurant == place.id }) {
            let weeks = Int(now.timeIntervalSince(last.startsAt) / (7 * 86_400))
            reasons.append(.notLately(weeks: weeks))
        } else if !visits.isEmpty {
            reasons.append(.neverBeen)
        }
        if let metres = usualPlace.flatMap({ usual in place.location.map { usual.distance(to: $0) } }),
            metres <= VisitLimits.nearUsual
        {
            reasons.append(.nearUsual(metres: metres.rounded()))
        }
        if let rating = place.rating { reasons.append(.rated(rating)) }
        return reasons
    }
}

extension RestaurantSummary {
    fileprivate var location: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }
}
