import Foundation
import Geo

extension PlaceQuery {
    /// A hash of what is asked for, but for the page: the same in every process, so that any of them can go on where
    /// another one ended. Not secret and not signed: a forged cursor only shows the forger another part of the answer.
    ///
    /// - Source: FNV-1a, 64 bits; Fowler, Noll, Vo.
    var fingerprint: UInt64 {
        var hash = Fingerprint()
        switch area {
        case .around(let origin, let others, let radius):
            hash.add("around")
            // The cursor freezes where the group comes from.
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
        hash.add(order.rawValue)
        return hash.value
    }
}

private struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func mix(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        mix(0xFF)  // no UTF-8 has this byte, so "ab", "c" is not "a", "bc"
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
