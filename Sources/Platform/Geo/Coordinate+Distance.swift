#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Coordinate {
    /// Returns the great-circle distance to `other`, in **metres** along the surface.
    ///
    /// Uses the haversine formula on a sphere, which is accurate enough to rank places within walking
    /// distance, but not for surveying.
    ///
    /// - Accuracy: within 0.57 % of the WGS 84 geodesic (the sphere against the ellipsoid); at 1,500 m that
    ///   is 9 m. Rounding adds less than a micrometre nearby and up to 0.3 m near the antipode, where the arc
    ///   sine is steep.
    /// - Complexity: O(1), at most five trigonometric calls: two cosines, and three others only beyond about
    ///   100 km.
    /// - Source: R. W. Sinnott, *Virtues of the Haversine*, Sky & Telescope 68 (1984), p. 159. Radius: see
    ///   ``Earth/meanRadius``.
    public func distance(to other: Coordinate) -> Double { DistanceOrigin(self).distance(to: other) }

    /// The point on the unit sphere: x towards 0° east on the equator, y towards 90° east, z towards the
    /// north pole.
    public var unitVector: UnitVector {
        let parallel = cos(latitude.radians)
        return UnitVector(
            x: parallel * cos(longitude.radians), y: parallel * sin(longitude.radians),
            z: sin(latitude.radians))
    }
}

/// The origin of many distance measurements. The terms that depend on this point alone are computed once.
public struct DistanceOrigin: Hashable, Sendable {
    public let coordinate: Coordinate
    /// The latitude in radians.
    private let latitude: Double
    /// The radius of the point's parallel on the unit sphere.
    private let parallel: Double

    public init(_ coordinate: Coordinate) {
        self.coordinate = coordinate
        latitude = coordinate.latitude.radians
        parallel = cos(latitude)
    }

    /// Returns the distance to `other` in **metres**, bit for bit equal to ``Coordinate/distance(to:)``.
    public func distance(to other: Coordinate) -> Double {
        let endLatitude = other.latitude.radians
        let sinHalfLatitude = ((endLatitude - latitude) / 2).sine
        let sinHalfLongitude = ((other.longitude - coordinate.longitude).radians / 2).sine
        let haversine =
            sinHalfLatitude * sinHalfLatitude
            + parallel * cos(endLatitude) * sinHalfLongitude * sinHalfLongitude
        return 2 * Earth.meanRadius * min(1, haversine.squareRoot()).arcSine
    }
}

extension Double {
    /// Half the angle that spans 100 km, in radians. Most measured distances are shorter; below this angle a
    /// few terms of the series are as accurate as the C library and take a fraction of the time.
    private static let small = 0x1p-7

    /// - Accuracy: the first omitted term is less than half a unit in the last place.
    fileprivate var sine: Double {
        let square = self * self
        return magnitude < Self.small ? self - self * square * (1 / 6 - square * (1 / 120)) : sin(self)
    }

    /// - Accuracy: as for ``sine``.
    fileprivate var arcSine: Double {
        let square = self * self
        return magnitude < Self.small
            ? self + self * square * (1 / 6 + square * (3 / 40 + square * (5 / 112))) : asin(self)
    }
}

/// A point on the unit sphere. Straight-line (chord) distances between such points sort in the same order as
/// great-circle distances, without special cases at the poles or the 180° meridian.
public struct UnitVector: Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let z: Double

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

public enum Earth {
    /// The mean radius R₁ = (2a + b) / 3 of the GRS 80 ellipsoid, in **metres**.
    ///
    /// - Source: H. Moritz, *Geodetic Reference System 1980*, Journal of Geodesy 74 (2000), pp. 128–133; the
    ///   radius that the IUGG recommends.
    public static let meanRadius = 6_371_008.7714

    /// The longest possible distance: half the circumference, in **metres**.
    public static let maximumDistance = Double.pi * meanRadius

    /// Returns the square of the chord of the unit sphere that spans `metres` along the surface.
    public static func squaredChord(metres: Double) -> Double {
        let chord = 2 * sin(min(metres, maximumDistance) / (2 * meanRadius))
        return chord * chord
    }
}

extension Double {
    /// This many degrees, in radians.
    package var radians: Double { self * .pi / 180 }
    /// This many radians, in degrees.
    package var degrees: Double { self * 180 / .pi }
}
