import Geo

/// The distance by which places are found while a tree is traversed: orders its boxes and bounds what can
/// still follow.
protocol DistanceMetric {
    func squaredChordsToBoxes(_ boxes: Column<Float>, _ at: Int) -> Lanes
    func squaredChords(_ points: Column<Float>, _ at: Int) -> Lanes
    func squaredChord(_ points: Column<Float>, _ ordinal: Int) -> Float
}

extension SpherePoint: DistanceMetric {}

/// The longest distance from any of several points.
struct GroupDistanceMetric: DistanceMetric {
    let points: [SpherePoint]

    func squaredChordsToBoxes(_ boxes: Column<Float>, _ at: Int) -> Lanes {
        points.reduce(Lanes(repeating: 0)) { $0.maximum($1.squaredChordsToBoxes(boxes, at)) }
    }

    func squaredChords(_ columns: Column<Float>, _ at: Int) -> Lanes {
        points.reduce(Lanes(repeating: 0)) { $0.maximum($1.squaredChords(columns, at)) }
    }

    func squaredChord(_ columns: Column<Float>, _ ordinal: Int) -> Float {
        points.reduce(0) { max($0, $1.squaredChord(columns, ordinal)) }
    }
}

/// A test for boxes of the unit sphere that may contain a place of a ``BoundingBox``: those between its
/// parallels and on the inner side of the planes through its meridians.
struct Viewport {
    private let lowest: Float
    private let highest: Float
    /// The normal of the plane through the western meridian, positive to the east; then that of the plane
    /// through the eastern meridian, positive to the west.
    private let west: (x: Float, y: Float)
    private let east: (x: Float, y: Float)
    private let width: Double

    /// The tolerance for errors of single precision.
    private static let slack: Float = 1e-6

    init(_ box: BoundingBox) throws(Coordinate.ValidationError) {
        let south = try Coordinate(latitude: box.south, longitude: box.west).unitVector
        let north = try Coordinate(latitude: box.north, longitude: box.east).unitVector
        let western = try Coordinate(latitude: 0, longitude: box.west).unitVector
        let eastern = try Coordinate(latitude: 0, longitude: box.east).unitVector
        lowest = Float(south.z) - Self.slack
        highest = Float(north.z) + Self.slack
        west = (Float(-western.y), Float(western.x))
        east = (Float(eastern.y), Float(-eastern.x))
        width = box.west > box.east ? box.east + 360 - box.west : box.east - box.west
    }

    /// Returns a bit for each of sixteen boxes that may contain a place of the bounding box.
    func mayIntersect(_ boxes: Column<Float>, _ at: Int) -> UInt32 {
        let between = (boxes.lanes(at + 80) .>= lowest) .& (boxes.lanes(at + 32) .<= highest)
        let isEastOfWest = farthestCornerDistances(boxes, at, west) .>= -Self.slack
        let isWestOfEast = farthestCornerDistances(boxes, at, east) .>= -Self.slack
        // A viewport up to 180° wide must satisfy both conditions, a wider one either, a full circle neither.
        if width >= 360 { return between.bits }
        if width <= 180 { return (between .& isEastOfWest .& isWestOfEast).bits }
        return (between .& (isEastOfWest .| isWestOfEast)).bits
    }

    /// Returns, for each box, the largest signed distance of its corners from a plane, positive on the
    /// plane's inner side.
    private func farthestCornerDistances(_ boxes: Column<Float>, _ at: Int, _ plane: (x: Float, y: Float))
        -> Lanes
    {
        let x = boxes.lanes(plane.x > 0 ? at + 48 : at) * plane.x
        let y = boxes.lanes(plane.y > 0 ? at + 64 : at + 16) * plane.y
        return x + y
    }
}
