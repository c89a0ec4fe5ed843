/// A point on Earth in WGS 84, the datum of GPS, OpenStreetMap and GeoJSON.
///
/// Both values are **decimal degrees**. An instance is always within range, so code that receives one need
/// not validate it.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, in −90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, in −180..<180. The 180° meridian is always stored as −180.
    public let longitude: Double

    /// - Throws: ``ValidationError`` if a value is not a number, `latitude` is outside −90…90, or `longitude` is
    ///   outside −180…180.
    public init(latitude: Double, longitude: Double) throws(ValidationError) {
        guard (-90...90).contains(latitude) else { throw .latitude(latitude) }
        guard (-180...180).contains(longitude) else { throw .longitude(longitude) }
        self.latitude = latitude
        self.longitude = longitude == 180 ? -180 : longitude
    }

    /// Creates a coordinate from values that are in range by construction.
    init(unchecked latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude == 180 ? -180 : longitude
    }

    public enum ValidationError: Error, Hashable {
        case latitude(Double)
        case longitude(Double)
    }
}

extension Coordinate.ValidationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .latitude(let value): "latitude \(value) is not between -90 and 90"
        case .longitude(let value): "longitude \(value) is not between -180 and 180"
        }
    }
}

extension Coordinate {
    /// Parses `60.1699,24.9384`: latitude and longitude in decimal degrees, separated by a comma. Returns
    /// `nil` for any other text.
    public init?(text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let latitude = Double(decimal: parts[0]), let longitude = Double(decimal: parts[1]),
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self = coordinate
    }
}

extension Double {
    /// Parses digits with at most one decimal point and a sign. Returns `nil` for exponents, hexadecimal,
    /// `inf` and `nan`.
    init?(decimal text: some StringProtocol) {
        let isDecimal = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        }
        guard isDecimal, let value = Double(text) else { return nil }
        self = value
    }
}

extension Coordinate {
    /// Latitude 0, longitude 0: a point in the Gulf of Guinea, far from any place to eat.
    public static let nullIsland = Coordinate(unchecked: 0, 0)
}
