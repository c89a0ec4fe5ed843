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
    /// - Parameter request: The requested cursor. An invalid, future or too old one resets the stream to the
    ///   end.
    init(_ request: StreamRequest.Cursor, end: Int) {
        self.end = end
        switch request {
        case .now:
            cursor = end
            greeting = [.hello(from: end)]
        case .after(let seq) where seq <= end && end - seq <= LiveLimits.maximumReplay:
            cursor = seq
            greeting = [.hello(from: seq)]
        case .after, .invalid:
            cursor = end
            greeting = [.hello(from: end), .reset(to: end)]
        }
    }
}
