import CLibPQ
import Logging

/// Logs the server's notices, which libpq would print to standard error.
final class NoticeReceiver: Sendable {
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Receives the notices of a connection, which must be closed before the receiver is freed.
    func attach(to handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context, let result else { return }
                Unmanaged<NoticeReceiver>.fromOpaque(context).takeUnretainedValue().log(result)
            }, context)
    }

    private func log(_ result: OpaquePointer) {
        let text = PQresultErrorMessage(result).map { String(cString: $0).trimmed } ?? ""
        logger.warning("notice from PostgreSQL", metadata: ["notice": "\(text)"])
    }
}
