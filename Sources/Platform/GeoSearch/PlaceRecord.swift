import Foundation

// A record contains what searches never read: texts as displayed, all diet offers, and the source. Lists are
// preceded by their count and texts by their length in UTF-8, as unsigned LEB128 numbers (seven bits a byte,
// lowest first).

/// The encoding of a place's texts.
enum PlaceRecord {
    static func append(_ place: Place, to bytes: inout ContiguousArray<UInt8>) {
        append(place.name, &bytes)
        append(place.otherNames, &bytes)
        append(place.transliterations, &bytes)
        append(place.cuisines, &bytes)
        append(place.dishes, &bytes)
        append(place.areas, &bytes)
        append(place.brand.map { [$0] } ?? [], &bytes)
        append(Int(place.diets.bits), &bytes)
        append(Int(place.source), &bytes)
    }

    private static func append(_ number: Int, _ bytes: inout ContiguousArray<UInt8>) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func append(_ text: String, _ bytes: inout ContiguousArray<UInt8>) {
        append(text.utf8.count, &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    private static func append(_ texts: [String], _ bytes: inout ContiguousArray<UInt8>) {
        append(texts.count, &bytes)
        for text in texts { append(text, &bytes) }
    }
}

/// A decoder of a record, to be called in the order of its fields.
struct PlaceRecordReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func number() -> Int {
        var value: UInt = 0
        var shift: UInt = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return Int(bitPattern: value)
    }

    mutating func text() -> String {
        let length = min(max(0, number()), bytes.count - position)
        defer { position += length }
        return String(
            decoding: UnsafeBufferPointer(rebasing: bytes[position..<position + length]), as: UTF8.self)
    }

    mutating func texts() -> [String] {
        let count = min(max(0, number()), bytes.count - position)
        if count == 0 { return [] }
        return (0..<count).map { _ in text() }
    }

    mutating func diets() -> DietOffers { DietOffers(bits: UInt32(truncatingIfNeeded: number())) }

    mutating func source() -> UInt16 { UInt16(truncatingIfNeeded: number()) }
}
