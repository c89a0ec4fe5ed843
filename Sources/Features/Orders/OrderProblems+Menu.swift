import HTTPKit
import JSON
import NoonishAPI

/// Problems of dishes that are chosen from a menu.
extension OrderProblems {
    static let noMenu = Problem.conflict("no_menu", "This place has no menu here. Type your dish instead.")

    static func menuCurrency(_ currency: String) -> Problem {
        .conflict(
            "menu_currency",
            "The menu’s prices are in \(currency). Type your dish with a price in the order’s currency.",
            members: [Problem.Member("currency", currency)]
        ).withArguments(["currency": .text(currency)])
    }

    /// The menu does not have the dish any more, or does not serve it when the food is due.
    static func itemOff(_ name: String?) -> Problem {
        .conflict(
            "item_off", "The place doesn’t serve this dish at that time. Choose another one.",
            members: [Problem.Member("name", name)])
    }

    /// The price is not the one that the person saw. Nothing was ordered.
    static func priceMoved(from expected: Int, to unit: Int, in currency: String) -> Problem {
        .conflict(
            "price_moved", "The price has changed. Check the new one and order again.",
            members: [
                Problem.Member("expectedMinor", expected), Problem.Member("unitMinor", unit),
                Problem.Member("currency", currency),
            ]
        ).withArguments([
            "old": .amount(Int64(expected), currency: currency),
            "new": .amount(Int64(unit), currency: currency),
        ])
    }

    static let fromMenu = Problem.conflict(
        "from_menu", "This dish comes from the menu. Choose it again to change it.")

    static let tooMuch = Problem.unprocessable(
        "options_too_many", "Choose fewer options.", pointer: "/pick/options")
}
