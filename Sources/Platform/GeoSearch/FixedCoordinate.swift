import Geo

/// A coordinate as stored in the index: whole units of 1e-7 degrees.
struct FixedCoordinate: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    init(_ coordinate: Coordinate) {
        // ±180 degrees are ±1.8e9, which fits into 32 bits.
        latitude = Int32((coordinate.latitude * 1e7).rounded())
        longitude = Int32((coordinate.longitude * 1e7).rounded())
    }

    /// - Precondition: created by ``init(_:)``, or part of an image whose checksum was verified.
    var coordinate: Coordinate {
        guard
            let coordinate = try? Coordinate(
                latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        else { preconditionFailure("a kept coordinate is out of range") }
        return coordinate
    }
}
