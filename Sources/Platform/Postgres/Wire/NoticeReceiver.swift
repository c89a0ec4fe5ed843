import CLibPQ
import Logging

/// Receives the notices of one connection, which libpq would print to standard error: logs them, and remembers
/// whether one of them voids a commit. Used on the connection's thread only.
final class NoticeReceiver {
    private let logger: Logger
    private var hasUnconfirmedCommit = false

    init(_ logger: Logger) { self.logger = logger }

    /// Receives the notices of a connection, which must be closed before the receiver is freed.
    func attach(to handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context, let result else { return }
                Unmanaged<NoticeReceiver>.fromOpaque(context).takeUnretainedValue().receive(result)
            }, context)
    }

    /// Returns whether a commit since the last call is not confirmed by the synchronous standby: its wait was
    /// cancelled, for example by `pg_cancel_backend`. The transaction is then visible, but lost if the standby is
    /// promoted, so its outcome is unknown.
    func takeUnconfirmedCommit() -> Bool {
        defer { hasUnconfirmedCommit = false }
        return hasUnconfirmedCommit
    }

    private func receive(_ result: OpaquePointer) {
        let text = PQresultErrorMessage(result).map { String(cString: $0).trimmed } ?? ""
        logger.warning("notice from PostgreSQL", metadata: ["notice": "\(text)"])
        guard let function = PQresultErrorField(result, Int32(UInt8(ascii: "R"))) else { return }
        if String(cString: function) == Self.waitForStandby { hasUnconfirmedCommit = true }
    }

    /// The server's function that warns that it no longer waits. The warning has no error code of its own, and its
    /// text depends on the server's language.
    ///
    /// - Source: PostgreSQL 15 and 18, `src/backend/replication/syncrep.c`.
    private static let waitForStandby = "SyncRepWaitForLSN"
}
