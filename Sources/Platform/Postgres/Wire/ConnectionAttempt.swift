import CLibPQ
import Foundation

/// A non-blocking attempt to connect. It owns the connection until it is open.
final class ConnectionAttempt {
    enum Progress {
        case pending
        case failed(String)
        /// Open and in non-blocking mode; the receiver owns it.
        case connected(OpaquePointer)
    }

    let until: Moment
    private var handle: OpaquePointer?
    private let isPipelined: Bool
    private var isReading = false

    init(_ parameters: ConnectionParameters, until: Moment, notices: NoticeReceiver, isPipelined: Bool = true)
    {
        self.until = until
        self.isPipelined = isPipelined
        handle = parameters.withLists { PQconnectStartParams($0, $1, 0) }
        if let handle { notices.attach(to: handle) }
    }

    deinit { PQfinish(handle) }

    /// The reason if the attempt failed immediately.
    var failure: String? {
        guard let handle else { return "out of memory" }
        return PQstatus(handle) == CONNECTION_BAD ? Self.message(handle) : nil
    }

    var pollRequest: pollfd {
        pollfd(fd: PQsocket(handle), events: Int16(isReading ? POLLIN : POLLOUT), revents: 0)
    }

    func proceed() -> Progress {
        guard let handle else { return .failed("out of memory") }
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_READING:
            isReading = true
            return .pending
        case PGRES_POLLING_WRITING:
            isReading = false
            return .pending
        case PGRES_POLLING_OK:
            guard PQsetnonblocking(handle, 1) == 0, !isPipelined || PQenterPipelineMode(handle) == 1 else {
                return .failed(Self.message(handle))
            }
            self.handle = nil
            return .connected(handle)
        default:
            return .failed(Self.message(handle))
        }
    }

    private static func message(_ handle: OpaquePointer) -> String {
        PQerrorMessage(handle).map { String(cString: $0).trimmed } ?? "unknown"
    }
}
