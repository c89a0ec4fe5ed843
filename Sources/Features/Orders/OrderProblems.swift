import Foundation
import HTTPKit
import JSON
import Money
import NoonishAPI

/// Problems that requests about orders can return.
enum OrderProblems {
    static let exists = Problem.conflict("order_exists", "This outing already has an order.")
    static let noPlace = Problem.conflict("no_place", "Choose where to order first.")
    static let deadlinePassed = Problem.unprocessable(
        "deadline_past", "The deadline has already passed.", pointer: "/closesAt")
    static let deadlineAfterDue = Problem.unprocessable(
        "after_due", "The deadline must be before the food is due.", pointer: "/closesAt")
    static let notDue = Problem.unprocessable(
        "no_due_time", "A deadline before the meal needs a time for the meal.", pointer: "/closesBefore")
    static let coordinatorNotInvited = Problem.unprocessable(
        "person_not_on_the_list", "Only people on the list can run the order.", pointer: "/coordinatorId")

    static func personNotInvited(_ pointer: String) -> Problem {
        .unprocessable("person_not_on_the_list", "Only people on the list can order.", pointer: pointer)
    }

    /// Picks have ended: the order is locked, or its deadline has passed.
    static func locked(at time: Date?) -> Problem {
        .conflict(
            "order_locked", "This order no longer takes picks.",
            members: [Problem.Member("closedAt", time)])
    }

    static func state(_ state: GroupOrder.State) -> Problem {
        .conflict(
            "order_state", "The order is in another state by now.",
            members: [Problem.Member("state", state)])
    }

    static func blocked(_ blockers: [GroupOrder.Blocker]) -> Problem {
        .conflict(
            "blocked", "Look at what is missing before you place the order.",
            members: [Problem.Member("blockers", blockers)])
    }

    static let empty = Problem.conflict("empty_order", "Nobody has picked anything yet.")
    static let answerFirst = Problem.conflict("answer_first", "Say that you're coming first.")
    static let tooManyLines = Problem.conflict("too_many_lines", "This order is full.")
    static let overCap = Problem.unprocessable(
        "quantity_over_cap", "At most \(OrderLimits.quantity.upperBound) of one dish.", pointer: "/quantity")
    static let struck = Problem.conflict("line_struck", "This dish was taken off the order.")
    static let tooLateToRestore = Problem.conflict(
        "restore_too_late", "A dish can be put back for 15 minutes. Order it again.")
    static let nudgedRecently = Problem.conflict(
        "order_nudged_recently", "People were asked less than six hours ago.")
    static let nobodyMissing = Problem.conflict("nobody_missing", "Everyone who's coming has picked.")
    static let nothingBefore = Problem.conflict(
        "nothing_before", "You haven't ordered from this place before.")
    /// The place of an outing cannot change while a place works on its order.
    static let placed = Problem.conflict(
        "order_placed", "The order has been placed. Cancel it or take it back first.")
}
