package import News
import NoonishAPI

/// Takes news out of this service, by one channel.
///
/// A carrier knows how its counterpart is spoken to, and nothing else. ``Deliver`` does the rest for every one of them:
/// claims, leases, what is news to whom, preferences and quiet hours, how many at once, pauses, what is set aside.
package protocol Carrier: Sendable {
    var channel: Channel { get }

    /// Sends one notice to one endpoint. May be called twice for the same one, by two processes even: what goes out
    /// carries ``NoticeDelivery/id``, by which a receiver knows the second as the first.
    ///
    /// It has ``DeliveryLimits/sendTime``; after that its task is cancelled, and it counts as failed.
    ///
    /// - Throws: Whatever kept it from sending; an attempt that failed, like ``DeliveryOutcome/retry(after:why:)``. A
    ///   database that does not answer counts as no attempt.
    func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome
}

/// One notice on its way to one endpoint.
package struct NoticeDelivery: Sendable {
    /// What is to be told, and to whom.
    let notice: Notice
    /// The same in the reader's language.
    let words: ChangeWords
    /// Which of the person's endpoints; zero where the channel has one for each person.
    let endpoint: EndpointID
    /// 1 for the first.
    let attempt: Int

    /// `watch:revision`. Whoever keeps the highest revision of a watch is never moved back.
    var id: String { "\(notice.watch):\(notice.seenRev)" }
}

/// How a delivery went.
package enum DeliveryOutcome: Hashable, Sendable {
    /// Somebody else is responsible for it now.
    case sent
    /// Not this time.
    ///
    /// - Parameter after: What the counterpart asked for (`Retry-After`); the destination is left alone for as long.
    case retry(after: Duration? = nil, why: String)
    /// The endpoint is no more: it is removed, and its watches end.
    case gone(why: String)
    /// This notice will never be taken. It is set aside, where an operator sees it; the next news is tried again.
    case refused(why: String)
}
