import Geo

/// The ranking of a query: the sort keys of places, and how far away a place can still come before a key.
struct PlaceRanking {
    let order: PlaceOrder
    let origin: DistanceOrigin
    /// The origins of the rest of the group.
    let others: [DistanceOrigin]
    let openAt: OpenStates?
    let hasText: Bool
    /// The best tier of the result.
    let tier: MatchTier
    /// The places that ``PlaceOrder/best`` moves up.
    var liked: Set<Identity> = []

    func key(of candidate: Candidate, _ centimetres: Int) -> OrderKey {
        let columns = candidate.segment.columns
        let identity = columns.identities[candidate.ordinal]
        let own = UInt64(centimetres)
        switch order {
        case .distance:
            return OrderKey(primary: own, secondary: 0, identity: identity)
        case .rating:
            // Inverted, so that the best rated come first and the unrated last. The number of ratings does
            // not count.
            let stars = columns.ratings[candidate.ordinal] >> 19
            return OrderKey(primary: UInt64(UInt32.max - stars), secondary: own, identity: identity)
        case .best:
            let perceived = PlaceScore.perceivedMillimetres(
                centimetres: centimetres, tier: hasText ? MatchTier(rawValue: candidate.tier) : nil,
                rating: PackedRating(bits: columns.ratings[candidate.ordinal]).rating,
                openState: openAt?[columns.patterns[candidate.ordinal]],
                isLiked: !liked.isEmpty && liked.contains(identity))
            return OrderKey(primary: UInt64(perceived), secondary: own, identity: identity)
        case .fair:
            var longest = centimetres
            var sum = centimetres
            for other in others {
                let theirs = candidate.segment.centimetres(from: other, to: candidate.ordinal)
                longest = max(longest, theirs)
                sum += theirs
            }
            return OrderKey(primary: UInt64(longest), secondary: UInt64(sum), identity: identity)
        }
    }

    /// Returns whether a place with this ``PackedRating`` certainly comes after `last`, wherever it is.
    @inline(__always) func isSurelyAfter(_ last: OrderKey, _ rating: UInt32) -> Bool {
        order == .rating && UInt64(UInt32.max - rating >> 19) > last.primary
    }

    /// Returns the squared chord beyond which no place comes before `last`.
    func reach(of last: OrderKey) -> Float {
        switch order {
        case .distance, .fair:
            return Reach.beyond(metres: Double(last.primary + 1) / 100)
        case .rating:
            // Distance limits the search only once the last place has the best possible rating.
            let isBest = last.primary == UInt64(UInt32.max - PackedRating.best.bits >> 19)
            return isBest ? Reach.beyond(metres: Double(last.secondary + 1) / 100) : .infinity
        case .best:
            let perceived = Double(last.primary + 1) / 1_000
            let liking = liked.isEmpty ? 1 : PlaceScore.liking
            let factor = PlaceScore.text(hasText ? tier : nil) * PlaceScore.minimumStarFactor * liking
            return Reach.beyond(metres: max(0, perceived / factor - PlaceScore.threshold) + 0.01)
        }
    }
}

extension PackedRating {
    static let best = PackedRating(PlaceRating(value: 5, count: 1))
}
