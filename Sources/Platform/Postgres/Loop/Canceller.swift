import CLibPQ
import Foundation

/// Requests the server to cancel the statement that a connection is running.
///
/// `PQcancel` opens a new connection and blocks, so each call runs on a thread of its own; calls are rare and
/// short. Use it only where one statement is in flight: the server signals twice, and the second signal hits
/// whatever is running by then.
enum Canceller {
    /// Cancels the running statement.
    ///
    /// - Parameters:
    ///   - handle: The connection that runs the statement.
    ///   - returned: Called on the cancelling thread once no further signal can arrive.
    static func cancel(_ handle: OpaquePointer, returned: @escaping @Sendable () -> Void) {
        guard let cancel = PQgetCancel(handle) else { return returned() }
        let cancelHandle = CancelHandle(cancel)
        Thread.detachNewThread {
            cancelHandle.send()
            returned()
        }
    }

    /// Unchecked because of the pointer: libpq allows a `PGcancel` to be used from another thread, and only
    /// one thread uses it.
    private final class CancelHandle: @unchecked Sendable {
        private let cancel: OpaquePointer

        init(_ cancel: OpaquePointer) { self.cancel = cancel }

        deinit { PQfreeCancel(cancel) }

        func send() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(cancel, &message, Int32(message.count))
        }
    }
}
