import HTTPKit

/// Where a stream begins, and what it says first.
struct StreamStart: Sendable {
    /// The number of the update that it goes on after.
    let cursor: Int
    /// How far the inbox went when the stream was asked for.
    let end: Int
    let greeting: [ServerSentEvent]

    /// - Parameter wish: A cursor that is not ours, of the future, or too old begins anew.
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
