package import NIOCore

/// Encoded events that any number of streams can write from the same memory.
package struct StreamEvent: Hashable, Sendable {
    /// The events unframed, for a body that is framed elsewhere.
    package let plain: ByteBuffer

    /// The events as one HTTP/1.1 chunk (RFC 9112, section 7.1).
    package let chunk: ByteBuffer

    package init(_ events: [ServerSentEvent]) {
        var body = ByteBuffer()
        for event in events { event.write(to: &body) }
        self.init(encoded: body)
    }

    package init(_ event: ServerSentEvent) { self.init([event]) }

    /// Creates an event from encoded text.
    ///
    /// - Parameter body: The output of ``ServerSentEvent/write(to:)``; not empty, because an empty chunk ends
    ///   the body.
    package init(encoded body: ByteBuffer) {
        precondition(body.readableBytes > 0, "an empty chunk is the end of an answer")
        let size = String(body.readableBytes, radix: 16)
        var chunk = ByteBuffer()
        chunk.reserveCapacity(size.utf8.count + 2 + body.readableBytes + 2)
        chunk.writeString("\(size)\r\n")
        let start = chunk.writerIndex
        chunk.writeImmutableBuffer(body)
        plain = chunk.getSlice(at: start, length: body.readableBytes) ?? body
        chunk.writeString("\r\n")
        self.chunk = chunk
    }
}
