/// Limits of live streams and of notifications between processes.
package enum LiveLimits {
    // Live streams
    /// Streams that one person may have open: some devices with some tabs.
    package static let streamsPerPerson = 6
    /// Outings that one stream follows.
    package static let outingsPerStream = 20
    /// Updates that a returning stream is given; whoever is further behind starts anew.
    package static let replayed = 500
    /// Updates given to a stream at a time, and the bytes after which there are no more in one piece: a slow reader holds
    /// no more than that in memory.
    package static let replayBatch = 50
    package static let replayBytes = 16_384
    /// People whose inboxes are asked about each second without a hint, about: with 18,000 streams each has its turn every
    /// nine seconds, which only a lost hint makes anybody wait for, and asking costs no more than with 2,000.
    package static let peopleAsked = 2_000
    /// Streams whose updates are read by one statement.
    package static let streamsRead = 200
    /// Streams written to in one go by a loop, which then does what else there is to do.
    package static let streamsAtOnce = 500
    /// A comment line keeps proxies from closing a quiet stream; spread so that streams do not speak in chorus.
    package static let commentAfter = Duration.seconds(25)
    package static let commentJitter = 0.2
    /// How often a stream's session is looked at again.
    package static let sessionCheck = Duration.seconds(30)
    /// Milliseconds after which a client comes back; each stream says another number, so that they come one by one.
    package static let retryMilliseconds = 1_000...15_000
    /// How long it takes to close all streams at shutdown, in how many steps: less than `http.drain`, so that all clients
    /// are told.
    package static let drain = Duration.seconds(8)
    package static let drainSteps = 160

    // Between processes
    /// Least time between two notifications of one process: their commits queue up behind one lock of the server.
    package static let notifyEvery = Duration.milliseconds(10)
    /// How long one may take, and how long to rest after one that failed.
    package static let notifyTime = Duration.seconds(5)
    package static let notifyAgain = Duration.seconds(1)
    /// Bytes of one notification, of the 8,000 that PostgreSQL permits.
    package static let notifyBytes = 7_500
    /// How often a process looks for changes without having been woken.
    package static let poll = Duration.seconds(1)
}
