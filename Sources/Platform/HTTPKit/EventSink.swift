package import NIOCore

/// The server's side of a streaming response: a whole connection, or the body of an ordinary response.
package protocol EventSink: AnyObject, Sendable {
    /// The event loop on which ``write(_:)`` and all methods of the ``EventSource`` are called.
    var loop: any EventLoop { get }

    /// Whether the reader keeps up. Events written while it does not are buffered in memory. Safe to read on
    /// any thread.
    var isWritable: Bool { get }

    /// Writes and flushes an event. Call it only on ``loop``.
    func write(_ event: StreamEvent)

    /// Ends the response. Safe to call on any thread. ``EventSource/ended()`` follows.
    func close()
}

/// A producer of events for an ``EventSink``. Its methods are called on the sink's loop.
package protocol EventSource: AnyObject, Sendable {
    /// The response head has been written and events may follow.
    func started(on sink: any EventSink)

    /// The sink has become writable again.
    func didBecomeWritable()

    /// The server is shutting down: the source should close its sink soon, at a time that spreads the
    /// reconnects.
    func serverWillShutDown()

    /// The connection has closed or was never established. This is the last call.
    func ended()
}
