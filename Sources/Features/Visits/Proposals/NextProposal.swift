internal import Foundation
internal import Geo
internal import NoonishAPI
internal import Outings
internal import Restaurants

/// A proposal for a circle's next outing, computed from its past visits and the restaurants nearby. Performs
/// no I/O.
struct NextProposal: Sendable {
    /// The circle's past visits, newest first.
    let visits: [PastVisit]
    let time: ZonedTime?
    /// The habit that ``time`` follows; `nil` if the request named a time or no habit gave one.
    let rhythm: Rhythm?

    init(_ visits: [PastVisit], at asked: Date?, zone: String?, now: Date, busy: [DateInterval]) {
        self.visits = visits
        let habit = Rhythm(visits.compactMap(\.time))
        if let asked {
            rhythm = nil
            time = (habit?.zone ?? zone).flatMap { TimeZone(identifier: $0) }.map { ZonedTime(asked, in: $0) }
        } else {
            time = habit?.next(after: now, busy: busy)
            rhythm = time == nil ? nil : habit
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
    func resting(at now: Date) -> Set<UUID> {
        let since = now - Double(VisitLimits.restWeeks) * 7 * 86_400
        return Set(visits.lazy.filter { $0.startsAt > since }.map(\.restaurant.uuid))
    }

    /// Returns how the group rates a place, as far as that may be disclosed, from the latest visit with
    /// enough ratings.
    func favour(of restaurant: RestaurantID, fit: DietFit?) -> PlaceFavour {
        let there = visits.filter { $0.restaurant == restaurant }
        return PlaceFavour(
            fit: fit, liked: there.lazy.compactMap(\.liked).first,
            isLikedByReader: there.contains(where: \.isLikedByReader))
    }

    /// Returns the best of `found`, each with the reasons for proposing it.
    func places(
        _ found: [RankedRestaurant], fits: [RestaurantID: DietFit], now: Date
    ) -> [CircleProposal.Place] {
        let judged = found.map { ($0, favour(of: $0.summary.id, fit: fits[$0.summary.id])) }
        return
            judged
            .map { (felt: $0.perceived * $1.factor, ranked: $0, favour: $1) }
            .sorted {
                ($0.felt, $0.ranked.summary.id.description) < ($1.felt, $1.ranked.summary.id.description)
            }
            .prefix(VisitLimits.places)
            .map { place in
                CircleProposal.Place(
                    restaurant: place.ranked.summary,
                    reasons: reasons(for: place.ranked.summary, place.favour, now: now))
            }
    }

    private func reasons(
        for place: RestaurantSummary, _ favour: PlaceFavour, now: Date
    ) -> [ProposalReason] {
        var reasons: [ProposalReason] = []
        switch place.openAt?.state {
        case .open: reasons.append(.openThen)
        case .unknown: reasons.append(.hoursUnknown)
        case .closed, nil: break
        }
        if let fit = favour.fit { reasons.append(.fits(fit)) }
        if let liked = favour.liked, liked > 0 { reasons.append(.liked(count: liked)) }
        if favour.isLikedByReader { reasons.append(.likedByYou) }
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
