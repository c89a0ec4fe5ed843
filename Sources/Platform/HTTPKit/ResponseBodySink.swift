import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// The sink of an ordinary response, which writes to the response body. Events that the reader has not
/// taken yet are buffered here; the source keeps the buffer bounded by checking ``isWritable``.
final class ResponseBodySink: EventSink {
    let loop: any EventLoop
    private let source: any EventSource
    private let waiting = Mutex(Waiting())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    private struct Waiting {
        var bytes = ByteBuffer()
        var isClosed = false
    }

    init(_ source: any EventSource, on loop: any EventLoop) {
        self.source = source
        self.loop = loop
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isWritable: Bool {
        waiting.withLock { $0.bytes.readableBytes < StreamConnectionLimits.highWatermark }
    }

    func write(_ event: StreamEvent) {
        waiting.withLock { _ = $0.bytes.writeImmutableBuffer(event.plain) }
        wake.yield()
    }

    func close() {
        waiting.withLock { $0.isClosed = true }
        wake.yield()
    }

    /// Writes events until the sink is closed, the reader disconnects, or the task is cancelled.
    func run(_ writer: inout any ResponseBodyWriter) async throws {
        defer { loop.execute { [source] in source.ended() } }
        loop.execute { [self] in source.started(on: self) }
        try await withGracefulShutdownHandler {
            for await _ in wakes {
                let taken = waiting.withLock { waiting in
                    defer { waiting.bytes = ByteBuffer() }
                    return waiting
                }
                if taken.bytes.readableBytes > 0 {
                    try await writer.write(taken.bytes)
                    loop.execute { [source] in source.didBecomeWritable() }
                }
                if taken.isClosed { return }
            }
        } onGracefulShutdown: { [loop, source] in
            loop.execute { source.serverWillShutDown() }
        }
    }
}
