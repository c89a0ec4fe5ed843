import Encoding

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
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
