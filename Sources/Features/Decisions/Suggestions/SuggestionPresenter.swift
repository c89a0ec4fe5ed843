import Access
import Foundation
import NoonishAPI
import Outings
import Postgres

/// Converts suggestion rows to the API's suggestions, as one reader sees them.
struct SuggestionPresenter: Sendable {
    let database: any Database

    func wire(_ id: SuggestionID, on outing: OutingRow) async throws -> Suggestion {
        guard let row = try await database.first(.suggestion(id, of: outing.id)),
            let wire = try await wire([row], on: outing).first
        else { throw Denial.notFound }
        return wire
    }

    func wire(_ rows: [SuggestionRow], on outing: OutingRow) async throws -> [Suggestion] {
        let supports = Dictionary(
            grouping: try await database.all(.supports(of: rows.map(\.id), on: outing.id)), by: \.suggestion)
        let fits = try await fits(rows, on: outing)
        return rows.map { row in
            var wire = row.wire(on: outing, supports: supports[row.id] ?? [])
            if row.isOpenOrPolled { wire.dietFit = row.proposal.restaurant.flatMap { fits[$0] } }
            return wire
        }
    }

    /// Returns how well the suggested restaurants suit the attendees' diets: counts only, and only if at
    /// least three people have said what they eat.
    private func fits(
        _ rows: [SuggestionRow], on outing: OutingRow
    ) async throws -> [RestaurantID: DietFit] {
        let restaurants = Set(rows.filter(\.isOpenOrPolled).compactMap(\.proposal.restaurant))
        guard !restaurants.isEmpty else { return [:] }
        let rows = try await database.all(
            .dietFits(restaurants.sorted().map { (outing: outing.id, restaurant: $0) }))
        return Dictionary(rows.map { ($0.restaurant, $0.fit) }, uniquingKeysWith: { first, _ in first })
    }
}

extension SuggestionRow {
    func wire(on outing: OutingRow, supports: [SupportRow]) -> Suggestion {
        let reader = outing.mine
        let mayKnow = reader.map { $0.answer.role != .invitee || $0.person == author.id } ?? false
        let isTime = proposal.time != nil
        return Suggestion(
            id: id, author: author, kind: proposal.kind.wire, state: stage(on: outing),
            before: proposal.guest == nil ? proposal.before(in: outing.state) : nil,
            after: proposal.guest == nil ? proposal.after(in: outing.state) : nil,
            guest: guest, email: mayKnow ? proposal.address : nil, tally: Tally(supports.map(\.opinion)).wire,
            mySupport: supports.first { $0.person.id == reader?.person }?.opinion,
            gains: isTime ? supports.filter(\.gains).map(\.person) : [],
            loses: isTime ? supports.filter(\.loses).map(\.person) : [],
            poll: poll, word: mayKnow ? word : nil, createdAt: createdAt, decidedAt: decidedAt,
            decidedBy: decidedBy)
    }
}

extension SupportRow {
    /// Whether the person would attend with this change and does not attend now.
    fileprivate var gains: Bool { opinion == .yes && status != nil && status != .attending }

    /// Whether the person attends or might attend now, and would not with this change.
    fileprivate var loses: Bool { opinion == .no && (status == .attending || status == .maybe) }
}

extension Proposal {
    /// Returns the current values of what this proposal would change.
    func before(in state: OutingState) -> TimeAndPlace {
        TimeAndPlace(time: time == nil ? nil : state.time, place: place == nil ? nil : state.place)
    }

    /// Returns the values after this proposal, with the time as a host's edit would set it, in the outing's
    /// time zone.
    func after(in state: OutingState) -> TimeAndPlace {
        let time = self.time.flatMap { own in (try? self.time(over: state)) ?? own }
        return TimeAndPlace(
            time: time,
            place: place == nil ? nil : placeName.map { OutingPlace(restaurant: restaurant, name: $0) })
    }
}

extension TimeAndPlace {
    init(time: OutingTime?, place: OutingPlace?) {
        self.init(
            startsAt: time?.startsAt.text, endsAt: time?.endsAt?.text, timeZone: time?.startsAt.zone,
            restaurantId: place?.restaurant, place: place?.name)
    }
}

extension Proposal.Kind {
    var wire: Suggestion.Kind {
        switch self {
        case .time: .time
        case .place: .place
        case .both: .both
        case .guest: .guest
        }
    }
}
