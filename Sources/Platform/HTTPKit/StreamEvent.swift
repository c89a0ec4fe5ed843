package import NIOCore

/// Encoded events, ready for any number of streams, which all write the same memory.
package struct StreamEvent: Hashable, Sendable {
    /// As they are, for a body whose frames somebody else makes.
    package let plain: ByteBuffer

    /// The same as one chunk of HTTP/1.1 (RFC 9112, section 7.1).
    package let chunk: ByteBuffer

    package init(_ events: [ServerSentEvent]) {
        var body = ByteBuffer()
        for event in events { event.write(to: &body) }
        self.init(encoded: body)
    }

    package init(_ event: ServerSentEvent) { self.init([event]) }

    /// - Parameter body: What ``ServerSentEvent/write(to:)`` has written; not empty, which would end a chunked body.
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
