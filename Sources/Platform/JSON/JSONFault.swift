/// The reason why a text was rejected as malformed or unsupported JSON, and its location.
public struct JSONFault: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case empty
        case endsEarly = "ends_early"
        case byteOrderMark = "byte_order_mark"
        case unexpectedCharacter = "unexpected_character"
        case trailingText = "trailing_text"
        case tooDeep = "too_deep"
        case tooLarge = "too_large"
        case duplicateName = "duplicate_name"
        case malformedNumber = "malformed_number"
        case numberOutOfRange = "number_out_of_range"
        case controlCharacter = "control_character"
        case malformedEscape = "malformed_escape"
        case loneSurrogate = "lone_surrogate"
        case nullCharacter = "null_character"
        case malformedUTF8 = "malformed_utf8"
        /// Well-formed, but not of the type that the reader expects.
        case wrongType = "wrong_type"
        /// A required member is missing.
        case missingName = "missing_name"
    }

    public let reason: Reason

    /// Byte offset at which reading stopped.
    public let offset: Int

    /// Location of the value being read, as an RFC 6901 pointer; empty for the whole text.
    public internal(set) var pointer: String

    init(_ reason: Reason, at offset: Int, pointer: String = "") {
        self.reason = reason
        self.offset = offset
        self.pointer = pointer
    }

    /// Returns the fault as located from the enclosing value, of which the faulty one is member `name`.
    func inside(_ name: String) -> JSONFault {
        JSONFault(reason, at: offset, pointer: "/" + JSONPointer.escape(name) + pointer)
    }
}

extension JSONFault: CustomStringConvertible {
    public var description: String {
        let place = pointer.isEmpty ? "" : " in \(pointer)"
        return "\(reason.sentence) at byte \(offset)\(place)"
    }
}

extension JSONFault.Reason {
    /// A description for the author of the text.
    public var sentence: String {
        switch self {
        case .empty: "the text is empty"
        case .endsEarly: "the text ends too early"
        case .byteOrderMark: "the text begins with a byte order mark"
        case .unexpectedCharacter: "unexpected character"
        case .trailingText: "unexpected text after the value"
        case .tooDeep: "arrays and objects are nested too deeply"
        case .tooLarge: "the text is too large"
        case .duplicateName: "a name occurs twice in an object"
        case .malformedNumber: "malformed number"
        case .numberOutOfRange: "the number is too large"
        case .controlCharacter: "unescaped control character in a string"
        case .malformedEscape: "invalid escape sequence"
        case .loneSurrogate: "half of a surrogate pair is missing"
        case .nullCharacter: "the null character is not accepted"
        case .malformedUTF8: "the text is not UTF-8"
        case .wrongType: "the value has an unexpected type"
        case .missingName: "a member is missing"
        }
    }
}

/// JSON Pointer (RFC 6901), which locates a value inside a document.
public enum JSONPointer {
    /// Escapes a reference token: `~` becomes `~0`, `/` becomes `~1` (section 3).
    public static func escape(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return name
        }
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
