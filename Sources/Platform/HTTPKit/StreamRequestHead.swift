import HTTPTypes
import NIOCore

/// Parses the head of a stream request in the form that almost every client sends.
///
/// Strict and small: anything unusual (another version, a body, a malformed line) is left to the ordinary
/// HTTP/1.1 handlers, which support all of HTTP and report errors.
///
/// - Source: RFC 9112, sections 2 to 5.
enum StreamRequestHead {
    /// Parses a head.
    ///
    /// - Parameter head: All bytes up to and including the empty line.
    /// - Returns: `nil` if the head is unusual.
    static func parse(_ head: ByteBuffer) -> HTTPRequest? {
        let bytes = head.readableBytesView
        guard bytes.count <= StreamConnectionLimits.headBytes, bytes.allSatisfy(isPlain) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, lines.removeLast().isEmpty, lines.removeLast().isEmpty else { return nil }
        guard !lines.contains(where: { $0.contains(where: \.isNewline) }) else { return nil }
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/"), words[2] == "HTTP/1.1" else {
            return nil
        }
        guard let fields = fields(lines) else { return nil }
        return request(path: String(words[1]), fields)
    }

    /// Accepts visible ASCII, space, tab and line ends: no NUL, and nothing that two parsers could interpret
    /// differently.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) || byte == 0x0d || byte == 0x0a || byte == 0x09
    }

    private static func fields(_ lines: [Substring]) -> HTTPFields? {
        var fields = HTTPFields()
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon]))
            else {
                return nil
            }
            let value = String(line[line.index(after: colon)...].trimmingSpaces)
            guard HTTPField.isValidValue(value) else { return nil }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }

    private static func request(path: String, _ fields: HTTPFields) -> HTTPRequest? {
        var fields = fields
        guard let host = HTTPField.Name("Host"), fields[values: host].count == 1, let authority = fields[host]
        else { return nil }
        let unusual: [HTTPField.Name] = [.contentLength, .transferEncoding, .upgrade, .expect]
        guard unusual.allSatisfy({ fields[$0] == nil }) else { return nil }
        fields[host] = nil
        return HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    }
}
