package import Hummingbird
import Logging
package import NIOCore

/// What goes with a request from the first middleware to the handler.
package struct AppContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// Made by the server for this request: in its log lines, in `X-Request-Id`, in an incident's text.
    package let id: String

    /// Who connected: the last hop, which is a proxy where there is one that is not among ``TrustedProxies``.
    package internal(set) var peer: SocketAddress?

    /// The loop of the connection.
    package let loop: any EventLoop

    /// Set where an answer that goes on may have the connection to itself.
    package var takeover: Takeover?

    /// Who asks, once an authenticator has found out. Opaque here; the features know the type.
    package var subject: (any Sendable)?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        id = RequestIdentifier.make()
        peer = source.channel.remoteAddress
        loop = source.channel.eventLoop
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request"] = .string(id)
    }
}
