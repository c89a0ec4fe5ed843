import NIOCore
import NIOPosix
import Testing

@testable import HTTPKit

@Suite struct HalfClosedTests {
    @Test func `a client that has closed its half gets all that was written before the end`() async throws {
        let connections = ConnectionRegistry(
            ConnectionLimits(total: 10, perAddress: 10, files: 1_000), metrics: MetricsRegistry())
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        AdmissionHandler(connections), LastWords())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let end = group.next().makePromise(of: Int.self)
        let client = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteCounter(end))
                }
            }
            .connect(to: try #require(server.localAddress)).get()

        client.close(mode: .output, promise: nil)

        #expect(try await end.futureResult.get() == LastWords.pieces * LastWords.bytes)
        server.close(promise: nil)
    }
}

/// Writes more than the kernel's buffers take when the client closes its half, and ends the output at once.
private final class LastWords: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let pieces = 32
    static let bytes = 1_048_576

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return }
        let piece = ByteBuffer(repeating: 0, count: Self.bytes)
        for _ in 0..<Self.pieces { context.write(wrapOutboundOut(piece), promise: nil) }
        context.flush()
        context.close(mode: .output, promise: nil)
    }
}

/// Counts what arrives until the connection ends.
private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let end: EventLoopPromise<Int>
    private var count = 0

    init(_ end: EventLoopPromise<Int>) { self.end = end }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
    }

    func channelInactive(context: ChannelHandlerContext) { end.succeed(count) }
}
