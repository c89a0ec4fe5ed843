import NIOCore
import NIOHTTP1

/// Answers requests of HTTP/1.0 as those who send them understand it: nothing comes in chunks, and the end of the
/// connection is the end of the answer (RFC 9112, sections 6.1 and 9.3).
///
/// Behind the decoder, for what comes after it knows no versions.
final class OldRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Of each request that is not answered to its end, whether it is old; the first is answered next.
    private var areOld = CircularBuffer<Bool>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = (head.version.major, head.version.minor) < (1, 1)
        areOld.append(isOld)
        guard isOld else { return context.fireChannelRead(data) }
        // Also where it asks for more: what has no length could not be told from what comes next.
        head.headers.replaceOrAdd(name: "connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where areOld.first == true && head.status.code >= 200:
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = areOld.popFirst()
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }
}
