package import NIOCore

/// One event of a `text/event-stream`, or a comment, which only keeps the connection open.
///
/// - Source: WHATWG HTML, section 9.2.6.
package struct ServerSentEvent: Hashable, Sendable {
    /// The client sends it back as `Last-Event-ID`. One line without NUL.
    package var id: String?

    /// The event type; `message` if `nil`. One line.
    package var event: String?

    /// Any text; each of its lines becomes a `data` line.
    package var data: String?

    /// Milliseconds after which a browser reconnects.
    package var retryMilliseconds: Int?
    package var comment: String?

    package init(
        id: String? = nil, event: String? = nil, data: String? = nil, retryMilliseconds: Int? = nil,
        comment: String? = nil
    ) {
        precondition(
            Self.isOneLine(id) && Self.isOneLine(event), "id and event of an event are one line each")
        self.id = id
        self.event = event
        self.data = data
        self.retryMilliseconds = retryMilliseconds
        self.comment = comment
    }

    /// Appends the event and the empty line that ends it.
    package func write(to buffer: inout ByteBuffer) {
        if let comment { Self.write(comment, as: "", to: &buffer) }
        if let retryMilliseconds { buffer.writeString("retry: \(retryMilliseconds)\n") }
        if let event { buffer.writeString("event: \(event)\n") }
        if let id { buffer.writeString("id: \(id)\n") }
        if let data { Self.write(data, as: "data", to: &buffer) }
        buffer.writeString("\n")
    }

    package func encoded() -> ByteBuffer {
        var buffer = ByteBuffer()
        write(to: &buffer)
        return buffer
    }

    private static func write(_ text: String, as field: String, to buffer: inout ByteBuffer) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
            buffer.writeString("\(field): \(line)\n")
        }
    }

    /// Matches CR, LF and CRLF, which is a single `Character` in Swift.
    private static func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }

    private static func isOneLine(_ text: String?) -> Bool {
        text?.utf8.allSatisfy { $0 != 0x0a && $0 != 0x0d && $0 != 0 } ?? true
    }
}
