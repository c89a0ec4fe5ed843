public import Foundation

extension UUID: JSONCodable {
    /// Writes lower case, like all UUIDs in the API.
    public func encode(to writer: inout JSONWriter) { writer.value(self) }

    /// Reads either case.
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.uuid() }
}

/// Returns whether a hyphen precedes this one of the sixteen bytes, as in
/// `0198c0de-0000-7000-8000-000000000001`.
@inline(__always)
private func hasHyphen(before byte: Int) -> Bool { byte == 4 || byte == 6 || byte == 8 || byte == 10 }

extension JSONWriter {
    /// Writes the canonical text form, in lower case.
    ///
    /// - Source: RFC 9562, section 4.
    public mutating func value(_ uuid: UUID) {
        reserve(UUID.textLength + 2)
        byte(UInt8(ascii: "\""))
        uuid.writeText { byte($0) }
        byte(UInt8(ascii: "\""))
    }
}

extension UUID {
    /// Length of the canonical text form: 32 digits and four hyphens.
    fileprivate static let textLength = 36

    /// The canonical text form, in lower case.
    ///
    /// - Source: RFC 9562, section 4.
    public var canonicalText: String {
        String(unsafeUninitializedCapacity: Self.textLength) { text in
            var count = 0
            writeText { byte in
                text[count] = byte
                count += 1
            }
            return count
        }
    }

    @inline(__always)
    fileprivate func writeText(_ write: (UInt8) -> Void) {
        withUnsafeBytes(of: uuid) { bytes in
            for index in 0..<16 {
                if hasHyphen(before: index) { write(UInt8(ascii: "-")) }
                write(JSONText.hexDigit(bytes[index] >> 4))
                write(JSONText.hexDigit(bytes[index] & 15))
            }
        }
    }
}

extension JSONReader {
    /// Reads the canonical text form, in either case.
    public mutating func uuid() throws(JSONFault) -> UUID {
        if let uuid = try plainUUID() { return uuid }
        return try parsed { text in text.utf8.count == 36 ? UUID(uuidString: text) : nil }
    }

    /// Reads a UUID written without escapes. Returns `nil` for any other text and leaves it unread.
    private mutating func plainUUID() throws(JSONFault) -> UUID? {
        // In bounds: 38 bytes are left, and `place` goes from 1 to 36.
        guard try peek() == UInt8(ascii: "\""), offset &+ 38 <= count,
            base[offset &+ 37] == UInt8(ascii: "\"")
        else { return nil }
        let text = base + offset
        var place = 1
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isOne = withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in 0..<16 {
                if hasHyphen(before: index) {
                    guard text[place] == UInt8(ascii: "-") else { return false }
                    place &+= 1
                }
                guard let high = JSONText.digit(hex: text[place]),
                    let low = JSONText.digit(hex: text[place &+ 1])
                else { return false }
                bytes[index] = high << 4 | low
                place &+= 2
            }
            return true
        }
        guard isOne else { return nil }
        offset &+= 38
        return UUID(uuid: bytes)
    }
}
