// CBOR, as far as authenticators use it
// =====================================
// Integers, byte and text strings, arrays, maps, true, false and null, all with definite lengths (RFC 8949;
// CTAP 2.1, section 8 restricts authenticators to these). Indefinite lengths, tags, floats, duplicate keys
// and deep nesting are rejected because nothing here needs them. The reader never reads beyond the end and
// never allocates for a length that exceeds the remaining input, so hostile input costs no more than its own
// size.

/// A CBOR value.
indirect enum CBORValue: Hashable, Sendable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    case boolean(Bool)
    case null
}

/// Malformed binary input. Has no details, because the input comes from programs, not people.
struct MalformedBytes: Error, Hashable {}

/// Reads consecutive CBOR values.
struct CBORReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func value(depth: Int = PasskeyLimits.cborDepth) throws(MalformedBytes) -> CBORValue {
        let first = try byte()
        let kind = first >> 5
        if kind == 7 { return try simple(first & 0x1f) }
        let argument = try argument(first & 0x1f)
        switch kind {
        case 0: return .integer(argument)
        case 1: return .integer(-1 - argument)
        case 2: return .bytes(try take(argument))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw .init() }
            return .text(text)
        case 4: return .array(try elements(argument, depth: depth))
        case 5: return .map(try members(argument, depth: depth))
        default: throw .init()
        }
    }

    private mutating func simple(_ argument: UInt8) throws(MalformedBytes) -> CBORValue {
        switch argument {
        case 20: return .boolean(false)
        case 21: return .boolean(true)
        case 22: return .null
        default: throw .init()
        }
    }

    /// Reads the number in or after the initial byte. Throws if it does not fit an `Int`.
    private mutating func argument(_ short: UInt8) throws(MalformedBytes) -> Int {
        guard short >= 24 else { return Int(short) }
        guard short <= 27 else { throw .init() }
        var number: UInt64 = 0
        for byte in try take(1 << (short - 24)) { number = number << 8 | UInt64(byte) }
        guard number < UInt64(Int.max) else { throw .init() }
        return Int(number)
    }

    private mutating func elements(_ count: Int, depth: Int) throws(MalformedBytes) -> [CBORValue] {
        guard depth > 0, count <= bytes.count - offset else { throw .init() }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try value(depth: depth - 1)) }
        return elements
    }

    private mutating func members(_ count: Int, depth: Int) throws(MalformedBytes) -> [CBORValue: CBORValue] {
        guard depth > 0, count <= (bytes.count - offset) / 2 else { throw .init() }
        var members: [CBORValue: CBORValue] = [:]
        for _ in 0..<count {
            let key = try value(depth: 0)
            guard members.updateValue(try value(depth: depth - 1), forKey: key) == nil else { throw .init() }
        }
        return members
    }

    private mutating func byte() throws(MalformedBytes) -> UInt8 { try take(1)[0] }

    private mutating func take(_ count: Int) throws(MalformedBytes) -> [UInt8] {
        guard count <= bytes.count - offset else { throw .init() }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }
}

extension CBORValue {
    /// Decodes bytes that hold exactly one value.
    init(_ bytes: [UInt8]) throws(MalformedBytes) {
        var reader = CBORReader(bytes)
        self = try reader.value()
        guard reader.isAtEnd else { throw .init() }
    }

    subscript(name: String) -> CBORValue? { member(.text(name)) }
    subscript(label: Int) -> CBORValue? { member(.integer(label)) }

    private func member(_ key: CBORValue) -> CBORValue? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}
