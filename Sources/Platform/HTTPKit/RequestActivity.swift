import NIOCore

/// Reports the requests of one HTTP/1.1 connection, or of one HTTP/2 stream, to the ``ConnectionRegistry``.
final class RequestActivity {
    private let connections: ConnectionRegistry
    private var connection: (any Channel)?
    private var isStream = false
    /// Whether this is a stream that the client does not read.
    private var isStalled = false
    /// Requests that have arrived completely, minus responses that have ended: negative while a response precedes the
    /// end of its request.
    private var unanswered = 0

    init(_ connections: ConnectionRegistry) { self.connections = connections }

    /// Begins with the channel of a connection or stream; closes a stream that is not admitted.
    func begin(_ channel: any Channel) {
        // The parent of a connection is the listening socket, on any event loop; that of a stream is its connection.
        guard let parent = channel.parent, parent.parent != nil else {
            connection = channel
            return
        }
        isStream = connections.admitStream(on: parent)
        if isStream {
            connection = parent
        } else {
            // Later, because the stream is still being set up.
            channel.eventLoop.execute { channel.close(promise: nil) }
        }
    }

    /// Records that a request has begun to arrive and is not complete.
    func requestIsArriving() {
        if let connection { connections.requestIsArriving(on: connection) }
    }

    func requestDidArrive() {
        unanswered += 1
        if unanswered > 0, let connection { connections.requestDidArrive(on: connection) }
    }

    func responseDidEnd() {
        if unanswered > 0, let connection { connections.responseDidEnd(on: connection) }
        unanswered -= 1
    }

    /// Records whether more can be written to a stream. ``AdmissionHandler`` records it of connections.
    func writabilityDidChange(to isWritable: Bool) {
        guard isStream, isStalled == isWritable, let connection else { return }
        isStalled = !isWritable
        connections.streamDidStall(isStalled, on: connection)
    }

    /// Ends with the channel; call it once.
    func end() {
        guard let connection else { return }
        writabilityDidChange(to: true)
        while unanswered > 0 { responseDidEnd() }
        if isStream { connections.removeStream(on: connection) }
        self.connection = nil
    }
}
