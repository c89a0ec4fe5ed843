/// The approximate starting point of a person: only the nearest point of a coarse grid is stored.
struct Origin: Hashable, Sendable {
    /// Degrees, WGS 84.
    let latitude: Double
    let longitude: Double

    /// Rounds the coordinates to ``OutingLimits/originGrid``; more precise ones are never stored.
    init(latitude: Double, longitude: Double) {
        self.latitude = Self.coarse(latitude)
        self.longitude = Self.coarse(longitude)
    }

    private static func coarse(_ degrees: Double) -> Double {
        (degrees * OutingLimits.originGrid).rounded() / OutingLimits.originGrid
    }
}
