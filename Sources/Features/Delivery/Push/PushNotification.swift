import Access
import Foundation
import JSON
import Journal
import Localization
import News
import NoonishAPI
import Outings

/// The content of a notification: the text on the lock screen and the page that a tap opens.
struct PushNotification: Sendable {
    let title: String
    let body: String
    /// The path on this service.
    let path: String
    /// The id that notifications of one outing share, so that they replace each other.
    let outing: String
    /// `watch:revision`. A receiver that keeps only the highest revision never goes back to an older state.
    let id: String
    let revision: Int
    let language: String
    /// For how many seconds the notification is worth showing.
    let timeToLive: Int
    /// Whether it concerns the next two hours.
    let isUrgent: Bool

    init(_ delivery: NoticeDelivery) {
        let notice = delivery.notice
        let words = delivery.words
        let sentence = words.sentence(notice.changes, isSnapshot: notice.isSnapshot)
        if notice.isInvitation {
            title = words.phrases.invitationSubject(notice.title, inviter: words.inviter)
            body = Self.facts(notice, words)
        } else {
            title = notice.isCancellation ? words.phrases.cancelledSubject(notice.title) : notice.title
            body = Self.cut(sentence)
        }
        path = notice.isFarewell ? "/outings" : "/outings/\(notice.outing)"
        outing = notice.outing.description
        id = delivery.id
        revision = notice.seenRev
        language = words.phrases.language.tag
        let row = notice.row.outing
        let left =
            row.endsInstant.map { $0.timeIntervalSince(row.now) } ?? SubscriptionLimits.defaultPushTimeToLive
        let bounds = SubscriptionLimits.pushTimeToLive
        timeToLive = Int(min(max(left, bounds.lowerBound), bounds.upperBound))
        isUrgent = Self.isUrgent(notice)
    }

    /// Creates a test notification.
    init(test id: String, in language: Language) {
        title = language.say("push.test.title")
        body = language.say("push.test.text")
        path = "/settings"
        outing = "test"
        self.id = id
        revision = 0
        self.language = language.tag
        timeToLive = 60
        isUrgent = true
    }

    /// Returns time and place, the text of an invitation.
    private static func facts(_ notice: Notice, _ words: SentenceContext) -> String {
        let state = notice.row.outing.state
        let facts = [state.time.map(words.wholeInZone), state.place?.name].compactMap { $0 }
        return cut(facts.isEmpty ? words.sentence(notice.changes) : facts.joined(separator: "\n"))
    }

    /// Returns whether the push service should wake the device: for an invitation, a cancellation, a new time or a new
    /// place within ``OutingLimits/urgentLeadTime`` of the start. Changes of this kind are also sent at once.
    private static func isUrgent(_ notice: Notice) -> Bool {
        guard let start = notice.row.outing.state.time?.startsAt.instant else { return false }
        let left = start.timeIntervalSince(notice.row.outing.now)
        return (0...OutingLimits.urgentLeadTime).contains(left)
            && (notice.isInvitation || notice.changes.contains { $0.kind.urgency == .essential })
    }

    private static func cut(_ text: String) -> String {
        guard text.count > SubscriptionLimits.notificationText else { return text }
        return text.prefix(SubscriptionLimits.notificationText - 1) + "…"
    }
}

extension PushNotification: JSONEncodable {
    /// Writes the payload for the service worker.
    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("title", title)
            $0.field("body", body)
            $0.field("path", path)
            $0.field("outing", outing)
            $0.field("id", id)
            $0.field("revision", revision)
            $0.field("language", language)
        }
    }
}
