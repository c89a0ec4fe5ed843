import News
package import Postgres

extension Channel {
    /// Returns how long an outing must be without changes before they are sent, and the longest time that a
    /// change waits.
    ///
    /// - Parameter calm: Whether to return the windows for changes that are best collected into one notice.
    ///   In the inbox only messages are.
    func windows(calm: Bool = false) -> (quiet: Duration, maxWait: Duration) {
        switch self {
        case .inbox: calm ? (.seconds(20), .seconds(120)) : (.zero, .zero)
        case .mail: (.seconds(120), .seconds(600))
        case .webPush, .applePush: (.seconds(20), .seconds(120))
        case .webhook: (.seconds(1), .seconds(5))
        }
    }
}

/// Stores how long changes wait for further ones. Called at every start, so that removing a setting takes
/// effect too.
///
/// - Parameters:
///   - quiet: `updates.quietWindow`; `nil` for each channel's default. In the inbox it applies to messages
///     only.
///   - maxWait: `updates.maxWait`; raised to `quiet` if it is less.
package func setWindows(quiet: Duration?, maxWait: Duration?, in database: any Database) async throws {
    for channel in Channel.allCases {
        let own = channel.windows()
        let set = Windows(channel.windows(calm: true), quiet: quiet, maxWait: maxWait)
        try await database.execute(
            .setWindows(
                of: channel, to: channel == .inbox ? Windows(own, quiet: nil, maxWait: nil) : set, calm: set))
    }
}

/// The configured windows of a channel.
private struct Windows {
    let quiet: Duration
    let maxWait: Duration

    init(_ own: (quiet: Duration, maxWait: Duration), quiet: Duration?, maxWait: Duration?) {
        self.quiet = quiet ?? own.quiet
        self.maxWait = max(maxWait ?? own.maxWait, self.quiet)
    }
}

extension Command {
    fileprivate static func setWindows(of channel: Channel, to set: Windows, calm: Windows) -> Self {
        Command(
            "delivery.set_delivery_windows",
            """
            UPDATE delivery_channel
               SET quiet = \(set.quiet), max_wait = \(set.maxWait), calm_quiet = \(calm.quiet),
                   calm_max_wait = \(calm.maxWait)
             WHERE id = \(channel.rawValue)
               AND (quiet, max_wait, calm_quiet, calm_max_wait)
                   IS DISTINCT FROM (\(set.quiet), \(set.maxWait), \(calm.quiet), \(calm.maxWait))
            """)
    }
}
