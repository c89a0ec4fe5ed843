/// Parses `application/x-www-form-urlencoded`, which queries use too.
///
/// - Source: WHATWG URL, section 5.1, except that text that is not UTF-8 is rejected instead of repaired.
enum FormText {
    enum Pair: Hashable {
        case pair(name: String, value: String)
        case malformed
    }

    static func pairs(of text: String) -> [Pair] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let value = part[equals...].dropFirst()
            guard let name = decode(part[..<equals]), let value = decode(value) else { return .malformed }
            return .pair(name: name, value: value)
        }
    }

    /// Decodes `+` as a space and `%XX` as a byte. Returns `nil` if a percent sign is not followed by two
    /// hexadecimal digits or the bytes are not UTF-8.
    static func decode(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
