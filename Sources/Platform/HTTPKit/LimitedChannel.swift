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

/// The handler next to the socket, which admits the connection once its address is known, notices when its
/// client does not read, and ends the output after everything that was written.
final class AdmissionHandler: ChannelDuplexHandler {
    typealias InboundIn = Never
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

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

    /// Ends the output once it is sent. NIO closes a connection whose client has closed its half at once, and
    /// would drop what a slow client has not read yet. A client that reads nothing is closed as idle.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: promise)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
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
