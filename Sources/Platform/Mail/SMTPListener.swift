package import Logging
import NIOCore
import NIOPosix
package import NIOSSL
import ServiceLifecycle

/// A server that receives mail from other mail servers for one ``Mailbox``.
package struct SMTPListener: Service {
    private let address: (host: String, port: Int)
    private let name: String
    private let mailbox: any Mailbox
    private let tls: NIOSSLContext?
    private let logger: Logger
    private let onListening: @Sendable (Int) -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - name: The host name in the server's greeting: the domain that mail is addressed to.
    ///   - tls: `nil` to not offer STARTTLS.
    ///   - onListening: Called with the port once connections are accepted.
    package init(
        host: String, port: Int, name: String, mailbox: any Mailbox, tls: NIOSSLContext? = nil,
        logger: Logger,
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        address = (host, port)
        self.name = name
        self.mailbox = mailbox
        self.tls = tls
        self.logger = logger
        self.onListening = onListening
    }

    package func run() async throws {
        let slots = SMTPSlots()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Without files for new connections, accepting pauses instead of failing over and over.
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
                }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        IdleStateHandler(allTimeout: TimeAmount(MailLimits.idleTime)),
                        SMTPHandler(name: name, mailbox: mailbox, tls: tls, slots: slots, logger: logger))
                }
            }
            .bind(host: address.host, port: address.port).get()
        logger.notice("receiving mail", metadata: ["port": "\(channel.localAddress?.port ?? address.port)"])
        onListening(channel.localAddress?.port ?? address.port)
        // Sessions in progress end by themselves within their time limits, or with the process; the sending
        // servers retry.
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await channel.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            channel.close(promise: nil)
        }
    }
}

/// The channel handler of one connection: splits the received bytes into lines and performs the actions of
/// the session.
private final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var session: SMTPSession
    private let mailbox: any Mailbox
    private let tls: NIOSSLContext?
    private let slots: SMTPSlots
    private let logger: Logger
    private var received = ByteBuffer()
    private var isProcessing = false
    private var slot: SMTPSlots.Slot?
    private var end: Scheduled<Void>?

    init(name: String, mailbox: any Mailbox, tls: NIOSSLContext?, slots: SMTPSlots, logger: Logger) {
        session = SMTPSession(name: name, offersTLS: tls != nil) { mailbox.accepts($0) }
        self.mailbox = mailbox
        self.tls = tls
        self.slots = slots
        self.logger = logger
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        slot = slots.take(for: channel.remoteAddress?.ipAddress)
        guard slot != nil else { return perform(session.end("421 4.3.2 too many connections"), context) }
        end = channel.eventLoop.scheduleTask(in: TimeAmount(MailLimits.connectionTime)) {
            channel.close(promise: nil)
        }
        perform(session.greeting, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        if let slot { slots.release(slot) }
        slot = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        readLines(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            perform(session.end("421 4.4.2 idle timeout"), context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("mail connection failed", metadata: ["error": "\(error)"])
        context.close(promise: nil)
    }

    private func readLines(_ context: ChannelHandlerContext) {
        while !isProcessing, context.channel.isActive, let line = nextLine() {
            perform(session.received(line), context)
        }
        if !isProcessing, received.readableBytes > session.longestLine {
            perform(session.lineDidOverflow(), context)
        }
        received.discardReadBytes()
    }

    /// Returns the bytes up to the next CRLF, without it.
    private func nextLine() -> [UInt8]? {
        let view = received.readableBytesView
        var from = view.startIndex
        while let end = view[from...].firstIndex(of: 0x0a) {
            if end > view.startIndex, view[end - 1] == 0x0d {
                let length = end + 1 - view.startIndex
                guard length <= session.longestLine else { return nil }
                return received.readBytes(length: length).map { $0.dropLast(2) }
            }
            from = end + 1
        }
        return nil
    }

    private func perform(_ actions: [SMTPSession.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .reply(let line):
                context.write(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
            case .startTLS: startTLS(context)
            case .take(let message, let recipients): take(message, recipients, context)
            case .closeConnection:
                received.clear()
                context.flush()
                context.close(promise: nil)
                return
            }
        }
        context.flush()
    }

    /// Starts TLS. Discards bytes received with the command: they were not encrypted, and an attacker may
    /// have injected them. CVE-2011-0411.
    private func startTLS(_ context: ChannelHandlerContext) {
        context.flush()
        received.clear()
        guard let tls else { return context.close(promise: nil) }
        do {
            try context.pipeline.syncOperations.addHandler(
                NIOSSLServerHandler(context: tls), position: .first)
            session.tlsDidStart()
        } catch {
            errorCaught(context: context, error: error)
        }
    }

    private func take(_ message: [UInt8], _ recipients: [String], _ context: ChannelHandlerContext) {
        isProcessing = true
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        let mailbox = mailbox
        let logger = logger
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask {
            do {
                for address in recipients { try await mailbox.take(message, to: address) }
                return true
            } catch {
                logger.warning("processing incoming mail failed", metadata: ["error": "\(error)"])
                return false
            }
        }.whenSuccess { wasProcessed in
            let (handler, context) = bound.value
            handler.isProcessing = false
            handler.perform(handler.session.taken(wasProcessed), context)
            guard context.channel.isActive else { return }
            context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
            handler.readLines(context)
        }
    }
}
