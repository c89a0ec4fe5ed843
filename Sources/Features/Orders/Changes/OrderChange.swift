import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The order of an outing moved to another state, or its deadline or promised time moved.
@StoredChange
struct OrderChange: ChangeKind {
    let order: GroupOrderID
    /// The people with a dish in it, who are notified of what the place does.
    let eaters: [PersonID]
    /// `nil` if it was just opened.
    let old: OrderSnapshot?
    let new: OrderSnapshot

    static let names = [
        "order_opened", "order_reopened", "order_closes_moved", "order_locked", "order_taken_back",
        "order_placed",
        "order_promised", "order_preparing", "order_ready", "order_handed_over", "order_cancelled",
    ]

    var name: String {
        guard let old else { return "order_opened" }
        if old.state == new.state {
            return new.promisedAt == old.promisedAt ? "order_closes_moved" : "order_promised"
        }
        switch new.state {
        case .open: return "order_reopened"
        case .locked: return old.state == .open ? "order_locked" : "order_taken_back"
        case .placed: return "order_placed"
        case .accepted: return new.promisedAt == nil ? "order_placed" : "order_promised"
        case .preparing: return "order_preparing"
        case .ready: return "order_ready"
        case .handedOver: return "order_handed_over"
        case .cancelled: return "order_cancelled"
        }
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var rank: Int { 60 }
    var expiresAt: Date? { name == "order_opened" || name == "order_reopened" ? new.closesAt : nil }

    /// The eaters and the number of portions are those of the later change. An order that was cancelled before people
    /// were notified that it was opened is no news.
    func folded(with later: Self) -> Self? {
        if old == nil, later.new.state == .cancelled { return nil }
        let both = Self(order: order, eaters: later.eaters, old: old, new: later.new)
        return old?.isSame(as: later.new) == true ? nil : both
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        let isEater = eaters.contains(reader.person)
        let isHost = standing.role != .invitee
        switch name {
        case "order_opened", "order_reopened":
            return [.attending, .maybe, .invited].contains(standing.status)
        case "order_closes_moved": return standing.status == .attending || standing.status == .maybe
        case "order_locked", "order_taken_back": return isHost
        case "order_placed", "order_promised", "order_ready": return isEater
        // People who know that it was ready are on their way.
        case "order_preparing": return isEater && old?.state == .ready
        case "order_cancelled": return isEater || isHost
        default: return false
        }
    }

    func clause(in context: SentenceContext) -> String? {
        var values: [String: MessageValue] = ["place": .text(new.place), "count": .number(new.portions)]
        if let closesAt = new.closesAt { values["deadline"] = .words(context.moment(closesAt)) }
        if let promisedAt = new.promisedAt { values["time"] = .words(context.moment(promisedAt)) }
        let until = new.closesAt == nil ? "" : "Until"
        switch name {
        case "order_opened": return context.say("change.order.opened\(until)", values)
        case "order_reopened": return context.say("change.order.reopened\(until)", values)
        case "order_closes_moved": return context.say("change.order.closes\(until)", values)
        case "order_locked": return context.say("change.order.locked", values)
        case "order_taken_back": return context.say("change.order.takenBack", values)
        case "order_placed": return context.say("change.order.placed", values)
        case "order_promised": return context.say("change.order.promised", values)
        case "order_ready": return context.say("change.order.ready", values)
        case "order_preparing": return context.say("change.order.preparing", values)
        case "order_handed_over": return context.say("change.order.handedOver", values)
        default: return context.say(new.isEmpty ? "change.order.cancelledEmpty" : "change.order.cancelled")
        }
    }
}

/// The part of an order that changes store.
struct OrderSnapshot: Hashable, Sendable {
    var state: GroupOrder.State
    var place: String
    var closesAt: Date?
    var promisedAt: Date?
    var portions: Int
    /// Whether it was cancelled because no one had chosen a dish.
    var isEmpty = false

    /// Compares what people are notified of.
    func isSame(as other: OrderSnapshot) -> Bool {
        state == other.state && closesAt == other.closesAt && promisedAt == other.promisedAt
    }
}

extension OrderSnapshot: StoredValue {
    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("state", state.rawValue)
            $0.field("place", place)
            $0.field("closesAt", closesAt)
            $0.field("promisedAt", promisedAt)
            $0.field("portions", portions)
            $0.field("empty", isEmpty)
        }
    }

    init?(stored value: JSONValue) {
        guard case .object(let object) = value,
            let state = object.text("state").flatMap({ GroupOrder.State(rawValue: $0) }),
            let place = object.text("place"), let portions = object.integer("portions")
        else { return nil }
        self.init(
            state: state, place: place, closesAt: object["closesAt"].flatMap { Date(stored: $0) },
            promisedAt: object["promisedAt"].flatMap { Date(stored: $0) }, portions: portions,
            isEmpty: object.isTrue("empty"))
    }
}

extension OrderRow {
    func snapshot(portions: Int) -> OrderSnapshot {
        OrderSnapshot(
            state: state, place: place, closesAt: closesAt, promisedAt: promisedAt, portions: portions)
    }
}

extension Change {
    static func order(
        _ order: GroupOrderID, eaters: [PersonID], from old: OrderSnapshot?, to new: OrderSnapshot
    ) -> Change {
        Change(OrderChange(order: order, eaters: eaters, old: old, new: new))
    }
}
