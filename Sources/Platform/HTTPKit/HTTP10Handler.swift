import NIOCore
import NIOHTTP1

/// Answers HTTP/1.0 requests with HTTP/1.0 semantics: no chunked encoding, and the end of the connection ends
/// the response (RFC 9112, sections 6.1 and 9.3).
///
/// Placed directly behind the decoder, because later handlers do not see the version.
final class HTTP10Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// For each unanswered request, oldest first: whether it is HTTP/1.0.
    private var http10Flags = CircularBuffer<Bool>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isHTTP10 = (head.version.major, head.version.minor) < (1, 1)
        http10Flags.append(isHTTP10)
        guard isHTTP10 else { return context.fireChannelRead(data) }
        // Even if the client requests keep-alive: without a length, the end of the response would not be
        // recognisable.
        head.headers.replaceOrAdd(name: "connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where http10Flags.first == true && head.status.code >= 200:
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = http10Flags.popFirst()
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }
}
