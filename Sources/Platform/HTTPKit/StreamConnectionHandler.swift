import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A connection that carries one live stream; the only handler of its channel beside ``AdmissionHandler``.
///
/// It passes the request to the router. If the handler leaves an ``EventSource``, the source owns the
/// connection from then on; any other response is written and the connection closed.
final class StreamConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let channel: any Channel
    private let sink: ChannelSink
    private var source: (any EventSource)?
    private var strayBytes: Int
    private var isQuiescing = false

    init(_ channel: any Channel, strayBytes: Int) {
        self.channel = channel
        self.strayBytes = strayBytes
        sink = ChannelSink(channel)
    }

    /// Limits the kernel's send buffer and the write buffer, so that a slow reader holds little memory and is
    /// noticed early.
    static func tune(_ channel: any Channel) throws {
        guard let options = channel.syncOptions else { return }
        try options.setOption(.allowRemoteHalfClosure, value: false)
        try options.setOption(.maxMessagesPerRead, value: 1)
        try options.setOption(
            .writeBufferWaterMark,
            value: .init(low: StreamConnectionLimits.lowWatermark, high: StreamConnectionLimits.highWatermark)
        )
        try options.setOption(.socketOption(.so_sndbuf), value: .init(StreamConnectionLimits.sendBuffer))
    }

    /// Passes the request to the router and starts the response. Call it on the event loop.
    func start(_ request: HTTPRequest, _ responder: RouterResponder<AppContext>, logger: Logger) {
        let channel = channel
        channel.eventLoop.makeFutureWithTask {
            await SerializedResponse(to: request, from: responder, on: channel, logger: logger)
        }.assumeIsolated().whenSuccess { [self] answer in begin(answer) }
    }

    private func begin(_ answer: SerializedResponse) {
        guard let source = answer.source else {
            channel.writeAndFlush(answer.bytes).whenComplete { [channel] _ in channel.close(promise: nil) }
            return
        }
        guard channel.isActive else { return source.ended() }
        self.source = source
        channel.write(answer.bytes, promise: nil)
        source.started(on: sink)
        channel.flush()
        if isQuiescing { source.serverWillShutDown() }
    }

    /// Counts and discards unexpected input: a second request on this connection would never be answered.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        strayBytes += unwrapInboundIn(data).readableBytes
        if strayBytes > StreamConnectionLimits.strayBytes { context.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if channel.isWritable { source?.didBecomeWritable() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isQuiescing = true
        source?.serverWillShutDown()
    }

    func channelInactive(context: ChannelHandlerContext) {
        source?.ended()
        source = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// The sink that writes directly to a connection.
final class ChannelSink: EventSink {
    private let channel: any Channel

    init(_ channel: any Channel) { self.channel = channel }

    var loop: any EventLoop { channel.eventLoop }

    var isWritable: Bool { channel.isWritable }

    func write(_ event: StreamEvent) { channel.writeAndFlush(event.chunk, promise: nil) }

    /// Ends the chunked body, if the reader keeps up, and closes the connection.
    ///
    /// Always deferred to a later turn of the loop, so that the source's ``EventSource/ended()`` never runs
    /// within this call.
    func close() {
        channel.eventLoop.execute { [channel] in
            if channel.isWritable { channel.writeAndFlush(Self.lastChunk, promise: nil) }
            channel.close(promise: nil)
        }
    }

    private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")
}
