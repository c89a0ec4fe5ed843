import CLibPQ
import Foundation
import Logging

/// A connection that does not use pipeline mode, for scripts, COPY and LISTEN. It blocks its thread, but
/// every wait ends at the deadline or the interrupt. Not `Sendable`: it belongs to one thread.
final class BlockingConnection {
    let connection: OpenConnection
    private let interrupt: Interrupt
    /// Waits fail after this moment.
    var deadline = Moment.never
    /// Whether the server is requested to cancel the running statement when a wait fails.
    private var isCancellable = true

    /// Connects.
    ///
    /// - Throws: ``PostgresError/connect(_:)``, or ``PostgresError/cancelled(sent:)`` when interrupted.
    init(
        _ parameters: ConnectionParameters, until deadline: Moment, interrupt: Interrupt, logger: Logger
    ) throws(PostgresError) {
        let attempt = ConnectionAttempt(parameters, until: deadline, logger: logger, isPipelined: false)
        while true {
            let readiness = Self.wait(attempt.pollRequests, interrupt, until: attempt.wakeTime)
            if readiness == .interrupted { throw .cancelled(sent: false) }
            switch attempt.proceed(.now) {
            case .pending: continue
            case .failed(let failure): throw PostgresError(failure)
            case .connected(let connection):
                self.connection = connection
                self.interrupt = interrupt
                return
            }
        }
    }

    var handle: OpaquePointer { connection.handle }

    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }
}

/// Statements.
extension BlockingConnection {
    /// Runs `script`, which may hold several statements, with the simple query protocol.
    ///
    /// - Parameters:
    ///   - script: The statements to run.
    ///   - name: The name used in errors.
    /// - Returns: The rows, as text, of the last statement that returns any.
    @discardableResult
    func run(_ script: String, named name: String) throws(PostgresError) -> [[String?]] {
        guard PQsendQuery(handle, script) == 1 else { throw .connectionLost(sent: false) }
        return try rows(script, name)
    }

    /// Runs one statement with `values` as `$1`, `$2`, …, all text.
    @discardableResult
    func run(
        _ statement: String, _ values: [String], named name: String
    ) throws(PostgresError) -> [[String?]] {
        let copies = values.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let sent = PQsendQueryParams(
            handle, statement, Int32(values.count), nil, copies.map { UnsafePointer($0) }, nil, nil, 0)
        guard sent == 1 else { throw .connectionLost(sent: false) }
        return try rows(statement, name)
    }

    /// Commits the transaction. The commit is never cancelled: see ``Loop``.
    func commit(named name: String) throws(PostgresError) {
        isCancellable = false
        defer { isCancellable = true }
        try run("COMMIT", named: name)
    }

    private func rows(_ script: String, _ name: String) throws(PostgresError) -> [[String?]] {
        var rows: [[String?]] = []
        var failure: PostgresError?
        try flush()
        while let result = try nextResult() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: rows = Self.text(result)
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                throw .decode("\(name): COPY cannot run as a statement; use copy(into:rows:)")
            default: failure = failure ?? PostgresError(result, query: Self.location(result, script, name))
            }
        }
        if let failure { throw failure }
        try confirmCommit()
        return rows
    }

    /// - Throws: ``PostgresError/connectionLost(sent:)`` if what has just run is committed but not confirmed by the
    ///   synchronous standby.
    func confirmCommit() throws(PostgresError) {
        if connection.notices.takeUnconfirmedCommit() { throw .connectionLost(sent: true) }
    }

    /// Returns `name line 12` if the server reports the position of the error, otherwise `name`.
    private static func location(_ result: OpaquePointer, _ script: String, _ name: String) -> String {
        guard let field = PQresultErrorField(result, Int32(UInt8(ascii: "P"))),
            let position = Int(String(cString: field))
        else { return name }
        let line = script.unicodeScalars.prefix(position - 1).count { $0 == "\n" } + 1
        return "\(name) line \(line)"
    }

    private static func text(_ result: OpaquePointer) -> [[String?]] {
        (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }
}

/// Waiting for the server.
extension BlockingConnection {
    private enum Readiness { case ready, interrupted, late }

    /// Sends everything that libpq has buffered.
    func flush() throws(PostgresError) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(Int16(POLLIN) | Int16(POLLOUT))
                guard PQconsumeInput(handle) == 1 else { throw .connectionLost(sent: true) }
            default: throw .connectionLost(sent: true)
            }
        }
    }

    /// Returns the next result, which the caller must free; `nil` at the end of the statement.
    func nextResult() throws(PostgresError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try wait(Int16(POLLIN))
            guard PQconsumeInput(handle) == 1 else { throw .connectionLost(sent: true) }
        }
        return PQgetResult(handle)
    }

    /// Waits for input. Returns `false` if none arrived before `moment`.
    func waitForInput(until moment: Moment) throws(PostgresError) -> Bool {
        let socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        switch Self.wait([socket], interrupt, until: moment) {
        case .interrupted: throw .cancelled(sent: true)
        case .late: return false
        case .ready:
            guard PQconsumeInput(handle) == 1 else { throw .connectionLost(sent: true) }
            return true
        }
    }

    private func wait(_ events: Int16) throws(PostgresError) {
        let socket = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        switch Self.wait([socket], interrupt, until: deadline) {
        case .ready: return
        case .interrupted:
            stopServer()
            throw .cancelled(sent: true)
        case .late:
            stopServer()
            throw .deadline(sent: true)
        }
    }

    /// Requests the server to cancel the running statement, unless it is a commit. This may block, which is acceptable on this
    /// thread.
    private func stopServer() {
        guard isCancellable, let cancel = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(cancel) }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
    }

    private static func wait(
        _ sockets: [pollfd], _ interrupt: Interrupt, until deadline: Moment
    ) -> Readiness {
        var polls = sockets + [pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0)]
        while true {
            if interrupt.hasFired { return .interrupted }
            let now = Moment.now
            if now >= deadline { return .late }
            if poll(&polls, nfds_t(polls.count), now.pollTimeout(until: deadline)) > 0,
                polls.dropLast().contains(where: { $0.revents != 0 })
            {
                return .ready
            }
        }
    }
}
