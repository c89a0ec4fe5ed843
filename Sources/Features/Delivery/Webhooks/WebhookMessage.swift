import Foundation
import JSON
import Journal
import News
import NoonishAPI
import Outings

/// A message to a webhook, as created for the first attempt; retries and replays send the same.
struct WebhookMessage: Hashable, Sendable {
    /// `watch:revision`, or a random id for a message that is not about an outing.
    let id: String
    let type: Kind
    /// JSON: `{type, timestamp, data, previous, changed, revision}`.
    let body: String

    enum Kind: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case invited = "outing.invited"
        case updated = "outing.updated"
        case cancelled = "outing.cancelled"
        /// The recipient is no longer on the list; no messages follow.
        case removed = "outing.removed"
        /// Requested by the owner.
        case test = "webhook.test"
        /// Sent at registration: the receiver confirms by returning `data.challenge`.
        case challenge = "webhook.challenge"

        /// The types that an owner can select.
        static let choosable: [Kind] = [.invited, .updated, .cancelled, .removed]
    }
}

extension WebhookMessage {
    /// Creates the message of a delivery.
    ///
    /// - Parameters:
    ///   - openThen: Whether the outing's restaurant is open at its time.
    ///   - orderState: The state of the outing's order; `nil` without one.
    init(_ delivery: NoticeDelivery, openThen: OpenStatus?, orderState: GroupOrder.State?) {
        let notice = delivery.notice
        var outing = notice.row.outing.wire
        outing.openThen = openThen
        outing.orderState = orderState
        let type = Kind(notice)
        let changed = StoredChanges(notice.changes).members.map {
            $0.wire(names: delivery.words.names, unknownName: delivery.words.unknownName)
        }
        id = delivery.id
        self.type = type
        body = jsonText(
            Body(
                type: type, at: notice.row.outing.now,
                // A person who was removed must not see any later state.
                data: type == .removed
                    ? .title(OutingReference(id: notice.outing, title: notice.title))
                    : .outing(outing),
                previous: notice.isSnapshot ? [] : notice.changes, changed: changed,
                revision: type == .removed ? notice.toRev : notice.seenRev))
    }

    init(_ type: Kind, at moment: Date, data: [String: String], id: String) {
        self.id = id
        self.type = type
        body = jsonText(
            Body(type: type, at: moment, data: .words(data), previous: [], changed: [], revision: nil))
    }

    /// The members of the body.
    private struct Body: JSONEncodable {
        let type: Kind
        let at: Date
        let data: Subject
        let previous: [Change]
        let changed: [UpdateChange]
        let revision: Int?

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("type", type)
                $0.field("timestamp", at)
                $0.field("data", data)
                $0.object("previous") {
                    for change in previous { change.kind.encodeFormerMembers(to: &$0) }
                }
                $0.field("changed", changed)
                $0.field("revision", revision)
            }
        }
    }

    private enum Subject: JSONEncodable {
        case outing(Outing)
        case title(OutingReference)
        case words([String: String])

        func encode(to writer: inout JSONWriter) {
            switch self {
            case .outing(let outing): outing.encode(to: &writer)
            case .title(let title): title.encode(to: &writer)
            case .words(let words): words.encode(to: &writer)
            }
        }
    }
}

extension WebhookMessage.Kind {
    init(_ notice: Notice) {
        if notice.isFarewell {
            self = .removed
        } else if notice.isInvitation {
            self = .invited
        } else if notice.isCancellation {
            self = .cancelled
        } else {
            self = .updated
        }
    }
}
