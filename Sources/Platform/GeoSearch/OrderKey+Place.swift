import Geo

extension OrderKey {
    /// Where a place stands in the order of a query.
    init(
        _ order: PlaceOrder, centimetres: Int, others: [Int], tier: MatchTier?, rating: PlaceRating?,
        openState: OpenState?, identity: Identity
    ) {
        let own = UInt64(centimetres)
        switch order {
        case .distance:
            self.init(primary: own, secondary: 0, identity: identity)
        case .rating:
            // Bits of positive doubles rank as the doubles do; turned around, the best comes first.
            let worse = rating.map { UInt64.max - 1 - $0.value.bitPattern } ?? .max
            self.init(primary: worse, secondary: own, identity: identity)
        case .best:
            let felt = PlaceScore.feltMillimetres(
                centimetres: centimetres, tier: tier, rating: rating, openState: openState)
            self.init(primary: UInt64(felt), secondary: own, identity: identity)
        case .fair:
            let longest = others.reduce(centimetres, max)
            let sum = others.reduce(centimetres, +)
            self.init(primary: UInt64(longest), secondary: UInt64(sum), identity: identity)
        }
    }
}
