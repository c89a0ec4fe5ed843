extension OrderKey {
    /// Where a place stands in `order`.
    init(_ order: PlaceOrder, centimetres: Int, rating: Double?, identity: Identity) {
        switch order {
        case .distance:
            self.init(primary: UInt64(centimetres), secondary: 0, identity: identity)
        case .rating:
            // Bits of positive doubles rank as the doubles do; turned around, the best comes first.
            let worse = rating.map { UInt64.max - 1 - $0.bitPattern } ?? .max
            self.init(primary: worse, secondary: UInt64(centimetres), identity: identity)
        }
    }
}
