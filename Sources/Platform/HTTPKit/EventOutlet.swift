package import NIOCore

/// The server's end of an answer that goes on: an open connection, or the body of an ordinary answer.
package protocol EventOutlet: AnyObject, Sendable {
    /// Where ``write(_:)`` is called, and everything of the ``EventSource``.
    var loop: any EventLoop { get }

    /// Whether the reader keeps up. What is written while it does not is held in memory. May be asked anywhere.
    var isWritable: Bool { get }

    /// Writes and sends. Only on ``loop``.
    func write(_ event: StreamEvent)

    /// Ends the answer, anywhere. ``EventSource/ended()`` follows.
    func close()
}

/// What has something to say on an ``EventOutlet``. Called on the outlet's loop.
package protocol EventSource: AnyObject, Sendable {
    /// The head of the answer is written.
    func begins(on outlet: any EventOutlet)

    /// The outlet, which was not writable, is again.
    func canGoOn()

    /// The server stops: the source is to close its outlet soon, at a moment that suits all of them.
    func shouldEnd()

    /// The connection is gone, or never came about. The last call.
    func ended()
}
