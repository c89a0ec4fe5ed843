/// Limits of live streams and of notifications between processes.
package enum LiveLimits {
    // Live streams
    /// Streams that one person or paired tablet may have open: several devices with several tabs.
    package static let streamsPerPerson = 6
    /// The part of that which one of several processes permits: two more than its share, because a balancer spreads the
    /// streams of one person at random.
    static func streamsPerPerson(sharedBy processCount: Int) -> Int {
        min(streamsPerPerson, (streamsPerPerson + processCount - 1) / processCount + 2)
    }
    /// Outings that one stream follows.
    package static let outingsPerStream = 20
    /// Boards of venues that one stream follows.
    package static let boardsPerStream = 5
    /// Updates that a reconnecting stream gets at most. A stream that is further behind is reset.
    package static let maximumReplay = 500
    /// Updates written to a stream at a time, and the bytes after which a batch ends. They bound the memory
    /// that a slow reader uses.
    package static let replayBatch = 50
    package static let replayBytes = 16_384
    /// People, about, whose inboxes are polled each second without a wake-up. With 18,000 streams each inbox
    /// is polled every nine seconds, a delay that only a lost wake-up causes, and polling costs no more than
    /// with 2,000.
    package static let peoplePolled = 2_000
    /// Streams whose updates are read by one statement.
    package static let readBatch = 200
    /// Streams that an event loop writes to before it handles other events.
    package static let loopSlice = 500
    /// Interval of comment lines, which keep proxies from closing idle streams, and the fraction by which it
    /// varies at random so that streams do not write all at once.
    package static let commentInterval = Duration.seconds(25)
    package static let commentJitter = 0.2
    /// How often the session of a stream is checked.
    package static let sessionCheckInterval = Duration.seconds(30)
    /// Range of the reconnection time, in milliseconds. Each stream gets a random one, so that clients do not
    /// all reconnect at once.
    package static let retryMilliseconds = 1_000...15_000
    /// How long closing all streams takes at shutdown, and in how many steps. Shorter than `http.drain`, so
    /// that every stream is closed in order.
    package static let drain = Duration.seconds(8)
    package static let drainSteps = 160

    // Notifications between processes
    /// Least time between two notifications of one process; their commits wait for one server-wide lock.
    package static let notifyInterval = Duration.milliseconds(10)
    /// Time limit of one notification, and the longest pause after a failure.
    package static let notifyTimeout = Duration.seconds(5)
    package static let notifyRetryPause = Duration.seconds(1)
    /// Bytes of one notification; PostgreSQL permits 8,000.
    package static let notifyBytes = 7_500
    /// How often a process polls for changes without being woken.
    package static let poll = Duration.seconds(1)
}
