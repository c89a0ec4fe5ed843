package import HummingbirdCore
package import Logging
package import NIOCore

/// Serves the connections that a ``ConnectionRegistry`` admits, and closes the others without a response.
package struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let connections: ConnectionRegistry

    package init(_ base: Base, within connections: ConnectionRegistry) {
        self.base = base
        self.connections = connections
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        do {
            try channel.pipeline.syncOperations.addHandler(AdmissionHandler(connections))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger)
    }

    package func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// The handler next to the socket, which admits the connection once its address is known, and notices when its client does
/// not read.
final class AdmissionHandler: ChannelInboundHandler {
    typealias InboundIn = Never

    private let connections: ConnectionRegistry

    init(_ connections: ConnectionRegistry) { self.connections = connections }

    func channelActive(context: ChannelHandlerContext) {
        guard connections.admit(context.channel) else { return context.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        connections.writabilityDidChange(of: context.channel)
        context.fireChannelWritabilityChanged()
    }

    /// Closes a connection at once, from below a TLS handler, which would first wait for the client's answer. Call it
    /// on the event loop.
    static func close(_ channel: any Channel) {
        do {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.context(handlerType: AdmissionHandler.self).close(promise: nil)
        } catch {
            channel.close(promise: nil)
        }
    }
}
