/// Roughly where somebody starts: a corner of the grid that is nearest to it, which is all that is kept.
struct Origin: Hashable, Sendable {
    /// Degrees, WGS 84.
    let latitude: Double
    let longitude: Double

    /// Rounds to ``OutingLimits/originGrid``: nothing finer enters the service.
    init(latitude: Double, longitude: Double) {
        self.latitude = Self.coarse(latitude)
        self.longitude = Self.coarse(longitude)
    }

    private static func coarse(_ degrees: Double) -> Double {
        (degrees * OutingLimits.originGrid).rounded() / OutingLimits.originGrid
    }
}
