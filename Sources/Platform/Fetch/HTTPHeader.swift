import Initializers

/// One header field.
@MemberwiseInit(unlabeled: 2)
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    /// The reason why the field must not be sent; `nil` if it may be.
    var objection: String? {
        if !Self.isName(name) { return "a header name is not a token" }
        if !Self.isValue(value) { return "the value of \(name) contains a control character or is not ASCII" }
        if Self.clientControlledNames.contains(name.lowercased()) { return "\(name) is set by the client" }
        return nil
    }

    /// Returns whether a text is a permitted field value: visible ASCII, spaces and tabs.
    ///
    /// - Source: RFC 9110 §5.5, without obs-text.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x09 }
    }

    /// Returns whether a text is a permitted field name.
    ///
    /// - Source: RFC 9110 §5.6.2, "token".
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// The fields that determine a message's framing, connection or target. A conflicting second value is the
    /// basis of request smuggling.
    private static let clientControlledNames: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "expect", "te", "trailer", "upgrade",
    ]
}
