import Encoding
import Foundation

/// A part of a received message: its header fields and its body.
///
/// Parsing is lenient: anything malformed is treated as text. It is also bounded: parts beyond the limits are
/// ignored.
/// - Source: RFC 5322 §2.2, RFC 2045, RFC 2046 §5.1.
package struct ReceivedMail: Sendable {
    /// The header fields: names in lower case, values unfolded.
    let fields: [(name: String, value: String)]
    /// The media type in lower case, such as `text/calendar`.
    package let type: String
    package let parts: [ReceivedMail]
    private let parameters: [String: String]
    private let body: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) {
        var budget = MailLimits.receivedParts
        self.init(bytes[...], depth: 0, fallback: "text/plain", &budget)
    }

    private init(_ bytes: ArraySlice<UInt8>, depth: Int, fallback: String, _ budget: inout Int) {
        (fields, body) = Self.split(bytes)
        let content = Self.parameters(fields.first { $0.name == "content-type" }?.value ?? fallback)
        type = content.first
        parameters = content.rest
        guard type.hasPrefix("multipart/"), let boundary = content.rest["boundary"], !boundary.isEmpty,
            depth < MailLimits.receivedDepth
        else {
            parts = []
            return
        }
        let inner = type == "multipart/digest" ? "message/rfc822" : "text/plain"
        var parts: [ReceivedMail] = []
        for piece in Self.pieces(of: body, boundary: boundary) where budget > 0 {
            budget -= 1
            parts.append(ReceivedMail(piece, depth: depth + 1, fallback: inner, &budget))
        }
        self.parts = parts
    }

    /// Returns the value of the first field with this name, unfolded.
    package func field(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

    /// Returns this part and all nested parts of a media type, in order.
    package func all(_ type: String) -> [ReceivedMail] {
        (self.type == type ? [self] : []) + parts.flatMap { $0.all(type) }
    }

    /// The body with its transfer encoding decoded.
    package var content: [UInt8] {
        switch field("content-transfer-encoding")?.lowercased().trimmingCharacters(in: .whitespaces) {
        case "base64": Array(Data(base64Encoded: Data(body), options: .ignoreUnknownCharacters) ?? Data())
        case "quoted-printable": Self.quotedPrintable(body)
        default: Array(body)
        }
    }
}

extension ReceivedMail {
    /// Splits a part into its header fields, unfolded, and the rest after the first empty line.
    static func split(
        _ bytes: ArraySlice<UInt8>
    ) -> (fields: [(name: String, value: String)], body: ArraySlice<UInt8>) {
        var fields: [(name: String, value: String)] = []
        var rest = bytes
        while let line = nextLine(&rest), !line.isEmpty {
            let text = String(decoding: line, as: UTF8.self)
            if let first = line.first, first == 0x20 || first == 0x09 {
                if !fields.isEmpty {
                    fields[fields.count - 1].value += " " + text.trimmingCharacters(in: .whitespaces)
                }
            } else if let colon = text.firstIndex(of: ":"), fields.count < MailLimits.receivedFields {
                fields.append(
                    (
                        text[..<colon].trimmingCharacters(in: .whitespaces).lowercased(),
                        text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                    ))
            }
        }
        return (fields, rest)
    }

    /// Returns the bytes up to the next line end and removes both from `rest`; `nil` at the end.
    private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: 0x0a) ?? rest.endIndex
        let line = rest[rest.startIndex..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        return line.last == 0x0d ? line.dropLast() : line
    }

    /// Returns the parts between the boundary lines.
    private static func pieces(of body: ArraySlice<UInt8>, boundary: String) -> [ArraySlice<UInt8>] {
        let delimiter = Array("--\(boundary)".utf8)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = body
        var start: Int?
        while true {
            let begin = rest.startIndex
            guard let line = nextLine(&rest) else { break }
            guard line.starts(with: delimiter) else { continue }
            let tail = line.dropFirst(delimiter.count)
            let isLast = tail.starts(with: Array("--".utf8))
            guard isLast || tail.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            if let start { pieces.append(withoutLineEnd(body[start..<max(start, begin)])) }
            start = rest.startIndex
            if isLast { return pieces }
        }
        if let start, start < body.endIndex { pieces.append(body[start...]) }
        return pieces
    }

    /// Removes the line end before a boundary, which belongs to the boundary. RFC 2046 §5.1.1.
    private static func withoutLineEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.last == 0x0a else { return bytes }
        let bytes = bytes.dropLast()
        return bytes.last == 0x0d ? bytes.dropLast() : bytes
    }

    /// Parses a value such as `text/calendar; method="REPLY"` into its first element, in lower case, and its
    /// parameters, with lower-case names.
    static func parameters(_ value: String) -> (first: String, rest: [String: String]) {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in value {
            if isEscaped {
                pieces[pieces.count - 1].append(character)
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        var rest: [String: String] = [:]
        for piece in pieces.dropFirst() {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            let name = piece[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            rest[name] = piece[piece.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        }
        return (pieces[0].trimmingCharacters(in: .whitespaces).lowercased(), rest)
    }

    /// Decodes quoted-printable text. Malformed escapes stay as they are.
    ///
    /// - Source: RFC 2045 §6.7.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                output.append(byte)
                continue
            }
            if rest.starts(with: [0x0d, 0x0a]) {
                rest = rest.dropFirst(2)
            } else if rest.first == 0x0a {
                rest = rest.dropFirst()
            } else if let escaped = Hexadecimal.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
                escaped.count == 1
            {
                output += escaped
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return output
    }
}
