import Geo

/// A curve that visits all places so that neighbours on it are neighbours on the map.
enum Hilbert {
    /// How far along the curve a point lies; 32 bits, cells of about 600 m on the equator.
    ///
    /// - Source: the classic rotation by quadrants, as in Wikipedia, "Hilbert curve", `xy2d`.
    static func rank(_ point: Coordinate) -> UInt32 {
        var x = UInt32((point.longitude + 180) / 360 * 65_535)
        var y = UInt32((point.latitude + 90) / 180 * 65_535)
        var rank: UInt32 = 0
        var side: UInt32 = 1 << 15
        while side > 0 {
            let right: UInt32 = x & side > 0 ? 1 : 0
            let upper: UInt32 = y & side > 0 ? 1 : 0
            rank &+= side &* side &* ((3 &* right) ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = 65_535 &- x
                    y = 65_535 &- y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return rank
    }
}
