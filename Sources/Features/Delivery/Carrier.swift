import Journal
package import News
import NoonishAPI

/// Sends notices out of this service on one channel.
///
/// A carrier implements only its protocol. ``DeliveryWorker`` does the rest for all carriers: claims and leases,
/// what is new to each recipient, preferences and quiet hours, concurrency limits, back-off and dead letters.
package protocol Carrier: Sendable {
    var channel: Channel { get }

    /// Returns the name of the destination that a failure, or a requested pause, says something about: the host
    /// that is contacted, unless hosts answer for several owners independently.
    func destination(of delivery: NoticeDelivery) -> String

    /// Sends one notice to one endpoint. May be called twice for the same notice, even by two processes; the
    /// message carries ``NoticeDelivery/id``, by which a receiver detects duplicates.
    ///
    /// The time limit is ``DeliveryLimits/sendTimeout``; then the task is cancelled and the attempt counts as
    /// failed.
    ///
    /// - Throws: Any error that prevented sending; the attempt counts as failed, like
    ///   ``DeliveryOutcome/retry(after:why:)``. An error of the database does not count as an attempt.
    func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome
}

extension Carrier {
    package func destination(of delivery: NoticeDelivery) -> String {
        delivery.notice.row.destination ?? channel.rawValue
    }
}

/// One notice that is to be sent to one endpoint.
package struct NoticeDelivery: Sendable {
    /// The changes to report, and the recipient.
    let notice: Notice
    /// The context for sentences in the reader's language.
    let words: SentenceContext
    /// The person's endpoint to send to; all zeros if the channel has a single one per person.
    let endpoint: EndpointID
    /// The number of the attempt, from 1.
    let attempt: Int

    /// `watch:revision`. A receiver that keeps only the highest revision of a watch never goes back to an
    /// older state.
    var id: String { "\(notice.watch):\(notice.seenRev)" }
}

/// The outcome of a delivery.
package enum DeliveryOutcome: Hashable, Sendable {
    /// The counterpart has accepted the notice.
    case sent
    /// The attempt failed and is to be retried.
    ///
    /// - Parameter after: The pause that the counterpart requested (`Retry-After`); nothing is sent to the
    ///   destination in the meantime.
    case retry(after: Duration? = nil, why: String)
    /// The endpoint no longer exists; it is removed and its watches end.
    case gone(why: String)
    /// The counterpart will never accept this notice. It becomes a dead letter, which operators can see;
    /// later notices are sent as usual.
    case refused(why: String)
}
