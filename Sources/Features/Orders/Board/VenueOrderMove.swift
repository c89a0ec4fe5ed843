import Access
import Foundation
import HTTPKit
import NoonishAPI
import Outings

/// A validated answer of a venue to an order.
struct VenueOrderMove: Sendable {
    let from: GroupOrder.State
    let to: VenueAnswer
    let promisedAt: TimeInput?
    let reason: String?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let from = body.required("from", .oneOf(GroupOrder.State.self))
        let to = body.required("to", .oneOf(VenueAnswer.self))
        promisedAt = body.optional("promisedAt", .time("promisedAt"))
        reason = body.optional("reason", .text(OrderLimits.reason))
        if let to, [.rejected, .cancelled].contains(to), reason == nil {
            body.refuse("reason", "reason_missing", "Say why.")
        }
        (self.from, self.to) = try body.finish(from, to)
    }
}

extension VenueAnswer {
    /// The state that the answer moves an order to. A rejected order goes back to the group.
    var state: GroupOrder.State {
        switch self {
        case .accepted: .accepted
        case .rejected: .locked
        case .preparing: .preparing
        case .ready: .ready
        case .handedOver: .handedOver
        case .cancelled: .cancelled
        }
    }
}

extension GroupOrder.State {
    /// Returns the event by which a venue moves an order from this state; `nil` if it cannot.
    func event(of answer: VenueAnswer) -> OrderEventKind? {
        switch answer {
        case .rejected: self == .placed ? .rejected : nil
        case .cancelled: [.accepted, .preparing, .ready].contains(self) ? .cancelled : nil
        case .preparing where self == .ready: .recalled
        default:
            [.placed, .accepted, .preparing, .ready].contains(self) ? event(movingTo: answer.state) : nil
        }
    }
}
