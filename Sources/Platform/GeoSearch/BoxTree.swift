import Geo

/// A packed tree of boxes over places that stand in the order of ``Hilbert``: sixteen children to a node, no pointers.
///
/// Level 0 has one box for every sixteen places, each further level one for every sixteen below, up to a single root.
/// Boxes hold unit vectors, so that distances are right at the poles and across the 180° meridian, and degrees, for
/// queries by map.
struct BoxTree {
    static let fanout = 16

    /// Levels from the leaves up; the last has one node. Empty for no places.
    let levels: [[Node]]

    struct Node {
        var minimum: UnitVector
        var maximum: UnitVector
        var south: Double
        var west: Double
        var north: Double
        var east: Double
    }

    init(_ points: [Coordinate], _ vectors: [UnitVector]) {
        var leaves: [Node] = []
        leaves.reserveCapacity(points.count / Self.fanout + 1)
        for start in stride(from: 0, to: points.count, by: Self.fanout) {
            var node = Node(points[start], vectors[start])
            for index in (start + 1)..<max(start + 1, min(start + Self.fanout, points.count)) {
                node.enclose(Node(points[index], vectors[index]))
            }
            leaves.append(node)
        }
        var levels = leaves.isEmpty ? [] : [leaves]
        while let below = levels.last, below.count > 1 {
            levels.append(
                stride(from: 0, to: below.count, by: Self.fanout).map { start in
                    var node = below[start]
                    for child in below[start..<min(start + Self.fanout, below.count)] { node.enclose(child) }
                    return node
                })
        }
        self.levels = levels
    }
}

extension BoxTree.Node {
    init(_ point: Coordinate, _ vector: UnitVector) {
        self.init(
            minimum: vector, maximum: vector, south: point.latitude, west: point.longitude,
            north: point.latitude,
            east: point.longitude)
    }

    mutating func enclose(_ other: Self) {
        minimum = UnitVector(
            x: min(minimum.x, other.minimum.x), y: min(minimum.y, other.minimum.y),
            z: min(minimum.z, other.minimum.z))
        maximum = UnitVector(
            x: max(maximum.x, other.maximum.x), y: max(maximum.y, other.maximum.y),
            z: max(maximum.z, other.maximum.z))
        south = min(south, other.south)
        west = min(west, other.west)
        north = max(north, other.north)
        east = max(east, other.east)
    }

    /// Square of the shortest chord from `point` to anything in the box.
    func squaredChord(from point: UnitVector) -> Double {
        func outside(_ value: Double, _ low: Double, _ high: Double) -> Double {
            value < low ? low - value : value > high ? value - high : 0
        }
        let x = outside(point.x, minimum.x, maximum.x)
        let y = outside(point.y, minimum.y, maximum.y)
        let z = outside(point.z, minimum.z, maximum.z)
        return x * x + y * y + z * z
    }

    /// False only if no place of the node can be inside `box`.
    func mayMeet(_ box: BoundingBox) -> Bool {
        guard north >= box.south, south <= box.north else { return false }
        // Longitude 180 is stored as -180, so a box that ends at 180 meets a node that begins at -180.
        if box.west > box.east || box.east == 180 {
            return east >= box.west || west <= box.east || west == -180
        }
        return east >= box.west && west <= box.east
    }
}

extension UnitVector {
    /// Square of the chord to `other`.
    func squaredChord(to other: UnitVector) -> Double {
        let x = x - other.x
        let y = y - other.y
        let z = z - other.z
        return x * x + y * y + z * z
    }
}
