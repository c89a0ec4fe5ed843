/// The Hilbert curve, on which places of neighbouring ranks are neighbours on the map.
enum Hilbert {
    /// The number of bits in a ``rank(latitude:longitude:)``.
    static let bits = 38

    /// Returns how far along the curve a point lies, given in units of 1e-7 degrees. Cells are about 76 m
    /// wide at the equator.
    ///
    /// - Source: the classic rotation by quadrants, as in Wikipedia, "Hilbert curve", `xy2d`.
    static func rank(latitude: Int32, longitude: Int32) -> UInt64 {
        let last: Int64 = 1 << 19 - 1
        var x = UInt32((Int64(longitude) + 1_800_000_000) * last / 3_600_000_000)
        var y = UInt32((Int64(latitude) + 900_000_000) * last / 1_800_000_000)
        var rank: UInt64 = 0
        var side: UInt32 = 1 << 18
        while side > 0 {
            let right: UInt32 = x & side > 0 ? 1 : 0
            let upper: UInt32 = y & side > 0 ? 1 : 0
            rank = rank << 2 | UInt64((3 &* right) ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = ~x
                    y = ~y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return rank
    }
}
