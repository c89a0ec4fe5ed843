import HTTPTypes
package import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Gives each request a time in which it has to come whole, however steadily a little of it comes.
///
/// Who says nothing is cut off for that (``BareStreamLimits/silence``), which also holds for a head that does not become
/// whole; who sends a byte of a body now and then would keep a connection, a task and memory for as long as they like.
/// Who is not being answered yet gets 408, anybody else nothing more.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isArriving = false
    /// Requests whose answers have not begun, and with them the one that is arriving.
    private var unanswered = 0
    private var isAnswering = false
    private var isOver = false

    init(time: TimeAmount = InputLimits.arrival) { self.time = time }

    func handlerAdded(context: ChannelHandlerContext) {
        // Of HTTP/2 there are no old requests.
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            return
        }
        do {
            try pipeline.addHandler(OldRequests(), position: .after(decoder))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { rest() }

    func channelInactive(context: ChannelHandlerContext) {
        rest()
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
            rest()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most come whole in one piece, and need no clock.
        if isArriving, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
                self?.giveUp(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            isAnswering = true
            unanswered -= 1
        case .end: isAnswering = false
        default: break
        }
        context.write(data, promise: promise)
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        deadline = nil
        guard isArriving, !isOver, context.channel.isActive else { return }
        isOver = true
        guard unanswered == 1, !isAnswering else { return context.close(promise: nil) }
        let head = HTTPResponse(status: .requestTimeout, headerFields: [.contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }

    private func rest() {
        deadline?.cancel()
        deadline = nil
    }
}

extension HTTP1Channel.Configuration {
    /// What every connection is held to, with or without TLS, and every stream of HTTP/2.
    package static var watched: Self {
        // Of itself it would wait for the rest of a head for ever.
        Self(additionalChannelHandlers: [RequestWatch()], idleTimeout: BareStreamLimits.silence)
    }
}
