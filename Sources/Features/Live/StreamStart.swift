import HTTPKit

/// Where a stream begins, and its first events.
struct StreamStart: Sendable {
    /// The number of the last update that the client has; the stream continues after it.
    let cursor: Int
    /// The end of the inbox when the stream was requested.
    let end: Int
    let greeting: [ServerSentEvent]

    /// Creates the start of a stream.
    ///
    /// - Parameter wish: The requested cursor. An invalid, future or too old one resets the stream to the
    ///   end.
    init(_ wish: StreamWish.Cursor, end: Int) {
        self.end = end
        switch wish {
        case .now:
            cursor = end
            greeting = [.hello(from: end)]
        case .after(let seq) where seq <= end && end - seq <= LiveLimits.replayed:
            cursor = seq
            greeting = [.hello(from: seq)]
        case .after, .senseless:
            cursor = end
            greeting = [.hello(from: end), .reset(to: end)]
        }
    }
}
