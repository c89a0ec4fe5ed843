import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 that later handlers cannot, because they see neither the version nor the target's form:
///
/// - A response to HTTP/1.0 is not chunked and ends with the connection (RFC 9112, sections 6.1 and 9.3).
/// - The authority of an absolute target replaces `Host` (RFC 9112, section 3.2.2).
/// - `Upgrade` is ignored (RFC 9110, section 7.8), and CONNECT is answered like any other method (section 9.3.6). NIO's
///   decoder reads nothing after either, so the connection ends with the response.
final class HTTP1RuleHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What a request demands of its response.
    private struct Demands {
        let isHTTP10: Bool
        let endsConnection: Bool
    }

    /// The demands of each unanswered request, oldest first.
    private var unanswered = CircularBuffer<Demands>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // HTTP/1.0 even with keep-alive: without a length, the end of the response would not be recognisable.
        let isHTTP10 = (head.version.major, head.version.minor) < (1, 1)
        let demands = Demands(isHTTP10: isHTTP10, endsConnection: isHTTP10 || head.endsDecoding)
        unanswered.append(demands)
        if demands.endsConnection { head.headers.replaceOrAdd(name: "connection", value: "close") }
        // Two fields stay two, and are refused later.
        if let authority = head.targetAuthority, head.headers["host"].count == 1 {
            head.headers.replaceOrAdd(name: "host", value: authority)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where unanswered.first?.endsConnection == true && head.status.code >= 200:
            if unanswered.first?.isHTTP10 == true { head.version = .http1_0 }
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = unanswered.popFirst()
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }
}

extension HTTPRequestHead {
    /// Whether NIO's decoder takes what follows for another protocol.
    fileprivate var endsDecoding: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

    /// The authority of a target in absolute form, with any user information; `nil` for other forms.
    fileprivate var targetAuthority: String? {
        guard let scheme = uri.firstRange(of: "://"), !uri.hasPrefix("/") else { return nil }
        return String(uri[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}
