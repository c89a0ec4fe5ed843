import Foundation
import JSON
import News
import NoonishAPI
import Outings

/// What a webhook is told, as it is at the first attempt; later ones and replays say the same.
struct WebhookMessage: Hashable, Sendable {
    /// `watch:revision`, or something random for what is about no outing.
    let id: String
    let type: Kind
    /// JSON: `{type, timestamp, data, previous, changed, revision}`.
    let body: String

    enum Kind: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case invited = "outing.invited"
        case updated = "outing.updated"
        case cancelled = "outing.cancelled"
        /// No longer on the list; nothing comes after it.
        case removed = "outing.removed"
        /// Asked for by the owner.
        case test = "webhook.test"
        /// At registration: whoever answers with `data.challenge` receives what is sent here.
        case challenge = "webhook.challenge"

        /// What an owner can choose from.
        static let choosable: [Kind] = [.invited, .updated, .cancelled, .removed]
    }
}

extension WebhookMessage {
    /// - Parameter openThen: Whether the outing's restaurant is open at its time.
    init(_ delivery: NoticeDelivery, openThen: OpenStatus?) {
        let notice = delivery.notice
        var outing = notice.row.outing.wire
        outing.openThen = openThen
        let type = Kind(notice)
        let changed = StoredChanges(jsonText(notice.changes)).members.map {
            $0.wire(names: delivery.words.names, somebody: delivery.words.phrases.somebody())
        }
        id = delivery.id
        self.type = type
        body = jsonText(
            Body(
                type: type, at: notice.row.outing.now,
                // Who was removed is told no state later than that.
                data: type == .removed
                    ? .title(OutingReference(id: notice.outing, title: notice.title))
                    : .outing(outing),
                previous: notice.isSnapshot ? [] : notice.changes.flatMap(\.former), changed: changed,
                revision: type == .removed ? notice.toRev : notice.seenRev))
    }

    init(_ type: Kind, at moment: Date, data: [String: String], id: String) {
        self.id = id
        self.type = type
        body = jsonText(
            Body(type: type, at: moment, data: .words(data), previous: [], changed: [], revision: nil))
    }

    /// The members of a body.
    private struct Body: JSONEncodable {
        let type: Kind
        let at: Date
        let data: Subject
        let previous: [Former]
        let changed: [UpdateChange]
        let revision: Int?

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("type", type)
                $0.field("timestamp", at)
                $0.field("data", data)
                $0.object("previous") {
                    for former in previous { former.write(to: &$0) }
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

    /// A member of `data` with the value it had before.
    fileprivate struct Former {
        let name: String
        let value: any JSONEncodable & Sendable

        init(_ name: String, _ value: some JSONEncodable & Sendable) {
            self.name = name
            self.value = value
        }

        func write(to writer: inout JSONWriter) { writer.field(named: name, value) }
    }
}

extension WebhookMessage.Kind {
    init(_ notice: Notice) {
        if notice.isFarewell {
            self = .removed
        } else if notice.isInvitation {
            self = .invited
        } else if case .cancellation(nil, .some)? = notice.changes.first {
            self = .cancelled
        } else {
            self = .updated
        }
    }
}

extension OutingChange {
    /// The members of an outing on the wire that this change gave another value, with the former one. Who answered what
    /// has no member; it stands in `changed`.
    fileprivate var former: [WebhookMessage.Former] {
        typealias Former = WebhookMessage.Former
        switch self {
        case .cancellation(let old, _): return [Former("cancelReason", old?.reason)]
        case .time(let old, _):
            return [Former("startsAt", old?.startsAt.text), Former("endsAt", old?.endsAt?.text)]
        case .zone(let old, _): return [Former("timeZone", old)]
        case .place(let old, _):
            let restaurant = old.flatMap { old in
                old.restaurant.map {
                    OutingRestaurant(
                        id: $0, name: old.name, address: old.address, phone: old.phone, website: old.website,
                        latitude: old.latitude, longitude: old.longitude)
                }
            }
            return [Former("restaurant", restaurant), Former("place", restaurant == nil ? old?.name : nil)]
        case .title(let old, _): return [Former("title", old)]
        case .note(let old, _): return [Former("note", old)]
        case .deadline(let old, _): return [Former("respondBy", old.map { $0.formatted(.iso8601) })]
        case .capacity(let old, _): return [Former("capacity", old)]
        default: return []
        }
    }
}
