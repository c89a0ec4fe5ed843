package import Postgres

/// How news travels to a person: the rows of the table `channel`.
package enum Channel: String, Hashable, Sendable, CaseIterable {
    case inbox, mail
    case webPush = "web_push"
    case applePush = "apple_push"
    case webhook

    /// How long an outing is quiet before its news goes out, and the longest that news waits.
    var windows: (quiet: Duration, maxWait: Duration) {
        switch self {
        case .inbox: (.zero, .zero)
        case .mail: (.seconds(120), .seconds(600))
        case .webPush, .applePush: (.seconds(20), .seconds(120))
        case .webhook: (.seconds(1), .seconds(5))
        }
    }
}

/// Sets how long news waits for further edits. Told at every start, so that taking a setting back takes effect too.
///
/// - Parameters:
///   - quiet: `updates.quietWindow`; nil is each channel's own. The inbox never waits.
///   - maxWait: `updates.maxWait`; at least `quiet`, whatever it says.
package func setWindows(quiet: Duration?, maxWait: Duration?, in database: any Database) async throws {
    for channel in Channel.allCases {
        let own = channel.windows
        let quiet = channel == .inbox ? own.quiet : quiet ?? own.quiet
        let maxWait = channel == .inbox ? own.maxWait : max(maxWait ?? own.maxWait, quiet)
        try await database.execute(.setWindows(of: channel, quiet: quiet, maxWait: maxWait))
    }
}

extension Command {
    fileprivate static func setWindows(of channel: Channel, quiet: Duration, maxWait: Duration) -> Self {
        Command(
            "updates.set_windows",
            """
            UPDATE channel
               SET quiet = \(quiet), max_wait = \(maxWait)
             WHERE id = \(channel.rawValue) AND (quiet, max_wait) IS DISTINCT FROM (\(quiet), \(maxWait))
            """)
    }
}
