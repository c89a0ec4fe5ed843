package import Hummingbird
package import NIOCore

extension Response {
    /// The whole body, which stays in the response.
    package mutating func collectedBody() async throws -> ByteBuffer {
        let collector = BodyCollector()
        try await body.write(collector)
        body = .init(byteBuffer: collector.bytes)
        return collector.bytes
    }
}

/// Keeps what a response writes. One task writes it, and reads it when that is done.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) { bytes.writeImmutableBuffer(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
