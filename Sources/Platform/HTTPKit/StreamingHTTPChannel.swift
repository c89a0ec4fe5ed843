import HTTPTypes
package import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOCore

/// Serves HTTP/1.1 with Hummingbird, except for the live streams under one path. Each stream is a connection
/// with a single small handler and without a task or buffers of its own, so one machine can hold very many.
///
/// Stream requests pass through the same router as all others, with the same authentication, authorization,
/// limits, log and metrics. This applies to plain HTTP/1.1 only; over TLS or HTTP/2 the streams are ordinary
/// responses.
package struct StreamingHTTPChannel: ServerChildChannel {
    private let ordinary: HTTP1Channel
    let path: String
    let responder: RouterResponder<AppContext>
    let connections: ConnectionRegistry

    /// Creates a channel setup.
    ///
    /// - Parameters:
    ///   - ordinary: Serves all other requests.
    ///   - path: Path of the streams, without a query.
    ///   - responder: Answers the stream requests.
    ///   - connections: Records which connections carry a stream, and closes silent ones.
    package init(
        _ ordinary: HTTP1Channel, path: String, responder: RouterResponder<AppContext>,
        connections: ConnectionRegistry
    ) {
        self.ordinary = ordinary
        self.path = path
        self.responder = responder
        self.connections = connections
    }

    /// A connection, and its HTTP/1.1 channel if it turns out to be an ordinary one.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        let ordinary: EventLoopFuture<HTTP1Channel.Value?>
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // Must happen before the first read; otherwise the connection keeps a larger read buffer.
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: StreamConnectionLimits.readBytes))
            let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
            try channel.pipeline.syncOperations.addHandler(
                StreamUpgradeHandler(self, decision: promise, logger: logger))
            return Value(channel: channel, ordinary: promise.futureResult)
        }
    }

    /// Returns at once for a stream, and at the end of the connection otherwise.
    package func handle(value: Value, logger: Logger) async {
        guard let taken = try? await value.ordinary.get() else { return }
        await ordinary.handle(value: taken, logger: logger)
    }

    /// Sets up an ordinary HTTP/1.1 connection; the caller then passes on the bytes received so far. Call it
    /// on the channel's event loop.
    func setUpOrdinary(_ channel: any Channel, logger: Logger) throws -> EventLoopFuture<HTTP1Channel.Value> {
        try channel.syncOptions?.setOption(.recvAllocator, value: AdaptiveRecvByteBufferAllocator())
        return ordinary.setup(channel: channel, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// Returns a builder for HTTP/1.1 whose live streams are under `path`.
    package static func liveStreams(
        at path: String, responder: RouterResponder<AppContext>, within connections: ConnectionRegistry
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { ordinary in
            LimitedChannel(
                StreamingHTTPChannel(
                    HTTP1Channel(responder: ordinary, configuration: .limited(by: connections)), path: path,
                    responder: responder, connections: connections),
                within: connections)
        }
    }
}
