package import HTTPKit
import JSON
import NoonishAPI

/// Problems of portions that restaurants count.
package enum StockProblems {
    /// Fewer portions are left than the person wants. Nothing was ordered.
    package static func soldOut(_ item: String, left: Int) -> Problem {
        .conflict(
            soldOutCode,
            left == 0
                ? "This dish is sold out."
                : left == 1 ? "One portion of this dish is left." : "\(left) portions of this dish are left.",
            members: [Problem.Member("item", item), Problem.Member("left", left)]
        ).withArguments(["left": .number(left)])
    }

    package static let soldOutCode = "sold_out"

    /// The restaurant keeps portions for a week at most.
    package static let needsDeadline = Problem.conflict(
        "stock_needs_deadline",
        "This place counts its portions. Close the order within seven days to order this dish.")

    /// Fewer portions were counted than orders hold. Nothing was changed.
    package static func belowHeld(_ held: Int) -> Problem {
        .conflict(
            belowHeldCode, "Orders hold \(held) portions. Cancel one of them, or change its dishes, first.",
            members: [Problem.Member("held", held)]
        ).withArguments(["held": .number(held)])
    }

    package static let belowHeldCode = "below_held"

    /// Adds the orders that hold the portions to ``belowHeld(_:)``.
    static func belowHeld(_ problem: Problem, by holders: [StockHolder]) -> Problem {
        var problem = problem
        problem.members.append(Problem.Member("orders", holders))
        return problem
    }

    static let notOnMenu = Problem.conflict("item_not_on_menu", "Choose a dish or a drink from the menu.")
    static let notTracked = Problem.conflict("not_tracked", "Count this item first.")
}
