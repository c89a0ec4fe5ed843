import Foundation
import Geo

extension PlaceQuery {
    /// A hash of everything in the query but the page. It is the same in every process, so any of them can
    /// continue where another one ended. It is neither secret nor signed: a forged cursor only shows its
    /// author another part of the result.
    var fingerprint: UInt64 {
        var hash = Fingerprint()
        switch area {
        case .around(let origin, let others, let radius):
            hash.add("around")
            // With `.fair`, the cursor itself freezes where the others come from.
            hash.add(origin)
            if order != .fair { for point in others { hash.add(point) } }
            hash.add(radius ?? -1)
        case .within(let box, let origin):
            hash.add("within")
            for edge in [box.south, box.west, box.north, box.east] { hash.add(edge) }
            hash.add(origin ?? box.center)
        }
        for word in TextFolding.words(of: text) { hash.add(word) }
        hash.add("cuisines", cuisines)
        hash.add("diets", diets.map(\.rawValue))
        hash.add("kinds", kinds.map(\.rawValue))
        hash.add("prices", prices.map(String.init))
        hash.add("open", open.map(\.rawValue))
        hash.add("excluded", excluded.map(\.uuidString))
        if order == .best { hash.add("liked", liked.map(\.uuidString)) }
        hash.add(minimumRating ?? -1)
        if let costs { hash.add("costs", [costs.lowerBound, costs.upperBound].map(String.init)) }
        hash.add(order.rawValue)
        return hash.value
    }

    /// A hash of the query, as ``fingerprint``, and of what the caller adds to it.
    package func fingerprint(with others: [String]) -> UInt64 {
        var hash = Fingerprint()
        hash.add(String(fingerprint))
        for text in others { hash.add(text) }
        return hash.value
    }
}

/// A hash that is the same in every process.
///
/// - Source: FNV-1a, 64 bits; Fowler, Noll, Vo.
struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func mix(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        mix(0xFF)  // never occurs in UTF-8, so "ab", "c" differs from "a", "bc"
    }

    mutating func add(_ number: Double) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(number.bitPattern >> shift & 0xFF)) }
    }

    mutating func add(_ point: Coordinate) {
        add(point.latitude)
        add(point.longitude)
    }

    mutating func add(_ name: String, _ words: some Sequence<String>) {
        add(name)
        for word in words.sorted() { add(word) }
    }
}
