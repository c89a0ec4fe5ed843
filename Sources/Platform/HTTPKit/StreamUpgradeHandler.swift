import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

/// The first handler of every connection, which inspects the first bytes to choose how the connection is
/// served.
///
/// A request for the path of the streams is collected up to the end of its head, within limits on size and
/// time. All other requests, and heads that are not plain, are passed on unchanged to the ordinary HTTP/1.1
/// handlers.
final class StreamUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let streamChannel: StreamingHTTPChannel
    private let logger: Logger
    private let prefix: [UInt8]
    private var decision: EventLoopPromise<HTTP1Channel.Value?>?
    private var received = ByteBuffer()
    /// Number of received bytes already searched for the end of the head.
    private var searched = 0
    private var deadline: Scheduled<Void>?

    init(
        _ streamChannel: StreamingHTTPChannel, decision: EventLoopPromise<HTTP1Channel.Value?>, logger: Logger
    ) {
        self.streamChannel = streamChannel
        self.decision = decision
        self.logger = logger
        prefix = Array("GET \(streamChannel.path)".utf8)
    }

    func handlerRemoved(context: ChannelHandlerContext) { abandonDecision() }

    func channelInactive(context: ChannelHandlerContext) {
        abandonDecision()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // No request is in progress, so neither shutdown nor a half-closed client needs to wait.
        switch event {
        case is ChannelShouldQuiesceEvent: context.close(promise: nil)
        case ChannelEvent.inputClosed where decision != nil: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard decision != nil else { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        switch inspect() {
        case .more: setDeadline(context)
        case .ordinary: serveOrdinary(context)
        case .tooLong: refuse("431 Request Header Fields Too Large", context)
        case .stream(let request): serveStream(request, context)
        }
    }

    private enum Inspection {
        case more
        case ordinary
        case tooLong
        case stream(Head)
    }

    /// A request head and the number of bytes received after it.
    private struct Head {
        let request: HTTPRequest
        let strayBytes: Int
    }

    private func inspect() -> Inspection {
        let bytes = received.readableBytesView
        guard bytes.prefix(prefix.count).elementsEqual(prefix.prefix(bytes.count)) else { return .ordinary }
        guard bytes.count > prefix.count else { return .more }
        let next = bytes[bytes.startIndex + prefix.count]
        guard next == UInt8(ascii: " ") || next == UInt8(ascii: "?") else { return .ordinary }
        guard let end = endOfHead(bytes) else {
            return bytes.count > StreamConnectionLimits.headBytes ? .tooLong : .more
        }
        guard end <= StreamConnectionLimits.headBytes else { return .tooLong }
        guard let head = received.getSlice(at: received.readerIndex, length: end),
            let request = StreamRequestHead.parse(head)
        else { return .ordinary }
        return .stream(Head(request: request, strayBytes: bytes.count - end))
    }

    /// Returns the length of the head including the empty line, or `nil` if it is incomplete. Searches only
    /// bytes that have not been searched before.
    private func endOfHead(_ bytes: ByteBufferView) -> Int? {
        let mark: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
        var index = max(bytes.startIndex, bytes.startIndex + searched - 3)
        while index + 4 <= bytes.endIndex {
            if bytes[index] == mark[0], bytes[index..<index + 4].elementsEqual(mark) {
                return index + 4 - bytes.startIndex
            }
            index += 1
        }
        searched = bytes.count
        return nil
    }
    private func serveOrdinary(_ context: ChannelHandlerContext) {
        guard let decision = takeDecision() else { return }
        do {
            try streamChannel.setUpOrdinary(context.channel, logger: logger).map { Optional($0) }
                .cascade(to: decision)
        } catch {
            decision.succeed(nil)
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(received))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func serveStream(_ head: Head, _ context: ChannelHandlerContext) {
        guard let decision = takeDecision() else { return }
        decision.succeed(nil)
        streamChannel.connections.requestDidArrive(on: context.channel)
        let stream = StreamConnectionHandler(context.channel, strayBytes: head.strayBytes)
        do {
            try StreamConnectionHandler.tune(context.channel)
            try context.pipeline.syncOperations.addHandler(stream, position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        stream.start(head.request, streamChannel.responder, logger: logger)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func refuse(_ status: String, _ context: ChannelHandlerContext) {
        abandonDecision()
        let head = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    /// Starts the time for the rest of a head. Most heads come whole and need no timer, which is expensive to cancel: NIO
    /// searches all timers of the event loop.
    private func setDeadline(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: StreamConnectionLimits.headTime) {
            [weak self] in
            guard let self, decision != nil else { return }
            refuse("408 Request Timeout", context)
        }
    }

    /// Settles the decision if it is still open, so that its waiter is not left hanging.
    private func abandonDecision() { takeDecision()?.succeed(nil) }

    private func takeDecision() -> EventLoopPromise<HTTP1Channel.Value?>? {
        deadline?.cancel()
        deadline = nil
        defer { decision = nil }
        return decision
    }
}
