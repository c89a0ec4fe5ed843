#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A rectangle between two parallels and two meridians, in **degrees**, edges included.
///
/// It extends eastwards from `west` to `east`; if `west > east`, it crosses the 180° meridian. A box from
/// −180 to 180 covers every longitude.
///
/// - Source: RFC 7946, section 5.2, "The Antimeridian".
public struct BoundingBox: Hashable, Sendable {
    public let south: Double
    public let west: Double
    public let north: Double
    public let east: Double

    /// - Throws: ``ValidationError`` if a value is out of range or `south` is greater than `north`.
    public init(south: Double, west: Double, north: Double, east: Double) throws(ValidationError) {
        guard (-90...90).contains(south), (-90...90).contains(north) else { throw .latitude }
        guard (-180...180).contains(west), (-180...180).contains(east) else { throw .longitude }
        guard south <= north else { throw .southNorthOfNorth }
        self.init(uncheckedSouth: south, west: west, north: north, east: east)
    }

    private init(uncheckedSouth south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    public enum ValidationError: Error, Hashable {
        case latitude
        case longitude
        case southNorthOfNorth
    }
}

extension BoundingBox {
    /// Creates the smallest box that contains all points within `radius` **metres** of `center`, rounded
    /// outwards.
    ///
    /// Near a pole the box spans every longitude.
    public init(around center: Coordinate, radius: Double) {
        let angle = (radius / Earth.meanRadius).degrees + Self.margin
        let south = max(-90, center.latitude - angle)
        let north = min(90, center.latitude + angle)
        // The tangent meridians touch the circle where sin(width) = sin(angle) / cos(latitude).
        let ratio = sin(min(angle, 90).radians) / cos(center.latitude.radians)
        guard south > -90, north < 90, angle < 90, ratio < 1 else {
            self.init(uncheckedSouth: south, west: -180, north: north, east: 180)
            return
        }
        let width = asin(ratio).degrees + Self.margin
        self.init(
            uncheckedSouth: south, west: Self.wrapped(center.longitude - width), north: north,
            east: Self.wrapped(center.longitude + width))
    }

    /// The margin for rounding errors of the arithmetic above, in degrees: a tenth of a millimetre.
    private static let margin = 1e-9

    private static func wrapped(_ longitude: Double) -> Double {
        if longitude < -180 { return longitude + 360 }
        if longitude > 180 { return longitude - 360 }
        return longitude
    }

    /// Returns whether the box contains `point`. The point's own longitude decides even at the poles, where
    /// all longitudes denote the same point.
    public func contains(_ point: Coordinate) -> Bool {
        guard point.latitude >= south, point.latitude <= north else { return false }
        if west > east { return point.longitude >= west || point.longitude <= east }
        return (point.longitude >= west && point.longitude <= east)
            || (point.longitude == -180 && east == 180)
    }

    /// The point halfway between the parallels and halfway from west to east.
    public var center: Coordinate {
        let width = west > east ? east + 360 - west : east - west
        return Coordinate(unchecked: (south + north) / 2, Self.wrapped(west + width / 2))
    }

    /// Parses `60.16,24.93,60.18,24.96`: south, west, north and east in decimal degrees. Returns `nil` for
    /// any other text.
    public init?(text: some StringProtocol) {
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(decimal: $0) }
        guard values.count == 4, let south = values[0], let west = values[1], let north = values[2],
            let east = values[3],
            let box = try? BoundingBox(south: south, west: west, north: north, east: east)
        else { return nil }
        self = box
    }
}
