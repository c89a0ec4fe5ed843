internal import CLibPQ
import Foundation

/// Asks the server to stop what a connection runs.
///
/// `PQcancel` connects anew and blocks, so each runs on a thread of its own; that is rare and short. It must only be
/// used where one statement is in flight, as the server signals twice and the second signal hits whatever runs by then.
enum Canceller {
    /// - Parameter returned: Called on that thread when nothing more will be stopped.
    static func cancel(_ handle: OpaquePointer, returned: @escaping @Sendable () -> Void) {
        guard let cancel = PQgetCancel(handle) else { return returned() }
        let ticket = Ticket(cancel)
        Thread.detachNewThread {
            ticket.use()
            returned()
        }
    }

    /// Unchecked because of the pointer: libpq made it to be used from another thread, and only one uses it.
    private final class Ticket: @unchecked Sendable {
        private let cancel: OpaquePointer

        init(_ cancel: OpaquePointer) { self.cancel = cancel }

        deinit { PQfreeCancel(cancel) }

        func use() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(cancel, &message, Int32(message.count))
        }
    }
}
