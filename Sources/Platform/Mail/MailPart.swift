/// An encoded part of a message: its own header fields and its body.
///
/// - Source: RFC 2045, RFC 2046 §5.1.
struct MailPart {
    let encoded: [UInt8]

    /// Encodes a text.
    ///
    /// - Parameter encoding: `nil` to choose between the shorter and the more legible encoding.
    init(text: String, type: String, parameters: [String], encoding: TransferEncoding? = nil) {
        let encoding = encoding ?? TransferEncoding(for: text)
        encoded =
            HeaderField("Content-Type", Self.list(type, parameters)).encoded
            + HeaderField("Content-Transfer-Encoding", [encoding.rawValue]).encoded
            + TransferEncoding.lineEnd + encoding.encode(text)
    }

    /// Encodes a calendar as an attachment.
    ///
    /// - Parameter name: The file name: letters, digits and a dot.
    init(file text: String, name: String) {
        encoded =
            HeaderField("Content-Type", Self.list("application/ics", ["name=\"\(name)\""])).encoded
            + HeaderField("Content-Disposition", Self.list("attachment", ["filename=\"\(name)\""])).encoded
            + HeaderField("Content-Transfer-Encoding", [TransferEncoding.base64.rawValue]).encoded
            + TransferEncoding.lineEnd + TransferEncoding.base64.encode(text)
    }

    /// Combines several parts. "=_" occurs in neither quoted-printable nor base64, so no text can contain the
    /// boundary (RFC 2045 §6.7). The boundary includes `kind`, so an inner boundary never equals the outer
    /// one.
    init(_ kind: String, _ parts: [MailPart]) {
        let boundary = "=_\(kind)"
        var output =
            HeaderField("Content-Type", ["multipart/\(kind);", "boundary=\"\(boundary)\""]).encoded
            + TransferEncoding.lineEnd
        for part in parts {
            // The line end before a boundary belongs to the boundary, not to the part. RFC 2046 §5.1.1.
            output += Array("--\(boundary)\r\n".utf8) + part.encoded + TransferEncoding.lineEnd
        }
        encoded = output + Array("--\(boundary)--\r\n".utf8)
    }

    /// Returns the pieces of a field between which it may be folded, each but the last with its semicolon.
    private static func list(_ first: String, _ parameters: [String]) -> [String] {
        let all = [first] + parameters
        return all.dropLast().map { $0 + ";" } + all.suffix(1)
    }
}
