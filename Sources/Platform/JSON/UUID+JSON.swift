public import Foundation

extension UUID: JSONCodable {
    /// In lower case, as everywhere on the wire.
    public func encode(to writer: inout JSONWriter) { writer.value(self) }

    /// Of either case.
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.uuid() }
}

/// Where the hyphens stand in `0198c0de-0000-7000-8000-000000000001`: before these of the sixteen bytes.
@inline(__always)
private func hasHyphen(before byte: Int) -> Bool { byte == 4 || byte == 6 || byte == 8 || byte == 10 }

extension JSONWriter {
    /// The canonical text form, in lower case.
    ///
    /// - Source: RFC 9562, section 4.
    public mutating func value(_ uuid: UUID) {
        reserve(38)  // 32 digits, four hyphens, two quotes
        byte(UInt8(ascii: "\""))
        withUnsafeBytes(of: uuid.uuid) { bytes in
            for index in 0..<16 {
                if hasHyphen(before: index) { byte(UInt8(ascii: "-")) }
                byte(JSONText.hexDigit(bytes[index] >> 4))
                byte(JSONText.hexDigit(bytes[index] & 15))
            }
        }
        byte(UInt8(ascii: "\""))
    }
}

extension UUID {
    /// The canonical text form, in lower case.
    ///
    /// - Source: RFC 9562, section 4.
    public var canonicalText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var count = 0
                for index in 0..<16 {
                    if hasHyphen(before: index) {
                        text[count] = UInt8(ascii: "-")
                        count += 1
                    }
                    text[count] = JSONText.hexDigit(bytes[index] >> 4)
                    text[count + 1] = JSONText.hexDigit(bytes[index] & 15)
                    count += 2
                }
                return count
            }
        }
    }
}

extension JSONReader {
    /// The canonical text form, in either case.
    public mutating func uuid() throws(JSONFault) -> UUID {
        if let uuid = try plainUUID() { return uuid }
        return try parsed { text in text.utf8.count == 36 ? UUID(uuidString: text) : nil }
    }

    /// The same without an escape. nil for any other text, which is not read then.
    private mutating func plainUUID() throws(JSONFault) -> UUID? {
        // Inside: 38 bytes are left, and `place` goes from 1 to 36.
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
