package import Hummingbird
import Logging
package import NIOCore

/// The context of one request, passed from the first middleware to the handler.
package struct AppContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// Generated for this request by the server; used in log lines, `X-Request-Id` and the text of an
    /// incident.
    package let id: String

    /// Address of the client: the last hop that is not one of the ``TrustedProxies``, which may be an unknown
    /// proxy.
    package internal(set) var peer: SocketAddress?

    /// Whether one of the ``TrustedProxies`` sent the request.
    package internal(set) var isForwarded = false

    /// The connection or HTTP/2 stream of the request.
    let channel: any Channel

    /// The event loop of the connection.
    package var loop: any EventLoop { channel.eventLoop }

    /// Set if a streaming response may take over the connection.
    package var takeover: ConnectionTakeover?

    /// The authenticated caller, set by an authenticator. Opaque here; only the features know its type.
    package var subject: (any Sendable)?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        id = RequestIdentifier.make()
        peer = source.channel.remoteAddress
        channel = source.channel
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request"] = .string(id)
    }
}
