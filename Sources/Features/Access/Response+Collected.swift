package import Hummingbird
package import NIOCore

extension Response {
    /// Reads the complete body and keeps it in the response.
    package mutating func collectedBody() async throws -> ByteBuffer {
        let collector = BodyCollector()
        try await body.write(collector)
        body = .init(byteBuffer: collector.bytes)
        return collector.bytes
    }
}

/// Collects a response's body. Written by one task, which reads it afterwards.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) { bytes.writeImmutableBuffer(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
