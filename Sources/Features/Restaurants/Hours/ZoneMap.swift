import Foundation
package import Geo

/// Time zones by coordinate, from the zone file of `script/zones`, and by country, from the system's list.
package struct ZoneMap: Sendable {
    private var names: [String] = []
    /// Edges by band of latitude, from the south pole, with every edge that touches the band.
    private var bands: [[Edge]] = []
    /// Names of tzdata by ISO 3166-1 alpha-2 code.
    private let zonesByCountry: [String: [String]]
    private let countryByZone: [String: String]

    /// An edge of a zone's border, in 1e-5 degrees.
    private struct Edge: Sendable {
        let zone: Int32
        let x0, y0, x1, y1: Int32
    }

    /// A map without a zone file, which only knows the system's list of zones by country.
    package static let system = ZoneMap(table: "/usr/share/zoneinfo/zone.tab")

    private init(table path: String) {
        let table =
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var zones: [String: [String]] = [:]
        var countries: [String: String] = [:]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            guard columns.count >= 3 else { continue }
            zones[columns[0], default: []].append(columns[2])
            countries[columns[2]] = columns[0]
        }
        zonesByCountry = zones
        countryByZone = countries
    }

    /// Reads a zone file. Without a file, the map equals ``system``.
    ///
    /// - Throws: ``ZoneMapFault`` if the file is not a zone file.
    package init(file path: String) throws {
        self = .system
        guard let data = FileManager.default.contents(atPath: path) else { return }
        guard read([UInt8](data)) else { throw ZoneMapFault(file: path) }
    }

    /// Returns the only zone of a country; `nil` if it has several or is unknown.
    package func onlyZone(of country: String) -> String? {
        guard let zones = zonesByCountry[country], zones.count == 1 else { return nil }
        return zones[0]
    }

    package func country(of zone: String) -> String? { countryByZone[zone] }

    /// Returns the zone's name in tzdata; `nil` without a zone file. Borders are simplified, so a point in a
    /// gap between two zones gets the zone of a neighbouring point.
    package func zone(at coordinate: Coordinate) -> String? {
        guard !bands.isEmpty else { return nil }
        let x = Int((coordinate.longitude * 1e5).rounded())
        let y = Int((coordinate.latitude * 1e5).rounded())
        for (east, north) in [(0, 0), (300, 0), (-300, 0), (0, 300), (0, -300)] {
            if let number = number(x + east, y + north) { return names[number] }
        }
        return nil
    }

    /// Returns the zone whose border a ray to the east crosses an odd number of times.
    private func number(_ x: Int, _ y: Int) -> Int? {
        let band = Self.band(y)
        guard bands.indices.contains(band) else { return nil }
        var inside: Set<Int32> = []
        for edge in bands[band] {
            let (y0, y1) = (Int(edge.y0), Int(edge.y1))
            guard (y0 > y) != (y1 > y) else { continue }
            let crossing = Double(edge.x0) + Double(y - y0) * Double(edge.x1 - edge.x0) / Double(y1 - y0)
            guard crossing > Double(x) else { continue }
            if inside.remove(edge.zone) == nil { inside.insert(edge.zone) }
        }
        return inside.min().map(Int.init)
    }

    /// Returns the band of a latitude. A band is a twentieth of a degree and has some hundred edges.
    private static func band(_ y: Int) -> Int { (y + 9_000_000) / 5_000 }
}

extension ZoneMap {
    /// Reads a zone file.
    ///
    /// - Returns: Whether the bytes are a zone file.
    private mutating func read(_ bytes: [UInt8]) -> Bool {
        var reader = ZoneFileReader(bytes)
        guard reader.hasSignature, let zoneCount = reader.number() else { return false }
        var names: [String] = []
        for _ in 0..<zoneCount {
            guard let name = reader.text() else { return false }
            names.append(name)
        }
        guard let ringCount = reader.number() else { return false }
        var bands = [[Edge]](repeating: [], count: Self.band(9_000_000) + 1)
        for _ in 0..<ringCount {
            guard let zone = reader.number(), zone < names.count, let count = reader.number(),
                let points = reader.points(count), var before = points.last
            else { return false }
            for point in points {
                let edge = Edge(zone: Int32(zone), x0: before.x, y0: before.y, x1: point.x, y1: point.y)
                let south = Self.band(Int(min(before.y, point.y)))
                let north = Self.band(Int(max(before.y, point.y)))
                guard south >= 0, north < bands.count else { return false }
                for band in south...north { bands[band].append(edge) }
                before = point
            }
        }
        guard reader.isAtEnd else { return false }
        self.names = names
        self.bands = bands
        return true
    }
}

/// Reads the values of a zone file; each read returns `nil` if the file ends too early.
private struct ZoneFileReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 8
    }

    var hasSignature: Bool { bytes.starts(with: Array("NNZONES1".utf8)) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int? { word().map { Int(UInt32(bitPattern: $0)) } }

    private mutating func word() -> Int32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for shift in 0..<4 { value |= UInt32(bytes[position + shift]) << (8 * shift) }
        position += 4
        return Int32(bitPattern: value)
    }

    mutating func text() -> String? {
        guard position < bytes.count, position + 1 + Int(bytes[position]) <= bytes.count else { return nil }
        let end = position + 1 + Int(bytes[position])
        defer { position = end }
        return String(decoding: bytes[position + 1..<end], as: UTF8.self)
    }

    mutating func points(_ count: Int) -> [(x: Int32, y: Int32)]? {
        guard count >= 3, count <= (bytes.count - position) / 8 else { return nil }
        var points: [(x: Int32, y: Int32)] = []
        points.reserveCapacity(count)
        for _ in 0..<count {
            guard let x = word(), let y = word() else { return nil }
            points.append((x, y))
        }
        return points
    }
}

/// The error for an invalid zone file.
package struct ZoneMapFault: Error, CustomStringConvertible {
    let file: String

    package var description: String {
        "\(file) is not a zone file; rebuild it with script/zones"
    }
}
