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

    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        /// `nil` if the connection was refused.
        let base: Base.Value?
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard connections.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeSucceededFuture(Value(channel: channel, base: nil))
        }
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionEnd())
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).map { Value(channel: channel, base: $0) }
    }

    package func handle(value: Value, logger: Logger) async {
        if let taken = value.base { await base.handle(value: taken, logger: logger) }
    }
}

/// The handler next to the socket, from which a connection is closed at once: a TLS handler would first wait for the
/// client's answer.
final class ConnectionEnd: ChannelInboundHandler {
    typealias InboundIn = Never

    /// Call it on the event loop.
    static func close(_ channel: any Channel) {
        do {
            try channel.pipeline.syncOperations.context(handlerType: ConnectionEnd.self).close(promise: nil)
        } catch {
            channel.close(promise: nil)
        }
    }
}
