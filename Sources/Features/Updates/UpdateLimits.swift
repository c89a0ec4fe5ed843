/// Every number of updates.
enum UpdateLimits {
    // Working it out
    /// Rows that one fan-out takes from the outbox. A statement of this many outings with 20 watches each takes some
    /// 20 ms here, well within its time.
    static let outboxBatch = 250
    /// Revisions that a diff is folded from; whoever is further behind gets the present state instead.
    static let revisionsFolded = 200

    // Delivering
    /// Inbox rows claimed at once: one statement writes them all.
    static let inboxBatch = 50
    /// Mails claimed and sent at once: few enough that each starts at once, and that no mail server minds.
    static let mailBatch = 4
    /// A send has this long and does not start when less than half of its lease is left, so that a slow worker never
    /// sends beside the one that took over.
    static let sendTime = Duration.seconds(10)
    /// How often a worker looks without having been woken.
    static let poll = Duration.seconds(1)
    /// How often a claim looks at all rows instead of only at those not older than the last it took.
    static let floorReset = Duration.seconds(5)

    // In words
    /// People whose answers are told one by one.
    static let answersInWords = 5
    /// Characters of a note that are repeated in a notice.
    static let noteInWords = 200
    /// Characters of a mail's subject that come from changes.
    static let subjectCharacters = 120

    // Reading
    /// Updates of a page, unless the reader says otherwise, and the most.
    static let page = 20
    static let longestPage = 100

    // Live streams
    /// Streams that one person may have open: some devices with some tabs.
    static let streamsPerPerson = 6
    /// Outings that one stream follows.
    static let outingsPerStream = 20
    /// Updates that a returning stream is given; whoever is further behind starts anew.
    static let replayed = 500
    /// Updates read for a stream at a time.
    static let replayBatch = 100
    /// A comment line keeps proxies from closing a quiet stream; spread so that streams do not speak in chorus.
    static let commentAfter = Duration.seconds(25)
    static let commentJitter = 0.2
    /// How often a stream's session is looked at again.
    static let sessionCheck = Duration.seconds(30)
    /// Milliseconds after which a client comes back; each stream says another number, so that they come one by one.
    static let retryMilliseconds = 1_000...15_000
    /// Streams closed in a second at shutdown, and the longest that may take.
    static let closedPerSecond = 1_000
    static let drain = Duration.seconds(10)

    // Between processes
    /// Least time between two notifications of one process: their commits queue up behind one lock of the server.
    static let notifyEvery = Duration.milliseconds(10)
    /// Bytes of one notification, of the 8,000 that PostgreSQL permits.
    static let notifyBytes = 7_500
}
