import Geo

/// A coordinate as the index keeps it: whole 1e-7 degrees.
struct FixedCoordinate: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    init(_ coordinate: Coordinate) {
        // ±180 degrees are 1.8e9, which 32 bits hold.
        latitude = Int32((coordinate.latitude * 1e7).rounded())
        longitude = Int32((coordinate.longitude * 1e7).rounded())
    }

    /// - Precondition: made by ``init(_:)``, or checked when the image was read.
    var coordinate: Coordinate {
        guard
            let coordinate = try? Coordinate(
                latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        else { preconditionFailure("a kept coordinate is out of range") }
        return coordinate
    }
}
