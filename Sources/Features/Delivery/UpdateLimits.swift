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
    /// Deliveries by a carrier claimed at once, and the workers of each channel that do so side by side: the slow ones
    /// of one batch do not hold up the next, and one computes while the database works for the other.
    static let deliveryBatch = 32
    static let deliveryWorkers = 2
    /// Sends that a worker makes to one destination at once: what a mail server or a push service minds least.
    static let sendsPerDestination = 4
    /// Failures in a row after which a destination is left alone, for how long at first, and at most.
    static let failuresToBreak = 5
    static let breakerRest = Duration.seconds(5)
    static let longestBreakerRest = Duration.seconds(300)
    /// While one send finds out whether a destination is back, the others are held off for this long.
    static let breakerTrial = Duration.seconds(2)
    /// The longest `Retry-After` that is believed.
    static let longestPauseAskedFor = Duration.seconds(86_400)
    /// Acknowledgements that one statement writes.
    static let acknowledgedAtOnce = 200
    /// A send has this long and does not start when less than half of its lease is left, so that a slow worker never
    /// sends beside the one that took over.
    static let sendTime = Duration.seconds(10)
    /// An outing that starts within this many seconds of the end of somebody's quiet hours is worth waking them for.
    static let urgentAfterQuiet: Double = 2 * 3_600
    /// How often a worker looks without having been woken.
    static let poll = Duration.seconds(1)
    /// How often a claim looks at all rows instead of only at those not older than the last it took.
    static let floorReset = Duration.seconds(5)

    /// Dead rows that an operator is shown at once.
    static let deadListed = 1_000

    // By the clock
    /// How often to look for reminders and deadlines, and for what is done every hour or day.
    static let clockTick = Duration.seconds(10)
    static let houseTick = Duration.seconds(300)
    /// How often to look for watches that were lost, and how many are mended at once.
    static let reconcileEvery = Duration.seconds(60)
    static let reconciledAtOnce = 1_000
    /// A transaction older than this is an alarm, looked for this often.
    static let longestTransaction = Duration.seconds(60)
    static let watchdogEvery = Duration.seconds(20)
    /// One step of these.
    static let houseStep = Duration.seconds(120)
    /// How long after its end an outing's news is still told.
    static let watchedAfter = Duration.seconds(30 * 86_400)
    /// How long changes are kept; whoever was told of none of them since is given the present state.
    static let changesKept = Duration.seconds(400 * 86_400)
    static let slotsKept = Duration.seconds(60 * 86_400)
    /// Rows that one statement ends or removes, so that none holds others up for long.
    static let removedAtOnce = 1_000

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
    /// Updates given to a stream at a time, and the bytes after which there are no more in one piece: a slow reader holds
    /// no more than that in memory.
    static let replayBatch = 50
    static let replayBytes = 16_384
    /// People whose inboxes are asked about each second without a hint, about: with 18,000 streams each has its turn every
    /// nine seconds, which only a lost hint makes anybody wait for, and asking costs no more than with 2,000.
    static let peopleAsked = 2_000
    /// Streams whose updates are read by one statement.
    static let streamsRead = 200
    /// Streams written to in one go by a loop, which then does what else there is to do.
    static let streamsAtOnce = 500
    /// A comment line keeps proxies from closing a quiet stream; spread so that streams do not speak in chorus.
    static let commentAfter = Duration.seconds(25)
    static let commentJitter = 0.2
    /// How often a stream's session is looked at again.
    static let sessionCheck = Duration.seconds(30)
    /// Milliseconds after which a client comes back; each stream says another number, so that they come one by one.
    static let retryMilliseconds = 1_000...15_000
    /// How long it takes to close all streams at shutdown, in how many steps: less than `http.drain`, so that all clients
    /// are told.
    static let drain = Duration.seconds(8)
    static let drainSteps = 160

    // Between processes
    /// Least time between two notifications of one process: their commits queue up behind one lock of the server.
    static let notifyEvery = Duration.milliseconds(10)
    /// How long one may take, and how long to rest after one that failed.
    static let notifyTime = Duration.seconds(5)
    static let notifyAgain = Duration.seconds(1)
    /// Bytes of one notification, of the 8,000 that PostgreSQL permits.
    static let notifyBytes = 7_500
}
