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
        "after_due", "Choose a deadline before the food is due.", pointer: "/closesAt")
    static let deadlineNeeded = Problem.unprocessable(
        "deadline_needed", "Set a deadline first.", pointer: "/atDeadline")
    static let noBoard = Problem.unprocessable(
        "no_board", "This place doesn’t take orders here. Close the order at its deadline, and call it.",
        pointer: "/atDeadline")
    static let notDue = Problem.unprocessable(
        "no_due_time", "Set the time of the meal first.", pointer: "/closesBefore")
    static let coordinatorNotInvited = Problem.unprocessable(
        "person_not_on_the_list", "Only people on the list can run the order.", pointer: "/coordinatorId")

    static func personNotInvited(_ pointer: String) -> Problem {
        .unprocessable("person_not_on_the_list", "Only people on the list can order.", pointer: pointer)
    }

    /// Picks have ended: the order is locked, or its deadline has passed.
    static func locked(at time: Date?) -> Problem {
        .conflict(
            "order_locked", "Orders have closed. Ask the coordinator for changes.",
            members: [Problem.Member("closedAt", time)])
    }

    static func state(_ state: GroupOrder.State) -> Problem {
        .conflict(
            "order_state", "The order has moved on. Reload it and try again.",
            members: [Problem.Member("state", state)])
    }

    /// What the station makes of the order has changed since it saw it.
    static let changedSince = Problem.conflict(
        "changed_since", "The order has changed. Check it again before you mark it as done.")

    /// - Parameter check: How the order fits its place; `nil` without a restaurant of the directory.
    static func blocked(_ blockers: [GroupOrder.Blocker], _ check: OrderPlaceCheck? = nil) -> Problem {
        .conflict(
            "blocked", "Check what’s missing before you place the order.",
            members: [Problem.Member("blockers", blockers), Problem.Member("placeCheck", check)])
    }

    static let closedThen = Problem.unprocessable(
        "closed_then", "The restaurant is closed at that time. Choose another time.", pointer: "/dueAt")

    static let venueAnswers = Problem.conflict(
        "venue_answers", "The venue has this order and answers it itself.")
    static let seriesEnded = Problem.conflict("series_ended", "This series has ended.")
    static let empty = Problem.conflict("empty_order", "No one has chosen a dish yet.")
    static let answerFirst = Problem.conflict("answer_first", "Say that you’re coming first.")
    static let tooManyLines = Problem.conflict("too_many_lines", "This order is full.")
    static let overCap = aboveCap(of: OrderLimits.quantity.upperBound)

    static func aboveCap(of most: Int) -> Problem {
        .unprocessable(
            "quantity_over_cap", "You can order up to \(most) of one dish.", pointer: "/quantity"
        ).withArguments(["most": .number(most)])
    }

    static let struck = Problem.conflict("line_struck", "This dish was taken off the order.")
    static let tooLateToRestore = Problem.conflict(
        "restore_too_late", "Dishes can be put back for 15 minutes. Order it again instead.")
    static let nudgedRecently = Problem.conflict(
        "order_nudged_recently", "You can remind people once every six hours.")
    static let nobodyMissing = Problem.conflict("nobody_missing", "Everyone who’s coming has chosen.")
    static let nothingBefore = Problem.conflict(
        "nothing_before", "You haven’t ordered from this place before.")
}
