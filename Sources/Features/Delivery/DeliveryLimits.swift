/// Limits of fan-out, delivery and maintenance.
package enum DeliveryLimits {
    // Working it out
    /// Rows that one fan-out takes from the outbox. A statement of this many outings with 20 watches each takes some
    /// 20 ms here, well within its time.
    package static let outboxBatch = 250

    // Delivering
    /// Inbox rows claimed at once: one statement writes them all.
    package static let inboxBatch = 50
    /// Deliveries by a carrier claimed at once, and the workers of each channel that do so side by side: the slow ones
    /// of one batch do not hold up the next, and one computes while the database works for the other.
    package static let deliveryBatch = 32
    package static let deliveryWorkers = 2
    /// Sends that a worker makes to one destination at once: what a mail server or a push service minds least.
    package static let sendsPerDestination = 4
    /// Failures in a row after which a destination is left alone, for how long at first, and at most.
    package static let failuresToBreak = 5
    package static let breakerRest = Duration.seconds(5)
    package static let longestBreakerRest = Duration.seconds(300)
    /// While one send finds out whether a destination is back, the others are held off for this long.
    package static let breakerTrial = Duration.seconds(2)
    /// The longest `Retry-After` that is believed.
    package static let longestPauseAskedFor = Duration.seconds(86_400)
    /// Acknowledgements that one statement writes.
    package static let acknowledgedAtOnce = 200
    /// A send has this long and does not start when less than half of its lease is left, so that a slow worker never
    /// sends beside the one that took over.
    package static let sendTime = Duration.seconds(10)
    /// How often a worker looks without having been woken.
    package static let poll = Duration.seconds(1)
    /// How often a claim looks at all rows instead of only at those not older than the last it took.
    package static let floorReset = Duration.seconds(5)

    /// Dead rows that an operator is shown at once.
    package static let deadListed = 1_000

    // By the clock
    /// How often to look for reminders and deadlines, and for what is done every hour or day.
    package static let clockTick = Duration.seconds(10)
    package static let houseTick = Duration.seconds(300)
    /// How often to look for watches that were lost, and how many are mended at once.
    package static let reconcileEvery = Duration.seconds(60)
    package static let reconciledAtOnce = 1_000
    /// A transaction older than this is an alarm, looked for this often.
    package static let longestTransaction = Duration.seconds(60)
    package static let watchdogEvery = Duration.seconds(20)
    /// One step of these.
    package static let houseStep = Duration.seconds(120)
    /// How long after its end an outing's news is still told.
    package static let watchedAfter = Duration.seconds(30 * 86_400)
    /// How long changes are kept; whoever was told of none of them since is given the present state.
    package static let changesKept = Duration.seconds(400 * 86_400)
    package static let slotsKept = Duration.seconds(60 * 86_400)
    /// Rows that one statement ends or removes, so that none holds others up for long.
    package static let removedAtOnce = 1_000
}
