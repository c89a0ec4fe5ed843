import HTTPTypes
package import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOCore

/// Serves HTTP/1.1 as Hummingbird does, but for the live streams of one path: each of those is a connection with one
/// small handler, without a task and without buffers of its own, so that a machine holds very many.
///
/// Their requests go through the same router as all others: who asks, what they may, limits, log and metrics are one.
/// Only connections of plain HTTP/1.1 come here; behind TLS or HTTP/2 of its own the program would answer the ordinary
/// way.
package struct BareStreamChannel: ServerChildChannel {
    private let ordinary: HTTP1Channel
    let path: String
    let responder: RouterResponder<AppContext>

    /// - Parameters:
    ///   - ordinary: For everything else.
    ///   - path: Of the streams, without a query.
    package init(_ ordinary: HTTP1Channel, path: String, responder: RouterResponder<AppContext>) {
        self.ordinary = ordinary
        self.path = path
        self.responder = responder
    }

    /// A connection, and what the ordinary way makes of it if it takes it.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        let ordinary: EventLoopFuture<HTTP1Channel.Value?>
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // Before the first read, or the connection keeps the buffer of a larger one.
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: BareStreamLimits.readBytes))
            let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
            try channel.pipeline.syncOperations.addHandler(
                StreamDoor(self, decision: promise, logger: logger))
            return Value(channel: channel, ordinary: promise.futureResult)
        }
    }

    /// Returns at once for a stream, and at the end of the connection for all else.
    package func handle(value: Value, logger: Logger) async {
        guard let taken = try? await value.ordinary.get() else { return }
        await ordinary.handle(value: taken, logger: logger)
    }

    /// Makes an ordinary connection of one whose first bytes are `context`'s to pass on. On its loop.
    func takeOrdinary(_ channel: any Channel, logger: Logger) throws -> EventLoopFuture<HTTP1Channel.Value> {
        try channel.syncOptions?.setOption(.recvAllocator, value: AdaptiveRecvByteBufferAllocator())
        return ordinary.setup(channel: channel, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with bare streams under `path`.
    package static func bareStreams(at path: String, responder: RouterResponder<AppContext>)
        -> HTTPServerBuilder
    {
        HTTPServerBuilder { ordinary in
            BareStreamChannel(
                HTTP1Channel(responder: ordinary, configuration: .watched), path: path, responder: responder)
        }
    }
}
