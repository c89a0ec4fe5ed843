import CLibPQ

/// An open connection in non-blocking mode, with the receiver of its notices. Closed with its last reference. Not
/// `Sendable`: it belongs to one thread.
final class OpenConnection {
    let handle: OpaquePointer
    let notices: NoticeReceiver
    /// With its host alone.
    let parameters: ConnectionParameters

    init(_ handle: OpaquePointer, _ notices: NoticeReceiver, _ parameters: ConnectionParameters) {
        self.handle = handle
        self.notices = notices
        self.parameters = parameters
    }

    // The receiver outlives the connection: stored properties are released after this.
    deinit { PQfinish(handle) }
}
