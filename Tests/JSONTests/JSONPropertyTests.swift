import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONPropertyTests {
    @Test(arguments: 0..<400)
    func `comes back as it went out, and Foundation reads the same`(seed: Int) throws {
        var chance = SeededChance(seed: UInt64(seed))
        let value = AnyJSON.value(depth: 5, using: &chance)

        let text = written { value.encode(to: &$0) }
        let again = try JSONValue(parsing: text)
        let isSame = again == value.asWritten
        let isFoundations = FoundationJSON(again) == FoundationJSON.read(Array(text.utf8))

        #expect(isSame)
        #expect(isFoundations)
    }

    @Test(arguments: 0..<400)
    func `with a byte changed, cut or added never crashes, and what is taken Foundation takes too`(seed: Int)
    {
        var chance = SeededChance(seed: UInt64(seed) &+ 10_000)
        let value = AnyJSON.value(depth: 3, using: &chance)
        for _ in 0..<20 {
            var bytes = Array(written { value.encode(to: &$0) }.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
            case 1: bytes.removeSubrange(place...)
            default: bytes.insert(UInt8.random(in: 0x20...0x7e, using: &chance), at: place)
            }

            guard let taken = try? JSONValue(parsing: bytes) else { continue }

            let isFoundations = FoundationJSON(taken) == FoundationJSON.read(bytes)
            #expect(isFoundations, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// Values by chance.
enum AnyJSON {
    static func value(depth: Int, using chance: inout SeededChance) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &chance) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &chance))
        case 2: .integer(Int(truncatingIfNeeded: chance.next()) >> Int.random(in: 0..<64, using: &chance))
        case 3: .double(double(using: &chance))
        case 4, 5: .string(text(using: &chance))
        case 6:
            .array(
                (0..<Int.random(in: 0..<5, using: &chance)).map { _ in value(depth: depth - 1, using: &chance)
                })
        default: object(depth: depth - 1, using: &chance)
        }
    }

    private static func object(depth: Int, using chance: inout SeededChance) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for _ in 0..<Int.random(in: 0..<25, using: &chance) {
            members[text(using: &chance)] = value(depth: min(depth, 1), using: &chance)
        }
        let text = written { members.encode(to: &$0) }
        return (try? JSONValue(parsing: text)) ?? .null
    }

    private static func double(using chance: inout SeededChance) -> Double {
        let number = Double(bitPattern: chance.next())
        return number.isFinite ? number : Double(Int.random(in: -9_999...9_999, using: &chance)) / 8
    }

    /// Letters of one to four bytes, control characters but NUL, and what must be escaped.
    private static func text(using chance: inout SeededChance) -> String {
        let letters = Array(
            "abc \"\\/\u{1}\u{1f}\u{7f}\n\t éß\u{301}食🍜👩‍👩‍👧‍👦\u{2028}\u{ffff}\u{10ffff}".unicodeScalars)
        var text = ""
        for _ in 0..<Int.random(in: 0..<40, using: &chance) {
            if let letter = letters.randomElement(using: &chance) { text.unicodeScalars.append(letter) }
        }
        return text
    }
}

/// What Foundation's decoder reads.
enum FoundationJSON: Decodable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([FoundationJSON])
    case object([String: FoundationJSON])

    static func read(_ bytes: [UInt8]) -> FoundationJSON? {
        try? JSONDecoder().decode(FoundationJSON.self, from: Data(bytes))
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([FoundationJSON].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: FoundationJSON].self))
        }
    }

    /// Foundation does not tell 1 from 1.0.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(Double(number))
        case .double(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(FoundationJSON.init))
        case .object(let object):
            self = .object(
                Dictionary(
                    object.members.map { ($0.name, FoundationJSON($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }
}

extension JSONValue {
    /// A double that is whole is written without a point and so comes back as an integer.
    var asWritten: JSONValue {
        switch self {
        case .double(let number)
        where number.description.hasSuffix(".0") && abs(number) < 1e9 && number.sign == .plus:
            .integer(Int(number))
        case .double(let number) where number == number.rounded() && abs(number) < 1e9 && number != 0:
            .integer(Int(number))
        case .array(let elements): .array(elements.map(\.asWritten))
        default: self
        }
    }
}
