package import Timing

/// Limits of fan-out, delivery and maintenance.
package enum DeliveryLimits {
    // Fan-out
    /// Rows that one fan-out takes from the outbox. A statement for this many outings with 20 watches each
    /// takes about 20 ms here, well within its time limit.
    package static let outboxBatch = 250
    /// Outings of one host that one fan-out takes. A statement for this many with 450 people each, on two
    /// channels, takes about 150 ms here.
    package static let outingsPerHost = 8
    /// The oldest rows of the outbox, among which hosts take turns. It is longer only if one host's outings
    /// change thousands of times while one statement runs.
    package static let outboxWindow = 5_000
    /// Pending deliveries of one host on one channel from which on a further one belongs to tier 1, 2, 3 or 4
    /// (`delivery_tier_known`). The first is half of a batch, so that no host fills one while others wait.
    package static let tierStarts = [16, 80, 400, 2_000]
    package static let lastTierStart = 2_000
    /// One claim in this many begins with the last tier, so that deliveries of all tiers leave the queue.
    package static let claimsUntilLastTier = 4

    // Delivery
    /// Inbox deliveries claimed at a time; one statement writes them all.
    package static let inboxBatch = 50
    /// Deliveries that a carrier's worker claims at a time, and workers for each channel: slow sends in one
    /// batch do not block the next, and one worker computes while the other waits for the database.
    package static let deliveryBatch = 32
    package static let deliveryWorkers = 2
    /// Concurrent sends on one channel to one destination, which workers share, low enough for mail servers and push services.
    package static let sendsPerDestination = 4
    /// Consecutive failures that open the circuit breaker of a destination, the first pause, and the longest.
    package static let breakerThreshold = 5
    package static let breaker = Backoff(first: .seconds(5), longest: .seconds(300), jitter: .half)
    /// While one send finds out whether a destination is back, the others are held off for this long.
    package static let breakerProbeTime = Duration.seconds(2)
    /// The longest `Retry-After` that is respected.
    package static let maximumRetryAfter = Duration.seconds(86_400)
    /// Acknowledgements that one statement writes.
    package static let acknowledgementBatch = 200
    /// Time limit of one send. A send does not start with less than half of its lease left, so that a slow
    /// worker never sends at the same time as the worker that took over.
    package static let sendTimeout = Duration.seconds(10)
    /// How long news that only a newer program can word is left alone at a time.
    package static let newerProgramPause = Duration.seconds(5)
    /// How often a worker polls without being woken.
    package static let poll = Duration.seconds(1)
    /// How often a claim scans all rows, not only those that became due after the last claimed one.
    package static let floorReset = Duration.seconds(5)

    /// Dead letters listed at a time.
    package static let deadLettersListed = 1_000

    // Scheduled work
    /// How often lost watches are searched for among the outings that changed since the last search, how long before it,
    /// how often among all outings, and how many are repaired at once.
    package static let reconciliationInterval = Duration.seconds(60)
    package static let reconciliationWindow = Duration.seconds(300)
    package static let fullReconciliationInterval = Duration.seconds(3_600)
    package static let reconciliationBatch = 1_000
    /// Age at which an open transaction raises an alarm, and how often to check.
    package static let longestTransaction = Duration.seconds(60)
    package static let watchdogInterval = Duration.seconds(20)
    /// How long after the end of an outing its changes are still sent.
    package static let watchRetention = Duration.seconds(30 * 86_400)
    /// How far back beyond that ended outings are searched for live watches every hour. All are searched once a day.
    package static let watchWindow = Duration.seconds(2 * 86_400)
    /// How long changes and the used slots of scheduled work are kept. A recipient who missed changes that were
    /// deleted gets the present state instead.
    package static let changeRetention = Duration.seconds(400 * 86_400)
    package static let slotRetention = Duration.seconds(60 * 86_400)
    /// Rows that one statement ends or removes, so that its locks are short.
    package static let pruningBatch = 1_000
}
