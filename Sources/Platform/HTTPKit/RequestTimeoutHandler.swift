import HTTPTypes
package import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Limits the time in which a request must arrive completely, however steadily it trickles in.
///
/// The idle timeout (``ConnectionLimits/idleTimeout``) covers silent clients and incomplete heads. A client that
/// sends one byte of a body now and then would still hold a connection, a task and memory indefinitely. A
/// client whose request times out before a response has begun gets 408; otherwise the connection is just
/// closed.
final class RequestTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let time: TimeAmount
    private let activity: RequestActivity?
    private var deadline: Scheduled<Void>?
    private var isArriving = false
    /// Number of requests without a response head yet, including the one that is arriving.
    private var unanswered = 0
    private var isAnswering = false
    private var hasTimedOut = false

    /// Creates a handler.
    ///
    /// - Parameter connections: Records when requests and responses end; `nil` if connections are not limited.
    init(time: TimeAmount = InputLimits.arrivalTimeout, connections: ConnectionRegistry? = nil) {
        self.time = time
        activity = connections.map(RequestActivity.init)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        activity?.begin(context.channel)
        // HTTP/2 needs none of the rules of HTTP/1.
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            return
        }
        do {
            try pipeline.addHandler(HTTP1RuleHandler(), position: .after(decoder))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelTimer()
        activity?.end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimer()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isArriving = true
            unanswered += 1
        case .body: break
        case .end:
            isArriving = false
            cancelTimer()
            activity?.requestDidArrive()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive whole in one read and need no timer.
        if isArriving, deadline == nil {
            activity?.requestIsArriving()
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
                self?.timeOut(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        activity?.writabilityDidChange(to: context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasTimedOut else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            isAnswering = true
            unanswered -= 1
        case .end:
            isAnswering = false
            activity?.responseDidEnd()
        default: break
        }
        context.write(data, promise: promise)
    }

    private func timeOut(_ context: ChannelHandlerContext) {
        deadline = nil
        guard isArriving, !hasTimedOut, context.channel.isActive else { return }
        hasTimedOut = true
        guard unanswered == 1, !isAnswering else { return context.close(promise: nil) }
        let head = HTTPResponse(status: .requestTimeout, headerFields: [.contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }

    private func cancelTimer() {
        deadline?.cancel()
        deadline = nil
    }
}

extension HTTP1Channel.Configuration {
    /// The configuration for every connection, with or without TLS, and every HTTP/2 stream.
    package static func limited(by connections: ConnectionRegistry) -> Self {
        // Without an idle timeout of its own: the registry closes idle connections.
        Self(additionalChannelHandlers: [RequestTimeoutHandler(connections: connections)])
    }
}
