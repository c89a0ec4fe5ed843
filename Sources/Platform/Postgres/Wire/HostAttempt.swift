import CLibPQ
import Foundation
import Logging

/// A non-blocking attempt to connect to one host. It owns the connection until it is open.
final class HostAttempt {
    enum Progress {
        case pending
        case failed(ConnectFailure)
        case connected(OpenConnection)
    }

    private let parameters: ConnectionParameters
    private var handle: OpaquePointer?
    private let notices: NoticeReceiver
    private let isPipelined: Bool
    private var isReading = false

    init(_ parameters: ConnectionParameters, logger: Logger, isPipelined: Bool) {
        self.parameters = parameters
        self.isPipelined = isPipelined
        notices = NoticeReceiver(logger)
        handle = parameters.withLists { PQconnectStartParams($0, $1, 0) }
        guard let handle else { return }
        notices.attach(to: handle)
        // Without it libpq leaves out the SQLSTATE of a refusal.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    }

    deinit { PQfinish(handle) }

    /// The reason if the attempt failed immediately.
    var failure: ConnectFailure? {
        guard let handle else { return .outOfMemory }
        return PQstatus(handle) == CONNECTION_BAD ? ConnectFailure(handle) : nil
    }

    var pollRequest: pollfd {
        pollfd(fd: PQsocket(handle), events: Int16(isReading ? POLLIN : POLLOUT), revents: 0)
    }

    /// Continues if the socket is ready. libpq would take a socket that is not for one that is connected.
    func proceed() -> Progress {
        guard let handle else { return .failed(.outOfMemory) }
        var request = pollRequest
        guard poll(&request, 1, 0) > 0 else { return .pending }
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_READING:
            isReading = true
            return .pending
        case PGRES_POLLING_WRITING:
            isReading = false
            return .pending
        case PGRES_POLLING_OK:
            guard PQsetnonblocking(handle, 1) == 0, !isPipelined || PQenterPipelineMode(handle) == 1 else {
                return .failed(ConnectFailure(handle))
            }
            PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
            self.handle = nil
            return .connected(OpenConnection(handle, notices, parameters))
        default:
            return .failed(ConnectFailure(handle))
        }
    }
}

/// Why no connection to a host could be made.
struct ConnectFailure {
    let reason: String
    /// The error code of a server that answered and refused.
    let sqlState: String?

    init(_ reason: String, sqlState: String? = nil) {
        self.reason = reason
        self.sqlState = sqlState
    }

    /// What PgBouncer answers to `options` (protocol_violation).
    private static let unknownParameter = "08P01"

    static let outOfMemory = ConnectFailure("out of memory")

    /// Reads libpq's message, which has the error code after the severity, such as `FATAL:  28P01: password …`, and
    /// the place in the server's source on a line of its own.
    init(_ handle: OpaquePointer) {
        let message = PQerrorMessage(handle).map { String(cString: $0).trimmed } ?? "unknown"
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.filter { !$0.contains(#/, \w+\.c:\d+$/#) }.joined(separator: "\n").trimmed
        if let match = text.firstMatch(of: #/: {2}([0-9A-Z]{5}): /#) {
            let state = String(match.1)
            let advice =
                state == Self.unknownParameter
                ? "; a pooler does not pass settings on, so connect to PostgreSQL itself" : ""
            reason = text.replacingCharacters(in: match.range, with: ":  ") + advice
            sqlState = state
        } else {
            reason = text
            sqlState = nil
        }
    }
}
